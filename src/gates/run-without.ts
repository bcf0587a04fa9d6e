import { sha256 } from '../model/sha256.ts';
import type { Check } from '../model/config.ts';
import { type CheckEvidence, firstNames } from '../model/evidence.ts';
import type { Overlay } from '../ports/git.ts';
import type { Cell } from './cell.ts';
import type { GateContext, TakenOut } from './context.ts';
import type { Work } from './gate.ts';
import { runKey } from './reports-at.ts';
import { runOnce } from './verify.ts';

/** Longer checks are not run once more. */
export const LONGEST_ASKED = 5 * 60_000;

/** Code without its functions may wait for ever. A run that takes twice as long as the green one is a red one. */
const SHORTEST_TIMEOUT = 20_000;

/** One failed test is enough; runners take longer to describe a hundred than to run them. */
const FIRST_FAILURE = '-x';

/** The branch without the functions that it changes. */
export async function treeWithout({ hub }: GateContext, work: Work, { texts }: TakenOut): Promise<string> {
  const paths = new Map(
    [...texts].map(([path, text]) => {
      const mode = work.changes.find((change) => change.path === path)?.after?.mode ?? '100644';
      return [path, { text, mode }] as const;
    }),
  ) satisfies Overlay;
  return hub.compose(work.head, paths);
}

/** How a check that was green comes out on another tree: one run, kept by tree and check. BROKEN: nobody knows. */
export async function statusOn(
  context: GateContext,
  tree: string,
  check: Check,
  green: Pick<Cell, 'environment' | 'ms'>,
): Promise<Cell['status']> {
  const environment = context.plan.environments.find(({ id }) => id === green.environment);
  if (environment === undefined) return 'BROKEN';
  const key = await runKey(context, tree, check, environment.id);
  const kept = key === undefined ? undefined : sha256(`once ${key}`);
  const known = kept === undefined ? undefined : context.measurements?.get(kept);
  const status = (known as { readonly status?: unknown } | undefined)?.status;
  if (status === 'PASS' || status === 'FAIL') return status;
  const usual = check.timeout ?? context.plan.limits.agentTimeout;
  const timeout = Math.min(usual, Math.max(SHORTEST_TIMEOUT, 2 * green.ms));
  const options = [environment.env['PYTEST_ADDOPTS'], FIRST_FAILURE].filter(Boolean).join(' ');
  const ran = await runOnce(context, {
    commit: tree,
    check: { ...check, timeout },
    environment,
    env: { PYTEST_ADDOPTS: options },
  });
  if (kept !== undefined && ran.status !== 'BROKEN') context.measurements?.put(kept, { status: ran.status });
  return ran.status;
}

export type Place = Pick<Cell, 'check' | 'environment'>;

/** What such a run says of a check. */
export function asked(
  { check, environment }: Place,
  { functions }: TakenOut,
  isUnnoticed: boolean,
): CheckEvidence {
  const names = isUnnoticed ? functions.map(nameOf) : [];
  return { check, environment, noticed: { functions: functions.length, unnoticed: firstNames(names) } };
}

/** `src/cart.ts:12 total`. */
function nameOf({ file, line, name }: TakenOut['functions'][number]): string {
  return `${file}:${line}${name === '' ? '' : ` ${name}`}`;
}

const SHOWN = 20;

export function namesOf(functions: TakenOut['functions']): string {
  const more = functions.length - SHOWN;
  const names = functions.slice(0, SHOWN).map(nameOf).join(', ');
  return `taken out: ${names}${more > 0 ? ` and ${more} more` : ''}`;
}
