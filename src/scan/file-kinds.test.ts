import { expect, test } from 'vitest';

import { isSidePath } from './file-kinds.ts';

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
])('%s is part of the application', (path) => {
  expect(isSidePath(path)).toBe(false);
});
