// Pull requests whose authors do not mean them to land, pushes that origin refuses, and work that somebody took off.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { type EpicRun, patience } from '../support/epic-run.ts';
import { FakeForge } from '../support/fake-forge.ts';
import { branch, type Landing, queueWorld, remote } from '../support/queue-world.ts';

let at: EpicRun;
let forge: FakeForge | undefined;
afterEach(async () => {
  at.remove();
  await forge?.close();
});

const check = { 'check.sh': 'if grep -rn BROKEN parts; then exit 1; fi\n' };

/** A pull request from a branch of this repository. */
async function pullOf(name: string): Promise<{ pull: ReturnType<FakeForge['addPull']>; env: object }> {
  remote(at);
  const commit = branch(at, name, { [`parts/${name}.txt`]: 'x\n' });
  at.git('push', '--quiet', 'origin', `${commit}:refs/pull/1/head`);
  forge = new FakeForge();
  await forge.open();
  const env = { GITHUB_REPOSITORY: 'o/r', GITHUB_API_URL: forge.url, GITHUB_TOKEN: 'token' };
  return { pull: forge.addPull(name, commit), env };
}

test(
  'QUEUE-05 a draft is not landed, nor a pull request for another branch',
  async () => {
    at = queueWorld(check);
    const { pull, env } = await pullOf('theirs');
    const land = async () => await at.start(['land', '--pr', '1', '--no-input'], { ...env }).ended;
    pull.draft = true;
    const draft = await land();
    expect([draft.code, draft.stderr]).toEqual([2, expect.stringContaining('pull request #1 is a draft')]);
    Object.assign(pull, { draft: false, base: { ref: 'release' } });
    const other = await land();
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('--pr 1 --onto release')]);
    Object.assign(pull, { base: { ref: 'main' } });
    expect((await land()).stdout).toContain('landed');
  },
  patience,
);

test(
  'QUEUE-05 a pull request that is closed while it is queued does not land',
  async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const waits = `exec 3<>/dev/tcp/127.0.0.1/${port}; read -r _ <&3`;
    at = queueWorld({ 'check.sh': `if [ -f parts/theirs.txt ]; then ${waits}; fi\n` });
    const { pull, env } = await pullOf('theirs');
    const waiting = once(server, 'connection') as Promise<[Socket]>;
    const landing = at.start(['land', '--pr', '1', '--no-input', '--json'], { ...env }).ended;
    const [socket] = await waiting;
    pull.state = 'closed';
    server.on('connection', (next) => next.end('go\n'));
    socket.end('go\n');
    const { code, stdout } = await landing;
    server.close();
    expect((JSON.parse(stdout) as Landing).entries).toMatchObject([
      { branch: '#1', status: 'returned', because: expect.stringContaining('was closed') as string },
    ]);
    expect(code).toBe(1);
  },
  patience,
);

test(
  'QUEUE-05 a push that origin refuses is said beside what landed',
  async () => {
    at = queueWorld(check);
    remote(at);
    branch(at, 'a', { 'parts/a.txt': 'x\n' });
    const hook = join(at.folder, 'up.git/hooks/pre-receive');
    writeFileSync(hook, '#!/bin/sh\necho no pushes today >&2\nexit 1\n', { mode: 0o755 });
    const { code, stdout } = await at.gauntlet('land', 'a', '--push', '--no-input', '--json');
    const told = JSON.parse(stdout) as Landing & { pushError: string };
    expect([code, told.pushError, told.pushed]).toEqual([
      5,
      expect.stringContaining('could not be pushed'),
      '',
    ]);
    expect(told.entries).toMatchObject([{ branch: 'a', status: 'landed' }]);
  },
  patience,
);

test(
  'QUEUE-05 work that somebody took off the target lands again only when it is named',
  async () => {
    at = queueWorld(check);
    remote(at);
    const before = at.git('rev-parse', 'main');
    for (const name of ['a', 'b']) branch(at, name, { [`parts/${name}.txt`]: 'x\n' });
    const statuses = async (...words: readonly string[]) => {
      const { stdout, stderr } = await at.gauntlet('land', ...words, '--push', '--no-input', '--json');
      const { entries } = JSON.parse(stdout) as Landing;
      return { told: entries.map((each) => `${each.branch} ${each.status}`), stderr };
    };
    expect((await statuses('a')).told).toEqual(['a landed']);
    at.git(`--git-dir=${at.folder}/up.git`, 'update-ref', 'refs/heads/main', before);
    const next = await statuses('b');
    expect([next.told, next.stderr]).toEqual([['b landed'], expect.stringContaining('gauntlet land a')]);
    expect((await statuses('a')).told).toEqual(['a landed']);
  },
  patience,
);
