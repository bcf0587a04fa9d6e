import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Io } from '../../cli/io.ts';
import { openInBrowser } from './open-in-browser.ts';
import { repositoryAt } from '../../project/state-folder.ts';

/**
 * Shows an address with a token in the user's browser. Command lines are there for everybody on the machine to read, so
 * what is opened is a file of the user's own that leads there: the token stands in no argument.
 */
export async function openQuietly(url: string, io: Io): Promise<void> {
  const folder = join(repositoryAt(io.cwd).state, 'serve');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'open.html');
  const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${url}"><title>Gauntlet</title>`;
  writeFileSync(file, page, { mode: 0o600 });
  // Without a browser the address on the screen has to do.
  await openInBrowser(pathToFileURL(file).href, io).catch(() => undefined);
}
