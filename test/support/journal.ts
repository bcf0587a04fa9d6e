import { readFileSync, writeFileSync } from 'node:fs';
import { EventSchema } from '../../src/model/events.ts';
import type { Event } from '../../src/model/events.ts';
import { fits } from '../../src/schema/fits.ts';
import { problemTexts } from '../../src/schema/salvage.ts';
import { each, evolve, initialState } from '../../src/state/index.ts';
import type { State } from '../../src/state/index.ts';
import { play } from '../simulation/play.ts';
import { scenarioFor } from '../simulation/scenario.ts';

/** One event per line after `header` lines, each checked: a journal that does not fit the schema is no journal. */
export function readJournal(path: string, header = 0): Event[] {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean).slice(header);
  return lines.map((line) => eventOf(JSON.parse(line)));
}

/** What a journal came to, in few words. */
export type End = {
  readonly run: string;
  readonly jobs: Readonly<Record<string, string>>;
  readonly runs: number;
  readonly ignored: number;
  readonly tokens: number;
};

export function endOf(state: State): End {
  const jobs = [...each(state.jobs)].map((job) => [job.id, `${job.status}, attempt ${job.attempt}`] as const);
  return {
    run: `${state.phase}: ${state.status}`,
    jobs: Object.fromEntries(jobs),
    runs: state.runs,
    ignored: state.ignored,
    tokens: state.spent.tokens,
  };
}

/**
 * `node test/support/journal.ts FOLDER/v0.1 [SEEDS]` plays that many stories and keeps the one with the most kinds of
 * events, with its end. Once per released version, before the release: what was written is never written again.
 */
if (import.meta.main) {
  const [path = '', seeds = '20000'] = process.argv.slice(2);
  const journal = richest(Number(seeds));
  const end = endOf(journal.reduce(evolve, initialState));
  writeFileSync(`${path}.jsonl`, journal.map((event) => `${JSON.stringify(event)}\n`).join(''), {
    flag: 'wx',
  });
  writeFileSync(`${path}.end.json`, `${JSON.stringify(end, undefined, 2)}\n`);
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

function eventOf(value: unknown): Event {
  if (fits(EventSchema, value)) return value;
  throw new Error(problemTexts(EventSchema, value).join('\n'));
}
