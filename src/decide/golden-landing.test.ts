import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Event } from '../model/events.ts';
import { initialState } from '../state/index.ts';
import { admitted } from '../run/index.ts';
import { readJournal } from '../../test/support/journal.ts';
import { decide, defaultPolicy } from './index.ts';
import type { Policy } from './index.ts';

/**
 * Journals of small epics from before candidates were stacked: played by the simulator, `cli-*` by the built command
 * line. The first line of each is the policy that it was decided by.
 */
const folder = join(import.meta.dirname, '..', '..', 'test', 'fixtures', 'landing');
const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));

describe('one landing at a time', () => {
  test('DISPATCH-07 the journals hold reds, conflicts, overlaps, stops, repairs and kills', () => {
    expect(names).toHaveLength(13);
  });

  test.each(names)('DISPATCH-07 decides %s again, event for event', (name) => {
    const { policy, journal } = read(join(folder, name));
    const { recorded, decided } = replay(policy, journal);
    expect(recorded.length).toBeGreaterThan(journal.length / 4);
    expect(decided).toEqual(recorded);
  });
});

/** What the journal recorded as decided, and what is decided at the same points now. */
function replay(policy: Policy, journal: readonly Event[]) {
  const recorded: object[] = [];
  const decided: object[] = [];
  let state = initialState;
  for (let nth = 0; nth < journal.length;) {
    const usd = state.budget.usd ?? policy.budget.usd;
    const drafts = isInput(journal[nth]) ? [] : decide(state, { ...policy, budget: { usd, tokens: null } });
    const next = journal.slice(nth, nth + Math.max(1, drafts.length));
    if (!isInput(journal[nth])) recorded.push(...next.map(withoutPlace));
    decided.push(...drafts);
    state = next.reduce(admitted, state);
    nth += next.length;
  }
  return { recorded, decided };
}

function read(path: string): { readonly policy: Policy; readonly journal: readonly Event[] } {
  const [header = ''] = readFileSync(path, 'utf8').split('\n', 1);
  const { policy } = JSON.parse(header) as { readonly policy: Partial<Policy> };
  return { policy: { ...defaultPolicy, ...policy }, journal: readJournal(path, 1) };
}

/** Events that come from outside: results, and the words of people. */
function isInput(event: Event | undefined): boolean {
  if (event === undefined) return true;
  return 'used' in event || outside.has(event.type) || ('by' in event && !decisions.has(event.type));
}

const decisions: ReadonlySet<string> = new Set(['run_halted', 'infrastructure_restored']);
const outside: ReadonlySet<string> = new Set([
  'run_started',
  'inputs_recorded',
  'run_resumed',
  'manual_work_found',
]);

function withoutPlace({ seq: _seq, at: _at, ...draft }: Event): object {
  return draft;
}
