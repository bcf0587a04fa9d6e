import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { GauntletError } from '../model/error.ts';
import type { ReviewEvent } from '../model/review-events.ts';
import { genesis, link } from './chain.ts';

/**
 * What has been recorded, for whoever only looks: proven by the hash chain to be what a review wrote, but not held against
 * the schema, which takes longer to load than `status` takes for all the rest. Whoever goes on with it opens the log.
 */
export function readReviewLog(folder: string): readonly ReviewEvent[] {
  return chainedReview(join(folder, 'events')).map(({ event }) => event);
}

type Known = { readonly event: ReviewEvent; readonly hash: string };

/** Every event in that folder, each proven to follow from the one before. */
export function chainedReview(home: string): readonly Known[] {
  const all: Known[] = [];
  const names = namesIn(home);
  let before = genesis;
  for (const [index, name] of names.entries()) {
    if (name !== nameOf(index + 1)) throw damaged(home, `event ${index + 1} is missing`);
    const { event, hash } = parsed(join(home, name));
    const expected = link(before, JSON.stringify(event));
    if (event?.seq !== index + 1 || expected !== hash) throw damaged(home, `${name} was changed`);
    all.push({ event, hash: expected });
    before = expected;
  }
  return all;
}

function namesIn(home: string): readonly string[] {
  try {
    return readdirSync(home)
      .filter((name) => name.endsWith('.json'))
      .toSorted();
  } catch {
    return [];
  }
}

function parsed(file: string): { readonly event: ReviewEvent; readonly hash: string } {
  try {
    const { event, hash } = JSON.parse(readFileSync(file, 'utf8')) as { event: ReviewEvent; hash: unknown };
    return { event, hash: String(hash) };
  } catch (error) {
    throw damaged(file, 'it cannot be read', error);
  }
}

export function nameOf(seq: number): string {
  return `${String(seq).padStart(6, '0')}.json`;
}

export function damaged(file: string, because: string, cause?: unknown): GauntletError {
  return new GauntletError('JOURNAL_DAMAGED', `the record of reviews ${file} is damaged: ${because}`, {
    hint: 'Nothing was changed. Restore it from a backup, or move the folder away to begin anew.',
    ...(cause === undefined ? {} : { cause }),
  });
}
