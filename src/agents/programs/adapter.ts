import type { AgentSettings } from '../../model/config.ts';
import type { AgentCall, AgentEnd } from '../../ports/agents.ts';
import type { Processes } from '../../ports/processes.ts';
import type { ProgramSearch } from './find-program.ts';
import type { PinnedFile } from './pinned-file.ts';

/** What every adapter works with. */
export type AgentHost = ProgramSearch & { readonly processes: Processes };

/** One agent as the settings name it, found and read when the run started. */
export type OpenedAgent = {
  /** What was read and hashed: program, scripts. */
  readonly files: readonly PinnedFile[];
  /** Why it cannot work here; undefined when it can. */
  readonly problem: string | undefined;
  call(call: AgentCall, cancel?: AbortSignal): Promise<AgentEnd>;
};

/** One kind of agent (`use` in the settings). */
export type OpenAgent = (settings: AgentSettings, machine: AgentHost) => Promise<OpenedAgent>;

/** The end of a call that never began. */
export function missing(because: string): AgentEnd {
  return silentEnd({ kind: 'missing', because });
}

/** The end of a call that said nothing. */
export function silentEnd(stop: AgentEnd['stop']): AgentEnd {
  return { stop, text: '', usage: null, session: null, by: null };
}

/** An agent that cannot be called, and says why. */
export function unusable(because: string): OpenedAgent {
  return { files: [], problem: because, call: () => Promise.resolve(missing(because)) };
}

/** Whether the call is one of somebody who changes files. Whoever gives a verdict may write nothing, whatever it says. */
export function mayWrite({ readOnly, role }: AgentCall): boolean {
  return !readOnly && role !== 'critic' && role !== 'auditor' && role !== 'reviewer';
}

/** How often the model may be asked: a worker may look, change and try for long; a judge has seen enough sooner. */
export function mostCalls(call: AgentCall): number {
  return mayWrite(call) ? 200 : 80;
}
