import { inspect } from 'node:util';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { clusterPlace } from '../../test/support/cluster-place.ts';
import { addressOf } from './address.ts';
import { hasSqlState } from './postgres-error.ts';
import { openPostgres } from './postgres.ts';

const place = clusterPlace();
const SECRET = 'tr0ub4dor&3';

/** What anybody could print of an error. */
async function saidBy(url: string): Promise<string> {
  const error: unknown = await openPostgres(url).then(
    async (postgres) => postgres.close(),
    (caught: unknown) => caught,
  );
  return inspect(error, { depth: 20, showHidden: true, getters: true });
}

test('BEYOND-09 a password stands in nothing that is said about a connection', async () => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  const coded = encodeURIComponent(SECRET);
  const wrong = place().url.replace(/:[^:@]*@/, `:${coded}@`);
  const said = [
    await saidBy(wrong),
    await saidBy(`postgres://ann:${coded}@127.0.0.1:${port}/db`),
    await saidBy(`postgres://ann:${coded}@127.0.0.1:${port}/db?sslmode=verify-full&sslrootcert=/not/there`),
    await saidBy(`postgres://ann@127.0.0.1:${port}/db?password=${coded}`),
    await saidBy(`postgres://ann:${SECRET}/x@127.0.0.1:${port}/db`),
    await saidBy(`postgres://ann:12/${SECRET}@127.0.0.1:${port}/db`),
    await saidBy(`postgres://ann:12?${SECRET}@127.0.0.1:${port}/db`),
    await saidBy(`postgres://ann:12#${SECRET}@127.0.0.1:${port}/db`),
    await saidBy(`mysql://ann:${SECRET}@127.0.0.1:${port}/db`),
    await saidBy(SECRET),
  ];
  for (const each of said) {
    expect(each).toMatch(/ENVIRONMENT_UNFIT|INPUT_INVALID/);
    expect(each).not.toContain(SECRET);
    expect(each).not.toContain(coded);
  }
  expect(said[0]).toContain('pg_hba.conf');
});

test('a password is taken out of what a server says, as it was written and as it is meant', () => {
  const { redact, shown } = addressOf('postgres://ann:a%20secret@db.example:5433/runs?sslmode=require');
  expect(redact('no a secret, no a%20secret')).toBe('no ***, no ***');
  expect(shown).toBe('db.example:5433/runs');
});

test.each([
  ['require', 'verify-full'],
  ['prefer', 'verify-full'],
  ['verify-ca', 'verify-full'],
  ['verify-full', 'verify-full'],
  ['disable', 'disable'],
  ['no-verify', 'no-verify'],
])('sslmode %s is never less than it says: %s', (asked, meant) => {
  expect(addressOf(`postgres://ann@db/runs?sslmode=${asked}&x=1`).url).toBe(
    `postgres://ann@db/runs?sslmode=${meant}&x=1`,
  );
});

test('BEYOND-08 a server without TLS is refused where the URL asks for it', async () => {
  const said = await saidBy(`${place().url}&sslmode=require`);
  expect(said).toContain('ENVIRONMENT_UNFIT');
  expect(said).toContain('SSL');
});

test('RECOVER-01 a server that ends a connection in the breath that opens it is one that cannot be reached, and no crash', async () => {
  const message = (kind: string, body: string): string =>
    `${kind}${String.fromCharCode(0, 0, 0, body.length + 4)}${body}`;
  const gone = ['SFATAL', 'C57P01', 'Mterminating connection due to unexpected postmaster exit', '', ''];
  const all = [
    message('R', '\0\0\0\0'),
    message('Z', 'I'),
    message('E', gone.slice(0, 4).join('\0').concat('\0')),
  ];
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end(all.join(''), 'latin1'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await saidBy(`postgres://ann@127.0.0.1:${port}/db`)).toContain('cannot be reached');
  server.close();
});

test('a transaction in which a statement failed counts as failed, whatever its work made of that', async () => {
  const { postgres } = place();
  const work = postgres.transaction(async (transaction) => {
    await transaction.query('CREATE TABLE half (x int)');
    await transaction.query('SELECT nonsense').catch(() => undefined);
  });
  await expect(work).rejects.toThrow('a statement had failed');
  expect((await postgres.query("SELECT to_regclass('half') AS half")).rows).toEqual([{ half: null }]);
});

test('what the server refuses says so by its code, and the connection is still of use', async () => {
  const { postgres } = place();
  const refused: unknown = await postgres.query('SELECT nonsense').catch((error: unknown) => error);
  expect(hasSqlState(refused, '42703')).toBe(true);
  expect((await postgres.query('SELECT 1::bigint AS one')).rows).toEqual([{ one: 1 }]);
});
