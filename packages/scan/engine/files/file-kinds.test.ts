import { expect, test } from 'vitest';

import { isSidePath, isTestPath } from './file-kinds.ts';

test.each([
  'docs/intro.ts',
  'apps/docs/src/page.tsx',
  'packages/core/benchmarks/parse.ts',
  'tools/src/release.ts',
  'examples/app/src/index.ts',
  'src/scripts/migrate.ts',
])('%s is beside what is shipped', (path) => {
  expect(isSidePath(path)).toBe(true);
});

test.each([
  'src/app/docs/page.tsx',
  'apps/web/app/benchmarks/page.tsx',
  'api/app/clients/tools/search.js',
  'server/src/modules/templates/templates.controller.ts',
  'src/routes/docs.ts',
  'src/main/java/com/example/demo/OrderController.java',
])('%s is part of the application', (path) => {
  expect(isSidePath(path)).toBe(false);
});

test.each([
  'api/src/test/java/com/example/OrderControllerTest.java',
  'api/src/main/java/com/example/OrderFlowIT.java',
  'internal/store/store_test.go',
  'internal/testdata/users.go',
])('%s is a test', (path) => {
  expect(isTestPath(path)).toBe(true);
});

test.each([
  'src/main/java/com/example/spec/OrderSpecs.java',
  'internal/contest/contest.go',
  'cmd/audit/AUDIT.java',
])('%s is no test', (path) => {
  expect(isTestPath(path)).toBe(false);
});
