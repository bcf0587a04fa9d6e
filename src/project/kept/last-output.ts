import { chronicleOf, lastFailure, type RunEntry } from '../../report/index.ts';
import type { Job } from '../../state/index.ts';
import { lastLinesIn, runFolder } from './run-output.ts';
import type { EpicPlace } from '../state-folder.ts';
import { withJournal } from './read-run.ts';

type Named = { readonly epic: string; readonly ticket: string };

/** What was printed at the end of a run that failed. */
export type LastOutput = { readonly run: number; readonly lines: readonly string[] };

/** The runs that failed last, by job; of jobs that are done there is none. */
export async function failuresOf(
  place: EpicPlace,
  jobs: readonly Pick<Job, 'id' | 'status'>[],
): Promise<ReadonlyMap<string, RunEntry>> {
  const chronicle = await withJournal(place, (reader) => chronicleOf(reader.read()));
  const open = jobs.filter(({ status }) => status !== 'completed');
  return new Map(open.flatMap(({ id }) => pair(id, lastFailure(chronicle.of(id).runs))));
}

function pair(id: string, failed: RunEntry | undefined): readonly (readonly [string, RunEntry])[] {
  return failed === undefined ? [] : [[id, failed]];
}

export function lastOutputOf(place: EpicPlace, failed: RunEntry | undefined): LastOutput | null {
  const lines = failed === undefined ? [] : lastLinesIn(runFolder(place, failed.run));
  return failed === undefined || lines.length === 0 ? null : { run: failed.run, lines };
}

export function lastOutputLines({ epic, ticket }: Named, output: LastOutput | null): readonly string[] {
  if (output === null) return [];
  const more = `gauntlet logs ${ticket} --run ${output.run} --epic ${epic}`;
  return [`  last output (all of it: ${more}):`, ...output.lines.map((line) => `    | ${line}`)];
}
