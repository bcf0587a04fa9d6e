import { expect, test } from 'vitest';

import type { Ticket } from '../../model/epic.ts';
import { recordedBeside } from '../../detect/index.ts';
import { validate } from '../validate.ts';
import {
  type Behaviour,
  check,
  criterion,
  type Files,
  ticket,
  world,
} from '../../../test/support/gate-world.ts';

const suite = "test('adds', () => {\n  expect(add(1, 2)).toBe(3);\n});\n";
const base: Files = {
  'src/add.ts': 'return a + b;',
  'test/add.test.ts': suite,
  'test/support.ts': 'export const one = 1;\n',
  'package.json': '{ "scripts": { "test": "vitest run" } }',
};

/** The script has to run the tests, the tests have to fit the code, and what they import has to be there. */
const runner: Behaviour = (files) => {
  if (!(files.get('package.json') ?? '').includes('vitest')) return 0;
  const isWrong = (files.get('src/add.ts') ?? '').includes('a - b');
  const all = [...files].filter(([path]) => path.startsWith('test/') && path.endsWith('.test.ts'));
  if (all.length === 0) return 1;
  const wantsTwo = all.some(([, text]) => text.includes('two'));
  if (wantsTwo && !(files.get('test/support.ts') ?? '').includes('two')) return 1;
  return isWrong && all.some(([, text]) => text.includes('.toBe(3)')) ? 1 : 0;
};

async function rules(files: Files, who: Ticket | null = ticket(), start: Files = base) {
  const made = world({ base: { files: start }, head: { files, parent: 'base' } }, runner);
  const work = { ticket: who, base: 'base', head: 'head', delivery: null, claimed: null };
  const { findings, outcome } = await validate(made.context, work);
  return {
    outcome,
    ran: made.ran.length,
    rules: findings.map(({ rule, severity }) => `${rule} ${severity}`),
  };
}

const wrong = { ...base, 'src/add.ts': 'return a - b;' };
const bent = "test('adds', () => {\n  expect(add(1, 2)).toBe(-1);\n});\n";

test('EPIC-19 a test bent to fit wrong code fails with the test of base, unless the ticket may change it', async () => {
  const cheat = { ...wrong, 'test/add.test.ts': bent };
  expect(await rules(cheat)).toMatchObject({ outcome: 'fail', rules: ['fails-base-checks HIGH'] });
  const allowed = ticket({ mayChange: ['test/**'] });
  expect(await rules(cheat, allowed)).toMatchObject({ outcome: 'pass', ran: 1, rules: [] });
  const wild = ticket({ touches: ['src/**', 'test/**'] });
  expect(await rules(cheat, wild)).toMatchObject({ outcome: 'fail', rules: ['fails-base-checks HIGH'] });
});

test('EPIC-19 a script that runs nothing is caught by name and by running the script of base', async () => {
  const cheat = { ...wrong, 'package.json': '{ "scripts": { "test": "true" } }' };
  expect(await rules(cheat)).toMatchObject({
    outcome: 'fail',
    rules: ['no-neutralised-check HIGH', 'check-definition-changed HIGH', 'fails-base-checks HIGH'],
  });
});

test('REAL-08 a new dependency stays where the scripts beside it are put back', async () => {
  const manifest = (parts: object): string => JSON.stringify({ scripts: { test: 'vitest run' }, ...parts });
  const start = { ...base, 'package.json': manifest({}) };
  const scripts = { test: 'vitest run', lint: 'eslint src' };
  const head = {
    ...start,
    'src/add.ts': "import 'odd'",
    'package.json': manifest({ scripts, dependencies: { odd: '1.0.0' } }),
  };
  const { context } = world({ base: { files: start }, head: { files: head, parent: 'base' } }, (files) => {
    const isNeeded = (files.get('src/add.ts') ?? '').includes('odd');
    return isNeeded && !(files.get('package.json') ?? '').includes('odd') ? 1 : 0;
  });
  const work = {
    ticket: ticket({ touches: ['**'] }),
    base: 'base',
    head: 'head',
    delivery: null,
    claimed: null,
  };
  const { findings } = await validate(context, work);
  expect(findings.map(({ rule }) => rule)).not.toContain('fails-base-checks');
});

test('EPIC-19 tests that are deleted are put back', async () => {
  const { 'test/add.test.ts': _gone, ...rest }: Files = wrong;
  const cheat = { ...rest, 'test/other.test.ts': "test('nothing', () => {});\n" };
  expect((await rules(cheat)).rules).toEqual(['no-deleted-test HIGH', 'fails-base-checks HIGH']);
});

test('EPIC-19 honest additions to tests and their support pass both ways', async () => {
  const honest = {
    ...base,
    'test/add.test.ts': `${suite}test('more', () => { expect(add(2, 2)).toBe(4); });\n`,
    'test/support.ts': 'export const one = 1;\nexport const two = 2;\n',
    'test/two.test.ts': "test('two', () => { expect(two).toBe(2); });\n",
  };
  expect(await rules(honest)).toEqual({ outcome: 'pass', ran: 2, rules: [] });
});

test('EPIC-19 where nothing that defines a check changed, nothing is run twice', async () => {
  expect(await rules({ ...base, 'src/sub.ts': 'x', 'test/new.test.ts': 'x' })).toMatchObject({ ran: 1 });
});

test('EPIC-19 a new setting within the scope of the ticket is its work, another one is told', async () => {
  const added = { ...base, 'pkg/tsconfig.json': '{}' };
  expect((await rules(added, ticket({ touches: ['pkg/**'] }))).rules).toEqual([]);
  expect((await rules(added)).rules).toEqual(['check-definition-changed MEDIUM']);
});

/** New files that make the tests of base say yes, each by a way of its own. */
const steering: readonly (readonly [path: string, text: string])[] = [
  ['conftest.py', 'collect_ignore = ["test_add.py"]\n'],
  ['pkg/pytest.ini', '[pytest]\naddopts = --collect-only\n'],
  ['pkg/.npmrc', 'script-shell=true\n'],
  ['unittest.py', 'print("OK")\n'],
  ['json/__init__.py', 'raise SystemExit(0)\n'],
  ['tests/json.py', 'raise SystemExit(0)\n'],
  ['test/a.js', 'process.exit(0);\n'],
  ['test/first.test.ts', "test('first', () => { process['exit'](0); });\n"],
  ['test/b.js', 'const p = process;\np.exit(0);\n'],
  ['test/c.js', "require('node:process').exit(0);\n"],
  ['tests/test_first.py', 'import pytest\npytest.exit("done", returncode=0)\n'],
  ['tests/test_second.py', 'from os import _exit as bye\nbye(0)\n'],
  ['tests/test_third.py', 'import app\napp.add = lambda a, b: 3\n'],
  ['main_test.go', 'func TestMain(m *testing.M) { m.Run(); os.Exit(0) }\n'],
  ['tests/add.py', 'def add(a, b):\n    return 3\n'],
  ['test/node_modules/sure/index.js', 'exports.same = () => undefined;\n'],
  ['__mocks__/sure.js', 'module.exports = () => undefined;\n'],
];

test.each(steering)(
  'EPIC-19 T4 %s is new and makes the tests of base pass: without it they fail',
  async (path, text) => {
    const start = { ...base, 'pkg/add.py': 'def add(a, b):\n    return a + b\n' };
    const quieted: Behaviour = (files, program) => (files.has(path) ? 0 : runner(files, program));
    const who = ticket({
      touches: ['src/**', 'pkg/**', 'test/**', '*.py', '*.go', '__mocks__/**', 'tests/**', 'json/**'],
    });
    const judged = async (head: Files, behaviour: Behaviour) => {
      const made = world({ base: { files: start }, head: { files: head, parent: 'base' } }, behaviour);
      const work = { ticket: who, base: 'base', head: 'head', delivery: null, claimed: null };
      const { findings } = await validate(made.context, work);
      return findings.map(({ rule }) => rule);
    };
    const cheat = { ...start, 'src/add.ts': 'return a - b;', [path]: text };
    // New settings are told to the critic, also below a wildcard of `touches`.
    const told = /\.(?:ini|npmrc)$/.test(path) ? ['check-definition-changed'] : [];
    expect(await judged(cheat, quieted)).toEqual([...told, 'fails-base-checks']);
    expect(await judged({ ...start, [path]: text }, runner)).toEqual(told);
  },
);

const parts =
  'pkg/types.py pkg/email/__init__.py src/queue.py src/vendor/parse.js vendor/assets/a.js pkg/CMakeLists.txt';

test.each(parts.split(' '))(
  'EPIC-19 %s is a part of the work, and the checks of base are run with it',
  async (path) => {
    const needing: Behaviour = (files, program) =>
      files.has('src/uses.ts') && !files.has(path) ? 1 : runner(files, program);
    const start = { ...base, 'src/__init__.py': '', 'pkg/a.c': 'x\n' };
    const head = { ...start, [path]: 'x\n', 'src/uses.ts': 'x\n', 'test/add.test.ts': `${suite}// more\n` };
    const made = world({ base: { files: start }, head: { files: head, parent: 'base' } }, needing);
    const who = ticket({ touches: ['pkg/**', 'src/**', 'vendor/**', 'test/**'] });
    const work = { ticket: who, base: 'base', head: 'head', delivery: null, claimed: null };
    expect((await validate(made.context, work)).findings).toEqual([]);
  },
);

/** A test that waits at base for what the ticket is to do, and a check that looks at something else. */
async function awaited(head: Files, who: Partial<Ticket> = {}, more: Files = {}) {
  const start = { ...base, 'src/add.ts': 'throw', 'test/add.test.ts': suite, ...more };
  const looks: Behaviour = (files, program) => {
    if (!program.argv.join(' ').includes('add.test')) return 0;
    if (program.argv.join(' ').includes('more') && !(files.get('test/add.test.ts') ?? '').includes('more'))
      return 5;
    return (files.get('test/add.test.ts') ?? '').includes(
      (files.get('src/add.ts') ?? '').includes('a + b') ? '.toBe(3)' : '.toBe(-1)',
    )
      ? 0
      : 1;
  };
  const files = { ...start, ...head };
  const made = world({ base: { files: start }, head: { files, parent: 'base' } }, looks);
  const acceptance = [criterion('AC1', 'vitest run add.test')];
  const judged = {
    ticket: ticket({ acceptance, ...who }),
    base: 'base',
    head: 'head',
    delivery: null,
    claimed: null,
  };
  const { findings } = await validate(made.context, judged);
  return findings.map(({ rule, severity }) => `${rule} ${severity}`);
}

test('EPIC-19 T4 a criterion is met by the test that waited for it, not by what the branch made of that test', async () => {
  const cheat = { 'src/add.ts': 'return a - b;', 'test/add.test.ts': bent };
  expect(await awaited(cheat)).toEqual(['fails-base-checks HIGH']);
  const short = {
    'test/add.test.ts': "require('node:test').test('adds', () => expect(add(1, 2)).toBe(3));\n",
  };
  const bentToo = { ...cheat, 'test/add.test.ts': short['test/add.test.ts'].replace('(3)', '(-1)') };
  expect(await awaited(bentToo, {}, short)).toEqual(['fails-base-checks HIGH']);
  expect(await awaited(cheat, { mayChange: ['test/**'] })).toEqual([]);
  expect(await awaited({ 'src/add.ts': 'return a + b;' })).toEqual([]);
  expect(await awaited({ 'src/add.ts': 'return a - b;' })).toEqual(['criterion-not-met HIGH']);
});

test('EPIC-19 a criterion that asks for a case which the branch adds to a test is met by it', async () => {
  const more = `import { add } from './add.ts';\n${suite}test('more', () => {\n  expect(add(2, 2)).toBe(4);\n});\n`;
  const acceptance = [criterion('AC1', 'vitest run add.test -t more')];
  const head = { 'src/add.ts': 'return a + b;', 'test/add.test.ts': more };
  expect(await awaited(head, { acceptance })).toEqual([]);
});

test.each([
  ['Makefile', 'test:\n\tsh tools/run.sh\n', 'make test'],
  ['check.sh', '"$(dirname "$0")/tools/run.sh"\n', 'sh check.sh'],
  ['tools/lint.mjs', "import './run.sh';\n", 'node tools/lint.mjs'],
])('EPIC-19 T4 what %s of base runs in turn is put back to base', async (path, text, run) => {
  const start = { ...base, [path]: text, 'tools/run.sh': 'really looks\n' };
  const inner: Behaviour = (files) =>
    (files.get('tools/run.sh') ?? '').includes('really') && (files.get('src/add.ts') ?? '').includes('a - b')
      ? 1
      : 0;
  const judged = async (head: Files) => {
    const commits = { base: { files: start }, head: { files: head, parent: 'base' } };
    const made = world(commits, inner, { checks: [check('unit', { run })] });
    const work = { ticket: ticket(), base: 'base', head: 'head', delivery: null, claimed: null };
    const { findings } = await validate(made.context, work);
    return findings.map(({ rule, severity }) => `${rule} ${severity}`);
  };
  const quiet = { ...start, 'tools/run.sh': 'exit 0\n' };
  expect(await judged({ ...quiet, 'src/add.ts': 'return a - b;' })).toEqual([
    'check-definition-changed MEDIUM',
    'fails-base-checks HIGH',
  ]);
  expect(await judged(quiet)).toEqual(['check-definition-changed MEDIUM']);
  expect(await judged({ ...start, 'src/run.ts': 'x' })).toEqual([]);
});

test('REMEDY-02 settings that were broken at base can be repaired', async () => {
  const start = { ...base, 'package.json': '{ "scripts": { "test": "vitest run --watch-for-ever" } }' };
  const stuck: Behaviour = (files) => ((files.get('package.json') ?? '').includes('for-ever') ? 1 : 0);
  const made = world({ base: { files: start }, head: { files: base, parent: 'base' } }, stuck);
  const work = { base: 'base', head: 'head', delivery: null, claimed: null };
  const remediation = await validate(made.context, { ...work, ticket: ticket({ id: 'remediation:1' }) });
  expect(remediation).toMatchObject({
    outcome: 'pass',
    findings: [{ rule: 'check-definition-changed', severity: 'MEDIUM' }],
  });
  const stranger = await validate(made.context, { ...work, ticket: ticket() });
  expect(stranger).toMatchObject({ outcome: 'fail', findings: [{ rule: 'check-definition-changed' }] });
});

test('REMEDY-02 remediation may repair settings, and may not switch a test off', async () => {
  const repaired = { ...base, 'tsconfig.json': '{ "strict": true }' };
  const start = { ...base, 'tsconfig.json': '{ "strict": tru }' };
  expect(await rules(repaired, null, start)).toMatchObject({
    outcome: 'pass',
    rules: ['check-definition-changed MEDIUM'],
  });
  const skipped = {
    ...base,
    'test/add.test.ts': suite.replace('test(', 'test.skip('),
  };
  expect(await rules(skipped, null)).toMatchObject({ outcome: 'fail', rules: ['no-skipped-test HIGH'] });
});

test('REMEDY-02 a fault that the tests of base still find was hushed, not repaired', async () => {
  const start = { ...base, 'src/broken.ts': 'broken', 'test/add.test.ts': `${suite}// looks closely\n` };
  const close: Behaviour = (files) =>
    (files.get('src/broken.ts') ?? '').includes('broken') &&
    (files.get('test/add.test.ts') ?? '').includes('looks closely')
      ? 1
      : 0;
  const hushed = { ...start, 'test/add.test.ts': `${suite}// looks away\n` };
  const fixed = { ...start, 'src/broken.ts': 'whole', 'test/add.test.ts': `${suite}// looks even closer\n` };
  const judged = async (head: Readonly<Record<string, string>>) => {
    const made = world({ base: { files: start }, head: { files: head, parent: 'base' } }, close);
    const work = { base: 'base', head: 'head', delivery: null, claimed: null };
    return validate(made.context, { ...work, ticket: ticket({ id: 'remediation:1' }) });
  };
  expect(await judged(hushed)).toMatchObject({ outcome: 'fail', findings: [{ rule: 'hushed-check' }] });
  expect(await judged(fixed)).toMatchObject({ outcome: 'pass', findings: [] });
});

test('EPIC-19 T4 recorded results beside a test are put back to base, those of the product are not', async () => {
  const start = {
    ...base,
    'src/parse/parse.test.ts': "test('parses', () => {});\n",
    'src/parse/expected/a.json': '3\n',
  };
  const compares: Behaviour = (files) => {
    const isSame = (path: string): boolean =>
      (files.get(path) ?? '').includes('3') === (files.get('src/add.ts') ?? '').includes('a + b');
    return isSame('src/parse/expected/a.json') ? 0 : 1;
  };
  const judged = async (head: Files) => {
    const made = world(
      { base: { files: start }, head: { files: { ...start, ...head }, parent: 'base' } },
      compares,
    );
    const who = ticket({ touches: ['src/**'] });
    const { findings } = await validate(made.context, {
      ticket: who,
      base: 'base',
      head: 'head',
      delivery: null,
      claimed: null,
    });
    return findings.map(({ rule }) => rule);
  };
  expect(await judged({ 'src/add.ts': 'return a - b;', 'src/parse/expected/a.json': '-1\n' })).toEqual([
    'fails-base-checks',
  ]);
  expect(await judged({ 'src/parse/expected/a.json': '3 3\n' })).toEqual([]);
});

test('EPIC-19 folders of the product with such names are none of the tests', () => {
  const isRecorded = recordedBeside(['src/parse/parse.test.ts', 'src/prices/read.ts']);
  const paths = [
    'src/parse/expected/a.json',
    'src/prices/expected/a.json',
    'src/parse/expected/a.ts',
    'db/snapshots/1.sql',
  ];
  expect(paths.map(isRecorded)).toEqual([true, false, false, false]);
});

test('EVID-01 a test that compares with less than before is told where its version at base passes too', async () => {
  const tap: Behaviour = (files, program) => {
    const end = runner(files, program);
    const code = typeof end === 'number' ? end : 1;
    return {
      how: { kind: 'exited', code },
      stdout: `TAP version 13\n${code === 0 ? 'ok' : 'not ok'} 1 - adds\n1..1\n`,
    };
  };
  const told = async (head: Files, who: Ticket | null = ticket(), behaviour: Behaviour = tap) => {
    const made = world({ base: { files: base }, head: { files: head, parent: 'base' } }, behaviour);
    const work = { ticket: who, base: 'base', head: 'head', delivery: null, claimed: null };
    const { findings } = await validate(made.context, work);
    return findings.filter(({ rule }) => rule !== 'check-definition-changed');
  };
  const right = { ...base, 'src/add.ts': 'return b + a;' };
  const weaker = { ...right, 'test/add.test.ts': suite.replace('toBe(3)', 'toBeGreaterThan(0)') };
  const [found] = await told(weaker);
  expect(found).toMatchObject({ rule: 'unneeded-test-change', severity: 'LOW', file: 'test/add.test.ts' });
  expect(found?.evidence).toBe('no longer there: 3');
  expect(await told(weaker, ticket({ mayChange: ['test/**'] }))).toEqual([]);
  const more = suite.replace('});', "  expect(add(0, 1), 'one').toBe(1);\n});");
  expect(await told({ ...right, 'test/add.test.ts': more })).toEqual([]);
  // Nothing shows that a check runs this file.
  expect(await told(weaker, ticket(), runner)).toEqual([]);
  // Base's version does not pass: that is another finding.
  const bentToo = { ...wrong, 'test/add.test.ts': bent };
  expect((await told(bentToo)).map(({ rule }) => rule)).toEqual(['fails-base-checks']);
});
