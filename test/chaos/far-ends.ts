import { spawn } from 'node:child_process';
import { connect } from 'node:net';

import type { FarEnd } from './wire.ts';

/** A connection to a server that listens on a socket in the file system. */
export function reachSocket(path: string): FarEnd {
  const socket = connect(path);
  return { in: socket, out: socket, destroy: () => socket.destroy() };
}

/** A connection to a git server: one process for each, as an internet super-server would start it. */
export function reachGit(folder: string): FarEnd {
  const args = [
    'daemon',
    '--inetd',
    '--export-all',
    '--enable=receive-pack',
    `--base-path=${folder}`,
    folder,
  ];
  const child = spawn('git', args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, HOME: folder },
  });
  child.on('error', () => undefined);
  return { in: child.stdout, out: child.stdin, destroy: () => void child.kill('SIGKILL') };
}
