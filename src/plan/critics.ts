import type { CriticChoice } from '../model/config.ts';
import { matches } from './touches.ts';

type Change = {
  readonly type: string | null;
  /** Files the ticket changed, relative to the repository. */
  readonly paths: readonly string[];
};

/** EPIC-16: the first choice that fits a change by type and path; undefined means the usual critic. */
export function criticFor(choices: readonly CriticChoice[], change: Change): CriticChoice | undefined {
  return choices.find((choice) => fitsType(choice, change) && fitsPaths(choice, change));
}

function fitsType({ types }: CriticChoice, { type }: Change): boolean {
  return types.length === 0 || (type !== null && types.includes(type));
}

function fitsPaths({ paths: globs }: CriticChoice, { paths }: Change): boolean {
  return globs.length === 0 || globs.some((glob) => paths.some((path) => matches(glob, path)));
}
