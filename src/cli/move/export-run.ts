import { once } from 'node:events';
import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';

import { withClusterRun } from '../../cluster/index.ts';
import { archiveLines, type MovableRun, withRunIn } from '../../journal/index.ts';
import { GauntletError } from '../../model/error.ts';
import { idProblem } from '../../model/names.ts';
import { clusterNeeded } from '../cluster/address.ts';
import { isCopy } from '../cluster/copy-note.ts';
import { type Call, textOption } from '../command.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { jsonText } from '../json-text.ts';
import { chooseEpic } from '../state-folder.ts';
import { inPostgres } from './in-postgres.ts';

const LEFT_OUT = `not in it: commits (push epic/… and refs/gauntlet/* to where the run shall go on), what programs printed, and answers that no
coordinator has read yet. The run is still at its old place, and can be gone on with there until it is imported elsewhere.
`;

/** Writes a run to a file or to standard output, as lines. */
export async function exportRun(call: Call): Promise<ExitCode> {
  const output = textOption(call, 'output');
  const write = async (run: MovableRun): Promise<void> => {
    if (output !== undefined) return toFile(run, resolve(call.io.cwd, output));
    for await (const line of archiveLines(run)) call.io.stdout.write(line);
  };
  if (call.options['cluster'] === undefined) await withRunIn(ownRun(call), write);
  else {
    const url = clusterNeeded(call);
    const epic = namedEpic(call.operands[1]);
    const holder = `export, process ${process.pid} on ${hostname()}`;
    await inPostgres(url, (postgres) => withClusterRun(postgres, epic, holder, write));
  }
  if (output !== undefined) {
    call.io.stderr.write(LEFT_OUT);
    if (call.json) call.io.stdout.write(jsonText({ path: resolve(call.io.cwd, output) }));
  }
  return exitCodes.passed;
}

/** A copy may lack what the cluster has. */
function ownRun({ operands, io }: Call): string {
  const { id, folder } = chooseEpic(operands[1], io);
  if (!isCopy(folder)) return folder;
  throw new GauntletError('STATE_CONFLICT', 'this run is driven in a cluster; what is here is a copy', {
    hint: `Export it from there: gauntlet journal export ${id} --cluster`,
  });
}

function namedEpic(epic: string | undefined): string {
  if (epic !== undefined && idProblem(epic) === undefined) return epic;
  throw new GauntletError('USAGE_INVALID', 'name the epic to export from the cluster');
}

/** Prompts and answers are in it: nobody else may read it. */
async function toFile(run: MovableRun, file: string): Promise<void> {
  if (existsSync(file))
    throw new GauntletError('STATE_CONFLICT', `${file} is there already`, { hint: 'Name another file.' });
  const part = `${file}.part`;
  const stream = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
  try {
    await once(stream, 'open');
    for await (const line of archiveLines(run)) if (!stream.write(line)) await once(stream, 'drain');
    stream.end();
    await once(stream, 'close');
    renameSync(part, file);
  } catch (error) {
    stream.destroy();
    if (!isExisting(error)) rmSync(part, { force: true });
    if (error instanceof GauntletError) throw error;
    throw new GauntletError('ENVIRONMENT_UNFIT', `${file} could not be written: ${String(error)}`);
  }
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
