import type { AgentCall } from '../../ports/agents.ts';
import { mayWrite } from './adapter.ts';
import { textOf } from '../api/tools/look.ts';
import { placeAt } from '../api/tools/place.ts';

/** What a repository tells whoever works in it, as text. */
export type Guidance = { readonly name: string; readonly text: string };

/** As much of it as coding agents themselves read. */
const MOST = 32_768;

/**
 * The first of some files at the root of the workspace that is a plain file with words in it. Only for workers: in the
 * tree of a branch under judgement they are the words of the accused.
 */
export async function guidanceFor(call: AgentCall, names: readonly string[]): Promise<Guidance | null> {
  if (!mayWrite(call)) return null;
  const place = await placeAt(call.cwd, call.hidden);
  for (const name of names) {
    const read = await textOf(place, name).catch(() => undefined);
    if (read !== undefined && read.text.trim() !== '') return { name, text: read.text.slice(0, MOST) };
  }
  return null;
}

/** As it is told to an agent. */
export function toldGuidance({ name, text }: Guidance): string {
  return `# ${name} of the repository\n\n${text}`;
}
