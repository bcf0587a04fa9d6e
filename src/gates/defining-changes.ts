import {
  checkRole,
  type FileChange,
  namedScripts,
  shadowsRunner,
  sourceNames,
  steersTests,
  toolFolder,
} from '../detect/index.ts';
import type { Command } from '../model/config.ts';
import type { GateContext } from './context.ts';
import { criteriaChecks } from './criteria.ts';
import type { Work } from './gate.ts';
import { namesPath } from './may-change.ts';

/** A changed file that defines the checks. */
export type Defining = {
  readonly change: FileChange;
  readonly role: 'test' | 'settings' | 'mixed';
  /** It looks for itself: a test, or a script that a check runs. */
  readonly looks: boolean;
  /** Whether that it changed is worth a finding of its own. */
  readonly told: boolean;
};

/** What defines the checks, changed, and is not for the ticket to change. */
export async function definingChanges(context: GateContext, work: Work): Promise<readonly Defining[]> {
  const scripts = await scriptsOfChecks(context, work);
  const old = await context.hub.paths(work.base);
  const isNamed = namesPath(context, work);
  const added = addedBeside(context, work, old);
  return work.changes.flatMap((change) => {
    const { path, before } = change;
    if (isNamed(path)) return [];
    const known = checkRole(change);
    const isScript = known === undefined && scripts.has(path);
    if (before === null && !isScript) return added(change, known);
    const role = known ?? (isScript ? 'settings' : undefined);
    const looks = before !== null && (role === 'test' || isScript);
    return role === undefined ? [] : [{ change, role, looks, told: before !== null }];
  });
}

/**
 * New files. One within the ticket's scope is its work, and so is a new test; but whatever can decide what the tests of
 * base say is taken away for their sake, and tells nobody as long as they pass without it.
 */
function addedBeside(
  context: GateContext,
  work: Work,
  old: readonly string[],
): (change: FileChange, role: Defining['role'] | undefined) => readonly Defining[] {
  const sources = sourceNames(old, work.changes);
  const isTouched = (path: string) =>
    work.ticket?.touches.some((glob) => context.matches(glob, path)) === true;
  const isOldIn = (folder: string) => old.some((path) => path.startsWith(folder));
  const isBrought = (path: string) => {
    const folder = toolFolder(path);
    return folder !== undefined && !isOldIn(folder);
  };
  return (change, role) => {
    const { path } = change;
    const quiet = { change, looks: false, told: false };
    if (isBrought(path) || shadowsRunner(path)) return [{ ...quiet, role: 'settings' }];
    if (role === 'test') return steersTests(change, sources) ? [{ ...quiet, role }] : [];
    if (role === undefined) return [];
    if (!isTouched(path)) return [{ ...quiet, role, told: true }];
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    return isOldIn(folder) ? [{ ...quiet, role }] : [];
  };
}

/** What the commands that check and prepare the work run, as they and the scripts of base say. */
async function scriptsOfChecks(context: GateContext, work: Work): Promise<ReadonlySet<string>> {
  const { verify: checks, setup, environments } = context.plan;
  const setups = [setup, ...environments.map((each) => each.setup)];
  const atRoot: readonly Command[] = [
    ...setups.flatMap((each) => each?.run ?? []),
    ...environments.map(({ prefix }) => prefix),
  ];
  const byFolder = new Map<string, readonly Command[]>([['', atRoot]]);
  for (const { run, dir = '' } of [...checks, ...(work.ticket === null ? [] : criteriaChecks(work.ticket))])
    byFolder.set(dir, [...(byFolder.get(dir) ?? []), run]);
  const named = await Promise.all(
    [...byFolder].map(async ([dir, commands]) => {
      const bytes = await context.hub.file(work.base, below(dir, 'package.json'));
      const text = bytes === undefined ? undefined : new TextDecoder().decode(bytes);
      return [...namedScripts(commands, text)].map((name) => below(dir, name));
    }),
  );
  return new Set(named.flat());
}

/** The path of what is called this way by a command that runs in a folder: `../x` is beside it. */
function below(dir: string, name: string): string {
  const steps: string[] = dir === '' ? [] : dir.split('/');
  for (const step of name.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.') steps.push(step);
  }
  return steps.join('/');
}
