import type { SignalName } from '../../formats/index.ts';
import type { Severity } from '../../model/severity.ts';
import type { Auditor, Role } from '../../model/team.ts';

/** What a scripted agent does, call by call. The first entry that fits is played. */
export type Script = readonly Entry[];

export type Entry = { readonly when: When; readonly do: readonly Step[]; readonly say: Saying };

/** Which calls an entry is for; what is null fits any. */
export type When = {
  readonly role: Role;
  readonly ticket: string | null;
  /** `acceptance` is the auditor of a ticket's criteria. */
  readonly auditor: Auditor | 'acceptance' | null;
  readonly attempt: number | null;
  readonly try: number | null;
  readonly round: number | null;
  readonly clarification: number | null;
};

/** One thing done in the working directory, inside the sandbox. */
export type Step =
  | { readonly kind: 'write' | 'append'; readonly path: string; readonly text: string }
  | { readonly kind: 'replace'; readonly path: string; readonly from: string; readonly to: string }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'commit'; readonly message: string }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'run'; readonly argv: readonly string[] };

/** The answer: as written, or put together from its parts in the format of the role. */
export type Saying =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'parts'; readonly signal: SignalName | 'pass' | 'fail'; readonly parts: Parts };

/** Parts of an answer. Each signal takes those that belong to it. */
export type Parts = {
  /** `changed`: what the prompt lists (a judge), or what the entry changes (a developer). */
  readonly files: readonly string[] | 'changed';
  readonly tests: readonly string[];
  /** `pass`: every verification command of the prompt, claimed as passed. */
  readonly matrix: readonly Row[] | 'pass';
  readonly summary: string;
  readonly kind: Kind | null;
  readonly blocker: string;
  readonly dependsOn: string | null;
  readonly attempted: string;
  readonly needed: string;
  readonly checks: readonly string[];
  readonly question: string;
  readonly options: readonly string[];
  readonly issues: readonly Issue[];
  readonly fixes: readonly string[];
  readonly priority: 'HIGH' | 'MEDIUM' | 'LOW';
  /** Criteria an auditor fails, by their id. */
  readonly failed: readonly string[];
};

export const kinds = ['information', 'scope', 'dependency', 'infrastructure', 'other'] as const;

type Kind = (typeof kinds)[number];

export type Row = {
  readonly check: string;
  readonly environment: string;
  readonly exitCode: number;
  readonly result: 'PASS' | 'FAIL';
};

export type Issue = {
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly severity: Severity;
};

/** What the player gets on its stdin. */
export type Part = { readonly steps: readonly Step[]; readonly say: string };
