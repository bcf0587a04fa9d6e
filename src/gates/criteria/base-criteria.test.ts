import { expect, test } from 'vitest';

import type { Ticket } from '../../model/epic.ts';
import { validate } from '../validate.ts';
import { type Behaviour, criterion, type Files, ticket, world } from '../../../test/support/gate-world.ts';

const base: Files = {
  'src/add.ts': 'not yet\n',
  'test/add.test.ts': "test('adds', () => {\n  expect(add(1, 2)).toBe(right);\n});\n",
  'test/other.test.ts': "test('others', () => {});\n",
  'package.json': '{ "scripts": { "test": "vitest run" } }',
};

const isTest = (path: string): boolean =>
  /^tests?\/.*(?:test_\w+\.py|\.test\.ts|_spec\.rb|\.bats)$/.test(path);

/**
 * Runs tests whose path holds a word of the command, or a script by its name. A test wants every file that it needs, and
 * what it expects of the product; a command that finds nothing to run fails.
 */
const runner: Behaviour = (files, { argv }) => {
  const words = argv.join(' ').split(/\s+/);
  if (words.some((word) => /^bin\/|^-m$/.test(word)))
    return files.has('bin/greet.js') || files.has('greet/__main__.py') ? 0 : 1;
  const tests = [...files].filter(([path]) => isTest(path));
  const meant = tests.filter(([path]) => words.some((word) => word.length > 3 && path.includes(word)));
  const isWhole = words.includes('unit');
  const chosen = isWhole ? tests : meant;
  const name = argv.join(' ').match(/-t (\w+)/)?.[1];
  const cases = name === undefined ? chosen : chosen.filter(([, text]) => text.includes(name));
  if (cases.length === 0) return isWhole ? 0 : 5;
  const product = files.get('src/add.ts') ?? '';
  const passes = (text: string): boolean =>
    [...text.matchAll(/needs (\S+)/g)].every(([, path = '']) => files.has(path)) &&
    (!text.includes('toBe(right)') || product.includes('right'));
  return cases.every(([, text]) => passes(text)) ? 0 : 1;
};

async function judged(head: Files, verify: string, who: Partial<Ticket> = {}, start: Files = base) {
  const files = { ...start, ...head };
  const made = world({ base: { files: start }, head: { files, parent: 'base' } }, runner);
  const touches = ['src/**', 'test/**', 'tests/**', 'bin/**', 'greet/**', 'spec/**'];
  const asked = ticket({ touches, acceptance: [criterion('AC1', verify)], ...who });
  const work = { ticket: asked, base: 'base', head: 'head', delivery: null, claimed: null };
  const { findings } = await validate(made.context, work);
  return findings
    .filter(({ rule }) => rule !== 'no-trivial-assertion')
    .map(({ rule, severity }) => `${rule} ${severity}`);
}

const right = { 'src/add.ts': 'right\n' };
const wrong = { 'src/add.ts': 'wrong\n' };
const bending: readonly (readonly [string, string])[] = [
  ['other values', "test('adds', () => {\n  expect(add(1, 2)).toBe(9);\n});\n"],
  ['an end before the expectation', "test('adds', () => {\n  return;\n  expect(add(1, 2)).toBe(9);\n});\n"],
  [
    'another import',
    "import { add } from './fake.ts';\ntest('adds', () => {\n  expect(add(1, 2)).toBe(ok);\n});\n",
  ],
  ['a mock', "vi.mock('../src/add.ts', fake);\ntest('adds', () => {\n  expect(add(1, 2)).toBe(ok);\n});\n"],
];

test.each(bending)(
  'EPIC-19 T4 a test that waited for the work is bent by %s: with its old text the criterion fails',
  async (_, text) => {
    const cheat = { ...wrong, 'test/add.test.ts': text };
    expect(await judged(cheat, 'vitest run add.test')).toContain('fails-base-checks HIGH');
    expect(await judged(cheat, 'vitest run test/add.test.ts --reporter dot')).toContain(
      'fails-base-checks HIGH',
    );
    expect(
      await judged(
        { ...cheat, 'test/dot.test.ts': "test('x', () => {});\n" },
        'vitest run add.test --reporter dot',
      ),
    ).toContain('fails-base-checks HIGH');
  },
);

const grown = `${base['test/add.test.ts'] as string}test('more', () => {\n  needs test/users.json\n});\n`;
const honest: readonly (readonly [what: string, head: Files, verify: string])[] = [
  [
    'a fixture and a test that uses it',
    { 'tests/conftest.py': 'def one(): ...\n', 'tests/test_new.py': 'needs tests/conftest.py\n' },
    'pytest tests/test_new.py',
  ],
  ['a test that ends programs', { 'tests/test_new.py': 'sys.exit(1)\n' }, 'pytest tests/test_new.py'],
  [
    'a test that sets globals',
    { 'test/fetch.test.ts': "globalThis.fetch = vi.fn();\ntest('a', () => {});\n" },
    'npx vitest run test/fetch.test.ts',
  ],
  ['a script of the shell', { 'test/cli.bats': '@test "x" { exit 0; }\n' }, 'bats test/cli.bats'],
  [
    'a case with its data in a file that was there',
    { 'test/add.test.ts': grown, 'test/users.json': '{}\n' },
    'vitest run test/add.test.ts -t more',
  ],
  [
    'a part of a name that only a new test has',
    {
      'test/limiter.test.ts': "test('a', () => {\n  needs test/setup.ts\n});\n",
      'test/setup.ts': 'process.exit\n',
    },
    'npx vitest run limiter',
  ],
  ['the script that the criterion runs', { 'bin/greet.js': 'hello\n' }, 'node bin/greet.js World'],
  ['the module that the criterion runs', { 'greet/__main__.py': 'hello\n' }, 'python -m greet World'],
];

test.each(honest)(
  'EPIC-19 an honest ticket that brings %s is not held against base',
  async (_, head, verify) => {
    expect(await judged({ ...right, ...head }, verify)).toEqual([]);
  },
);

test('EPIC-19 the product may change where a criterion tries it', async () => {
  const start = { ...base, ...right, 'bin/greet.js': 'hello\n', 'greet/__main__.py': 'hello\n' };
  expect(await judged({ 'bin/greet.js': 'hello you\n' }, 'node bin/greet.js World', {}, start)).toEqual([]);
  expect(await judged({ 'greet/__main__.py': 'hello you\n' }, 'python -m greet World', {}, start)).toEqual(
    [],
  );
  const script = { ...start, 'accept/check-ac1.sh': 'really looks\n' };
  const rewritten = { 'accept/check-ac1.sh': 'true\n' };
  expect(await judged(rewritten, 'sh accept/check-ac1.sh', { touches: ['accept/**'] }, script)).toContain(
    'check-definition-changed HIGH',
  );
});

test('EPIC-19 the first tests of a project may come with whatever they need', async () => {
  const start = { 'src/add.ts': 'right\n', 'package.json': '{}' };
  const first = {
    'test/setup.ts': 'export {};\n',
    'test/a.test.ts': "test('a', () => {\n  needs test/setup.ts\n});\n",
  };
  expect(await judged(first, 'vitest run a.test', {}, start)).toEqual([]);
});

test('EPIC-19 T4 a decoy with the name that a criterion asks for does not make base unable to answer', async () => {
  const waiting = "test('adds two', () => {\n  expect(add(1, 2)).toBe(right);\n});\n";
  const start = { ...base, 'add-test.js': waiting };
  const bent = { ...wrong, 'add-test.js': waiting.replace('right', 'ok') };
  const decoy = { 'test/add-test-more.test.ts': "test('adds two', () => {});\n" };
  const who = { touches: ['src/**', 'test/**', '*.js'] };
  for (const verify of ['mocha add-test', 'mocha add-test -t adds'])
    expect(await judged({ ...bent, ...decoy }, verify, who, start)).toContain('fails-base-checks HIGH');
});
