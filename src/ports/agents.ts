import type { AgentSettings } from '../model/config.ts';
import type { ReviewDimension } from '../model/dimensions.ts';
import type { Provenance } from '../model/provenance.ts';
import type { Auditor, Role } from '../model/team.ts';
import type { Usage } from '../model/usage.ts';

/** One turn of one agent. */
export type AgentCall = {
  readonly role: Role;
  /** Which of the five, for a team auditor. */
  readonly auditor: Auditor | null;
  readonly epic: string;
  readonly ticket: string;
  readonly attempt: number;
  readonly try: number;
  readonly round: number;
  readonly clarification: number;
  readonly prompt: string;
  /** Stands in the prompt too; null where none is issued. */
  readonly token: string | null;
  /** What the verdict of a critic or of a ticket's auditor has to be about; missing where it has to be about nothing. */
  readonly expected?: ExpectedVerdict | undefined;
  readonly settings: AgentSettings;
  /** The workspace, or the read-only export of the judged commit. */
  readonly cwd: string;
  readonly readOnly: boolean;
  /** Paths it must see or not see beside that (the hub's objects; the rest of the common git directory). */
  readonly visible: readonly string[];
  readonly hidden: readonly string[];
  /** Its own port range and the like; judges get none of it. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeout: number;
  readonly stall: number;
  /** What an earlier turn of the same conversation answered as `session`; null for a fresh one. */
  readonly session: string | null;
  /**
   * Told after every model call what this run has used so far, and by which model where the agent says so, because tokens
   * have no price without one; false means that the money is gone and the agent has to stop. An agent that says nothing before its end is told off by what was reserved for it alone.
   */
  readonly mayGoOn: (used: Usage, model?: string | null) => boolean;
  /** Folder for prompt, output and pid file of this run; it exists. */
  readonly folder: string;
};

export type ExpectedVerdict = {
  /** Every one of them has to be among the files reviewed. */
  readonly changedFiles?: readonly string[];
  /** A pass has to score every one of them. */
  readonly dimensions?: readonly ReviewDimension[];
  /** A pass has to verify each exactly once. */
  readonly criteria?: readonly { readonly id: string; readonly text: string }[];
};

export type AgentEnd = {
  readonly stop:
    | { readonly kind: 'finished' }
    | {
        readonly kind:
          | 'refused'
          | 'cap'
          | 'budget'
          | 'authentication'
          | 'context_full'
          | 'stall'
          | 'timeout'
          | 'crash';
        readonly because: string;
      }
    /** A usage limit; `until` in milliseconds since 1970 when the provider says so. */
    | { readonly kind: 'limit'; readonly until: number | null; readonly because: string }
    | { readonly kind: 'cancelled' }
    /** The program is missing or cannot be run at all: an environment problem of the whole run. */
    | { readonly kind: 'missing'; readonly because: string };
  /** What it said, text or one JSON object; what it printed until then where it did not finish. */
  readonly text: string;
  /** What it says it used; null where it does not say. Never invented. */
  readonly usage: Usage | null;
  /** Opaque to everyone but the adapter, which can go on with it. */
  readonly session: string | null;
  /** null where nothing was started. */
  readonly by: Provenance | null;
};

/** Whatever the agent does, the call resolves and says so. */
export type Agents = {
  call(call: AgentCall, cancel?: AbortSignal): Promise<AgentEnd>;
  /** Why these settings cannot work here (a program that is not there), before anything is started; undefined if they can. */
  problem(settings: AgentSettings): Promise<string | undefined>;
};
