// Many tickets at once through the built CLI: no race in git, nothing lost, and a branch that was green at every step.
// `npm test` runs 24 of them; GAUNTLET_TICKETS=60 (as `npm run test:full` sets it) runs all.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Ended, EpicRun } from '../support/epic-run.ts';
import type { Step } from '../support/playbook.ts';

const MANY = Number(process.env['GAUNTLET_TICKETS'] ?? 24);

/** In every six: three stand alone, one follows another, two write the same line of one file. */
const kindOf = (nth: number): 'alone' | 'follows' | 'conflicts' =>
  nth % 6 < 3 ? 'alone' : nth % 6 === 3 ? 'follows' : 'conflicts';
const idOf = (nth: number): string => `T-${nth + 1}`;
const numbers = Array.from({ length: MANY }, (_, nth) => nth);

const tickets = numbers.map((nth) => ({
  id: idOf(nth),
  ...(kindOf(nth) === 'follows' ? { needs: [idOf(nth - 1)] } : {}),
}));

/** Both lines stay, whoever was first: a conflict that was marked is resolved, and the check counts the lines. */
const addLine = (file: string): string =>
  `mkdir -p parts; if grep -q '^<<<<<<<' ${file}; then sed -i '/^<<<<<<< \\|^=======$\\|^>>>>>>> /d' ${file}; ` +
  `else sed -i "s/^end$/$GAUNTLET_TICKET/" ${file}; fi; echo done >"parts/$GAUNTLET_TICKET.txt"`;

const playbook: readonly Step[] = [
  // One is red at first, and may not land like that.
  { role: 'developer', ticket: 'T-1', attempt: 0, write: { 'parts/T-1.txt': 'BROKEN\n' } },
  ...numbers.flatMap((nth): readonly Step[] =>
    kindOf(nth) === 'conflicts'
      ? [{ role: 'developer', ticket: idOf(nth), shell: addLine(`lists/${Math.floor(nth / 6)}.txt`) }]
      : [],
  ),
];

/** A list holds `end` until its line was replaced: a merge that loses a ticket's line is seen, and so is a marker. */
const check = `if grep -rnE 'BROKEN|^<<<<<<<|^>>>>>>>' parts lists; then exit 1; fi
for part in parts/T-*.txt; do
  [ -e "$part" ] || continue
  id=\${part#parts/}; id=\${id%.txt}; nth=$((\${id#T-} - 1))
  if [ $((nth % 6)) -gt 3 ] && ! grep -qx "$id" "lists/$((nth / 6)).txt"; then echo "$id lost its line"; exit 1; fi
  if [ $((nth % 6)) -eq 3 ] && [ ! -e "parts/T-$nth.txt" ]; then echo "$id before T-$nth"; exit 1; fi
done
`;

let epic: EpicRun;
let ended: Ended;
let base: string;

beforeAll(async () => {
  const lists = numbers.filter((nth) => nth % 6 === 0).map((nth) => [`lists/${nth / 6}.txt`, 'end\n']);
  epic = new EpicRun({
    files: { ...Object.fromEntries(lists), 'check.sh': check },
    config: { limits: { maxParallel: 16, agentTimeout: '5m', stall: '5m' } },
    tickets,
    playbook,
  });
  base = epic.git('rev-parse', 'main');
  ended = await epic.run('run');
}, 600_000);

afterAll(() => epic?.remove());

test(`DISPATCH-07 ${MANY} tickets at once: every one of them lands exactly once`, () => {
  expect(ended, ended.stderr.slice(-2000)).toMatchObject({ code: 0 });
  expect(epic.landed().toSorted()).toEqual(tickets.map(({ id }) => id).toSorted());
  const trailers = epic.git(
    'log',
    '--first-parent',
    '--format=%(trailers:key=Ticket,valueonly,separator=)',
    `${base}..epic/e1`,
  );
  expect(trailers.split('\n').toSorted()).toEqual(tickets.map(({ id }) => id).toSorted());
});

test('DISPATCH-04 sixteen developers at a time, never more', () => {
  const working = new Set<number>();
  let most = 0;
  for (const event of epic.events()) {
    if ('reserved' in event && event.stage === 'develop') working.add(event.run);
    else if ('run' in event && !('reserved' in event)) working.delete(event.run);
    most = Math.max(most, working.size);
  }
  expect(most).toBe(16);
});

test('conflicts really happened, were sent back and resolved; what was red was sent back too', () => {
  const conflicts = epic.events().filter(({ type }) => type === 'merge_conflict');
  expect(conflicts.length).toBeGreaterThan(0);
  expect(epic.story('T-1')).toContain('validation_failed');
  for (const nth of numbers.filter((each) => kindOf(each) === 'conflicts')) {
    expect(epic.git('show', `epic/e1:lists/${Math.floor(nth / 6)}.txt`).split('\n')).toContain(idOf(nth));
  }
});

test('DISPATCH-07 the epic branch is green at every commit that ever was its tip', () => {
  const tips = epic.git('rev-list', '--first-parent', '--reverse', 'epic/e1').split('\n');
  expect(tips).toHaveLength(MANY + 1);
  const tree = join(epic.folder, 'tree');
  mkdirSync(tree);
  for (const tip of tips) {
    epic.git(
      '--work-tree',
      tree,
      'read-tree',
      '--index-output',
      join(epic.folder, 'index'),
      '--reset',
      '-u',
      tip,
    );
    execFileSync('sh', ['check.sh'], { cwd: tree });
  }
});

test('nothing is damaged and nothing is left behind: no lock, no unfinished file, no process', async () => {
  const state = join(epic.repository, '.git/gauntlet');
  for (const repository of [join(epic.repository, '.git'), join(state, 'hub.git')])
    expect(epic.git('--git-dir', repository, 'fsck', '--strict')).not.toMatch(/missing|broken|error/);
  expect(epic.git('status', '--porcelain')).toBe('');
  const names = readdirSync(join(epic.repository, '.git'), { recursive: true }).map(String);
  expect(names.filter((name) => name.endsWith('.lock'))).toEqual([]);
  expect(readdirSync(join(state, 'tmp'))).toEqual([]);
  await epic.left();
  expect(processesOf(epic.folder)).toEqual([]);
});

/** Processes whose command line names a folder of this test's own. */
function processesOf(folder: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
    } catch {
      return false;
    }
  });
}
