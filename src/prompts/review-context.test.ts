import { expect, test } from 'vitest';

import { reviewDimensions } from '../model/dimensions.ts';
import { criticAssignment } from './critic.ts';
import { renderPrompt } from './prompt.ts';
import { reviewerAssignment } from './reviewer.ts';
import {
  partsOf,
  sampleBrief,
  sampleDelimiter,
  sampleFeedback,
  sampleRound,
} from '../../test/support/prompt-samples.ts';

const delimiter = sampleDelimiter;

function criticPrompt(previous: typeof sampleFeedback | null): string {
  const sections = criticAssignment({
    brief: sampleBrief,
    token: 'tok',
    files: { git: ['src/a.ts'], claimed: ['src/a.ts'] },
    developerSignal: 'done',
    dimensions: reviewDimensions,
    context: {
      ticketPath: 'tickets/API-1.md',
      epicPath: 'epics/checkout.yaml',
      branch: 'ticket/API-1',
      baseCommit: 'b'.repeat(40),
      finalCommit: 'f'.repeat(40),
      testSuite: 'failing',
      claimedMet: ['AC2'],
      revisionCount: 2,
      previous,
    },
  });
  return renderPrompt(sections, { delimiter });
}

test('EPIC-03 a critic gets all eleven fields of the review context, what was said before as claims to verify', () => {
  const { outside, inside } = partsOf(criticPrompt(sampleFeedback), delimiter);
  expect(outside).toContain('Task ID: API-1');
  expect(inside).toEqual(
    expect.arrayContaining([
      '> - Ticket file: tickets/API-1.md',
      '> - Epic file: epics/checkout.yaml',
      '> - Branch: ticket/API-1',
      `> - Base commit: ${'b'.repeat(40)}`,
      `> - Final commit: ${'f'.repeat(40)}`,
      '> - src/a.ts',
      '> - Test suite: failing',
      '> - Criteria claimed as met: AC2',
      '> - Revision count: 2',
    ]),
  );
  expect(outside).toContain(
    'These statements are about the previous attempt. They are claims to verify against the code as it is now, not facts.',
  );
  expect(inside.join('\n')).toContain('the counter is never reset');
  expect(criticPrompt(null)).not.toContain('Previous Review Feedback');
});

test('EPIC-03 LOOP-02 a reviewer of a branch is told nothing of earlier rounds', () => {
  const round = (number: number) => ({ ...sampleRound, round: number, findingsPath: `round-${number}.md` });
  const prompt = (number: number) =>
    renderPrompt(reviewerAssignment({ round: round(number), token: 'tok', expectedFiles: [] }), {
      delimiter,
    });
  expect(prompt(3)).not.toMatch(/previous|earlier|attempt before/i);
  expect(
    prompt(3)
      .replaceAll('Round 3', 'Round 1')
      .replaceAll('Round: 3', 'Round: 1')
      .replaceAll('round-3', 'round-1'),
  ).toBe(prompt(1));
});
