import type { Severity } from './severity.ts';
import type { Auditor, Depth, Role } from './team.ts';

/** A string goes to `sh -c`, a list is argv. Neither ever holds text from an agent, a ticket or a branch. */
export type Command = string | readonly string[];

/** Readies a workspace before any agent or check. Durations are milliseconds everywhere in the model. */
export type Setup = {
  readonly run: readonly Command[];
  readonly copy: readonly string[];
  readonly link: readonly string[];
  readonly timeout: number;
};

export type Environment = {
  readonly id: string;
  /** argv put before every command of this environment; `{workspace}` stands for the folder that is checked. */
  readonly prefix: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly setup: Setup | null;
};

/** What a check with a `dir` exits with where the commit has no such folder: never a pass. */
export const EXIT_WITHOUT_FOLDER = 125;

/** One verification command. */
export type Check = {
  readonly id: string;
  readonly run: Command;
  /** null: the agent timeout of the limits. */
  readonly timeout: number | null;
  /** Ids of environments; empty means every one. */
  readonly environments: readonly string[];
  /** The exit code that counts as a pass. */
  readonly expect: number;
  /** The folder of the repository it runs in; left out: the root. */
  readonly dir?: string;
  /** Globs of what it is about: a change that touches none of it may do without. Left out: every change needs it. */
  readonly paths?: readonly string[];
};

export const adapters = ['claude', 'codex', 'acp', 'api', 'command', 'scripted'] as const;

export type Adapter = (typeof adapters)[number];

/** Dollars for a million tokens, for agents that do not say what they cost. */
export type Prices = {
  readonly in: number;
  readonly out: number;
  /** For what was read from a cache; the price of input when left out. */
  readonly cached?: number;
};

/** What one run is taken to cost: set aside before it, and charged to one that does not say what it used. */
export type Estimate = { readonly usd: number | null; readonly tokens: number | null };

/** An MCP server with documentation, for the library auditor. Secrets are named by their variables, never written. */
export type DocServer = {
  readonly name: string;
  /** argv of a server that speaks on stdin and stdout; empty: it is reached at `url`. */
  readonly run: readonly string[];
  readonly url: string | null;
  /** Names of variables the program gets. */
  readonly env: readonly string[];
  /** HTTP headers, each with the name of the variable that holds its value. */
  readonly headers: Readonly<Record<string, string>>;
};

export type AgentSettings = {
  readonly use: Adapter;
  readonly run: readonly string[];
  readonly model: string | null;
  readonly effort: string | null;
  readonly provider: string | null;
  readonly baseUrl: string | null;
  /** The name of the variable that holds the key; never the key. */
  readonly apiKeyEnv: string | null;
  /** Names of variables the agent may see. */
  readonly env: readonly string[];
  readonly network: boolean;
  /** Whether a dispatch token is issued; off only for agents that cannot repeat one. */
  readonly token: boolean;
  readonly timeout: number | null;
  readonly prices: Prices | null;
  /** Left out or null, or a part of it: as the role usually costs. */
  readonly estimate?: Estimate | null;
  /** Only the library auditor has any. */
  readonly servers?: readonly DocServer[];
};

/** An agent of which nothing is said but what kind it is. */
export const unsetAgent: Omit<AgentSettings, 'use'> = {
  run: [],
  model: null,
  effort: null,
  provider: null,
  baseUrl: null,
  apiKeyEnv: null,
  env: [],
  network: false,
  token: true,
  timeout: null,
  prices: null,
};

export type AgentName = Role | 'default';

export type Limits = {
  readonly maxParallel: number;
  readonly maxAgents: number;
  /** null: half the cores, decided where the run starts. */
  readonly maxVerify: number | null;
  readonly maxRevisions: number;
  readonly hardCapRounds: number;
  readonly maxLandingRetries: number;
  readonly agentTries: number;
  readonly clarifications: number;
  /** null: no bound. */
  readonly budgetUsd: number | null;
  readonly budgetTokens: number | null;
  readonly ticketBudgetUsd: number | null;
  readonly ticketTimeout: number;
  readonly agentTimeout: number;
  readonly stall: number;
};

export type OnLimit = 'escalate' | 'fail';

/** What was written: null or a missing auditor means "as the depth says", so that explicit settings can win. */
export type AuditSettings = {
  readonly enabled: boolean | null;
  readonly auditors: Readonly<Partial<Record<Auditor, boolean>>>;
  readonly passThreshold: number;
  readonly severityGate: Severity;
  readonly maxFixRounds: number | null;
  readonly maxLibraryChecks: number | null;
  readonly perMilestone: boolean;
  readonly endOfRun: boolean;
  /** Missing: none. */
  readonly servers?: readonly DocServer[];
};

export const dimensionClasses = ['critical', 'important', 'moderate'] as const;

export type DimensionClass = (typeof dimensionClasses)[number];

/** A review dimension of the project's own; its class gives weight and minimum. */
export type Dimension = {
  readonly id: string;
  readonly class: DimensionClass;
  readonly questions: readonly string[];
};

/** Which critic judges which tickets. An empty list means "any". */
export type CriticChoice = {
  readonly types: readonly string[];
  readonly paths: readonly string[];
  readonly use: AgentSettings;
  readonly dimensions: readonly Dimension[];
};

export const modelChoices = ['off', 'prefer', 'require'] as const;

/** Whether the critic's model may, should not or must not be the developer's. */
export type ModelChoice = (typeof modelChoices)[number];

/** Two minutes for one critic, as founding document 003 has it. */
export const REVIEW_TARGET_MS = 2 * 60_000;

export type ReviewSettings = {
  readonly dimensions: readonly Dimension[];
  /** null: by depth. */
  readonly critics: number | null;
  readonly criticsBy: readonly CriticChoice[];
  readonly differentModel: ModelChoice;
  /** Whether `review` runs the verification commands too. */
  readonly verify: boolean;
  /** Milliseconds that one critic should take; `status` and `logs` show slower ones, nobody stops them. */
  readonly target: number;
  /** Rounds of `review` before a person is asked. */
  readonly rounds: number;
  /** Where findings documents go; null: under `.gauntlet/`. */
  readonly path: string | null;
  readonly coverage: { readonly run: Command; readonly floor: number } | null;
};

export type ScanSettings = {
  /** Families switched on or off by name; a missing one keeps its default. */
  readonly families: Readonly<Record<string, boolean>>;
  /** Severity by rule id; `off` silences the rule. */
  readonly severity: Readonly<Record<string, Severity | 'off'>>;
  readonly ignore: readonly string[];
  readonly baseline: string | null;
  /** null: by depth; 0: scan only, fix nothing. */
  readonly maxScanFixPasses: number | null;
  /** The file that declares colours, fonts and spacing. */
  readonly ui: string | null;
};

export type ConvergenceSettings = {
  readonly minRatio: number;
  readonly recoveryRatio: number;
  readonly degradedRatio: number;
  readonly maxCycles: number;
  readonly escalateAfter: number;
  /** null: by depth. */
  readonly reviewRecoveryRetries: number | null;
};

export type Notification = {
  /** Kinds of events; empty means every one a person is needed for. */
  readonly on: readonly string[];
  readonly run: Command | null;
  readonly url: string | null;
};

export const reportFormats = ['markdown', 'html', 'sarif', 'junit', 'json'] as const;

export type ReportFormat = (typeof reportFormats)[number];

/** `gauntlet.yaml`, checked and completed. `{}` is a valid one. */
export type Config = {
  readonly version: 1;
  readonly agents: Readonly<Partial<Record<AgentName, AgentSettings>>>;
  readonly limits: Readonly<Partial<Limits>>;
  readonly onLimit: OnLimit;
  readonly depth: Depth;
  readonly setup: Setup | null;
  /** Empty: not said; the plan then has the one environment `local`. */
  readonly environments: readonly Environment[];
  readonly verify: readonly Check[];
  readonly audit: AuditSettings;
  readonly review: ReviewSettings;
  readonly scans: ScanSettings;
  readonly convergence: ConvergenceSettings;
  /** Whether the end of a run is held against the original request; null: by depth, where there is one. */
  readonly reconcile: boolean | null;
  readonly protect: readonly string[];
  /** Whether commits have to pass the git hooks of the repository. */
  readonly hooks: boolean;
  readonly waivers: string | null;
  readonly learning: boolean;
  readonly privacy: { readonly deny: readonly string[]; readonly localOnly: boolean };
  readonly notify: readonly Notification[];
  readonly report: { readonly formats: readonly ReportFormat[]; readonly dir: string };
};
