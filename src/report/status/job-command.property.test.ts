import fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyEvent } from '../../../test/support/any-event.ts';
import { planOf } from '../../../test/support/sketch.ts';
import type { Event } from '../../model/events.ts';
import { each, evolve, initialState, type State } from '../../state/index.ts';
import { boardOf } from '../live/board.ts';
import { endOfRun } from './end-of-run.ts';
import { liveView } from '../live/live-view.ts';
import { runWord } from '../outcome.ts';
import { statusText } from './status-text.ts';
import { whyOf } from './why.ts';

const epic = 'an-epic-of-several';
const plan = { ...planOf({ tickets: [{ id: 'A' }, { id: 'B', needs: ['A'] }, { id: 'C' }] }), epic };
const started: Event = { type: 'run_started', v: 1, seq: 1, at: 0, overtaking: 2, plan };
const face = { width: 1000, ascii: true, paint: (_: string, text: string) => text };
const places = { developers: 1, judges: 1, checks: 1, lander: 1 };
const budget = { usd: 1, tokens: null };
const ABOUT_A_RUN = /gauntlet (?:decide|resume|ticket|logs|cost|merge|status|parallel|unpause)\b[^`\n]*/g;

function texts(state: State, held: boolean): string {
  const word = runWord(state, held);
  const about = {
    word,
    titles: new Map(),
    exitCode: 0 as const,
    elapsed: 0,
    epicBranch: null,
    enforcement: null,
    notes: [],
  };
  const live = {
    face,
    height: 50,
    now: 0,
    startedAt: 0,
    titles: new Map(),
    maxAttempts: 3,
    budgetUsd: 1,
    programs: [],
  };
  return [
    endOfRun(state, about),
    statusText(state, { ...about, face, now: 0, only: undefined }),
    ...liveView(boardOf(state), live),
    ...[...each(state.jobs)]
      .flatMap((job) => whyOf(state, job, { now: 0, held, places, budget }))
      .map(({ next }) => next),
  ].join('\n');
}

test('FIRST-06 whatever happened, every command that is printed names its run, so a copy never acts on another', () => {
  let seen = 0;
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40, size: 'max' }), fc.boolean(), (events, held) => {
      const state = events.reduce(evolve, evolve(initialState, started));
      for (const [printed] of texts(state, held).matchAll(ABOUT_A_RUN))
        for (const command of printed
          .split(/ {3,}|, (?=gauntlet)/)
          .filter((each) => each.startsWith('gauntlet '))) {
          seen += 1;
          expect(command).toContain(epic);
        }
    }),
  );
  expect(seen).toBeGreaterThan(100);
});
