import { expect, test } from 'vitest';

import { sampleFeedback } from '../../../test/support/prompt-samples.ts';
import { earlierFeedback } from './earlier-feedback.ts';
import type { StageContext } from '../stage-context.ts';

test('003#10 of several critics the rework has what all said and the scores of the strictest', async () => {
  const scored = (score: number) => ({
    ...sampleFeedback,
    overallScore: score,
    dimensionScores: [{ dimension: 'code_quality', score }],
    requiredFixes: [`fix ${score}`],
  });
  const said = [scored(70), scored(30), scored(50)];
  const context = {
    dossier: () => ({ sentBack: [{ kind: 'review', attempt: 0, because: '', runs: [0, 1, 2] }] }),
    records: { get: (run: number) => Promise.resolve(said[run]) },
  } as unknown as StageContext;
  const [feedback] = await earlierFeedback(context, 'T');
  expect(feedback).toMatchObject({ overallScore: 30, dimensionScores: [{ score: 30 }] });
  expect(feedback?.requiredFixes).toEqual(['fix 70', 'fix 30', 'fix 50']);
});
