import type { Check, Command, Dimension, Environment, Limits, Setup } from './config.ts';
import type { Depth } from './team.ts';

/** One acceptance criterion; with `verify` it can be proved without a model. */
export type Criterion = {
  readonly id: string;
  readonly text: string;
  readonly verify: Command | null;
};

/** Repository files an agent has to read, and those it may look things up in. */
export type Reading = {
  readonly must: readonly string[];
  readonly reference: readonly string[];
};

export type Standard =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'text'; readonly text: string };

export const risks = ['low', 'normal', 'high'] as const;

export type Risk = (typeof risks)[number];

export type Ticket = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The Markdown file it was read from; null when it stands in the epic file. */
  readonly file: string | null;
  readonly type: string | null;
  /** More is more urgent: high 100, normal 0, low −100, or a number of one's own. */
  readonly priority: number;
  readonly risk: Risk;
  readonly milestone: string | null;
  readonly needs: readonly string[];
  /** Globs of what it may change; empty means "not said". */
  readonly touches: readonly string[];
  /** Check-defining files it may change on top (EPIC-19). */
  readonly mayChange: readonly string[];
  readonly review: boolean;
  readonly depth: Depth | null;
  /** A critical ticket that fails fails the epic. */
  readonly critical: boolean;
  readonly reading: Reading;
  readonly standards: readonly Standard[];
  /** Ids of items of the milestone's requirements document. */
  readonly requirements: readonly string[];
  readonly acceptance: readonly Criterion[];
};

export type Milestone = {
  readonly id: string;
  readonly title: string;
  /** Path of its REQUIREMENTS.md. */
  readonly requirements: string | null;
  /** Milestones whose audits must have ended well before this one's tickets start. */
  readonly after: readonly string[];
};

export type FunctionProfile = {
  readonly name: string;
  readonly file: string;
  readonly arity: number | null;
  readonly intent: string;
};

export type DirectoryRule = { readonly path: string; readonly purpose: string };

export type Prohibition = { readonly path: string; readonly reason: string };

export type InterfaceRule = { readonly name: string; readonly file: string; readonly signature: string };

/** What all tickets of an epic have to agree on. The first four are checked by code, the rest are asked. */
export type Coordination = {
  readonly functions: readonly FunctionProfile[];
  readonly directories: readonly DirectoryRule[];
  readonly prohibited: readonly Prohibition[];
  readonly interfaces: readonly InterfaceRule[];
  readonly architecture: readonly string[];
  readonly performance: readonly string[];
  readonly security: readonly string[];
  readonly patterns: readonly string[];
};

/** Tests against a started application, after the audit. */
export type Phase = {
  readonly start: Command;
  /** A URL or command that answers once the application is up. */
  readonly ready: string | null;
  readonly run: Command;
  readonly stop: Command | null;
  readonly timeout: number;
};

/** `epic.yaml`, checked and completed. null and empty mean "as gauntlet.yaml says". */
export type Epic = {
  readonly version: 1;
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Path of the request or PRD the epic was made from. */
  readonly original: string | null;
  readonly base: string;
  readonly depth: Depth | null;
  readonly limits: Readonly<Partial<Limits>>;
  readonly setup: Setup | null;
  readonly environments: readonly Environment[];
  readonly verify: readonly Check[];
  readonly coordination: Coordination;
  readonly reading: Reading;
  readonly standards: readonly Standard[];
  readonly dimensions: readonly Dimension[];
  readonly milestones: readonly Milestone[];
  readonly phases: { readonly e2e: Phase | null; readonly browser: Phase | null };
  /** Let tickets with overlapping touches be developed at the same time. */
  readonly allowOverlap: boolean;
  readonly tickets: readonly Ticket[];
  /** Checks that may be red at base: only a person says so, with `--allow-red`, never the file. */
  readonly allowRed?: readonly string[] | undefined;
};
