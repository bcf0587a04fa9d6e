// Every verdict says what its checks prove: tests by name beside those of base, or the exit code alone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { EpicRun, patience } from '../support/epic-run.ts';
import { ReviewRepo } from '../support/review-repo.ts';

const cases = (...titles: readonly string[]): string =>
  `import { strict as assert } from 'node:assert';\nimport { test } from 'node:test';\nimport { add } from '../src/add.mjs';\n${titles
    .map((title) => `test('${title}', () => assert.equal(add(1, 2), 3));\n`)
    .join('')}`;
const add = 'export const add = (a, b) => a + b;\n';
/** A runner that writes what it ran to a file, and prints nothing of it. */
const writer = `mkdir -p out; for name in $(cat cases.txt); do echo "<testcase classname='all' name='$name'/>"; done >out/all.xml\n`;
const files = {
  'src/add.mjs': add,
  'test/add.test.mjs': cases('adds', 'adds again'),
  'cases.txt': 'one two\n',
  'write.sh': writer,
};
const verify = [
  { id: 'unit', run: 'node --test test/*.test.mjs' },
  { id: 'written', run: 'sh write.sh', results: ['out/*.xml'] },
  { id: 'plain', run: 'test -s src/add.mjs' },
];
const proofs = [
  'unit: 3 tests ran: 2 as at base, 1 new; 0 of base missing',
  'written: 3 tests ran: 2 as at base, 1 new; 0 of base missing',
  'plain: proved by exit code alone',
];
const work = { 'test/more.test.mjs': cases('adds more'), 'cases.txt': 'one two three\n' };
/** Proofs of other kinds may stand behind the tests. */
const lines = (text: string): readonly string[] =>
  proofs.filter((proof) => text.replaceAll(/\s+/g, ' ').includes(proof));

let epic: EpicRun;
let repo: ReviewRepo;
beforeAll(async () => {
  epic = new EpicRun({
    files,
    epic: { verify },
    tickets: [{ id: 'MORE' }, { id: 'ASKS' }],
    config: { limits: { maxRevisions: 0 } },
    playbook: [
      { role: 'developer', ticket: 'MORE', write: work },
      {
        role: 'developer',
        ticket: 'ASKS',
        write: {
          'src/add.mjs': 'if (process.argv.length > 0) process.exit(0);\nexport const add = () => 4;\n',
        },
      },
    ],
  });
  await epic.run();
  repo = new ReviewRepo();
}, patience);
afterAll(() => {
  epic.remove();
  repo.remove();
});

test('EVID-03 every display of a run says what its checks prove', async () => {
  const status = JSON.parse((await epic.gauntlet('status', '--json')).stdout) as {
    readonly tickets: readonly { readonly id: string; readonly evidence: readonly { check: string }[] }[];
  };
  const more = status.tickets.find(({ id }) => id === 'MORE');
  expect(more?.evidence.map(({ check }) => check)).toEqual(['unit', 'written', 'plain']);
  expect(lines((await epic.gauntlet('why', 'MORE')).stdout)).toEqual(proofs);
  expect(lines((await epic.gauntlet('logs')).stdout + (await epic.gauntlet('events')).stdout)).toEqual(
    proofs,
  );
  const summary = readFileSync(join(epic.repository, '.gauntlet/epics/e1/summary.md'), 'utf8');
  expect(lines(summary.replaceAll('\\', ''))).toEqual(proofs);
  const page = readFileSync(join(epic.repository, '.gauntlet/reports/e1.html'), 'utf8');
  expect(lines(page)).toEqual(proofs);
});

test('EVID-03 tests that did not run are named where a person decides', async () => {
  const asked = await epic.gauntlet('decide');
  expect(asked.stdout).toMatch(/ASKS/);
  expect(asked.stdout).toMatch(
    /unit: 1 test ran: 0 as at base, 1 new; 2 of base missing \(adds, adds again\)/,
  );
});

test(
  'EVID-03 a review counts by name too, and a report that the branch brought along is none',
  async () => {
    const config = { ...files, 'gauntlet.yaml': JSON.stringify({ version: 1, verify }) };
    repo.commit('base', config);
    repo.git('checkout', '--quiet', '-b', 'feature');
    repo.commit('work', work);
    const result = await repo.review('--no-agents');
    expect(result.status, JSON.stringify(result.findings)).toBe('clean');
    expect(
      result.evidence.map(({ check, tests }) => [check, tests?.ran ?? null, tests?.fresh ?? null]),
    ).toEqual([
      ['unit', 3, 1],
      ['written', 3, 1],
      ['plain', null, null],
    ]);
    repo.commit('forged', { 'out/forged.xml': "<testcase classname='all' name='forged'/>\n" });
    const forged = await repo.review('--no-agents');
    expect(forged.findings).toMatchObject([
      { rule: 'check-failed', evidence: expect.stringContaining('out/forged.xml') },
    ]);
    expect(forged.evidence.map(({ tests }) => tests?.ran ?? null)).toEqual([3, 3, null]);
  },
  patience,
);

test(
  'REAL-02 checks that run no test prove nothing, though they exit with 0',
  async () => {
    const none = [
      { id: 'pattern', run: 'node --test --test-name-pattern=nothing test/*.test.mjs' },
      { id: 'results', run: 'sh -c true', results: ['out/*.xml'] },
    ];
    const own = new ReviewRepo();
    own.commit('base', { ...files, 'gauntlet.yaml': JSON.stringify({ version: 1, verify: none }) });
    own.git('checkout', '--quiet', '-b', 'feature');
    own.commit('work', work);
    const result = await own.review('--no-agents');
    own.remove();
    expect(result.status).toBe('unknown');
    expect(result.notComputed).toMatchObject([
      expect.stringMatching(/^pattern is red at base: ran no test/),
      expect.stringMatching(/^results is red at base: ran no test/),
    ]);
  },
  patience,
);

test(
  'EVID-01 a test that accepts more than at base is told where the work did not need that',
  async () => {
    const suite = (kind: string): string =>
      `import { strict as assert } from 'node:assert';\nimport { test } from 'node:test';\nimport { positive } from '../src/positive.mjs';\ntest('refuses', () => {\n  assert.throws(() => positive(-1)${kind});\n});\n`;
    const positive = (sign: string): string =>
      `export function positive(a) {\n  if (a ${sign}) throw new RangeError('negative');\n  return a;\n}\n`;
    const own = new ReviewRepo();
    own.commit('base', {
      'src/positive.mjs': positive('< 0'),
      'test/positive.test.mjs': suite(', RangeError'),
      'gauntlet.yaml': JSON.stringify({
        version: 1,
        verify: [{ id: 'unit', run: 'node --test test/*.test.mjs' }],
      }),
    });
    own.git('checkout', '--quiet', '-b', 'feature');
    own.commit('work', { 'src/positive.mjs': positive('<= -1'), 'test/positive.test.mjs': suite('') });
    const { status, findings } = await own.review('--no-agents');
    own.remove();
    expect(status).toBe('clean');
    expect(findings).toMatchObject([
      {
        rule: 'unneeded-test-change',
        severity: 'LOW',
        file: 'test/positive.test.mjs',
        evidence: 'no longer there: RangeError',
      },
    ]);
  },
  patience,
);
