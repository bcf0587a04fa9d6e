import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Feedback } from '../model/feedback.ts';
import { accumulate } from './accumulate.ts';
import { sampleFeedback, sampleFinding } from '../../test/support/prompt-samples.ts';

const anyFeedbacks: fc.Arbitrary<Feedback[]> = fc
  .array(
    fc.record({
      attempt: fc.nat(3),
      fingerprints: fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e')),
      notes: fc.option(fc.constantFrom('x', 'y', '')),
    }),
    { maxLength: 6 },
  )
  .map((rounds) =>
    rounds.map(({ attempt, fingerprints, notes }) => ({
      ...sampleFeedback,
      attempt,
      revisionNotes: notes,
      findings: fingerprints.map((fingerprint) => ({
        ...sampleFinding,
        fingerprint,
        message: `${fingerprint}@${attempt}`,
      })),
    })),
  );

test('REWORK-03 every fingerprint of every attempt is there exactly once, with exactly its attempts', () => {
  fc.assert(
    fc.property(anyFeedbacks, (feedbacks) => {
      const { findings } = accumulate(feedbacks);
      const seen = new Map<string, Set<number>>();
      for (const { attempt, findings } of feedbacks)
        for (const { fingerprint } of findings)
          seen.set(fingerprint, (seen.get(fingerprint) ?? new Set()).add(attempt));
      expect(findings.length).toBe(seen.size);
      for (const { said, attempts } of findings)
        expect(attempts).toEqual([...(seen.get(said.fingerprint) ?? [])].sort((a, b) => b - a));
    }),
  );
});

test('REWORK-03 findings stand newest first and in the words of their newest attempt', () => {
  fc.assert(
    fc.property(anyFeedbacks, (feedbacks) => {
      const newest = accumulate(feedbacks).findings.map(({ attempts }) => attempts[0] ?? -1);
      expect(newest).toEqual(newest.toSorted((a, b) => b - a));
      for (const { said, attempts } of accumulate(feedbacks).findings)
        for (const [at, attempt] of attempts.entries())
          expect(said.message.indexOf(`${said.fingerprint}@${attempt}`)).toBeGreaterThanOrEqual(
            Math.min(at, 1),
          );
    }),
  );
});
