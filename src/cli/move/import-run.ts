import { createReadStream } from 'node:fs';
import { join, resolve } from 'node:path';

import { writeClusterRun } from '../../cluster/index.ts';
import { stageRun, writeRunTo } from '../../journal/index.ts';
import { GauntletError } from '../../model/error.ts';
import type { Call } from '../command.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { jsonText } from '../json-text.ts';
import { repositoryAt } from '../state-folder.ts';
import { clusterUrl, inPostgres } from './in-postgres.ts';

/** Reads a run from a file, proves it, and writes it where it is to go on. */
export async function importRun(call: Call): Promise<ExitCode> {
  const { io, json } = call;
  const [, file] = call.operands;
  if (file === undefined) throw new GauntletError('USAGE_INVALID', 'name the file to import');
  const url = clusterUrl(call);
  const epics = url === undefined ? join(repositoryAt(io.cwd).state, 'epics') : '';
  const run = await stageRun(linesOf(resolve(io.cwd, file)));
  try {
    if (url === undefined) await writeRunTo(join(epics, run.epic), run);
    else await inPostgres(url, (postgres) => writeClusterRun(postgres, run));
    const { epic, events } = run;
    if (json) io.stdout.write(jsonText({ epic, events }));
    else io.stdout.write(`${epic}: ${events} events, all as they were written\n`);
    return exitCodes.passed;
  } finally {
    run.close();
  }
}

/** Only a line feed ends a line: JSON may hold any other sign that some take for one. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
      const [first = '', ...others] = chunk.split('\n');
      rest += first;
      const last = others.pop();
      if (last === undefined) continue;
      yield rest;
      yield* others;
      rest = last;
    }
  } catch (error) {
    if (error instanceof GauntletError) throw error;
    throw new GauntletError('FILE_UNREADABLE', `${file} cannot be read: ${String(error)}`);
  }
  if (rest !== '') yield rest;
}
