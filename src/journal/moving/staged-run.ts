import { DatabaseSync } from 'node:sqlite';
import { GauntletError } from '../../model/error.ts';
import type { Event } from '../../model/events.ts';
import { idProblem } from '../../model/names.ts';
import { mirrorOf } from '../mirror.ts';
import type { Mirror } from '../mirror.ts';
import { readArchive } from './archive.ts';
import { checkPiece, spoilt } from './moving.ts';
import type { MovableRun, Piece } from './moving.ts';

/** A run that was read and proven, and is written nowhere yet. */
export type StagedRun = MovableRun & {
  readonly events: number;
  readonly last: Event | undefined;
  /** The events after a number. */
  read(after: number): Iterable<Event>;
  close(): void;
};

/**
 * Reads an exported run and proves it: hash chain, shape of every event, every piece. It lies in files without a name
 * until it is written, so that what is written is what was proven.
 */
export async function stageRun(lines: AsyncIterable<string>): Promise<StagedRun> {
  const mirror = mirrorOf('in that file');
  const pieces = new DatabaseSync('');
  const close = (): void => {
    mirror.close();
    pieces.close();
  };
  try {
    pieces.exec(
      'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; CREATE TABLE pieces (json TEXT) STRICT',
    );
    const insert = pieces.prepare('INSERT INTO pieces VALUES (?)');
    const { epic, from } = await readArchive(lines, (entry) => {
      if ('row' in entry) mirror.add([entry.row]);
      else insert.run(JSON.stringify(checkPiece(entry.piece)));
    });
    const because = idProblem(epic);
    if (because !== undefined) throw new GauntletError('INPUT_INVALID', `the id of its epic ${because}`);
    return {
      epic,
      from,
      events: eventsIn(mirror),
      last: [...mirror.read(mirror.last() - 1)][0],
      read: (after) => mirror.read(after),
      rows: () => mirror.rows(),
      pieces: () => piecesIn(pieces),
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Reading is what proves the shape of events. */
function eventsIn(mirror: Mirror): number {
  let count = 0;
  for (const _ of mirror.read()) count++;
  if (count === 0) throw spoilt('its journal is empty');
  return count;
}

function* piecesIn(database: DatabaseSync): Generator<Piece> {
  for (const row of database.prepare('SELECT json FROM pieces ORDER BY rowid').iterate())
    yield JSON.parse(String(row['json'])) as Piece;
}
