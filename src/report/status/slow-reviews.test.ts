import { expect, test } from 'vitest';

import { direct } from '../../../test/support/director.ts';
import { slowReviewLine, slowReviews } from './status-text.ts';

test('FOUND-03 003#23 a review over the target is shown while it runs and afterwards, and one within it is not', () => {
  const stage = direct({ tickets: ['A', 'B'] });
  const slow = () => slowReviews(stage.state(), 120_000, stage.state().at);
  stage.drive('A', 'review');
  stage.later(120_000);
  expect(slowReviews(stage.state(), 120_000, 120_000)).toEqual([]);
  expect(slowReviews(stage.state(), 120_000, 120_001)).toEqual([{ ticket: 'A', ms: 120_001 }]);
  stage.later(1);
  stage.answer('A', 'critic_pass');
  expect(slow()).toEqual([{ ticket: 'A', ms: 120_001 }]);
  expect(slowReviewLine(slow(), 120_000)).toBe('reviews over the target of 2m00s: A 2m00s');
  expect(slowReviewLine([], 120_000)).toBe('');
  const many = Array.from({ length: 7 }, (_, nth) => ({ ticket: `T-${nth}`, ms: 180_000 }));
  expect(slowReviewLine(many, 120_000)).toContain('T-4 3m00s and 2 more');
});
