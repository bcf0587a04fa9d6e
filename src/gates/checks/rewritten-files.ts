import type { Check } from '../../model/config.ts';
import type { Rewritten } from '../../ports/git.ts';
import type { GateContext } from '../context.ts';
import { knownReport } from './reports-at.ts';
import { type CommandRun, runCheckCommand } from './run-check-command.ts';

/**
 * Files that a green check wrote and that make its result void: it was computed with something else than the commit
 * (EVID-04). Files that it writes at base too are its habit. A new file that it writes as the branch has committed it is
 * honest as well: generators do that.
 */
export async function voidingFiles(
  context: GateContext,
  run: CommandRun,
  { id }: Pick<Check, 'id'>,
  rewrote: readonly Rewritten[],
): Promise<readonly string[]> {
  const base = context.tip ?? context.epicBase;
  if (rewrote.length === 0 || base === undefined || run.commit === base) return [];
  const there = new Set(await context.hub.paths(base));
  const suspect = rewrote.filter(({ path, isChanged }) => isChanged || there.has(path));
  if (suspect.length === 0) return [];
  const known = await knownReport(context, base, { check: id, environment: run.environment.id });
  const atBase = known?.rewrote ?? (await writtenAt(context, { ...run, commit: base }));
  return suspect.flatMap(({ path }) => (atBase.includes(path) ? [] : [path]));
}

async function writtenAt(context: GateContext, run: CommandRun): Promise<readonly string[]> {
  const { rewrote = [] } = await runCheckCommand(context, run);
  return rewrote.map(({ path }) => path);
}

const SHOWN = 5;

export function namesOf(paths: readonly string[]): string {
  const more = paths.length - SHOWN;
  return `${paths.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Why a result does not count. */
export function voidWords(paths: readonly string[]): string {
  return `the check wrote ${namesOf(paths)} while it ran, so its result does not apply to this commit; commit these files, or write them elsewhere`;
}
