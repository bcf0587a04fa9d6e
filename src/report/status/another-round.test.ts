import { expect, test } from 'vitest';
import { direct } from '../../../test/support/director.ts';
import { anotherRound } from './job-command.ts';
import { whyLines, whyOf } from './why.ts';

const options = {
  now: 0,
  held: false,
  places: { developers: 1, judges: 1, checks: 1, lander: 1 },
  budget: { usd: null, tokens: null },
};

test('QUEUE-05 a returned branch of the queue is queued again, not retried, and its reason is words', () => {
  const adopts = { branch: 'refs/heads/fix/a', commit: 'c', tree: 't' };
  const stage = direct({ tickets: [{ id: 'fix-a', review: false, adopts }] });
  stage.answer('fix-a', 'validation_passed', { changed: false });
  expect(whyLines('fix-a', 'failed', whyOf(stage.state(), stage.job('fix-a'), options))).toEqual([
    'fix-a is failed.',
    '  it has ended: it brings no change',
    'next: gauntlet land fix/a --again',
  ]);
});

test('QUEUE-05 a pull request is named by its number, a ticket is retried', () => {
  const adopts = { branch: 'refs/pull/7/head', commit: 'c', tree: 't' };
  const stage = direct({ tickets: [{ id: 'pr-7', adopts }, { id: 'A' }] });
  const said = ['pr-7', 'A'].map((id) => anotherRound(stage.state(), stage.job(id)));
  expect(said).toEqual(['gauntlet land --pr 7 --again', 'gauntlet ticket retry A --epic told']);
});
