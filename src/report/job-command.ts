import type { State } from '../state/index.ts';
import { quoted } from './say.ts';

/** A command about one job. It names the run as well, so that a copy of it never acts on another one. */
export function jobCommand(
  { plan }: Pick<State, 'plan'>,
  words: string,
  id: string,
  { more = '', epic = plan.epic }: { readonly more?: string; readonly epic?: string } = {},
): string {
  return `gauntlet ${words} ${quoted(id, 64)}${more} --epic ${quoted(epic, 64)}`;
}

export function resumeOf({ plan }: Pick<State, 'plan'>): string {
  return `gauntlet resume ${quoted(plan.epic, 64)}`;
}
