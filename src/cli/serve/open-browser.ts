import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Shows an address in the user's browser. Command lines are there for everybody on the machine to read, so what is
 * opened is a file of the user's own that leads there: the token stands in no argument.
 */
export function openBrowser(state: string, url: string): void {
  const folder = join(state, 'serve');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'open.html');
  const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${url}"><title>Gauntlet</title>`;
  writeFileSync(file, page, { mode: 0o600 });
  const [program, ...args] = opener(pathToFileURL(file).href);
  const child = spawn(program, args, { detached: true, stdio: 'ignore' });
  // Without a browser the address on the screen has to do.
  child.on('error', () => undefined);
  child.unref();
}

function opener(address: string): readonly [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', address];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return ['xdg-open', address];
}
