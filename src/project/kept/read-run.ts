import fs from 'node:fs';
import { join } from 'node:path';

import { readJournal, readKept } from '../../journal/index.ts';
import { review } from '../../model/config.ts';
import { GauntletError } from '../../model/error.ts';
import type { Event } from '../../model/events.ts';
import type { Budget } from '../../model/usage.ts';
import type { JournalReader } from '../../ports/journal.ts';
import { readOwnJson } from '../own-json.ts';
import type { EpicPlace } from '../state-folder.ts';
import type { Titles } from '../../report/index.ts';
import { isMap } from '../../schema/fits.ts';
import { normal } from '../../schema/normal.ts';
import { evolve, foldVersion, initialState, type State } from '../../state/index.ts';

/** A run as its journal tells it. */
export type ReadRun = {
  readonly state: State;
  readonly startedAt: number | null;
  readonly inputs: Extract<Event, { type: 'inputs_recorded' }> | null;
};

/** The run of an epic, as quickly as it can be told: without the schemas, which take longer to load than all the rest. */
export function runOf(epic: EpicPlace): ReadRun {
  const { kept, events } = readKept(epic.journal, foldVersion);
  try {
    return readRun(events, snapshotOf(kept));
  } catch (cause) {
    throw new GauntletError(
      'JOURNAL_DAMAGED',
      `the journal of ${epic.id} contains an event that this version cannot read`,
      {
        hint: `See what is wrong: gauntlet events ${epic.id} --verify`,
        cause,
      },
    );
  }
}

/** A snapshot, taken at its word: it is kept with the version of the fold that made it. */
function snapshotOf(kept: unknown): ReadRun | undefined;
function snapshotOf(kept: unknown): unknown {
  return kept;
}

/** `kept` is what was known before the first of the events. */
export function readRun(
  events: Iterable<Event>,
  kept: ReadRun = { state: initialState, startedAt: null, inputs: null },
): ReadRun {
  let { state, startedAt, inputs } = kept;
  for (const event of events) {
    state = evolve(state, event);
    if (event.type === 'run_started') startedAt ??= event.at;
    if (event.type === 'inputs_recorded') inputs = event;
    else if (inputs !== null && inputs.inputs !== state.inputs) inputs = { ...inputs, inputs: state.inputs };
  }
  return { state, startedAt, inputs };
}

/** Titles of the tickets, from the plan that was kept when the run began; none where it is not there. */
export function titlesOf(epic: EpicPlace, inputs: { readonly inputs: string } | null): Titles {
  return new Map(ticketsIn(keptInputs(epic, inputs)).map(({ id, title }) => [id, title]));
}

/** The budget a run began with, the epic's word before the configuration's. */
export function budgetIn(epic: EpicPlace, inputs: { readonly inputs: string } | null): Budget {
  const kept = keptInputs(epic, inputs);
  const bound = (name: string): number | null => {
    for (const place of ['epic', 'config']) {
      const value = member(member(member(kept, place), 'limits'), name);
      if (typeof value === 'number') return value;
    }
    return null;
  };
  return { usd: bound('budgetUsd'), tokens: bound('budgetTokens') };
}

/** Milliseconds that one critic of the run should take. */
export function reviewTargetIn(epic: EpicPlace, inputs: { readonly inputs: string } | null): number {
  const target = member(member(member(keptInputs(epic, inputs), 'config'), 'review'), 'target');
  return typeof target === 'number' ? target : normal(review(), {}).target;
}

/** What judges the run, as it was kept; undefined where it is not there: it is shown, and nothing rests on it. */
function keptInputs(epic: EpicPlace, inputs: { readonly inputs: string } | null): unknown {
  if (inputs === null || !/^[0-9a-f]{64}$/.test(inputs.inputs)) return undefined;
  return readOwnJson(join(epic.folder, 'kept', `${inputs.inputs}.json`));
}

type Titled = { readonly id: string; readonly title: string };

function ticketsIn(kept: unknown): Titled[] {
  const epic = member(kept, 'epic') ?? kept;
  const tickets = member(epic, 'tickets');
  if (!Array.isArray(tickets)) return [];
  return tickets.flatMap((ticket: unknown) => {
    const [id, title] = [member(ticket, 'id'), member(ticket, 'title')];
    return typeof id === 'string' && typeof title === 'string' ? [{ id, title }] : [];
  });
}

function member(value: unknown, key: string): unknown {
  return isMap(value) ? value[key] : undefined;
}

/** Where landed work can be seen: the branch, or the ref that stands in for it while the user has it checked out. */
export function epicBranchOf(epic: EpicPlace, tip: string): string | null {
  const branch = `epic/${epic.id}`;
  const aside = `refs/gauntlet/epic/${epic.id}`;
  const there = refAt(epic.common, `refs/heads/${branch}`);
  if (there !== undefined && (there === tip || tip === '')) return branch;
  if (refAt(epic.common, aside) !== undefined) return aside;
  return there === undefined && tip === '' ? null : branch;
}

/** A ref as files have it, loose or packed; undefined where it is not there (or kept in a form we do not read). */
export function refAt(common: string, ref: string): string | undefined {
  try {
    return fs.readFileSync(join(common, ref), 'utf8').trim();
  } catch {
    return packedRef(common, ref);
  }
}

function packedRef(common: string, ref: string): string | undefined {
  try {
    const line = fs
      .readFileSync(join(common, 'packed-refs'), 'utf8')
      .split('\n')
      .find((each) => each.endsWith(` ${ref}`));
    return line?.split(' ')[0];
  } catch {
    return undefined;
  }
}

/** Opens a journal, hands it to `use` and closes it, whatever happens. */
export async function withJournal<T>(
  epic: EpicPlace,
  use: (reader: JournalReader) => T | Promise<T>,
): Promise<T> {
  const reader = readJournal(epic.journal);
  try {
    return await use(reader);
  } finally {
    reader.close();
  }
}
