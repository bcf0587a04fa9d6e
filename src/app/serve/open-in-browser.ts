import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { GauntletError } from '../../model/error.ts';
import type { Caller } from '../../project/call.ts';
import { repositoryAt } from '../../project/state-folder.ts';

const programs: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  linux: ['xdg-open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Shows a file or an address of ours in the user's browser; started by argv, never by a shell. */
export async function openInBrowser(what: string, io: Caller): Promise<void> {
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

/**
 * Shows an address with a token in the user's browser. Command lines are there for everybody on the machine to read, so
 * what is opened is a file of the user's own that leads there: the token stands in no argument.
 */
export async function openQuietly(url: string, io: Caller): Promise<void> {
  const folder = join(repositoryAt(io.cwd).state, 'serve');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'open.html');
  const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${url}"><title>Gauntlet</title>`;
  writeFileSync(file, page, { mode: 0o600 });
  // Without a browser the address on the screen has to do.
  await openInBrowser(pathToFileURL(file).href, io).catch(() => undefined);
}

export function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 65_536;
  if (port <= 65_535) return port;
  throw new GauntletError('USAGE_INVALID', '--port takes a number from 0 to 65535');
}
