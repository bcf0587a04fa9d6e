import type { Inputs, Recalled } from '../../flow/index.ts';
import { GauntletError } from '../../model/error.ts';
import type { Call } from '../command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { type Drive, drive } from './drive.ts';
import { type ConfigOrigin, notesOf } from '../config-origin.ts';
import { readerIn } from '../repository.ts';
import { clean } from '../say-error.ts';
import { budgetFlags, hashOf } from './inputs.ts';
import { asksNoModel, openPlayers } from './ports.ts';
import type { OpenedRun } from './ports.ts';

/** Goes on from where the journal stands, with what it was started with: files that changed since change nothing (P9). */
export async function goOn(
  call: Call,
  opened: OpenedRun,
  recalled: Recalled,
  tell?: Drive['tell'],
): Promise<ExitCode> {
  const { inputs: hash } = recalled;
  const inputs = hash === null ? undefined : ((await opened.ports.records.kept(hash)) as Inputs | undefined);
  if (inputs === undefined) {
    throw new GauntletError('USAGE_INVALID', 'this epic has not been started', {
      hint: 'Start it with: gauntlet run <epic.yaml>',
    });
  }
  await opened.arrive?.(inputs, recalled.state.tip);
  const isNeeded = opened.ports.executor === undefined ? undefined : asksNoModel;
  const agents = await openPlayers(opened.ports.processes, inputs, call.io, isNeeded);
  const budget = budgetFlags(call);
  const configuration = begunWith(opened, inputs);
  for (const note of notesOf(configuration)) call.io.stderr.write(clean(`note: ${note}`));
  return drive({
    call,
    opened,
    inputs,
    agents,
    beginning: null,
    from: recalled,
    configuration,
    ...(budget === undefined ? {} : { budget }),
    ...(tell === undefined ? {} : { tell }),
  });
}

/** A run keeps the configuration it began with; that the file is another one by now is worth knowing. */
function begunWith({ ports, repository }: OpenedRun, { base }: Inputs): ConfigOrigin {
  const file = 'gauntlet.yaml';
  let began: string | null = null;
  for (const event of ports.journal.read()) {
    if (event.type !== 'inputs_recorded') continue;
    began = event.configFile;
    break;
  }
  const here = readerIn(repository.top)(file);
  const differs = began !== (here === undefined ? null : hashOf(here));
  const note = `${file}: using the one this run began with, from ${base.ref} (${base.commit.slice(0, 7)}); the one in your work tree differs`;
  return { file, commit: base.commit, differs, note: differs ? note : null };
}
