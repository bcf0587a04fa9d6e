import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { peekAt } from '../git/index.ts';
import type { Config } from '../model/config.ts';
import type { Epic } from '../model/epic.ts';
import { type Read, readConfig, readEpic } from '../plan/index.ts';
import type { Io } from './io.ts';
import { CONFIG, configForBase, type ConfigOrigin } from '../project/settings/judging-config.ts';
import type { Input } from '../project/read-input.ts';
import { readerIn, repositoryOf } from '../project/repository.ts';

export type EpicRead = {
  readonly epic: Read<Epic>;
  /** The configuration beside it; undefined when there is none and the defaults hold. */
  readonly config: Read<Config> | undefined;
};

/** An epic, read as a run would read it: with the configuration and the files of the repository around it. */
export function readEpicFile(input: Input, io: Io): EpicRead {
  const top = repositoryOf(input.name, io.cwd);
  const readFile = readerIn(top);
  const text = readFile(CONFIG);
  const config = text === undefined ? undefined : readConfig({ file: join(top, CONFIG), text });
  const given = { file: input.name, text: input.text, readFile };
  return { epic: readEpic(config?.ok === true ? { ...given, config: config.value } : given), config };
}

/** Says that a run would go by another configuration than the one the epic was read with. */
export async function committedElsewhere(
  input: Input,
  { epic }: EpicRead,
  io: Io,
): Promise<ConfigOrigin | null> {
  const top = repositoryOf(input.name, io.cwd);
  const here = readerIn(top)(CONFIG);
  if (!epic.ok || here === undefined || !existsSync(join(top, '.git'))) return null;
  const { base: ref } = epic.value;
  const base = await peekAt(top)
    .adopt(ref)
    .catch(() => undefined);
  return (await configForBase(top, base === undefined ? undefined : { ref, ...base }, { here })).origin;
}
