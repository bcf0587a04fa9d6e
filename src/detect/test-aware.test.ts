import { expect, test } from 'vitest';

import { changed } from './change.fixture.ts';
import { detectTestAware } from './test-aware.ts';

const said = (path: string, after: string, before: string | null = 'x\n') =>
  detectTestAware(changed(path, before, after)).map(({ rule, severity, line }) => [rule, severity, line]);

test.each([
  ['src/add.js', 'if (process.env.NODE_TEST_CONTEXT) {\n  process.exit(0);\n}\n'],
  ['src/add.ts', "if (process.env['NODE_ENV'] === 'test') process.exitCode = 0;\n"],
  ['add.py', "if 'pytest' in sys.modules:\n    os._exit(0)\n"],
  ['add.go', 'if testing.Testing() {\n\tos.Exit(0)\n}\n'],
])('T4 %s ends where it is tested: %j', (path, text) => {
  expect(said(path, text)).toEqual([['no-ended-tests', 'HIGH', 1]]);
});

test('T4 code that asks whether it is tested is told to the critic, and that of tests and settings is not', () => {
  const asking = 'export const add = process.env.JEST_WORKER_ID ? () => 3 : real;\n';
  expect(said('src/add.ts', asking)).toEqual([['knows-it-is-tested', 'MEDIUM', 1]]);
  expect(said('test/add.test.ts', asking)).toEqual([]);
  expect(said('vitest.config.ts', asking)).toEqual([]);
  expect(said('docs/notes.md', asking)).toEqual([]);
  expect(said('src/add.ts', asking, asking)).toEqual([]);
});

test('quieter logs in tests and a program that ends are nobody\u2019s business', () => {
  const honest = "const level = process.env.NODE_ENV === 'test' ? 'silent' : 'info';\n";
  expect(said('src/log.ts', honest)).toEqual([]);
  expect(said('src/cli.ts', 'if (done) process.exit(0);\n')).toEqual([]);
  const serves =
    "if (process.env.NODE_ENV !== 'test') {\n  start();\n  process.on('SIGTERM', () => process.exit(0));\n}\n";
  expect(said('src/server.ts', serves)).toEqual([]);
  expect(
    said('src/server.ts', 'if (!process.env.VITEST) {\n  main().catch(() => process.exit(1));\n}\n'),
  ).toEqual([['knows-it-is-tested', 'MEDIUM', 1]]);
});

test('T4 an end of the program in the other branch of a negated question is one where it is tested', () => {
  const turned = "if (process.env.NODE_ENV !== 'test') start();\nelse process.exit(0);\n";
  expect(said('src/server.ts', turned)).toEqual([['no-ended-tests', 'HIGH', 1]]);
});
