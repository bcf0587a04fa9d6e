// Checks in several environments, one of them with another filesystem root: what they decide and what comes back.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Validation } from '../../src/gates/index.ts';
import { readyWithMatrix } from '../support/answers.ts';
import { type Ended, EpicRun, patience } from '../support/epic-run.ts';
import { blocksOf, instructionsOf } from '../support/prompt-parts.ts';

const isThere = existsSync('/usr/bin/bwrap');
const otherRoot = mkdtempSync(join(tmpdir(), 'gauntlet-root-'));
let epic: EpicRun;
let ended: Ended;

/** A container in the plainest form: another root, in which the checkout is the only thing of ours. */
const shared = ['usr', 'bin', 'sbin', 'lib', 'lib64'].filter((name) => existsSync(`/${name}`));
const container = ['bwrap', '--unshare-all', '--die-with-parent'].concat(
  ['--bind', otherRoot, '/', '--dev', '/dev', '--proc', '/proc'],
  shared.flatMap((name) => ['--ro-bind', `/${name}`, `/${name}`]),
  ['--bind', '{workspace}', '/work', '--chdir', '/work', '--'],
);

const check = `if grep -rn BROKEN parts; then exit 1; fi
if [ -f /marker ]; then
  git cat-file -e HEAD:check.sh || exit 4
  if grep -rn LOCAL-ONLY parts; then echo "no such library here"; exit 3; fi
  if [ -f parts/FLAKY.txt ] && [ ! -e /state/again ]; then echo "lost the race" >/state/again; exit 5; fi
fi
`;

beforeAll(async () => {
  mkdirSync(join(otherRoot, 'state'));
  writeFileSync(join(otherRoot, 'marker'), 'another root\n');
  epic = new EpicRun({
    files: { 'check.sh': check },
    epic: {
      environments: [{ id: 'local' }, { id: 'container', prefix: container }],
      verify: [
        { id: 'parts', run: 'sh check.sh', timeout: '1m' },
        {
          id: 'quick',
          run: 'if [ -f parts/SLOW.txt ]; then sleep 600 & wait; fi',
          timeout: '8s',
          environments: ['local'],
        },
      ],
    },
    tickets: [{ id: 'PLACES' }, { id: 'SLOW' }, { id: 'FLAKY' }, { id: 'LIAR' }],
    playbook: [
      { role: 'developer', ticket: 'PLACES', attempt: 0, write: { 'parts/PLACES.txt': 'LOCAL-ONLY\n' } },
      {
        role: 'developer',
        ticket: 'SLOW',
        attempt: 1,
        write: { 'parts/SLOW.txt': null, 'parts/quick.txt': 'x\n' },
      },
      {
        role: 'developer',
        ticket: 'FLAKY',
        attempt: 1,
        write: { 'parts/FLAKY.txt': null, 'parts/sure.txt': 'x\n' },
      },
      {
        role: 'developer',
        ticket: 'LIAR',
        attempt: 0,
        write: { 'parts/LIAR.txt': 'BROKEN\n' },
        say: readyWithMatrix([
          ['parts', 'local', 'PASS'],
          ['parts', 'container', 'FAIL'],
        ]),
      },
      {
        role: 'developer',
        ticket: 'LIAR',
        attempt: 1,
        write: { 'parts/LIAR.txt': 'whole\n' },
        say: readyWithMatrix([['parts', 'local', 'PASS']]),
      },
    ],
  });
  if (isThere) ended = await epic.run();
}, patience);
afterAll(() => {
  epic.remove();
  rmSync(otherRoot, { recursive: true, force: true });
});

const validations = (ticket: string): readonly Validation[] =>
  epic.runs(ticket, 'validate').map(({ run }) => epic.record(run, 'validation') as Validation);
const rework = (ticket: string): string => epic.prompts(ticket, 'develop')[1] ?? '';

test.skipIf(!isThere)(
  'ENV-01 every check runs in every environment it names, also under another filesystem root',
  () => {
    expect(ended.stderr).toContain('checks in the environment container: no gauntlet sandbox: bwrap');
    expect(ended.code).toBe(0);
    const [first] = validations('PLACES');
    expect(first?.cells.map(({ check: id, environment, status }) => [id, environment, status])).toEqual([
      ['parts', 'local', 'PASS'],
      ['parts', 'container', 'FAIL'],
      ['quick', 'local', 'PASS'],
    ]);
    expect(first?.cells.map(({ note }) => note !== '')).toEqual([false, true, false]);
    expect(first?.cells[1]?.exitCode).toBe(3);
  },
);

test.skipIf(!isThere)(
  'REWORK-05 001#5 a check that fails in one environment only comes back as a table, with causes and the demand to pass in ALL',
  () => {
    const prompt = rework('PLACES');
    expect(prompt).toMatch(/\| *parts *\|[^\n]*local[^\n]*PASS|\|[^\n]*local[^\n]*\|[^\n]*PASS/);
    expect(prompt).toMatch(/\|[^\n]*container[^\n]*FAIL/);
    expect(blocksOf(prompt).join('\n')).toContain('no such library here');
    expect(prompt).toMatch(/pass in ALL/i);
    expect(instructionsOf(prompt).length).toBeGreaterThanOrEqual(4);
  },
);

test.skipIf(!isThere)('ENV-01 a check that takes too long is ended, and has not passed', () => {
  const [first, second] = validations('SLOW');
  const cell = first?.cells.find(({ check: id }) => id === 'quick');
  expect(cell).toMatchObject({ status: 'FAIL', exitCode: null });
  expect(cell?.details).toContain('timed out');
  expect(second?.outcome).toBe('pass');
});

test.skipIf(!isThere)(
  'ENV-01 a check that fails and then passes on the same tree is flaky, and never silently a pass',
  () => {
    const [first] = validations('FLAKY');
    const cell = first?.cells.find(({ environment }) => environment === 'container');
    expect(cell).toMatchObject({ status: 'FAIL', flaky: true, exitCode: 5 });
    expect(first?.findings.map(({ rule }) => rule)).toContain('flaky-check');
    expect(rework('FLAKY')).toContain('failed once and passed once on the same tree');
  },
);

test.skipIf(!isThere)(
  'ENV-03 a PASS in the developer’s own table that does not hold is recorded and fails validation',
  () => {
    const [first, second] = validations('LIAR');
    const lies = first?.findings.filter(({ rule }) => rule === 'false-claim') ?? [];
    expect(lies.map(({ message }) => message)).toEqual([
      'The developer reported PASS for parts, and it fails here on the delivered commit.',
    ]);
    expect(first?.outcome).toBe('fail');
    expect(second?.outcome).toBe('pass');
    expect(epic.landed()).toContain('LIAR');
  },
);
