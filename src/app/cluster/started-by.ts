import type { Kind } from '../../cluster/index.ts';
import type { NamedAgent } from '../../project/open-ports.ts';

const WRITING: ReadonlySet<string> = new Set(['developer', 'fixer', 'remediator']);

/** The agents that a worker of these kinds may have to start: only their programs and keys have to be there. */
export function startedBy(kinds: readonly Kind[]): (named: NamedAgent) => boolean {
  return ({ name }) => kinds.includes(WRITING.has(name) ? 'developer' : 'critic');
}
