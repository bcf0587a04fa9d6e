import { expect, test } from 'vitest';

import { unsetAgent } from '../../model/config.ts';
import type { ReviewDraft, ReviewEvent } from '../../model/review-events.ts';
import { writeFindingsDocument } from '../../formats/index.ts';
import { readConfig } from '../../plan/index.ts';
import type { ReviewState } from '../../review/index.ts';
import type { Desk } from './desk.ts';
import { driveReview, foldReview } from './drive-review.ts';

const [from, head, other] = ['a', 'b', 'c'].map((letter) => letter.repeat(40)) as [string, string, string];
const clean = writeFindingsDocument({
  ticket: 'x',
  round: 1,
  reviewer: 'r',
  date: 'd',
  branch: 'b',
  findings: [],
  recommendation: 'merge',
});

/** A desk at which the reviewer finds nothing; `stands` is where the branch is, each time somebody looks. */
function deskWith(stands: readonly (string | undefined)[], say = clean): Desk {
  const kept = new Map<string, unknown>();
  const looks = [...stands];
  const config = readConfig({ file: 'gauntlet.yaml', text: '' });
  if (!config.ok) throw new Error('the empty configuration is a valid one');
  const cast = { settings: { ...unsetAgent, use: 'command' as const }, text: '', origin: '', hash: '' };
  const desk = {
    inputs: {
      id: 'x',
      title: 'x',
      branch: 'b',
      base: { name: 'main', found: 'main', commit: from },
      from,
      head,
      purpose: null,
      config: config.value,
      reviewer: cast,
      fixer: null,
      checks: false,
      failOn: 'HIGH',
      excuses: { dismissed: [], waivers: [] },
    },
    ports: {
      hub: { changes: async () => [], diff: async () => '', file: async () => undefined },
      workspaces: {
        holdExport: () => () => undefined,
        export: async () => '/export',
        proveExport: async () => [],
        standing: async () => ({}),
        forAgents: { visible: [], hidden: [], withheld: [] },
      },
    },
    agents: {
      call: async () => ({ stop: { kind: 'finished' }, text: say, usage: null, session: null, by: null }),
    },
    records: {
      get: async (run: number, name: string) => kept.get(`${run} ${name}`),
      put: async (run: number, name: string, value: unknown) => void kept.set(`${run} ${name}`, value),
      folder: () => '/folder',
    },
    clock: { now: () => 0 },
    ids: { word: (length: number) => 'w'.repeat(length) },
    branch: { stand: async () => (looks.length > 1 ? looks.shift() : looks[0]) },
    look: async () => ({ findings: [], broken: [] }),
    putDocument: () => null,
    spent: () => ({ usd: 0, tokens: 0 }),
  };
  return desk as unknown as Desk;
}

async function drive(desk: Desk): Promise<ReviewState> {
  const opened = {
    inputs: 'h',
    branch: 'b',
    base: 'main',
    from,
    head,
    rounds: 3,
    fix: false,
    failOn: 'HIGH',
  };
  const events = [{ type: 'review_opened', v: 1, seq: 1, at: 0, ...opened }] as ReviewEvent[];
  const never = new AbortController().signal;
  return driveReview({
    desk,
    state: foldReview(events),
    append: async (draft: ReviewDraft) => {
      const event: ReviewEvent = { ...draft, v: 1, seq: events.length + 1, at: 0 };
      events.push(event);
      return event;
    },
    onEvent: () => undefined,
    ask: async () => undefined,
    milepost: () => undefined,
    drain: never,
    cancel: never,
  });
}

test('LOOP-02 a branch that stays where it is can be found clean', async () => {
  expect((await drive(deskWith([head]))).ended).toMatchObject({ status: 'clean' });
});

test.each([
  ['before', [other]],
  ['while', [head, other]],
  ['and is gone while', [head, undefined]],
])('LOOP-02 a branch that moved %s it was reviewed is not clean, whatever was said', async (_, stands) => {
  const { ended } = await drive(deskWith(stands));
  expect(ended).toMatchObject({ status: 'unknown', because: expect.stringContaining('moved') as string });
});

test('LOOP-03 what is no findings document is asked for three times, and then it is not reviewed', async () => {
  const { ended, run } = await drive(deskWith([head], 'looks good'));
  expect([ended?.status, run]).toEqual(['unknown', 3]);
});
