import { randomUUID } from 'node:crypto';

import { isMessage, LARGEST } from '../journal/index.ts';
import { GauntletError } from '../model/error.ts';
import type { Mailbox } from '../ports/journal.ts';
import { jsonIn } from '../schema/json-in.ts';
import { type Birth, writeBorn } from './birth.ts';
import { channelOf } from './channel.ts';
import { onceAtATime } from './patiently.ts';
import type { Postgres } from './postgres.ts';

type Letter = { readonly id: string; readonly json: string };

/** How soon to look again after looking has failed. */
const AGAIN_MS = 1000;

/**
 * Messages to the coordinator of one run of an epic, from any machine; one that comes after that run was undone is refused.
 * What is no message is set aside, marked as bad.
 */
export function clusterMailbox(postgres: Postgres, birth: Birth): Mailbox {
  const { epic } = birth;
  return {
    async put(message) {
      if (!isMessage(message)) throw new GauntletError('INPUT_INVALID', 'invalid message to the run');
      const id = randomUUID();
      await writeBorn(
        postgres,
        birth,
        `INSERT INTO gauntlet.letters (id, epic, json) SELECT $3, epic, $4 FROM born
           ON CONFLICT DO NOTHING RETURNING pg_notify($5, 'letter')`,
        [id, JSON.stringify(message), channelOf(epic)],
      );
    },
    watch: (deliver) => watching(postgres, epic, deliver),
  };
}

function watching(
  postgres: Postgres,
  epic: string,
  deliver: Parameters<Mailbox['watch']>[0],
): { close(): void } {
  let open = true;
  const delivered = new Set<string>();
  /** Recorded by the coordinator, so to be taken away. */
  const done = new Set<string>();
  const deliverNew = async (): Promise<void> => {
    for (const { id, json } of await waiting(postgres, epic)) {
      if (!open) return;
      if (delivered.has(id)) continue;
      const message = json.length <= LARGEST ? jsonIn(json) : undefined;
      if (!isMessage(message)) {
        await postgres.query('UPDATE gauntlet.letters SET bad = true WHERE id = $1', [id]);
        continue;
      }
      delivered.add(id);
      const recorded = (): void => {
        done.add(id);
        look();
      };
      deliver(message, recorded, id);
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
  // Looking must never end a run: what fails is done again. What is done is taken away also after closing.
  const { ask: look, ...looking } = insistent(async () => {
    await takeAway();
    if (open) await deliverNew();
  });
  let heard: { close(): void } | undefined;
  const listening = insistent(async () => {
    if (!open || heard !== undefined) return;
    heard = await postgres.listen(channelOf(epic), (said) => {
      if (said === undefined || said === 'letter') look();
    });
    if (open) look();
    else heard.close();
  });
  listening.ask();
  look();
  return {
    close() {
      open = false;
      looking.giveUp();
      listening.giveUp();
      heard?.close();
    },
  };
}

async function waiting(postgres: Postgres, epic: string): Promise<readonly Letter[]> {
  const { rows } = await postgres.query<Letter>(
    'SELECT id, json FROM gauntlet.letters WHERE epic = $1 AND NOT bad ORDER BY nth',
    [epic],
  );
  return rows;
}

/** Gives a way to ask for some work, which is done again after a while where it fails, until it is given up. */
function insistent(work: () => Promise<void>): { readonly ask: () => void; readonly giveUp: () => void } {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const ask = onceAtATime(work, () => {
    if (!isOver) timer = setTimeout(ask, AGAIN_MS);
  });
  const giveUp = (): void => {
    isOver = true;
    clearTimeout(timer);
  };
  return { ask, giveUp };
}
