// Work that passed, and does not fit together with what landed meanwhile.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Ended, EpicRun, patience } from '../support/epic-run.ts';
import { instructionsOf, listedIn } from '../support/prompt-parts.ts';

let epic: EpicRun;
let ended: Ended;

const joins = `mkdir -p parts
if [ -f .git/MERGE_HEAD ]; then
  echo "marked $(grep -c '^<<<<<<<' parts/shared.txt), unmerged $(git ls-files -u | wc -l)"
  printf 'first\\nsecond\\n' >parts/shared.txt
  git add -A && git commit -qm 'Join both' >&2
else
  printf 'second\\n' >parts/shared.txt
fi`;

beforeAll(async () => {
  epic = new EpicRun({
    files: {
      'check.sh':
        'if [ -f parts/FIRST.txt ] && grep -s clash parts/RED.txt; then echo "they clash"; exit 1; fi\n',
      'parts/shared.txt': 'base\n',
    },
    tickets: [{ id: 'FIRST' }, { id: 'CONFLICT' }, { id: 'RED' }, { id: 'LATER', needs: ['FIRST'] }],
    playbook: [
      {
        role: 'developer',
        ticket: 'FIRST',
        write: { 'parts/shared.txt': 'first\n', 'parts/FIRST.txt': 'first\n' },
      },
      { role: 'developer', ticket: 'CONFLICT', hold: 'conflict', shell: joins },
      {
        role: 'developer',
        ticket: 'RED',
        hold: 'red',
        shell: 'if [ -f parts/FIRST.txt ]; then echo fits >parts/RED.txt; else echo clash >parts/RED.txt; fi',
      },
    ],
  });
  const running = epic.start(['run', 'epic.yaml', '--no-input']);
  // Both are cut from the base; they go on once the first has landed, and a second time after the merge.
  await Promise.all([
    epic.until('held conflict'),
    epic.until('held red'),
    epic.until('start|developer/|LATER|'),
  ]);
  for (const gate of ['conflict', 'red', 'conflict', 'red']) epic.letGo(gate);
  ended = await running.ended;
  await epic.look();
}, patience);
afterAll(() => epic.remove());

const told = (ticket: string): string => epic.prompts(ticket, 'develop').at(-1) ?? '';

test('REWORK-08 a landing conflict makes a revision whose workspace holds the merge, with the conflict marked', () => {
  // A conflict on a candidate that did not land may come before the one that counts.
  expect(epic.of('CONFLICT', 'merge_conflict').at(-1)).toMatchObject({ files: ['parts/shared.txt'] });
  expect(listedIn(told('CONFLICT'), 'Conflicting Files')).toEqual(['- parts/shared.txt']);
  expect(told('CONFLICT')).toContain('Landing Status: FAIL');
  expect(instructionsOf(told('CONFLICT'))[0]).toContain('merged into your workspace');
  const answer = epic.record(epic.runs('CONFLICT', 'develop').at(-1)?.run ?? 0, 'answer') as { text: string };
  expect(answer.text).toMatch(/^marked 1, unmerged 3$/m);
});

test('REWORK-08 a merge that is red comes back the same way, and lands once it fits', () => {
  expect(epic.story('RED')).toContain('landing_gate_failed');
  expect(told('RED')).toContain('they clash');
  expect(epic.git('show', 'epic/e1:parts/RED.txt')).toBe('fits');
});

test.each(['CONFLICT', 'RED'])(
  'REWORK-08 DISPATCH-07 the revision of %s is validated, reviewed and audited again in full and uses up no attempt',
  (ticket) => {
    expect(ended.code).toBe(0);
    expect(epic.landed()).toContain(ticket);
    for (const stage of ['develop', 'validate', 'review', 'audit'] as const)
      expect(epic.runs(ticket, stage), stage).toHaveLength(2);
    expect(epic.runs(ticket, 'develop').map(({ attempt }) => attempt)).toEqual([0, 0]);
    expect(epic.of(ticket, 'ticket_sent_back')).toMatchObject([{ kind: 'landing' }]);
  },
);

test('REWORK-08 what is under review is the change against the epic, without what others landed', () => {
  const critic = epic.prompts('CONFLICT', 'review').at(-1) ?? '';
  expect([...new Set(listedIn(critic, 'Files to Review'))]).toEqual(['- parts/shared.txt']);
  expect(epic.git('show', 'epic/e1:parts/shared.txt')).toBe('first\nsecond');
});
