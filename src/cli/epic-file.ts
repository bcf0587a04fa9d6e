import { join } from 'node:path';

import type { Config } from '../model/config.ts';
import type { Epic } from '../model/epic.ts';
import { type Read, readConfig, readEpic } from '../plan/index.ts';
import type { Io } from './io.ts';
import type { Input } from './read-input.ts';
import { readerIn, repositoryOf } from './repository.ts';

export type EpicRead = {
  readonly epic: Read<Epic>;
  /** The configuration beside it; undefined when there is none and the defaults hold. */
  readonly config: Read<Config> | undefined;
};

/** An epic, read as a run would read it: with the configuration and the files of the repository around it. */
export function readEpicFile(input: Input, io: Io): EpicRead {
  const top = repositoryOf(input.name, io.cwd);
  const readFile = readerIn(top);
  const text = readFile('gauntlet.yaml');
  const config = text === undefined ? undefined : readConfig({ file: join(top, 'gauntlet.yaml'), text });
  const given = { file: input.name, text: input.text, readFile };
  return { epic: readEpic(config?.ok === true ? { ...given, config: config.value } : given), config };
}
