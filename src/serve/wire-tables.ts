import type { AuditCounts, AuditHealth } from '../model/audit.ts';
import type { ConvergenceHealth } from '../model/convergence.ts';
import type { Status } from '../model/events.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Budget, Spend } from '../model/usage.ts';
import type { WireFinding } from './wire.ts';

export type AuditScopeView = {
  readonly id: string;
  readonly status: Status;
  readonly outcome: string | null;
  readonly health: AuditHealth;
  readonly score: number | null;
  readonly totals: AuditCounts | null;
  readonly auditors: readonly {
    readonly auditor: string;
    readonly outcome: string;
    readonly score: number;
    readonly checked: number;
    readonly pass: number;
    readonly fail: number;
    readonly partial: number;
  }[];
  readonly findings: readonly WireFinding[];
  readonly rounds: readonly {
    readonly at: number;
    readonly score: number;
    readonly move: string;
    readonly kept: boolean;
    readonly because: string;
  }[];
};

export type WireConvergence = {
  readonly totalRequirements: number;
  readonly checkedRequirements: number;
  readonly reviewCycles: number;
  readonly convergenceRatio: number;
  readonly reviewFleetDeployed: boolean;
  readonly health: ConvergenceHealth;
  readonly openItems: readonly string[];
  readonly escalatedItems: readonly string[];
  readonly zeroCycleMilestones: readonly string[];
};

export type WireDocument = WireConvergence & {
  readonly milestone: string;
  readonly path: string | null;
};

export type AuditView = {
  readonly scopes: readonly AuditScopeView[];
  /** How far the requirements are ticked and reviewed. */
  readonly convergence: WireConvergence & { readonly documents: readonly WireDocument[] };
  readonly accepted: readonly {
    readonly ticket: string;
    readonly by: string;
    readonly why: string;
    readonly at: number;
  }[];
  readonly provenance: readonly { readonly what: string; readonly value: string }[];
};

/** One run of the repository, for a trend over all of them. */
export type RunLine = {
  readonly epic: string;
  /** Of the last event. */
  readonly at: number;
  readonly startedAt: number | null;
  readonly outcome: Outcome;
  readonly tickets: number;
  readonly done: number;
  /** How often work was sent back. */
  readonly sentBack: number;
  readonly usd: number;
  readonly tokens: number;
};

/** The last audit or review that ran here, whatever it was asked about. */
export type LastResult = {
  readonly kind: 'audit' | 'review';
  readonly at: number;
  readonly about: string;
  readonly outcome: Outcome;
  readonly findings: readonly WireFinding[];
  /** How many findings are left out. */
  readonly more: number;
};

export type ResultsView = { readonly runs: readonly RunLine[]; readonly last: readonly LastResult[] };

export type CostLine = {
  readonly name: string;
  readonly runs: number;
  /** null where no agent says. */
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
  readonly tokens: number;
  readonly usd: number;
  readonly estimatedUsd: number;
  readonly silent: number;
};

export type CostView = {
  readonly total: CostLine;
  readonly budget: Budget;
  readonly left: Budget;
  readonly reserved: Spend;
  readonly running: number;
  readonly rework: { readonly usd: number; readonly tokens: number };
  readonly by: Readonly<Record<'role' | 'model' | 'ticket' | 'stage', readonly CostLine[]>>;
  /** How many lines of each are left out. */
  readonly more: Readonly<Record<'role' | 'model' | 'ticket' | 'stage', number>>;
  /** What had been spent by when; few enough to draw. */
  readonly burn: readonly { readonly at: number; readonly usd: number; readonly tokens: number }[];
};

export type GateLine = {
  readonly name: string;
  readonly runs: number;
  readonly passed: number;
  readonly failed: number;
  readonly broken: number;
  readonly flaky: number;
  readonly medianMs: number | null;
  readonly slowestMs: number | null;
};

export type RuleLine = {
  readonly rule: string;
  readonly said: number;
  readonly setAside: number;
  readonly dismissed: number;
  /** Set aside or dismissed, each finding once. */
  readonly takenBack: number;
  readonly tickets: number;
};

export type GatesView = {
  readonly stages: readonly GateLine[];
  readonly checks: readonly GateLine[];
  readonly rules: readonly RuleLine[];
  readonly critics: readonly string[];
};

export type WireWorker = {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** Leaving: it takes nothing more. Absent: it is silent for longer than it may be. */
  readonly standing: 'there' | 'leaving' | 'absent';
  readonly release: string;
  readonly enforcement: string;
  readonly kinds: readonly string[];
  readonly labels: readonly string[];
  readonly capacity: number;
  readonly busy: number;
  readonly startedAt: number;
  /** The last sign of life. */
  readonly heardAt: number;
  /** What it does now; ticket and stage are known of the epic that is looked at, and empty for others. */
  readonly runs: readonly {
    readonly epic: string;
    readonly run: number;
    readonly ticket: string;
    readonly stage: string;
    readonly since: number;
  }[];
};

export type WorkersView = {
  /** One machine does everything; a cluster that this dashboard was not told the address of; the cluster. */
  readonly where: 'here' | 'unnamed' | 'cluster';
  readonly at: number;
  readonly workers: readonly WireWorker[];
  /** How many workers are left out. */
  readonly more: number;
  readonly queues: readonly {
    readonly queue: string;
    readonly waiting: number;
    readonly taken: number;
    /** Somebody is there who takes from it. */
    readonly served: boolean;
  }[];
};
