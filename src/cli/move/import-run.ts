import { createReadStream, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { writeClusterRun } from '../../cluster/index.ts';
import { readJournal, stageRun, type StagedRun, writeRunTo } from '../../journal/index.ts';
import { GauntletError } from '../../model/error.ts';
import { clusterNeeded } from '../cluster/address.ts';
import { noteCopy } from '../cluster/copy-note.ts';
import { bringOut } from './bring-out.ts';
import type { Call } from '../command.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { jsonText } from '../json-text.ts';
import { findRepository, repositoryAt } from '../state-folder.ts';
import { inPostgres } from './in-postgres.ts';

/** Reads a run from a file, proves it, and writes it where it is to go on. */
export async function importRun(call: Call): Promise<ExitCode> {
  const { io, json } = call;
  const [, file] = call.operands;
  if (file === undefined) throw new GauntletError('USAGE_INVALID', 'name the file to import');
  const toCluster = call.options['cluster'] !== undefined;
  const url = toCluster ? clusterNeeded(call) : '';
  const epics = toCluster ? epicsHere(io.cwd) : join(repositoryAt(io.cwd).state, 'epics');
  const run = await stageRun(linesOf(resolve(io.cwd, file)));
  try {
    const folder = join(epics, run.epic);
    if (toCluster) {
      if (run.from === 'cluster' && call.options['withoutCluster'] !== true) throw stillInCluster();
      await inPostgres(url, (postgres) => writeClusterRun(postgres, run));
      if (epics !== '' && isSameRun(folder, run)) noteCopy(folder);
    } else {
      if (run.from === 'cluster') await bringOut(call, run, folder);
      await writeRunTo(folder, run);
    }
    const { epic, events } = run;
    if (json) io.stdout.write(jsonText({ epic, events }));
    else io.stdout.write(`${epic}: ${events} events, all as they were written\n`);
    return exitCodes.passed;
  } finally {
    run.close();
  }
}

/** Nobody can tell whether it is the same cluster, and only one is at hand to close it in. */
function stillInCluster(): GauntletError {
  return new GauntletError(
    'USAGE_INVALID',
    'this run comes from a cluster, where it could be gone on with as well',
    {
      hint: 'Import it into a repository, and from there into the other cluster; --without-cluster if the run was removed where it was, or that database is gone for good.',
    },
  );
}

/** Empty where there is no repository: a run can be brought into a cluster from anywhere. */
function epicsHere(cwd: string): string {
  const found = findRepository(cwd);
  return found === undefined ? '' : join(found.state, 'epics');
}

/** Whether this very run lies here: from now on that is a copy, or it could be gone on with twice. */
function isSameRun(folder: string, run: StagedRun): boolean {
  if (!existsSync(join(folder, 'journal.db'))) return false;
  const reader = readJournal(join(folder, 'journal.db'));
  try {
    if (reader.last() !== run.events) return false;
    const [last] = reader.read(run.events - 1);
    return JSON.stringify(last) === JSON.stringify(run.last);
  } finally {
    reader.close();
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
