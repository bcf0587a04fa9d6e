import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { genesis, link } from './chain.ts';
import { readReviewLog } from './read-review-log.ts';
import { openReviewLog } from './review-log.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gauntlet-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const stale = { type: 'review_stale', was: 'a'.repeat(40), is: 'nothing' } as const;
const asked = { type: 'review_escalated', round: 3, because: 'it does not converge' } as const;
const fileOf = (seq: number): string => join(folder, 'events', `00000${seq}.json`);

test('what was appended is there again, numbered and never going back in time', async () => {
  const log = openReviewLog(folder);
  await log.append(stale, 5);
  await log.append(asked, 3);
  expect(readReviewLog(folder)).toEqual([
    { ...stale, v: 1, seq: 1, at: 5 },
    { ...asked, v: 1, seq: 2, at: 5 },
  ]);
  await openReviewLog(folder).append(stale, 7);
  expect(readReviewLog(folder).map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

test('an event that was changed, removed or is no event is damage, and is never passed over', async () => {
  const log = openReviewLog(folder);
  for (const at of [1, 2, 3]) await log.append(asked, at);
  const text = readFileSync(fileOf(2), 'utf8');
  writeFileSync(fileOf(2), text.replace('"round":3', '"round":1'));
  expect(() => openReviewLog(folder)).toThrow(/damaged/);
  writeFileSync(fileOf(2), '{');
  expect(() => readReviewLog(folder)).toThrow(/damaged/);
  rmSync(fileOf(2));
  expect(() => readReviewLog(folder)).toThrow(/damaged/);
  writeFileSync(fileOf(2), text);
  expect(readReviewLog(folder)).toHaveLength(3);
});

test('what follows by the chain and is no event of a review is shown, but nothing goes on from it', async () => {
  await openReviewLog(folder).append(stale, 5);
  const event = { type: 'review_praised', v: 1, seq: 1, at: 5 };
  const hash = link(genesis, JSON.stringify(event));
  writeFileSync(fileOf(1), JSON.stringify({ event, hash }));
  expect(readReviewLog(folder)).toEqual([event]);
  expect(() => openReviewLog(folder)).toThrow(/000001\.json is no event of a review/);
});
