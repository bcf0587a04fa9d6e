import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { GauntletError } from '../model/error.ts';
import { type ReviewDraft, type ReviewEvent, ReviewEventSchema } from '../model/review-events.ts';
import { genesis, link } from './chain.ts';
import { diskError } from './disk-error.ts';
import { syncFolder, writeWhole } from './whole-file.ts';

/** The events of the reviews of one branch: few, so each is a file of its own, chained to the one before. */
export type ReviewLog = {
  readonly events: readonly ReviewEvent[];
  /** Durable when it resolves; answers the event with its number and time. */
  append(draft: ReviewDraft, at: number): Promise<ReviewEvent>;
};

/** Only the holder of the lease in that folder may write. Damage is refused, never passed over. */
export function openReviewLog(folder: string): ReviewLog {
  const home = join(folder, 'events');
  const known = readAll(home);
  const events = known.map(({ event }) => event);
  let hash = known.at(-1)?.hash ?? genesis;
  return {
    events,
    async append(draft, at) {
      const seq = events.length + 1;
      const event = ReviewEventSchema.parse({
        ...draft,
        v: 1,
        seq,
        at: Math.max(at, events.at(-1)?.at ?? 0),
      });
      const json = JSON.stringify(event);
      const next = link(hash, json);
      try {
        if (mkdirSync(home, { recursive: true }) !== undefined) syncFolder(folder);
        await writeWhole(join(home, nameOf(seq)), `${JSON.stringify({ event, hash: hex(next) })}\n`);
      } catch (error) {
        throw diskError(error, 'an event of the review could not be written');
      }
      hash = next;
      events.push(event);
      return event;
    },
  };
}

/** What has been recorded, for whoever only looks. */
export function readReviewLog(folder: string): readonly ReviewEvent[] {
  return readAll(join(folder, 'events')).map(({ event }) => event);
}

type Known = { readonly event: ReviewEvent; readonly hash: Uint8Array };

function readAll(home: string): Known[] {
  const all: Known[] = [];
  const names = namesIn(home);
  let before = genesis;
  for (const [index, name] of names.entries()) {
    if (name !== nameOf(index + 1)) throw damaged(home, `event ${index + 1} is missing`);
    const { event, hash } = parsed(join(home, name));
    const expected = link(before, JSON.stringify(event));
    if (event.seq !== index + 1 || hex(expected) !== hash) throw damaged(home, `${name} was changed`);
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
    const { event, hash } = JSON.parse(readFileSync(file, 'utf8')) as { event: unknown; hash: unknown };
    return { event: ReviewEventSchema.parse(event), hash: String(hash) };
  } catch (error) {
    throw damaged(file, 'it cannot be read', error);
  }
}

function nameOf(seq: number): string {
  return `${String(seq).padStart(6, '0')}.json`;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function damaged(file: string, because: string, cause?: unknown): GauntletError {
  return new GauntletError('JOURNAL_DAMAGED', `the record of reviews ${file} is damaged: ${because}`, {
    hint: 'Nothing was changed. Restore it from a backup, or move the folder away to begin anew.',
    ...(cause === undefined ? {} : { cause }),
  });
}
