// Twelve tickets that are ready at about the same time and land through a chain of candidates.
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Event } from '../../src/model/events.ts';
import { type Ended, EpicRun, patience } from '../support/epic-run.ts';

let epic: EpicRun;
let ended: Ended;
let shown: Ended;
let read: Ended;

const ids = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L'];

/** C and E are green alone and red together; F and G change the same lines; the check takes a moment. */
const check = `sleep 1
if [ -f parts/C.txt ] && [ -f parts/E.txt ] && ! grep -q fits parts/[CE].txt; then echo "C and E clash"; exit 1; fi
`;

const fitted = `if [ -f parts/C.txt ] || [ -f parts/E.txt ]; then echo fits; fi >"parts/$GAUNTLET_TICKET.new"
mv "parts/$GAUNTLET_TICKET.new" "parts/$GAUNTLET_TICKET.txt"`;

const joined = `if [ -f .git/MERGE_HEAD ]; then
  echo both >parts/shared.txt; git add -A && git commit -qm 'Join both' >&2
else echo "$GAUNTLET_TICKET" >parts/shared.txt; fi`;

beforeAll(async () => {
  epic = new EpicRun({
    files: { 'check.sh': check, 'parts/shared.txt': 'base\n' },
    config: { limits: { maxParallel: 12, maxAgents: 12, maxVerify: 4, maxGates: 4 } },
    tickets: ids.map((id) => ({ id, review: false })),
    playbook: [
      ...['C', 'E'].map((ticket) => ({ role: 'developer', ticket, shell: fitted }) as const),
      ...['F', 'G'].map((ticket) => ({ role: 'developer', ticket, shell: joined }) as const),
    ],
  });
  const running = epic.start(['run', 'epic.yaml', '--no-input']);
  await epic.until('start|developer/|D|');
  await epic.untilEvent('landing_gate_started', 'D');
  [shown, read] = await Promise.all([epic.ask('status'), epic.ask('status', '--json')]);
  await epic.gauntlet('cancel', 'D', '--reason', 'not wanted');
  ended = await running.ended;
  await epic.look();
}, patience);
afterAll(() => epic.remove());

/** The commits of the branch, the oldest first, each with its first parent and tree. */
function landed(): { commit: string; parent: string; tree: string }[] {
  const lines = epic
    .git('log', '--first-parent', '--reverse', '--format=%H %P %T', 'main..epic/e1')
    .split('\n');
  return lines.map((line) => {
    const [commit = '', parent = '', ...rest] = line.split(' ');
    return { commit, parent, tree: rest.at(-1) ?? '' };
  });
}

function ofType<T extends Event['type']>(type: T): Extract<Event, { type: T }>[] {
  return epic.events().filter((event): event is Extract<Event, { type: T }> => event.type === type);
}

test('QUEUE-01 QUEUE-03 every ticket but the one that a person cancelled lands, once', () => {
  expect(ended.code, ended.stderr).toBe(1);
  expect(epic.landed().toSorted()).toEqual(ids.filter((id) => id !== 'D'));
  expect(epic.git('grep', 'fits', 'epic/e1', '--', 'parts')).toContain('fits');
  expect(epic.git('show', 'epic/e1:parts/shared.txt')).toBe('both');
});

test('QUEUE-01 every commit on the branch is the very one that was gated, compared with its first parent', () => {
  const gates = new Map(ofType('landing_gate_started').map((event) => [event.run, event]));
  const passed = ofType('landing_gate_passed').map(({ run, tree }) => ({ gate: gates.get(run), tree }));
  const validated = new Set(ofType('validation_passed').map(({ tree }) => tree));
  const unproved = landed().filter(({ commit, parent, tree }) => {
    const proof = passed.find(({ gate }) => gate?.commit === commit);
    if (proof === undefined) return !validated.has(tree);
    return proof.tree !== tree || (proof.gate?.onto ?? parent) !== parent;
  });
  expect(landed()).toHaveLength(11);
  expect(unproved).toEqual([]);
});

test('QUEUE-04 status shows the chain while it runs, in words and in JSON', () => {
  expect(shown.stdout).toMatch(/landing {3}\d gates? running, \d+ % of recent gates red/);
  expect(shown.stdout).toMatch(/^ {4}D gate .*, on /m);
  const { landing } = JSON.parse(read.stdout) as { landing: { links: { ticket: string; on: string[] }[] } };
  const link = landing.links.find(({ ticket }) => ticket === 'D');
  expect(link?.on.length).toBeGreaterThan(0);
});

test('QUEUE-02 gates ran at the same time, and only the real clash and the real conflict cost a landing retry', () => {
  expect(ofType('landing_gate_started').some(({ onto }) => onto !== undefined)).toBe(true);
  const back = ofType('ticket_sent_back').map(({ ticket, kind }) => `${ticket} ${kind}`);
  expect(back.filter((each) => !/^[CE] landing$/.test(each) && !/^[FG] landing$/.test(each))).toEqual([]);
  expect(back.filter((each) => /^[CE]/.test(each)).length).toBeLessThanOrEqual(1);
});
