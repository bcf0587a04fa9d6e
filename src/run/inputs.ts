import type { Excuses } from '../audit/index.ts';
import type { AgentSettings, Config } from '../model/config.ts';
import type { Epic } from '../model/epic.ts';
import type { RepositoryHooks } from '../model/checks.ts';
import type { Auditor, Role } from '../model/team.ts';

/** Who plays a role in this run: settings and the words above every prompt, fixed when the run began. */
export type AgentPart = {
  readonly settings: AgentSettings;
  readonly text: string;
  readonly origin: string;
  readonly hash: string;
};

export type AgentRole = Role | Auditor;

/** What judges the work (P9): kept by its hash when a run begins, and read back from there ever after. */
export type Inputs = {
  readonly epic: Epic;
  readonly config: Config;
  readonly epicFile: string;
  readonly base: { readonly ref: string; readonly commit: string; readonly tree: string };
  readonly cast: Readonly<Partial<Record<AgentRole, AgentPart>>>;
  /** The folder that relative programs of agents belong to, and what was found there. */
  readonly configFolder: string;
  readonly programs: readonly { readonly path: string; readonly sha256: string }[];
  /** Hooks that commits have to pass; missing: none, or a record of an older version. */
  readonly hooks?: RepositoryHooks;
  /** What an audit without tickets fails on and excuses; missing in a run of tickets. */
  readonly excuses?: Excuses;
};
