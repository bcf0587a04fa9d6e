import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyEvent } from '../../test/support/any-event.ts';
import { direct, type Director } from '../../test/support/director.ts';
import { evolve, initialState, jobNamed, type State } from '../state/index.ts';
import { boardOf } from './live/board.ts';
import { chronicleOf } from './chronicle.ts';
import { endOfRun, type EndOptions } from './status/end-of-run.ts';
import { eventLine } from './live/event-line.ts';
import { epicStateOf } from './run/epic-state-of.ts';
import type { Face } from './line.ts';
import { liveView, type LiveOptions } from './live/live-view.ts';
import { runWord } from './outcome.ts';
import { scrollLines } from './live/scroll-lines.ts';
import { statusText } from './status/status-text.ts';
import { statusValue } from './status/status-value.ts';
import { runReport } from './run/run-report.ts';
import { summaryMarkdown } from './run/run-document.ts';
import { widthOf } from './width.ts';

const face: Face = { width: 100, ascii: false, paint: (_, text) => text };
const titles = new Map([
  ['API-1', 'Add rate limiter'],
  ['API-2', 'Refactor auth'],
]);
const live: LiveOptions = {
  face,
  height: 20,
  now: 62_000,
  startedAt: 0,
  titles,
  maxAttempts: 3,
  budgetUsd: 20,
  programs: [],
};
const end: EndOptions = {
  titles,
  word: 'completed',
  exitCode: 0,
  elapsed: 62_000,
  epicBranch: 'epic/told',
  enforcement: 'enforced',
  notes: [],
};

function told(): Director {
  return direct(
    { tickets: ['API-1', 'API-2', { id: 'WEB-7', needs: ['API-1'] }] },
    { maxRevisions: 0, maxParallel: 2 },
  );
}

function escalated(): Director {
  const stage = told();
  stage.drive('API-1', 'review');
  stage.answer('API-1', 'critic_fail', {
    findings: ['src/a.ts:3 boom', 'tamper 84779d990cc559db', '2c951e63c6d5e597'],
  });
  return stage;
}

test('the block shows who works on what, since when, and how far the run is', () => {
  const stage = told();
  const [line, first, second, progress, ...more] = liveView(boardOf(stage.state()), live);
  expect(more).toEqual([]);
  expect(line).toMatch(/^─+$/);
  expect(first).toBe(' ▶ API-1  Add rate limiter                  developer    1/3   1m02s');
  expect(second).toContain(' ▶ API-2  Refactor auth ');
  expect(progress).toBe(' ░░░░░░░░░░░░░░░░░░░░  0/3 done · 2 running · 1 waiting · $0 of $20.00 · 1m02s');
});

test('decisions are the loudest line, with what they block and the command', () => {
  const painted = { ...face, paint: (tint: string, text: string) => `<${tint}>${text}` };
  const lines = liveView(boardOf(escalated().state()), { ...live, face: painted });
  expect(lines[1]).toBe('<loud> ⚠ 1 DECISION NEEDED, blocks 1 ticket:  gauntlet decide API-1 --epic told');
});

test('BEYOND-10 a paused run says so, by whom and why, and how it goes on', () => {
  const stage = direct({ tickets: ['API-1', 'API-2'] });
  const shown = (): string => liveView(boardOf(stage.state()), live).join('\n');
  expect(shown()).not.toContain('PAUSED');
  stage.record({ type: 'run_paused', v: 1, by: 'ada', why: 'lunch \u001b[31m' });
  expect(shown()).toMatch(/‖ PAUSED by ada: lunch .*gauntlet unpause/);
  const plain = liveView(boardOf(stage.state()), { ...live, face: { ...face, ascii: true } }).join('\n');
  expect(plain).toContain('|| PAUSED');
});

test('a narrow or plain terminal gets the same, cut and in ASCII', () => {
  const lines = liveView(boardOf(escalated().state()), {
    ...live,
    face: { ...face, width: 30, ascii: true },
  });
  for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(30);
  expect(lines.join('')).toMatch(/^[\x20-\x7e]*$/);
});

test('a low terminal gets as many lines as it can redraw', () => {
  const stage = direct(
    { tickets: Array.from({ length: 30 }, (_, nth) => `T${nth}`) },
    { maxParallel: 16, maxAgents: 16 },
  );
  const lines = liveView(boardOf(stage.state()), { ...live, height: 8 });
  expect(lines.length).toBeLessThanOrEqual(8);
  expect(lines.join('\n')).toMatch(/ … \d+ more at work/);
});

test('what scrolls by names the ticket, its cost in attempts and what was found', () => {
  const stage = escalated();
  let before = initialState;
  const lines = stage.journal.flatMap((event) => {
    const after = evolve(before, event);
    const said = scrollLines({ event, before, after }, titles, face);
    before = after;
    return said;
  });
  expect(lines.join('\n')).toContain(
    '⚠ API-1  Add rate limiter  escalated  needs your decision (review failure limit)',
  );
  expect(lines).toContain('    src/a.ts:3 boom');
  expect(lines).toContain('    tamper');
  expect(lines.join('')).not.toContain('2c951e63');
});

test('the end of a run says the verdict, the counts, and how to answer what is open', () => {
  const stage = escalated();
  const text = endOfRun(stage.state(), { ...end, word: 'escalated', exitCode: 3, enforcement: 'verified' });
  expect(text).toMatch(
    /^QUALITY GATE {2}NEEDS YOUR DECISION: API-1 {5}exit 3 {5}3 tickets: 0 completed, 1 to decide/,
  );
  expect(text).toContain('\n1 DECISION NEEDED\n  API-1  Add rate limiter: review failure limit');
  expect(text).toContain('    1 ticket waits for it\n');
  expect(text).toMatch(
    /\n {4}gauntlet decide API-1 .*fail.* give it up; tickets that need it cannot start\n/,
  );
  expect(text).toContain('verified, not enforced');
  expect(text).toMatch(/next: {2}gauntlet decide --epic told {3}gauntlet resume told\n$/);
});

test('what has failed is not fixed by going on: its logs and another round are what comes next', () => {
  const stage = escalated();
  const question = jobNamed(stage.state(), 'API-1')?.question?.id ?? 0;
  const said = { ticket: 'API-1', question, choice: 'fail', by: 'ada', why: 'no' } as const;
  stage.record({ type: 'decision_answered', v: 1, ...said });
  expect(jobNamed(stage.state(), 'API-1')?.status).toBe('failed');
  const text = endOfRun(stage.state(), { ...end, word: 'partial', exitCode: 1 });
  expect(text).toMatch(
    /next: {2}gauntlet logs API-1 --epic told {3}gauntlet ticket retry API-1 --epic told\n$/,
  );
});

test('a run that was cut off says in its status how it goes on', () => {
  const options = { ...end, exitCode: 130, face, now: 0, only: undefined };
  const cutOff = statusText(told().state(), { ...options, word: 'interrupted' });
  expect(cutOff).toMatch(/\nnext: {2}gauntlet resume told\n$/);
  expect(statusText(told().state(), { ...options, word: 'running' })).not.toContain('next:');
});

test('a decision that was made is shown as made, with what goes on from it', () => {
  const state = escalated().state();
  const question = jobNamed(state, 'API-1')?.question?.id ?? 0;
  const said = { ticket: 'API-1', question, choice: 'retry', by: 'ada', why: 'try again' } as const;
  const after = evolve(state, { type: 'decision_answered', v: 1, seq: state.seq + 1, at: 0, ...said });
  const text = statusText(after, { ...end, word: 'escalated', exitCode: 3, face, now: 0, only: undefined });
  expect(text).not.toContain('DECISION NEEDED');
  expect(text).toContain('answered (retry), waiting to be resumed');
});

test('STATE-02 the status is told by the journal and the lease together', () => {
  const stage = told();
  expect(runWord(stage.state(), true)).toBe('running');
  expect(runWord(stage.state(), false)).toBe('interrupted');
  stage.record({ type: 'run_halted', v: 1, by: 'ada', because: 'lunch' });
  expect(runWord(stage.state(), false)).toBe('partial');
  expect(runWord(initialState, false)).toBe('idle');
});

test('the status names every ticket with what it waits for', () => {
  const options = { ...end, word: 'running', exitCode: null, face, now: 62_000, only: undefined } as const;
  const text = statusText(escalated().state(), options);
  expect(text).toMatch(/^told {3}QUALITY GATE {2}RUNNING/);
  expect(text).toMatch(/ · WEB-7 {2}pending .*needs API-1\n/);
  expect(text).toMatch(/ ▶ API-2 {2}executing .*Refactor auth {2}developer 1m02s\n/);
  expect(statusText(escalated().state(), { ...options, only: ['failed'] })).toContain('no ticket is failed');
});

test('the value for programs carries branch, commit and exit code', () => {
  const stage = direct({ tickets: ['API-1'] });
  stage.land('API-1');
  const value = statusValue(stage.state(), { held: false, epicBranch: 'epic/told', exitCodeOf: () => 0 });
  expect(value).toMatchObject({
    epic: 'told',
    status: 'completed',
    epicBranch: 'epic/told',
    epicCommit: stage.state().tip,
    tickets: [{ id: 'API-1', status: 'completed', attempts: 1 }],
    decisionsNeeded: [],
    exitCode: 0,
  });
});

/** Everything there is to draw, of one state. */
function everything(state: State, stage: Director): string {
  const chronicle = chronicleOf(stage.journal);
  epicStateOf(state, chronicle);
  return [
    ...liveView(boardOf(state), live),
    endOfRun(state, end),
    statusText(state, { ...end, face, now: 1, only: undefined }),
    summaryMarkdown(
      runReport(state, chronicle, {
        titles,
        word: runWord(state, false),
        epicBranch: null,
        diff: null,
        left: () => ({ findings: [], setAside: [], said: undefined }),
        people: [],
        calibrated: () => undefined,
        lastLines: () => ['```'],
      }),
    ),
  ].join('\n');
}

test('EPIC-13 whatever has happened, everything can be drawn, and nothing in it drives a terminal', () => {
  const evil = '\u001b[31m\u0007\u202e<script>';
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      const stage = direct({
        tickets: ['A', { id: 'B', needs: ['A'], milestone: 'm' }, 'C'],
        milestones: [{ id: 'm' }],
      });
      let state = stage.state();
      for (const event of events) {
        state = evolve(state, 'because' in event ? { ...event, because: evil } : event);
      }
      expect(everything(state, stage)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }),
  );
});

test('003#21 the line of a passed review, the result and status show the lowest score of its critics, cut', () => {
  const stage = direct({ tickets: [{ id: 'API-1', critics: 2 }] });
  stage.drive('API-1', 'review');
  stage.answer('API-1#0', 'critic_pass', { score: 89.6999 });
  stage.answer('API-1#1', 'critic_pass', { score: 95 });
  stage.land('API-1');
  let state = initialState;
  const steps = stage.journal.map((event) => {
    const step = { event, before: state, after: evolve(state, event) };
    state = step.after;
    return step;
  });
  expect(steps.map((step) => eventLine(step, 0))).toContainEqual(
    expect.stringMatching(/reviewing -> auditing \(review passed, score 89\.69\)$/),
  );
  expect(steps.flatMap((step) => scrollLines(step, titles, face))).toContainEqual(
    expect.stringMatching(/completed .*review passed, score 89\.69$/),
  );
  expect(statusText(state, { ...end, face, now: 0, only: undefined })).toMatch(
    /API-1 .*completed .*review passed, score 89\.69\n/,
  );
});
