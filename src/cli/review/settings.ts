import { resolve } from 'node:path';

import type { Config } from '../../model/config.ts';
import { GauntletError } from '../../model/error.ts';
import type { Compared } from '../../ports/compared.ts';
import type { Hub } from '../../ports/git.ts';
import { formatComplaint, readConfig } from '../../plan/index.ts';
import { type Call, textOption } from '../command.ts';
import { readInput } from '../read-input.ts';
import { readerIn } from '../repository.ts';
import { pathIn } from './brought-judges.ts';

/** The configuration a review goes by, and what a reader has to know about where it is from. */
export type Settings = {
  readonly config: Config;
  readonly folder: string;
  readonly notes: readonly string[];
};

const FILE = 'gauntlet.yaml';

/**
 * The configuration of the base: a branch does not write the rules it is judged by (P9). One that nobody has committed
 * anywhere is the user's own, and is taken; one that the branch brings along is not, whatever its name.
 */
export async function settingsFor(
  call: Call,
  { top, peek }: { readonly top: string; readonly peek: Pick<Hub, 'file'> },
  compared: Pick<Compared, 'from' | 'head' | 'commit'>,
): Promise<Settings> {
  const named = textOption(call, 'config');
  if (named !== undefined) {
    const { text } = await readInput(named, call.io);
    const folder = resolve(call.io.cwd, named, '..');
    const own = await unlessBrought(text, pathIn(top, resolve(call.io.cwd, named)), { peek, compared });
    return { config: read(named, own.text), folder, notes: own.notes };
  }
  const committed = await textAt(peek, compared.from);
  if (committed !== undefined) return { config: read(FILE, committed), folder: top, notes: [] };
  const isBrought = (await textAt(peek, compared.head)) !== undefined;
  const own = isBrought ? undefined : readerIn(top)(FILE);
  const notes = isBrought
    ? [`${FILE} is new in this change: it counts once it is on the base`]
    : own === undefined
      ? []
      : [`${FILE} is not committed: the one in your checkout was taken`];
  return { config: read(FILE, own ?? ''), folder: top, notes };
}

type Sides = {
  readonly peek: Pick<Hub, 'file'>;
  readonly compared: Pick<Compared, 'from' | 'head' | 'commit'>;
};

/** A named one as well: a pipeline names a path, and what stands there is what the branch under review has written. */
async function unlessBrought(
  text: string,
  path: string | undefined,
  { peek, compared }: Sides,
): Promise<{ readonly text: string; readonly notes: readonly string[] }> {
  if (path === undefined) return { text, notes: [] };
  const base = await textAt(peek, compared.from, path);
  if (
    base === undefined &&
    compared.commit !== null &&
    (await textAt(peek, compared.commit, path)) !== undefined
  )
    throw new GauntletError('FILE_UNREADABLE', `${path}: it is new on this branch, and judges nothing yet`, {
      hint: 'Land the file first, or leave out --config.',
    });
  if (base === undefined || base === text || (await textAt(peek, compared.head, path)) === base)
    return { text, notes: [] };
  return { text: base, notes: [`${path} is changed here: the one of the base was taken`] };
}

async function textAt(peek: Pick<Hub, 'file'>, at: string, path = FILE): Promise<string | undefined> {
  const bytes = await peek.file(at, path).catch(() => undefined);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

function read(file: string, text: string): Config {
  const config = readConfig({ file, text });
  if (config.ok) return config.value;
  const lines = config.complaints.map((complaint) => formatComplaint(complaint).trimEnd());
  throw new GauntletError('CONFIG_INVALID', `nothing was reviewed:\n${lines.join('\n')}`, {
    hint: 'Mend what is named above; gauntlet check says the same.',
  });
}
