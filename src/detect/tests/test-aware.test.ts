import { expect, test } from 'vitest';

import { changed } from '../../../test/support/file-change.ts';
import { detectTestAware } from '../checks/tampering.ts';

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

test.each([
  "if (process.env.NODE_ENV === 'test' && 1 !== 2) process.exit(0);\n",
  "if (!(process.env.NODE_ENV !== 'test')) process.exit(0);\n",
  'if (process.env.VITEST !== undefined) process.exit(0);\n',
  'if (!!process.env.VITEST) process.exit(0);\n',
  "if (process.env.VITEST !== 'no') process.exit(0);\n",
  "if (process.env.NODE_ENV !== 'test' || true) process.exit(0);\n",
  "if (process.env.NODE_ENV !== 'test', true) process.exit(0);\n",
  "if (process.env.NODE_ENV !== 'test') start(); if (process.env.VITEST) process.exit(0);\n",
  "if (process.env.NODE_ENV == 'test') { if (a != b) stop(); process.exit(0) }\n",
  "process.env.NODE_ENV !== 'test' ? start() : process.exit(0);\n",
  'if (process.env.VITEST === undefined) return;\nprocess.exit(0);\n',
  'if (!process.env.VITEST) {\n  return;\n}\nprocess.exit(0);\n',
])('T4 a negation elsewhere in the line turns nothing round: %j', (text) => {
  expect(said('src/add.ts', text)).toEqual([['no-ended-tests', 'HIGH', 1]]);
});

test.each([
  "if os.environ.get('PYTEST_CURRENT_TEST') is not None:\n    os._exit(0)\n",
  "if 'PYTEST_VERSION' in os.environ and not done:\n    os._exit(0)\n",
  "if ('pytest' not in sys.modules) is False:\n    os._exit(0)\n",
  "if not os.environ.get('PYTEST_VERSION'):\n    pass\nelif True:\n    os._exit(0)\n",
])('T4 the same in Python: %j', (text) => {
  expect(said('add.py', text)).toEqual([['no-ended-tests', 'HIGH', 1]]);
});

test.each([
  ['src/cli.ts', 'if (process.env.VITEST === undefined) {\n  process.exitCode = await main();\n}\n'],
  ['src/cli.ts', "if (!process.env['VITEST']) process.exit(await main());\n"],
  ['src/cli.ts', 'if (!import.meta.env.VITEST) {\n  return process.exit(await main());\n}\n'],
  ['cli.py', "if 'pytest' not in sys.modules:\n    sys.exit(main())\n"],
  ['cli.py', "if os.environ.get('PYTEST_CURRENT_TEST') is None:\n    sys.exit(main())\n"],
  ['cli.py', 'if "PYTEST_VERSION" not in os.environ:\n    sys.exit(main())\n'],
  ['cli.go', 'if !testing.Testing() {\n\tos.Exit(run())\n}\n'],
])('a program that starts and ends outside of tests only is told and not refused: %s %j', (path, text) => {
  expect(said(path, text)).toEqual([['knows-it-is-tested', 'MEDIUM', 1]]);
});

test.each([
  ['src/cli.ts', "if (!(process.env.NODE_ENV === 'test')) process.exit(main());\n"],
  ['src/cli.ts', "if ('test' !== process.env.NODE_ENV) process.exit(main());\n"],
  ['cli.py', "if os.getenv('APP_ENV') != 'test':\n    sys.exit(main())\n"],
  ['cli.rb', "exit!(main) unless ENV['RAILS_ENV'] == 'test'\n"],
])('one that asks for the mode is nobody\u2019s business: %s %j', (path, text) => {
  expect(said(path, text)).toEqual([]);
});

test('T4 outside of tests and something else is outside of tests; or something else is not', () => {
  const main = (sign: string): string =>
    `if (process.env.NODE_ENV !== 'test' ${sign} require.main === module) {\n  main().catch(() => process.exit(1));\n}\n`;
  expect(said('src/server.ts', main('&&'))).toEqual([]);
  expect(said('src/server.ts', main('||'))).toEqual([['no-ended-tests', 'HIGH', 1]]);
});
