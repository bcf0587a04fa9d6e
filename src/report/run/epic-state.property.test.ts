import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { statuses } from '../../model/events.ts';
import { parseEpicState, writeEpicState } from './epic-state.ts';
import type { EpicState } from './epic-state.ts';

const text = fc.option(fc.string());
const object = fc.dictionary(
  fc.string().filter((key) => !key.includes('_') && !['status', 'tickets', 'attempt', 'score'].includes(key)),
  fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value))),
  { maxKeys: 3, noNullPrototype: true },
);

const state: fc.Arbitrary<EpicState> = fc.record({
  tickets: fc
    .array(
      fc.tuple(
        fc.string(),
        fc.record({
          status: fc.constantFrom(...statuses),
          revisionCount: fc.nat(),
          reviewStartedAt: text,
          reviewCompletedAt: text,
          reviewApproved: fc.option(fc.boolean()),
          reviewHistory: fc.array(
            fc.record({
              attempt: fc.nat(),
              reviewedAt: text,
              status: fc.constantFrom('pass' as const, 'fail' as const, 'unknown' as const),
              overallScore: fc.option(fc.integer({ min: 0, max: 100 })),
              blockingIssuesCount: fc.nat(),
              revisionNotes: text,
              extra: object,
            }),
            { maxLength: 3 },
          ),
          currentReviewReport: fc.option(object),
          failureReason: text,
          completedAt: text,
          extra: object,
        }),
      ),
      { maxLength: 4 },
    )
    .map((entries) => new Map(entries)),
  extra: object,
});

test('EPIC-09 SIGNAL-06 every epic state parses back to the same value', () => {
  fc.assert(
    fc.property(state, (value) => {
      expect(parseEpicState(writeEpicState(value))).toEqual({ state: value, reasons: [] });
    }),
  );
});

test('EPIC-09 no JSON and no text makes the parser throw, and what it read can be written and read again', () => {
  const ticket = fc.dictionary(
    fc.constantFrom('status', 'gauntlet_status', 'revision_count', 'review_history', 'review_approved', 'x'),
    fc.jsonValue(),
  );
  const file = fc.oneof(
    fc.string(),
    fc.json(),
    fc.dictionary(fc.string(), ticket).map((tickets) => JSON.stringify({ tickets })),
  );
  fc.assert(
    fc.property(file, (source) => {
      const { state: first } = parseEpicState(source);
      fc.pre(first !== null);
      expect(parseEpicState(writeEpicState(first))).toEqual({ state: first, reasons: expect.any(Array) });
    }),
  );
});
