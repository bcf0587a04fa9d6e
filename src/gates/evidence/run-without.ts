import { sha256 } from '../../model/sha256.ts';
import type { Check, Command } from '../../model/config.ts';
import { type CheckEvidence, firstNames } from '../../model/evidence.ts';
import type { Overlay } from '../../ports/git.ts';
import type { CheckResult } from '../checks/check-result.ts';
import type { GateContext, TakenOut } from '../context.ts';
import type { Work } from '../gate.ts';
import { runKey } from '../checks/reports-at.ts';
import { runOnce } from '../checks/verify.ts';

/** Longer checks are not run once more. */
export const LONGEST_ASKED = 5 * 60_000;

/** Code without its functions may wait for ever. A run that takes twice as long as the green one is a red one. */
const SHORTEST_TIMEOUT = 20_000;

/** A few failed tests are enough; runners take longer to describe a hundred than to run them. */
const FIRST_FAILURES = '--maxfail=10';

/** The branch without the functions that it changes. */
export async function treeWithout(
  { hub }: GateContext,
  work: Work,
  taken: Pick<TakenOut, 'texts'>,
): Promise<string> {
  return hub.compose(work.head, overlayOf(work, taken));
}

export function overlayOf(work: Work, { texts }: Pick<TakenOut, 'texts'>): Overlay {
  return new Map(
    [...texts].map(([path, text]) => {
      const mode = work.changes.find((change) => change.path === path)?.after?.mode ?? '100644';
      return [path, { text, mode }] as const;
    }),
  );
}

/** How a check that was green comes out on another tree. BROKEN: nobody knows. */
export type OtherRun = {
  readonly status: CheckResult['status'];
  /** Calls that functions of that tree noted, as they wrote them. */
  readonly calls: readonly string[];
  /** Alterations that a guard stopped, as it wrote them. */
  readonly altered: readonly string[];
  /** Failed tests, and their names where the output has all of them. */
  readonly failed: number;
  readonly failures: readonly string[] | null;
  /** How long it took; missing where an earlier one is known. */
  readonly ms?: number;
};

/** One run of a check on another tree, kept by tree and check. */
export async function runOn(
  context: GateContext,
  tree: string,
  check: Check,
  green: Pick<CheckResult, 'environment' | 'ms'>,
): Promise<OtherRun> {
  const environment = context.plan.environments.find(({ id }) => id === green.environment);
  if (environment === undefined)
    return { status: 'BROKEN', calls: [], altered: [], failed: 0, failures: null };
  const key = await runKey(context, tree, check, environment.id);
  const kept = key === undefined ? undefined : sha256(`once ${key}`);
  const known = kept === undefined ? undefined : context.measurements?.get(kept);
  if (isKept(known)) return known;
  const usual = check.timeout ?? context.plan.limits.agentTimeout;
  const timeout = Math.min(usual, Math.max(SHORTEST_TIMEOUT, 2 * green.ms));
  const options = [environment.env['PYTEST_ADDOPTS'], FIRST_FAILURES].filter(Boolean).join(' ');
  const { status, log, ms, report } = await runOnce(context, {
    commit: tree,
    check: { ...check, timeout },
    around: noting,
    environment,
    env: { PYTEST_ADDOPTS: options },
  });
  const at = log.lastIndexOf(CALLS_FROM_HERE);
  const calls =
    at === -1
      ? []
      : log
          .slice(at + CALLS_FROM_HERE.length)
          .split('\n')
          .filter(Boolean);
  const altered = [...new Set(log.match(/^ALTERED .*$/gm))].slice(0, MOST_CALLS);
  const { failed = 0, failures = null } = report ?? {};
  const run = { status, calls: [...new Set(calls)].slice(0, MOST_CALLS), altered, failed, failures };
  if (kept !== undefined && status !== 'BROKEN') context.measurements?.put(kept, run);
  return { ...run, ms };
}

function isKept(known: unknown): known is OtherRun {
  const { status, calls, altered, failed } = (known ?? {}) as Partial<OtherRun>;
  const isRun = (status === 'PASS' || status === 'FAIL') && failed !== undefined;
  return isRun && Array.isArray(calls) && Array.isArray(altered);
}

const MOST_CALLS = 200;
const CALLS_FROM_HERE = '\n-- calls of taken out functions --\n';

/** The same command, which prints at its end what functions noted. */
function noting(run: Command): Command {
  const own = typeof run === 'string' ? ['sh', '-c', run] : run;
  // Errors are read behind all other output.
  const print = `{ printf '%s' "$0"; head -c 100000 "$CALLS_FILE"; } >&2; rm -f "$CALLS_FILE"`;
  const script = `CALLS_FILE=$(mktemp); export CALLS_FILE; "$@"; code=$?; ${print}; exit $code`;
  return ['sh', '-c', script, CALLS_FROM_HERE, ...own];
}

export type CheckKey = Pick<CheckResult, 'check' | 'environment'>;

/** What a run was without: changed functions, or files that have none and are as at base. */
export type RemovedCode = Pick<TakenOut, 'functions'> & { readonly files?: readonly string[] };

/** What such a run says of a check. */
export function evidenceOf(
  { check, environment }: CheckKey,
  { functions, files = [] }: RemovedCode,
  isUnnoticed: boolean,
  isBase = false,
): CheckEvidence {
  const unnoticed = firstNames(isUnnoticed ? [...functions.map(nameOf), ...files] : []);
  const put = files.length === 0 ? {} : { files: files.length };
  return {
    check,
    environment,
    noticed: { functions: functions.length, ...put, unnoticed, ...(isBase && { withBase: true }) },
  };
}

/** Such a run failed, and so does one with the same code put in that does nothing. */
export function blindEvidence({ check, environment }: CheckKey): CheckEvidence {
  return { check, environment, noticed: { functions: 0, unnoticed: [], blind: true } };
}

/** The same with functions that the check notices together with others only. */
export function withHidden(
  evidence: CheckEvidence,
  { unnoticed, untried }: { readonly unnoticed: TakenOut['functions']; readonly untried: number },
): CheckEvidence {
  const { noticed } = evidence;
  if (noticed === undefined || (unnoticed.length === 0 && untried === 0)) return evidence;
  const hidden = unnoticed.length === 0 ? {} : { hidden: firstNames(unnoticed.map(nameOf)) };
  return { ...evidence, noticed: { ...noticed, ...hidden, ...(untried > 0 && { untried }) } };
}

/** `src/cart.ts:12 total`. */
function nameOf({ file, line, name }: TakenOut['functions'][number]): string {
  return `${file}:${line}${name === '' ? '' : ` ${name}`}`;
}

const SHOWN = 20;

export function namesOf(functions: TakenOut['functions']): string {
  return `taken out: ${listed(functions.map(nameOf))}`;
}

export function filesOf(files: readonly string[]): string {
  return `as at base: ${listed(files)}`;
}

function listed(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return `${names.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
