import { GauntletError } from '../../model/error.ts';
import { hashOf } from '../canonical-json.ts';
import { checkHash, checkName, checkResult, checkRun } from '../record-rules.ts';
import type { Row } from '../rows.ts';

/** Something a run left beside its journal: a piece of one of its records, or a value kept by its hash. */
export type Piece =
  | { readonly kind: 'record'; readonly run: number; readonly name: string; readonly json: string }
  | { readonly kind: 'kept'; readonly hash: string; readonly json: string };

/** A run that can be moved: everything that is needed to go on with it elsewhere. */
export type MovableRun = {
  readonly epic: string;
  /** Where it could be gone on with as well. */
  readonly from?: 'cluster' | undefined;
  /** Rows as they were written, in order. */
  rows(): AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
  pieces(): AsyncIterable<Piece> | Iterable<Piece>;
};

/** The record that says what a run came to. */
export const RESULT = 'result';

/** The piece, if those who read records would take it. */
export function checkPiece(piece: Piece): Piece {
  const because = problemOf(piece);
  if (because !== undefined) throw spoilt(because);
  return piece;
}

function problemOf(piece: Piece): string | undefined {
  try {
    if (piece.kind === 'kept')
      return hashOf(piece.json) === checkHash(piece.hash) ? undefined : `${piece.hash} is not its hash`;
    checkRun(piece.run);
    const value: unknown = JSON.parse(piece.json);
    if (piece.name === RESULT) checkResult(value, 'JOURNAL_DAMAGED');
    else checkName(piece.name);
    return undefined;
  } catch (error) {
    return `a record of it cannot be read: ${error instanceof Error ? error.message : ''}`;
  }
}

export function spoilt(because: string): GauntletError {
  return new GauntletError('JOURNAL_DAMAGED', `that run cannot be moved: ${because}`, {
    hint: 'Nothing was written. Export it again.',
  });
}
