import { expect, test } from 'vitest';
import { sampleEvent, sampleEvents } from '../../test/contracts/journal-sample.ts';
import { groupCommit } from './group-commit.ts';

test('STATE-01 appends of one turn are written together, and none is answered before they are', async () => {
  const log: string[] = [];
  const group = groupCommit(
    () => 0,
    (events) => log.push(`wrote ${events.length}`),
  );
  const appends = sampleEvents(1, 50).map((event) => group.append([event]).then(() => log.push('answered')));
  await Promise.all(appends);
  expect(log).toEqual(['wrote 50', ...Array.from({ length: 50 }, () => 'answered')]);
});

test('STATE-01 when the write fails, everybody in it is told and nobody is answered', async () => {
  const group = groupCommit(
    () => 0,
    () => {
      throw new Error('the disk is gone');
    },
  );
  const answers = await Promise.allSettled(sampleEvents(1, 3).map((event) => group.append([event])));
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});

test('what comes in the next turn is another write', async () => {
  const sizes: number[] = [];
  let last = 0;
  const group = groupCommit(
    () => last,
    (events) => {
      sizes.push(events.length);
      last += events.length;
    },
  );
  await group.append([sampleEvent(1)]);
  await Promise.all([group.append([sampleEvent(2)]), group.append([sampleEvent(3)])]);
  expect(sizes).toEqual([1, 2]);
});
