// What the options of `npm run bench` ask for.
import type { Asked } from './table.ts';

type Options = {
  readonly write: boolean;
  readonly tickets?: string | undefined;
  readonly revisions?: string | undefined;
  readonly limits?: string | undefined;
};

/** Figures of a try are refused for the README before anything is measured. */
export function askedFor({ write, tickets, revisions, limits }: Options): Asked {
  if (write && (tickets ?? revisions ?? limits) !== undefined)
    throw new Error('figures of a try are not written: leave out --tickets, --revisions and --limits');

  const [update, revision, review] = limits?.split(',').map(numberIn) ?? [];
  if (limits !== undefined && review === undefined)
    throw new Error('--limits takes three numbers: milliseconds of an update, a revision and a review');
  return {
    ...(tickets === undefined ? {} : { tickets: numberIn(tickets) }),
    ...(revisions === undefined ? {} : { revisions: numberIn(revisions) }),
    ...(update === undefined || revision === undefined || review === undefined
      ? {}
      : { limits: [update, revision, review] as const }),
  };
}

function numberIn(word: string): number {
  const number = Number(word);
  if (word.trim() === '' || !Number.isFinite(number)) throw new Error(`"${word}" is no number`);
  return number;
}
