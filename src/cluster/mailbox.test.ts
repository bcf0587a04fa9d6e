import { expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { answer, itHonoursTheMailboxContract, received } from '../../test/contracts/mailbox.ts';
import { clusterPlace } from '../../test/support/cluster-place.ts';
import type { Birth } from './birth.ts';
import { openClusterJournal } from './journal.ts';
import { clusterMailbox } from './mailbox.ts';

const place = clusterPlace();

/** A run that was begun and that nobody drives at the moment. */
async function begun(): Promise<Birth> {
  const { postgres, epic } = place();
  const name = epic();
  const journal = await openClusterJournal(postgres, name, { holder: 'test', leaseMs: 30_000 });
  await journal.closed();
  return { epic: name, born: journal.born };
}

itHonoursTheMailboxContract(async () => {
  const { postgres } = place();
  const run = await begun();
  const { epic: name } = run;
  return {
    open: () => clusterMailbox(postgres, run),
    async plant(text) {
      const letter = 'INSERT INTO gauntlet.letters (id, epic, json) VALUES ($1, $2, $3)';
      await postgres.query(letter, [randomUUID(), name, text]);
    },
    async left() {
      const { rows } = await postgres.query<{ bad: boolean }>(
        'SELECT bad FROM gauntlet.letters WHERE epic = $1',
        [name],
      );
      const aside = rows.filter(({ bad }) => bad).length;
      return { waiting: rows.length - aside, aside };
    },
    remove: () => Promise.resolve(),
  };
});

test('STATE-02 letters to one epic do not reach another, and those put while the server was away still come', async () => {
  const { postgres, server } = place();
  const [mine, other] = [await begun(), await begun()];
  await clusterMailbox(postgres, other).put({ ...answer, question: 1 });
  const all = received(clusterMailbox(postgres, mine), 2);
  await clusterMailbox(postgres, mine).put(answer);
  await server.kill();
  const late = clusterMailbox(postgres, mine).put({ ...answer, question: 13 });
  await server.start();
  await late;
  expect(await all).toEqual([answer, { ...answer, question: 13 }]);
});
