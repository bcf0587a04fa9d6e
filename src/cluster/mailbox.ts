import { randomUUID } from 'node:crypto';
import { isMessage, LARGEST } from '../journal/index.ts';
import { GauntletError } from '../model/error.ts';
import type { Mailbox, Message } from '../ports/journal.ts';
import { channelOf } from './channel.ts';
import { patiently } from './patiently.ts';
import type { Postgres } from './postgres.ts';

type Letter = { readonly id: string; readonly json: string };

/** How soon to look again after looking has failed. */
const AGAIN_MS = 1000;

/** Messages to the coordinator of an epic, from any machine. What is no message is set aside, marked as bad. */
export function clusterMailbox(postgres: Postgres, epic: string): Mailbox {
  return {
    async put(message) {
      if (!isMessage(message)) throw new GauntletError('INPUT_INVALID', 'that is not a message to a run');
      const id = randomUUID();
      await patiently(() =>
        postgres.query(
          `WITH put AS (INSERT INTO gauntlet.letters (id, epic, json) VALUES ($1, $2, $3)
             ON CONFLICT DO NOTHING RETURNING id)
           SELECT pg_notify($4, 'letter') FROM put`,
          [id, epic, JSON.stringify(message), channelOf(epic)],
        ),
      );
    },
    watch: (deliver) => watching(postgres, epic, deliver),
  };
}

function watching(
  postgres: Postgres,
  epic: string,
  deliver: (message: Message, done: () => void) => void,
): { close(): void } {
  let open = true;
  const delivered = new Set<string>();
  /** Recorded by the coordinator, so to be taken away. */
  const done = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const deliverNew = async (): Promise<void> => {
    for (const { id, json } of await waiting(postgres, epic)) {
      if (!open) return;
      if (delivered.has(id)) continue;
      const message = json.length <= LARGEST ? messageIn(json) : undefined;
      if (message === undefined) {
        await postgres.query('UPDATE gauntlet.letters SET bad = true WHERE id = $1', [id]);
        continue;
      }
      delivered.add(id);
      deliver(message, () => {
        done.add(id);
        look();
      });
    }
  };
  const takeAway = async (): Promise<void> => {
    const ids = [...done];
    if (ids.length === 0) return;
    await postgres.query('DELETE FROM gauntlet.letters WHERE id = ANY($1::uuid[])', [ids]);
    for (const id of ids) {
      done.delete(id);
      delivered.delete(id);
    }
  };
  // One look at a time, and one more if something was said meanwhile.
  let looking = false;
  let again = false;
  const look = (): void => {
    again = true;
    if (looking) return;
    looking = true;
    void (async () => {
      try {
        while (again) {
          again = false;
          await takeAway();
          if (open) await deliverNew();
        }
      } catch {
        // Looking must never end a run; it is done again.
        if (open) timer = setTimeout(look, AGAIN_MS);
      } finally {
        looking = false;
      }
    })();
  };
  const stop = listening(postgres, epic, look);
  look();
  return {
    close() {
      open = false;
      clearTimeout(timer);
      stop();
    },
  };
}

/** Listens as soon as that is possible; until then it is tried, and looked for letters each time. */
function listening(postgres: Postgres, epic: string, look: () => void): () => void {
  let open = true;
  let timer: NodeJS.Timeout | undefined;
  let heard: { close(): void } | undefined;
  const begin = async (): Promise<void> => {
    try {
      heard = await postgres.listen(channelOf(epic), (said) => {
        if (said === undefined || said === 'letter') look();
      });
      if (!open) heard.close();
      look();
    } catch {
      if (open) timer = setTimeout(() => void begin(), AGAIN_MS);
    }
  };
  void begin();
  return () => {
    open = false;
    clearTimeout(timer);
    heard?.close();
  };
}

async function waiting(postgres: Postgres, epic: string): Promise<readonly Letter[]> {
  const { rows } = await postgres.query<Letter>(
    'SELECT id, json FROM gauntlet.letters WHERE epic = $1 AND NOT bad ORDER BY nth',
    [epic],
  );
  return rows;
}

function messageIn(json: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isMessage(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
