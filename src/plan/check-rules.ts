import { DEFAULT_ENVIRONMENT } from '../model/checks.ts';
import type { WrittenEpic } from '../model/epic.ts';
import { EXIT_WITHOUT_FOLDER, limits, type Limits } from '../model/settings.ts';
import { normal } from '../schema/normal.ts';
import type { Salvaged } from '../schema/shape.ts';
import type { Suggest } from '../schema/suggest.ts';
import { type Complaint, complain, type Located, type Path, type Remark } from '../schema/complaint.ts';
import { completeLimits } from './complete-limits.ts';
import { unknown } from './ticket-rules.ts';

type WrittenChecks = Salvaged<
  Pick<WrittenEpic, 'setup' | 'environments' | 'verify' | 'limits' | 'dimensions'>
>;

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
  environments(written.environments, say);
  checks(written, known, say);
  rounds(written.limits, known.limits, say);
  uniqueIds(written.dimensions, ['dimensions'], say);
  return complaints;
}

function environments(written: WrittenChecks['environments'], say: Say): void {
  uniqueIds(written, ['environments'], say);
  for (const [index, one] of (written ?? []).entries()) {
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
  const known = new Set(firstGiven(own, inherited.environments, [DEFAULT_ENVIRONMENT]));
  for (const [index, one] of (verify ?? []).entries()) {
    if (one?.id !== undefined && (/[|`\p{Cc}]/u.test(one.id) || one.id.length > LONGEST_CHECK_ID))
      say(['verify', index, 'id'], { message: 'must be at most 64 characters without "|" and "`"' });
    if (one?.dir !== undefined && one.expect === EXIT_WITHOUT_FOLDER)
      say(['verify', index, 'expect'], {
        message: `must not be ${EXIT_WITHOUT_FOLDER} together with dir: that exit code means that the folder is missing`,
      });
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
  const { maxRevisions, hardCapRounds } = completeLimits(inherited, normal(limits(''), written));
  if (written === undefined || hardCapRounds > maxRevisions) return;
  const message = `hardCapRounds (${hardCapRounds}) must be more than maxRevisions (${maxRevisions})`;
  const key = written.hardCapRounds === undefined ? 'maxRevisions' : 'hardCapRounds';
  say(['limits', key], { message, hint: 'the first attempt is a round too' });
}
