// What a program must not reach: sockets, the network, other processes. First without the protection, then with it.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { openProcesses } from '../../../src/process/index.ts';
import { isAlive, makePlace, type Place, processesWith, until } from '../../contracts/processes-place.ts';

const probe = await makePlace();
const { enforcement, because } = await openProcesses({ stateFolder: probe.state });
await probe.remove();

let place: Place;
const servers: Server[] = [];
const victims: ChildProcess[] = [];

beforeEach(async () => {
  place = await makePlace();
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  for (const victim of victims.splice(0)) victim.kill('SIGKILL');
  await place.remove();
});

type Attack = {
  readonly force?: 'verified';
  readonly network?: boolean;
  readonly argv: [string, ...string[]];
};

async function attack({ force, network = false, argv }: Attack) {
  const processes = await openProcesses({
    stateFolder: place.state,
    home: place.home,
    ...(force && { force }),
  });
  const confinement = { writable: [place.workspace], visible: [place.home], hidden: [], network };
  return processes.run(place.program(argv, { confinement }));
}

async function listen(where: string | number): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => undefined).end('reached\n'));
  servers.push(server);
  if (typeof where === 'string') server.listen(where);
  else server.listen(where, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Connects and prints what it hears. */
const dial = (to: string): [string, ...string[]] => [
  process.execPath,
  '-e',
  `require('net').connect(${to}).on('error', (e) => console.log(e.code)).pipe(process.stdout)`,
];

async function victim(secret: string): Promise<number> {
  const child = spawn('sleep', ['1000'], {
    stdio: 'ignore',
    env: { SECRET: secret, PATH: process.env['PATH'] },
  });
  victims.push(child);
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  await until(() => processesWith(secret).includes(pid));
  return pid;
}

describe.skipIf(enforcement !== 'enforced')(`what is outside is out of reach (${because})`, () => {
  test('EPIC-12 a socket with a name is reached without the sandbox and not in it', async () => {
    const path = join(place.home, 'agent.sock');
    await listen(path);
    const argv = dial(JSON.stringify({ path }));
    expect((await attack({ argv, force: 'verified' })).stdout).toBe('reached\n');
    expect((await attack({ argv })).stdout).toMatch(/^E(?:ACCES|CONNREFUSED)\n$/);
    expect((await attack({ argv, network: true })).stdout).toMatch(/^E(?:ACCES|CONNREFUSED)\n$/);
  });

  test('EPIC-12 a socket without a file is reached without the sandbox and not in it', async () => {
    const path = `\0gauntlet-${randomUUID()}`;
    await listen(path);
    const argv = dial(`{ path: '\\0' + ${JSON.stringify(path.slice(1))} }`);
    expect((await attack({ argv, force: 'verified' })).stdout).toBe('reached\n');
    expect((await attack({ argv })).stdout).toBe('ECONNREFUSED\n');
  });

  test('EPIC-12 a server of this machine is reached with the network and not without', async () => {
    const argv = dial(JSON.stringify({ host: '127.0.0.1', port: await listen(0) }));
    expect((await attack({ argv, force: 'verified' })).stdout).toBe('reached\n');
    expect((await attack({ argv, network: true })).stdout).toBe('reached\n');
    expect((await attack({ argv })).stdout).toMatch(/^E(?:CONNREFUSED|NETUNREACH)\n$/);
  });

  test('BEYOND-09 a secret in the environment of another process is read without the sandbox and not in it', async () => {
    const secret = randomUUID();
    await victim(secret);
    const argv: Attack['argv'] = ['sh', '-c', 'cat /proc/[0-9]*/environ | tr "\\0" "\\n" | grep "^SECRET"'];
    expect((await attack({ argv, force: 'verified' })).stdout).toContain(secret);
    expect((await attack({ argv })).stdout).not.toContain(secret);
  });

  test('EPIC-12 the memory of another process is read without the sandbox and not in it', async () => {
    const secret = randomUUID();
    const pid = await victim(secret);
    const script = `
      range=$(grep '\\[stack\\]' /proc/${pid}/maps | cut -d' ' -f1); from=\${range%-*}; to=\${range#*-}
      dd if=/proc/${pid}/mem bs=4096 skip=$((0x$from / 4096)) count=$(((0x$to - 0x$from) / 4096)) | tr '\\0' '\\n'`;
    const argv: Attack['argv'] = ['sh', '-c', script];
    expect((await attack({ argv, force: 'verified' })).stdout).toContain(secret);
    expect((await attack({ argv })).stdout).not.toContain(secret);
  });

  test('EPIC-12 another process is killed without the sandbox and not from in it', async () => {
    const kill = async (force: Pick<Attack, 'force'>): Promise<number> => {
      const pid = await victim(randomUUID());
      await attack({ argv: ['kill', '-9', String(pid)], ...force });
      return pid;
    };
    const killed = await kill({ force: 'verified' });
    // It is dead when the kernel has come to it, not when the signal was sent.
    await until(() => !isAlive(killed));
    expect(isAlive(await kill({}))).toBe(true);
  });

  test('EPIC-12 a program gets no file that the coordinator or its parent has open', async () => {
    const script = 'for file in /proc/self/fd/*; do echo "${file##*/}"; done';
    const end = await attack({ argv: ['sh', '-c', script] });
    const numbers = end.stdout.trim().split('\n').map(Number);
    expect(numbers.filter((number) => number > 3)).toEqual([]);
  });

  test('EPIC-12 a program has no capability, cannot get one, and leaves no core file', async () => {
    const end = await attack({
      argv: ['sh', '-c', 'grep -E "^(Cap|NoNewPrivs)" /proc/self/status; ulimit -c'],
    });
    const lines = end.stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/\s+/));
    expect(lines.at(-1)).toEqual(['0']);
    expect(lines.find(([name]) => name === 'NoNewPrivs:')).toEqual(['NoNewPrivs:', '1']);
    const capabilities = lines.filter(([name]) => name?.startsWith('Cap') === true);
    expect(capabilities.filter(([, held]) => /[^0]/.test(held ?? 'none'))).toEqual([]);
    expect(capabilities.length).toBe(5);
  });

  test('EPIC-12 the command line of the sandbox shows nobody the environment of the program', async () => {
    const secret = randomUUID();
    const processes = await openProcesses({ stateFolder: place.state, home: place.home });
    const script = ': > "$1"; while [ ! -e "$0" ]; do :; done; grep -c "$KEY" /proc/self/environ';
    const looked = 'ps -A -o args > "$0"; mv "$0" "$1"';
    const [there, started] = [join(place.workspace, 'seen'), join(place.workspace, 'started')];
    const argv: Attack['argv'] = ['sh', '-c', script, there, started];
    const running = processes.run(place.program(argv, { env: { KEY: secret } }));
    await until(() => existsSync(started));
    const outside = await openProcesses({ stateFolder: place.state, force: 'verified' });
    const seen = await outside.run(
      place.program(['sh', '-c', `${looked}; cat "$1"`, join(place.workspace, 'draft'), there]),
    );
    expect((await running).stdout).toBe('1\n');
    expect(seen.stdout).toContain('bwrap');
    expect(seen.stdout).not.toContain(secret);
  });
});
