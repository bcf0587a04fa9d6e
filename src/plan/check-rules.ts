import { EXIT_WITHOUT_FOLDER } from '../model/config.ts';
import type { Limits } from '../model/config.ts';
import { idProblem } from '../model/names.ts';
import type { Infer } from './shape.ts';
import { type Complaint, complain, type Located, type Path, type Remark } from './complaint.ts';
import { completeLimits } from './limits.ts';
import { limitsOf } from './normal.ts';
import type { Suggest } from './suggest.ts';
import { globProblem, pathProblem } from './paths.ts';
import type { Salvaged } from './salvage.ts';
import type * as part from './shape-parts.ts';
import { unknown } from './ticket-rules.ts';

type WrittenChecks = {
  readonly setup?: Salvaged<Infer<ReturnType<typeof part.setup>>> | undefined;
  readonly environments?: Salvaged<Infer<ReturnType<typeof part.environments>>> | undefined;
  readonly verify?: Salvaged<Infer<ReturnType<typeof part.verify>>> | undefined;
  readonly limits?: Salvaged<Infer<ReturnType<typeof part.limits>>> | undefined;
  readonly dimensions?: Salvaged<Infer<ReturnType<typeof part.dimensions>>> | undefined;
};

type Known = {
  /** Environments of the configuration, for an epic that names none itself. */
  readonly environments: readonly string[];
  readonly limits: Readonly<Partial<Limits>>;
  readonly suggest: Suggest;
};

type Say = (path: Path, remark: Remark) => void;

/** The rules for what both files may hold: setup, environments, verify, limits and dimensions. */
export function checkRules(written: WrittenChecks, source: Located, known: Known): readonly Complaint[] {
  const complaints: Complaint[] = [];
  const say: Say = (path, remark) => void complaints.push(complain(source, path, remark));
  setupPaths(written.setup, ['setup'], say);
  environments(written.environments, say);
  checks(written, known, say);
  rounds(written.limits, known.limits, say);
  uniqueIds(written.dimensions, ['dimensions'], say);
  return complaints;
}

type WrittenCommand = string | readonly (string | undefined)[] | undefined;

/** An argv begins with a program; the other arguments may be empty. */
export function noProgram(run: WrittenCommand, at: Path, say: Say): void {
  if (typeof run !== 'object' || run[0] === undefined || /\S/.test(run[0])) return;
  say([...at, 0], { message: 'names no program' });
}

function setupPaths(setup: WrittenChecks['setup'], at: Path, say: Say): void {
  for (const [index, run] of (setup?.run ?? []).entries()) noProgram(run, [...at, 'run', index], say);
  for (const key of ['copy', 'link'] as const)
    for (const [index, path] of (setup?.[key] ?? []).entries()) {
      const problem = path === undefined ? undefined : pathProblem(path);
      if (problem) say([...at, key, index], { message: `"${path}" ${problem}` });
    }
}

function environments(written: WrittenChecks['environments'], say: Say): void {
  uniqueIds(written, ['environments'], say);
  for (const [index, one] of (written ?? []).entries()) {
    const problem = one?.id === undefined ? undefined : idProblem(one.id);
    if (problem) say(['environments', index, 'id'], { message: `the id "${one?.id}" ${problem}` });
    setupPaths(one?.setup, ['environments', index, 'setup'], say);
    for (const name of Object.keys(one?.env ?? {}))
      if (!/^[A-Za-z_]\w{0,99}$/.test(name))
        say(['environments', index, 'env', name], { message: `"${name}" is not the name of a variable` });
  }
}

/** Ids that are compared without case: reports put them side by side. */
function uniqueIds(
  items: readonly ({ readonly id?: string | undefined } | undefined)[] | undefined,
  at: Path,
  say: Say,
): void {
  const seen = new Set<string>();
  for (const [index, one] of (items ?? []).entries()) {
    if (one?.id === undefined) continue;
    const name = one.id.trim().toLowerCase();
    if (seen.has(name)) say([...at, index, 'id'], { message: `the id "${one.id}" is used twice` });
    seen.add(name);
  }
}

const LONGEST_CHECK_ID = 64;

function checks({ verify, environments }: WrittenChecks, inherited: Known, say: Say): void {
  uniqueIds(verify, ['verify'], say);
  const own = (environments ?? []).flatMap((one) => one?.id ?? []);
  const known = new Set(firstGiven(own, inherited.environments, ['local']));
  for (const [index, one] of (verify ?? []).entries()) {
    noProgram(one?.run, ['verify', index, 'run'], say);
    if (one?.id !== undefined && (/[|`\p{Cc}]/u.test(one.id) || one.id.length > LONGEST_CHECK_ID))
      say(['verify', index, 'id'], { message: 'must be at most 64 characters without "|" and "`"' });
    const outside = one?.dir === undefined ? undefined : pathProblem(one.dir);
    if (outside !== undefined) say(['verify', index, 'dir'], { message: outside });
    if (one?.dir !== undefined && one.expect === EXIT_WITHOUT_FOLDER)
      say(['verify', index, 'expect'], {
        message: `must not be ${EXIT_WITHOUT_FOLDER} together with dir: it says that the folder is missing`,
      });
    for (const [at, glob] of (one?.paths ?? []).entries()) {
      const problem = glob === undefined ? undefined : (globProblem(glob) ?? looseProblem(glob));
      if (problem !== undefined) say(['verify', index, 'paths', at], { message: problem });
    }
    for (const [at, name] of (one?.environments ?? []).entries())
      if (name !== undefined && !known.has(name))
        say(
          ['verify', index, 'environments', at],
          unknown('environment', name, inherited.suggest(name, known)),
        );
  }
}

/** Lists replace each other as a whole: an epic that names environments means exactly those. */
export function firstGiven<T>(...lists: readonly (readonly T[])[]): readonly T[] {
  return lists.find((list) => list.length > 0) ?? [];
}

function rounds(written: WrittenChecks['limits'], inherited: Known['limits'], say: Say): void {
  const { maxRevisions, hardCapRounds } = completeLimits(inherited, limitsOf(written));
  if (written === undefined || hardCapRounds > maxRevisions) return;
  const message = `hardCapRounds (${hardCapRounds}) must be more than maxRevisions (${maxRevisions})`;
  const key = written.hardCapRounds === undefined ? 'maxRevisions' : 'hardCapRounds';
  say(['limits', key], { message, hint: 'the first attempt is a round too' });
}

/** A glob that is read as more than it says would claim files of others, and spare the checks that are about them. */
function looseProblem(glob: string): string | undefined {
  if (/[[\]!()+@|]/.test(glob)) return 'must use only "*", "**", "?" and "{a,b}"';
  return glob.length > LONGEST_GLOB || glob.split(',').length > MOST_ALTERNATIVES
    ? 'is too long; give several shorter ones'
    : undefined;
}

const LONGEST_GLOB = 400;
const MOST_ALTERNATIVES = 8;
