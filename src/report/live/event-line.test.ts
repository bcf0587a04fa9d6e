import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyEvent } from '../../../test/support/any-event.ts';
import { direct } from '../../../test/support/director.ts';
import { readJournal } from '../../../test/support/journal.ts';
import { planOf } from '../../../test/support/sketch.ts';
import type { Event } from '../../model/events.ts';
import { evolve, initialState } from '../../state/index.ts';
import { eventLine, isNews, type Step } from './event-line.ts';
import type { Face } from '../line.ts';
import { scrollLines } from './scroll-lines.ts';

function stepsOf(journal: readonly Event[]): Step[] {
  let before = initialState;
  return journal.map((event) => {
    const step = { event, before, after: evolve(before, event) };
    before = step.after;
    return step;
  });
}

function newsOf(journal: readonly Event[], { terse = false, offset = 0 } = {}): string[] {
  return stepsOf(journal)
    .filter((step) => isNews(step, terse))
    .map((step) => eventLine(step, offset));
}

test('one line per change: when, who, from where to where, and why', () => {
  const stage = direct({ tickets: ['API-2'] });
  stage.later(251_000);
  stage.drive('API-2', 'review');
  stage.answer('API-2', 'critic_fail', { findings: ['a.ts:1', 'b.ts:2'] });
  const lines = newsOf(stage.journal, { offset: 720 });
  expect(lines).toContain('12:04:11 [API-2] reviewing -> needs_revision (critic: 2 findings)');
  expect(lines[0]).toBe('12:00:00 [run] run of told started: 1 ticket');
  expect(eventLine(stepsOf(stage.journal).at(-1) as Step, -60)).toMatch(/^23:04:11 \[API-2\] /);
});

test('a terse log has what somebody must know and leaves out the rest', () => {
  const stage = direct({ tickets: ['A'] });
  stage.land('A');
  expect(newsOf(stage.journal, { terse: true }).map((line) => line.slice(9))).toEqual([
    '[run] run of told started: 1 ticket',
    expect.stringMatching(/^\[baseline\] \w+ -> completed/),
    expect.stringMatching(/^\[A\] landing -> completed \(landed as m\d+\)$/),
    expect.stringMatching(/^\[run\] run ended: completed/),
  ]);
});

test('BEYOND-10 a change of the plan that came to nothing is told as not done, with the reason', () => {
  const stage = direct({ tickets: ['A', 'B'] }, { maxParallel: 1 });
  const { inputs } = stage.state();
  const plan = planOf({ tickets: ['A', 'B'] });
  const act = { v: 1, by: 'ada', why: 'x', from: inputs, inputs: 'new', plan } as const;
  stage.record({ ...act, type: 'ticket_edited', ticket: 'A', fields: ['title'] });
  stage.record({ ...act, type: 'ticket_edited', ticket: 'B', fields: ['title'] });
  stage.record({ ...act, type: 'ticket_added', ticket: 'C' });
  const news = stepsOf(stage.journal).filter(({ event }) => /^ticket_(edited|added)$/.test(event.type));
  expect(news.map((step) => eventLine(step, 0).slice(9))).toEqual([
    '[A] NOT DONE (it is being developed or reviewed): title changed by ada: x',
    '[B] title changed by ada: x',
    '[C] NOT DONE (the plan has changed in the meantime): added to the plan by ada: x',
  ]);
  const face: Face = { width: 200, ascii: true, paint: (_, text) => text };
  expect(scrollLines(news[0] as Step, new Map(), face).join('')).toContain('NOT DONE');
  expect(scrollLines(news[2] as Step, new Map(), face).join('')).toContain('NOT DONE');
});

test('EPIC-13 no event can make a line do anything to a terminal or become two', () => {
  const evil = '\u001b[2J\u202e\r\nfake [API-1] completed\u0007';
  const hostile: Event = {
    type: 'ticket_escalated',
    v: 1,
    seq: 1,
    at: 0,
    ticket: evil,
    kind: null,
    reason: evil,
    options: [],
    because: evil,
  };
  const line = eventLine({ event: hostile, before: initialState, after: initialState }, 0);
  expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
});

test('every event of every kind has a line, in any state', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
      let state = direct({ tickets: ['A', { id: 'B', needs: ['A'] }, 'C'] }).state();
      for (const event of events) {
        const after = evolve(state, event);
        const step = { event, before: state, after };
        expect(eventLine(step, 0)).toMatch(/^\d\d:\d\d:\d\d \[[^\]]+\] \S[^\n]*$/);
        isNews(step);
        state = after;
      }
    }),
  );
});

test('a whole journal of an earlier version can be told', () => {
  const lines = newsOf(readJournal('test/fixtures/journals/v0.1.jsonl'));
  expect(lines.length).toBeGreaterThan(50);
  expect(lines.at(-1)).toMatch(/\[run\] run ended: completed/);
});
