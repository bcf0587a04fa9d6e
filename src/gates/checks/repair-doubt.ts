import { lastLines } from '../../formats/index.ts';
import { checkName, hookId, hookNames } from '../../model/checks.ts';
import type { RepairDoubt } from '../../model/events.ts';
import type { GateContext } from '../context.ts';
import { NETWORK_HINT } from './network-hint.ts';
import type { CheckResult } from './check-result.ts';

type Facts = {
  /** Whether these are all checks there are. */
  readonly isEverything: boolean;
  /** Submodules whose folders are empty in every checkout. */
  readonly submodules?: readonly string[];
};

/**
 * Why a person has to be asked before an agent repairs what these cells show (REAL-03): such results come from the
 * machine or the configuration far more often than from the code. Undefined for checks that are red for ordinary reasons.
 */
export function repairDoubt(bad: readonly CheckResult[], facts: Facts): RepairDoubt | undefined {
  for (const { reason, shows, likely } of causes(facts)) {
    const cell = bad.find(shows);
    if (cell !== undefined) return { reason, because: `${likely}\n${checkName(cell)}: ${endOf(cell)}` };
  }
  return undefined;
}

type Cause = {
  readonly reason: RepairDoubt['reason'];
  readonly shows: (cell: CheckResult) => boolean;
  readonly likely: string;
};

/** A shell's exit code for a program that it did not find. */
const EXIT_NOT_FOUND = 127;

/** How runtimes say that a package, not a file of the project, is missing. */
const UNRESOLVED =
  /cannot find (?:module|package) ['"][^./]|no module named|cannot load such file|no required module provides package/i;

/** The surest first. */
function causes({ isEverything, submodules = [] }: Facts): readonly Cause[] {
  return [
    {
      reason: 'setup_failed',
      shows: ({ how }) => how === 'setup',
      likely: 'The setup commands failed, so no check could run.',
    },
    {
      reason: 'tool_missing',
      shows: ({ how, exitCode }) => how === 'unstartable' || exitCode === EXIT_NOT_FOUND,
      likely: 'A program is missing where checks run. Install it, or let `setup` install it.',
    },
    {
      reason: 'submodule_empty',
      shows: () => submodules.length > 0,
      likely: `Submodules are empty in workspaces: ${submodules.join(', ')}. Provide them with \`setup.copy\` or \`setup.link\`.`,
    },
    {
      reason: 'dependencies_missing',
      shows: ({ log }) => UNRESOLVED.test(log),
      likely:
        'Dependencies are not installed in workspaces. Name the commands that install them under `setup`.',
    },
    {
      reason: 'network_missing',
      shows: ({ details }) => details.includes(NETWORK_HINT),
      likely:
        'A check tried to use the network. Declare `network: true` on it or on its environment, or let `setup` fetch what it needs.',
    },
    {
      reason: 'no_test_ran',
      shows: ({ report }) => report?.ranNoTest === true,
      likely: 'The check ran no test.',
    },
    {
      reason: 'hook_refuses',
      shows: ({ check }) => hookNames.some((name) => hookId({ name }) === check),
      likely:
        'A hook of the repository refuses the commit for a reason that is not in the work. Fix the hook or the title of the ticket; `hooks: false` switches hooks off for new runs.',
    },
    {
      reason: 'all_red',
      shows: ({ report }) => isEverything && (report?.passed ?? 0) > 0,
      likely: 'Every check fails at base. Some tests passed, so the cause is most likely the code.',
    },
    {
      reason: 'all_red',
      shows: () => isEverything,
      likely: 'Every check fails at base. Most likely the environment is broken, not the code.',
    },
  ];
}

/** The same for checks of somebody's work that could not be computed. */
export function brokenDoubt(cells: readonly CheckResult[]): RepairDoubt | undefined {
  return repairDoubt(
    cells.filter(({ status }) => status === 'BROKEN'),
    { isEverything: false },
  );
}

const MOST_LINES = 12;
const MOST_TEXT = 1500;

/** Why, and the last lines of the output. */
function endOf({ details, log }: CheckResult): string {
  const [first = ''] = details.split('\n');
  return [first, ...lastLines(log, MOST_LINES)].join('\n').slice(0, MOST_TEXT);
}

/** Submodules of a commit that setup does not bring into checkouts. */
export async function emptySubmodules(
  { hub, plan }: GateContext,
  commit: string,
): Promise<readonly string[]> {
  const bytes = await hub.file(commit, '.gitmodules').catch(() => undefined);
  const text = bytes === undefined ? '' : new TextDecoder().decode(bytes);
  const paths = [...text.matchAll(/^\s*path\s*=\s*(\S.*?)\s*$/gm)].map(([, path = '']) => path);
  const brought = new Set([...(plan.setup?.copy ?? []), ...(plan.setup?.link ?? [])]);
  return paths.filter((path) => !brought.has(path)).slice(0, 10);
}
