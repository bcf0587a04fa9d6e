import type { CriticChoice } from '../model/config.ts';
import type { Depth } from '../model/team.ts';

/** What of a ticket decides who judges it. */
export type JudgedTicket = {
  readonly type: string | null;
  /** What it changed, or before that what it said it would touch. */
  readonly paths: readonly string[];
};

/** Whether a path is one the pattern means. */
export type PathMatch = (pattern: string, path: string) => boolean;

/** The first choice that fits the ticket (EPIC-16); undefined leaves it to the usual critic. */
export function chooseCritic(
  ticket: JudgedTicket,
  choices: readonly CriticChoice[],
  matches: PathMatch,
): CriticChoice | undefined {
  return choices.find(({ types, paths }) => hasType(ticket, types) && hasPath(ticket, paths, matches));
}

function hasType({ type }: JudgedTicket, types: readonly string[]): boolean {
  return types.length === 0 || (type !== null && types.includes(type));
}

function hasPath({ paths }: JudgedTicket, patterns: readonly string[], matches: PathMatch): boolean {
  return patterns.length === 0 || patterns.some((pattern) => paths.some((path) => matches(pattern, path)));
}

const criticsByDepth: Readonly<Record<Depth, number>> = { quick: 1, standard: 1, thorough: 3, exhaustive: 5 };

/** How many critics judge a ticket: what was set, else what the depth says, and never none (TEAM-28). */
export function criticCount(depth: Depth, set: number | null): number {
  return Math.max(1, set ?? criticsByDepth[depth]);
}
