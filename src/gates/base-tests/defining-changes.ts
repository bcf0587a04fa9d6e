import {
  checkRole,
  type FileChange,
  isTestFile,
  recordedBeside,
  settingsPutBack,
  shadowsRunner,
  sourceNames,
  steersTests,
  toolFolder,
} from '../../detect/index.ts';
import type { Blob, Overlay } from '../../ports/git.ts';
import type { GateContext } from '../context.ts';
import type { Work } from '../gate.ts';
import { namesPath } from '../changes/may-change.ts';
import { scriptsOfChecks } from '../checks/scripts-of-checks.ts';

/** A changed file that defines the checks. */
export type Defining = {
  readonly change: FileChange;
  readonly role: 'test' | 'settings' | 'mixed';
  /** It looks for itself: a test, or a script that a check runs. */
  readonly looks: boolean;
  /** What it is worth by itself that it changed. */
  readonly told: 'hard' | 'soft' | 'not';
};

/** What defines the checks, changed, and is not for the ticket to change. */
export async function definingChanges(context: GateContext, work: Work): Promise<readonly Defining[]> {
  const scripts = await scriptsOfChecks(context, work);
  const old = await context.hub.paths(work.base);
  const isNamed = namesPath(context, work);
  const added = addedBeside(context, work, old);
  const isRecorded = recordedBeside(old);
  return work.changes.flatMap((change) => {
    const { path, before } = change;
    if (isNamed(path)) return [];
    const known = checkRole(change) ?? (before !== null && isRecorded(path) ? 'test' : undefined);
    const isRun = scripts.named.has(path) || scripts.deeper.has(path);
    const isScript = known === undefined && (isRun || (before !== null && scripts.criteria.has(path)));
    if (before === null && !isScript) return added(change, known);
    const role = known ?? (isScript ? 'settings' : undefined);
    const looks = before !== null && (role === 'test' || isScript);
    const told =
      before === null
        ? 'not'
        : isScript && scripts.deeper.has(path) && !scripts.named.has(path)
          ? 'soft'
          : 'hard';
    return role === undefined ? [] : [{ change, role, looks, told }];
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
  const paths = new Set([...old, ...work.changes.map(({ path }) => path)]);
  // A folder that is a package itself is not looked through for others.
  const folders = ['', 'src', ...context.plan.verify.flatMap(({ dir }) => dir ?? [])];
  const starts = new Set(folders.filter((dir) => dir === '' || !paths.has(`${dir}/__init__.py`)));
  const hasTests = old.some(isTestFile);
  const isTouched = (path: string) =>
    work.ticket?.touches.some((glob) => context.matches(glob, path)) === true;
  const isOldIn = (folder: string) => old.some((path) => path.startsWith(folder));
  const isBrought = (path: string) => {
    const folder = toolFolder(path, paths);
    return folder !== undefined && !isOldIn(folder);
  };
  return (change, role) => {
    const { path } = change;
    const quiet = { change, looks: false, told: 'not' as const };
    if (isBrought(path) || shadowsRunner(path, starts)) return [{ ...quiet, role: 'settings' }];
    // Where there were no tests, nobody can steer them.
    if (role === 'test') return hasTests && steersTests(change, sources) ? [{ ...quiet, role }] : [];
    if (role === undefined) return [];
    if (!isTouched(path)) return [{ ...quiet, role, told: 'soft' }];
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    return isOldIn(folder) && READ_UNASKED.test(path) ? [{ ...quiet, role, told: 'soft' }] : [];
  };
}

/** Settings that runners find by themselves. Recipes for building what is new are read because something names them. */
const READ_UNASKED =
  /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|bunfig\.toml|pytest\.ini|tox\.ini|setup\.cfg|\.coveragerc|\.rspec|phpunit\.xml[^/]*|deno\.jsonc?|\.(?:mocha|nyc|c8|eslint|stylelint|jshint|swc|babel)rc[^/]*|[\w-]*(?:vitest|jest|playwright|karma|cypress|ava|mocha|jasmine|wtr|web-test-runner|eslint|babel|nightwatch|wdio)[^/]*\.[^/]+)$/i;

/** What stood at a path before, for putting it back; null: nothing. */
export function blobAtBase({ before }: FileChange): Blob | null {
  return before === null ? null : { blob: before.blob, mode: before.mode };
}

export type AtBase = Overlay extends ReadonlyMap<string, infer Entry> ? Entry : never;

/**
 * A changed manifest with the parts that decide about checks as they were and its dependencies as they are now; undefined
 * where it cannot be taken apart.
 */
export function partsAtBase(change: FileChange, role: Defining['role']): AtBase | undefined {
  if (role === 'test' || change.before === null || change.after === null) return undefined;
  const text = settingsPutBack(change);
  return typeof text === 'string' ? { text, mode: change.before.mode } : undefined;
}
