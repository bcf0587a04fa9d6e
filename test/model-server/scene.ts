// What a request is about: which prompt it answers, which scenario that names, how far it has come.
import type { Asked, Turn } from './exchange.ts';

export type Scene = {
  readonly asked: Asked;
  /** The prompt that is being answered. */
  readonly prompt: string;
  /** What the user said before it. */
  readonly earlier: string;
  /** Results of tools since then. */
  readonly step: number;
  readonly ticket: string;
  readonly token: string;
  readonly now: number;
};

const MARKER = /\[\[scenario:([a-z0-9-]+)(?::([^\]\s]*))?\]\]/;

export type Named = { readonly name: string; readonly detail: string };

/** The scenario a prompt asks for: the last marker in it. */
export function scenarioIn(prompt: string): Named | undefined {
  const found = [...prompt.matchAll(new RegExp(MARKER, 'g'))].at(-1);
  return found === undefined ? undefined : { name: found[1] ?? '', detail: found[2] ?? '' };
}

export function sceneOf(asked: Asked, now: number): Scene {
  const at = promptAt(asked.turns);
  const prompt = asked.turns[at]?.text ?? '';
  const earlier = asked.turns.slice(0, Math.max(0, at)).filter(({ by }) => by === 'user');
  const after = asked.turns.slice(at + 1);
  return {
    asked,
    prompt,
    earlier: earlier.map(({ text }) => text).join('\n'),
    step: after.reduce((sum, { results }) => sum + results, 0),
    ticket: /^Task ID: (\S+)/m.exec(prompt)?.[1] ?? 'T-1',
    token: /^TOKEN: (\S+)/m.exec(prompt)?.[1] ?? '',
    now,
  };
}

/**
 * Agents put words of their own between the results of tools: the prompt is the last message with a marker, else the
 * last with an assignment, else the last of the user that carries no result.
 */
function promptAt(turns: readonly Turn[]): number {
  const last = (fits: (text: string) => boolean): number =>
    turns.findLastIndex(({ by, text, results }) => by === 'user' && results === 0 && fits(text));
  const found = [
    last((text) => MARKER.test(text)),
    last((text) => /^Task ID: /m.test(text)),
    last((text) => text !== ''),
  ];
  return found.find((at) => at >= 0) ?? -1;
}

/** Where the agent works, as its own words to the model say. */
export function folderIn({ system, turns }: Asked): string | undefined {
  const told = [system, ...turns.slice(0, 3).map(({ text }) => text)].join('\n');
  const found = /(?:working directory|working in the directory|<cwd>|cwd)[:>]?\s*[`'"]?(\/[^\s`'"<]+)/i.exec(
    told,
  );
  return found?.[1];
}
