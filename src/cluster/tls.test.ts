import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { handToServer, postgresServer, type PostgresServer } from '../../test/support/postgres-server.ts';
import { openBoss } from './boss.ts';
import { openPostgres } from './postgres.ts';
import { migrate } from './schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'gauntlet-tls-'));
const at = (name: string): string => join(folder, name);
let server: PostgresServer;
let port = 0;
let database = '';

/** An authority of our own, and a certificate of it for a name of this machine. */
function certificates(): void {
  const openssl = (...args: readonly string[]): void =>
    void execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '2',
    '-subj',
    '/CN=our authority',
  );
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost');
  writeFileSync(at('names'), 'subjectAltName=DNS:localhost\n');
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'server.csr', ...signed, '-out', 'server.pem');
}

async function freePort(): Promise<number> {
  const listening = createServer();
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port: found } = listening.address() as AddressInfo;
  await new Promise((resolve) => listening.close(resolve));
  return found;
}

beforeAll(async () => {
  certificates();
  chmodSync(folder, 0o755);
  chmodSync(at('server.key'), 0o600);
  handToServer(at('server.key'));
  writeFileSync(at('hba'), 'local all all scram-sha-256\nhostssl all all 127.0.0.1/32 scram-sha-256\n');
  port = await freePort();
  // The socket is called by the port.
  process.env['PGPORT'] = String(port);
  server = await postgresServer({
    listen_addresses: '127.0.0.1',
    port: String(port),
    ssl: 'on',
    ssl_cert_file: at('server.pem'),
    ssl_key_file: at('server.key'),
    hba_file: at('hba'),
  });
  database = await server.database();
});
afterAll(async () => {
  delete process.env['PGPORT'];
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function url(host: string, query: string): string {
  const { password, pathname } = new URL(database.replace('@/', '@localhost/'));
  return `postgres://postgres:${password}@${host}:${port}${pathname}${query}`;
}

const trusted = (mode: string): string => `?sslmode=${mode}&sslrootcert=${encodeURIComponent(at('ca.pem'))}`;

test.each(['verify-full', 'require', 'prefer'])(
  'BEYOND-08 with sslmode=%s and our authority the journal and the jobs are reached over TLS alone',
  async (mode) => {
    const postgres = await openPostgres(url('localhost', trusted(mode)));
    try {
      const { rows } = await postgres.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
      expect(rows).toEqual([{ ssl: true }]);
      await migrate(postgres);
      const boss = await openBoss(postgres, url('localhost', trusted(mode)));
      // One that is being opened right now has neither a user nor TLS yet.
      const { rows: all } = await postgres.query(
        'SELECT bool_and(ssl) AS ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE client_port > 0 AND usename IS NOT NULL',
      );
      expect(all).toEqual([{ ssl: true }]);
      await boss.close();
    } finally {
      await postgres.close();
    }
  },
);

test.each([
  ['without TLS', 'localhost', ''],
  ['by an authority nobody knows', 'localhost', '?sslmode=verify-full'],
  ['where the weaker word asks for no proof', 'localhost', '?sslmode=require'],
  ['under a name the certificate does not have', '127.0.0.1', 'trusted'],
])('BEYOND-08 a server is not talked to %s', async (_how, host, query) => {
  const asked = url(host, query === 'trusted' ? trusted('verify-full') : query);
  const refused = await openPostgres(asked).then(
    () => 'opened',
    (error: unknown) => error,
  );
  expect(refused).toMatchObject({ code: 'ENVIRONMENT_UNFIT' });
  expect((refused as Error).message).not.toContain(new URL(asked).password);
});
