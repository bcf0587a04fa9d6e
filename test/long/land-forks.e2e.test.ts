// What strangers wrote runs only where the sandbox is enforced, whoever goes on with the queue.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { patience } from '../support/epic-run.ts';
import { FakeForge } from '../support/fake-forge.ts';
import { branch, type Landing, queueWorld, remote } from '../support/queue-world.ts';

const hasSandbox = spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true']).status === 0;

test.skipIf(!hasSandbox)(
  'QUEUE-05 a pull request of a fork does not run where a queue goes on without an enforced sandbox',
  async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const forge = new FakeForge();
    await forge.open();
    const waits = `exec 3<>/dev/tcp/127.0.0.1/${port}; read -r _ <&3`;
    const at = queueWorld({ 'check.sh': `if [ -f parts/theirs.txt ]; then ${waits}; fi\n` });
    try {
      remote(at);
      const commit = branch(at, 'theirs', { 'parts/theirs.txt': 'x\n' });
      at.git('push', '--quiet', 'origin', `${commit}:refs/pull/1/head`);
      Object.assign(forge.addPull('theirs', commit).head, { repo: { full_name: 'stranger/r' } });
      const env = { GITHUB_REPOSITORY: 'o/r', GITHUB_API_URL: forge.url, GITHUB_TOKEN: 'token' };
      let connections = 0;
      server.on('connection', () => (connections += 1));
      const waiting = once(server, 'connection');
      const first = at.start(['land', '--pr', '1', '--no-input'], env);
      await waiting;
      first.child.kill('SIGKILL');
      await first.ended;
      const bin = join(at.folder, 'bin');
      mkdirSync(bin);
      for (const name of ['sh', 'bash', 'git', 'env']) {
        const found = ['/usr/bin', '/bin']
          .map((folder) => join(folder, name))
          .find((file) => existsSync(file));
        if (found !== undefined) symlinkSync(found, join(bin, name));
      }
      for (const command of ['land', 'resume']) {
        const { code, stderr } = await at.start([command, '--no-input'], { ...env, PATH: bin }).ended;
        expect([code, stderr]).toEqual([5, expect.stringContaining('#1 comes from a fork')]);
      }
      expect(connections).toBe(1);
      server.on('connection', (socket) => socket.end('go\n'));
      const { stdout } = await at.start(['land', '--no-input', '--json'], env).ended;
      expect((JSON.parse(stdout) as Landing).entries).toMatchObject([{ branch: '#1', status: 'landed' }]);
    } finally {
      at.remove();
      server.close();
      await forge.close();
    }
  },
  patience,
);
