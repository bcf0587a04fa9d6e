import type { FileChange } from '../detect/index.ts';
import type { Check, Environment, RequiredEvidence, Limits, Setup } from '../model/config.ts';
import type { Finding } from '../model/finding.ts';
import type { Epic } from '../model/epic.ts';
import type { RepositoryHooks } from '../model/checks.ts';
import type { Hub, Workspaces } from '../ports/git.ts';
import type { Processes } from '../ports/processes.ts';
import type { Measurements } from '../ports/records.ts';
import type { Setups } from '../ports/setup.ts';
import type { CheckResult } from './checks/check-result.ts';

/** What is run where: the part of a plan that gates need. */
export type GatePlan = {
  readonly environments: readonly Environment[];
  readonly verify: readonly Check[];
  readonly setup: Setup | null;
  readonly limits: Limits;
};

/** Answers that a function gives to callers in these files, instead of its own. */
export type GivenAnswers = {
  /** JSON: for each list of arguments as JSON, the answer in a list. */
  readonly answers: string;
  readonly callers: readonly string[];
};

/** A change without the functions that it writes. */
export type TakenOut = {
  readonly functions: readonly {
    readonly file: string;
    readonly name: string;
    readonly line: number;
    /** Its calls are noted, one a line, in the file that `CALLS_FILE` names; base has a function of that name. */
    readonly isNoted: boolean;
  }[];
  readonly texts: ReadonlyMap<string, string>;
  /** The same code put in, which never runs: what fails with these too says nothing about the functions. */
  readonly idle: ReadonlyMap<string, string>;
  /** Whether programs changed outside of functions too, or could not be read. */
  readonly hasMore: boolean;
  /** Changed programs of which nothing was taken out though more than comments changed: values, links, code that is not read. */
  readonly others: readonly string[];
  /** Programs whose functions were found at base, and which are no whole program for us any more. */
  readonly unread: readonly string[];
};

/** How the checks run on the commit that would land. */
export type GatedCandidate = {
  readonly commit: string;
  /** What earlier runs on its tree came to: green is taken over, red is run once more. */
  readonly cells: readonly CheckResult[];
  /** A red check is not run again here: another run confirms it, and no other gate is asked before. */
  readonly apart: boolean;
  /** Makes known how the checks came out, as soon as they have. */
  keep(cells: readonly CheckResult[]): Promise<void>;
  /** The same check on its first parent, by the gate of that one; undefined where nobody knows in time. */
  parent(cell: Pick<CheckResult, 'check' | 'environment' | 'ms'>): Promise<CheckResult | undefined>;
};

/** Everything a gate may look at or use. All of it comes from the base commit or from the coordinator (P9). */
export type GateContext = {
  readonly hub: Hub;
  readonly workspaces: Workspaces;
  readonly processes: Processes;
  readonly setups: Setups;
  readonly epic: Epic;
  /** Where the epic branch stood when this was asked for. */
  readonly tip?: string;
  readonly plan: GatePlan;
  /** Globs of the configuration's `protect`. */
  readonly protect: readonly string[];
  readonly matches: (glob: string, path: string) => boolean;
  /** The folder of this run, for logs and pid files. */
  readonly folder: string;
  /** Where the epic began: its versions of what defines checks count, not those that agents landed (EVID-05). */
  readonly epicBase?: string;
  /** Files that landed repairs changed up to a commit: their own gate has held them to running as much as before. */
  readonly repairedFiles?: (commit: string) => Promise<ReadonlySet<string>>;
  /** Ids of checks that are red at base and are not charged, except for what is worse than there. */
  readonly excused?: ReadonlySet<string>;
  /** The checks as they came out at base, for that comparison. */
  readonly atBase?: readonly CheckResult[];
  /** Ids of checks that are confirmed to be red at base when this is asked, and wait for repair: nobody is charged for them. */
  readonly redNow?: () => Promise<ReadonlySet<string>>;
  /** Reports of tests on trees that were checked before; missing: nothing is remembered. */
  readonly measurements?: Measurements | undefined;
  /** Ids of checks the baseline measured as flaky. */
  readonly flaky?: ReadonlySet<string>;
  /** Hooks that commits have to pass; missing: none. */
  readonly hooks?: RepositoryHooks | undefined;
  /** What static rules find in files of a commit and not at base; missing where nobody judges the change. */
  readonly scan?: (base: string, head: string, only: ReadonlySet<string>) => Promise<readonly Finding[]>;
  /** Takes the functions that a change writes out of it; missing where nobody parses programs. */
  readonly takeOut?: (
    changes: readonly FileChange[],
    removal: 'return' | 'throw' | 'spoil' | 'keep' | 'base',
    which?: 'changed' | 'all' | ReadonlySet<string> | ReadonlyMap<string, GivenAnswers>,
  ) => Promise<TakenOut>;
  /** Evidence without which work does not pass; left out: none. */
  readonly require?: readonly RequiredEvidence[];
  /** Set where a candidate is gated. */
  readonly candidate?: GatedCandidate;
  readonly cancel?: AbortSignal | undefined;
};
