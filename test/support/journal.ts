import { readFileSync, writeFileSync } from 'node:fs';
import { EventSchema } from '../../src/model/events.ts';
import type { Event } from '../../src/model/events.ts';
import { play } from '../simulation/play.ts';
import { scenarioFor } from '../simulation/scenario.ts';

/** One event per line, each checked: a journal that does not fit the schema is no journal. */
export function readJournal(path: string): Event[] {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => EventSchema.parse(JSON.parse(line)));
}

/**
 * `node test/support/journal.ts FILE [SEEDS]` plays that many stories and writes the one with the most kinds of events.
 * Once per released version, before the release: a journal that was written is never written again.
 */
if (import.meta.main) {
  const [path = '', seeds = '20000'] = process.argv.slice(2);
  writeFileSync(
    path,
    richest(Number(seeds))
      .map((event) => `${JSON.stringify(event)}\n`)
      .join(''),
    { flag: 'wx' },
  );
}

function richest(seeds: number): readonly Event[] {
  let best: readonly Event[] = [];
  let most = 0;
  for (let seed = 0; seed < seeds; seed++) {
    const { journal } = play(scenarioFor(seed));
    const kinds = new Set(journal.map((event) => event.type)).size;
    if (kinds < most || (kinds === most && journal.length >= best.length)) continue;
    most = kinds;
    best = journal;
  }
  return best;
}
