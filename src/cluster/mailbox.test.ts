import { expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { answer, itHonoursTheMailboxContract, received } from '../../test/contracts/mailbox.ts';
import { clusterPlace } from '../../test/support/cluster-place.ts';
import { clusterMailbox } from './mailbox.ts';

const place = clusterPlace();

itHonoursTheMailboxContract(() => {
  const { postgres, epic } = place();
  const name = epic();
  return Promise.resolve({
    open: () => clusterMailbox(postgres, name),
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
  });
});

test('STATE-02 letters to one epic do not reach another, and those put while the server was away still come', async () => {
  const { postgres, epic, server } = place();
  const [mine, other] = [epic(), epic()];
  await clusterMailbox(postgres, other).put({ ...answer, question: 1 });
  const all = received(clusterMailbox(postgres, mine), 2);
  await clusterMailbox(postgres, mine).put(answer);
  await server.kill();
  const late = clusterMailbox(postgres, mine).put({ ...answer, question: 13 });
  await server.start();
  await late;
  expect(await all).toEqual([answer, { ...answer, question: 13 }]);
});
