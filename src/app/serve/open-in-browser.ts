import { spawn } from 'node:child_process';

import { GauntletError } from '../../model/error.ts';
import type { Io } from '../../cli/io.ts';

const programs: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  linux: ['xdg-open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Shows a file or an address of ours in the user's browser; started by argv, never by a shell. */
export async function openInBrowser(what: string, io: Io): Promise<void> {
  const chosen = io.env['BROWSER'];
  const [program = '', ...args] = chosen === undefined ? (programs[process.platform] ?? []) : [chosen];
  if (program === '') throw cannot('no program was found that opens web pages', what);
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, [...args, what], { stdio: 'ignore', detached: true, cwd: io.cwd });
    child.once('error', (cause) => reject(cannot(`${program} cannot be started`, what, cause)));
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}

function cannot(because: string, what: string, cause?: unknown): GauntletError {
  return new GauntletError('ENVIRONMENT_UNFIT', because, { hint: `Open it yourself: ${what}`, cause });
}
