import { type Birth, WHILE_BORN } from '../birth.ts';
import type { Statements } from '../postgres.ts';

/** A piece of what a program says while it runs, without secrets; `nth` of its run. */
export type LivePiece = {
  readonly run: number;
  readonly nth: number;
  /** The file of the run's folder that it goes to. */
  readonly name: string;
  readonly bytes: Uint8Array;
};

/** Whole outputs, and nothing that leads out of the folder of a run. */
const NAME = /^(?:setup-\d{1,4}\/)?std(?:out|err)$/;

export function isOutputName(name: string): boolean {
  return NAME.test(name);
}

/** Only for a run that a worker has in hand: one that was given up adds nothing any more. */
export async function sendLive(
  postgres: Statements,
  { epic, born }: Birth,
  { run, nth, name, bytes }: LivePiece,
): Promise<void> {
  await postgres.query(
    `${WHILE_BORN}
     INSERT INTO gauntlet.live (epic, run, nth, name, bytes)
     SELECT work.epic, run, $4, $5, $6 FROM gauntlet.work JOIN born ON born.epic = work.epic
      WHERE run = $3 AND state = 'taken'
         ON CONFLICT DO NOTHING`,
    [epic, born, run, nth, name, bytes],
  );
}

const LISTEN_MS = 1000;

type Ear = {
  /** Whether anything is to be heard of a run, or of any at all. */
  isWanted(run?: number): boolean;
  readonly tell: (piece: LivePiece) => void;
};

/** Hears what the programs of an epic say, while any run: one look a second, however many they are. */
export function hearLive(postgres: Statements, epic: string, ear: Ear): { close(): void } {
  let isListening = false;
  const listen = async (): Promise<void> => {
    isListening = true;
    for (const piece of await takeLive(postgres, epic)) if (ear.isWanted(piece.run)) ear.tell(piece);
  };
  const timer = setInterval(() => {
    if (isListening || !ear.isWanted()) return;
    // What cannot be heard now is seen when the run has ended.
    void listen()
      .catch(() => undefined)
      .finally(() => (isListening = false));
  }, LISTEN_MS);
  return { close: () => clearInterval(timer) };
}

/** What has come since the last time, in order; it is there no longer. */
async function takeLive(postgres: Statements, epic: string): Promise<readonly LivePiece[]> {
  const { rows } = await postgres.query<LivePiece>(
    'DELETE FROM gauntlet.live WHERE epic = $1 RETURNING run, nth, name, bytes',
    [epic],
  );
  return rows.filter(({ name }) => isOutputName(name)).toSorted((a, b) => a.run - b.run || a.nth - b.nth);
}
