import { hostname } from 'node:os';
import { resolve } from 'node:path';

import { type Kind, kinds } from '../../../cluster/index.ts';
import { GauntletError } from '../../../model/error.ts';
import { idProblem } from '../../../model/names.ts';
import { clusterNeeded, secondsOf, WORKER_LEASE_SECONDS } from '../../../app/cluster/address.ts';
import { runWorker } from '../../../app/cluster/run-worker.ts';
import { type CallWith, cliCommand } from '../../command.ts';
import type { OptionDefinition } from '../../option-types.ts';

const options = [
  ['--cluster <url>', 'the Postgres database that all machines share (or GAUNTLET_CLUSTER)'],
  ['--queue <kinds>', `kinds of work, separated by commas: ${kinds.join(', ')} (default: all)`],
  ['--labels <labels>', 'also run work that requires one of these labels'],
  ['--capacity <n>', 'run this many pieces of work at the same time (default: half the cores)'],
  ['--state <folder>', 'folder for its repositories and workspaces'],
  ['--files <folder>', 'folder on this machine with the files that setup copies or links'],
  [
    '--lease <seconds>',
    `seconds without contact before its work goes to other workers (default: ${WORKER_LEASE_SECONDS})`,
  ],
] as const satisfies readonly OptionDefinition[];

type WorkerCall = CallWith<typeof options>;

/** Takes work of any epic in a cluster and carries it out on this machine. */
export const worker = cliCommand({
  name: 'worker',
  summary: 'run work of a cluster on this machine',
  options,
  note: '\nCtrl-C: finish, then stop. Twice: stop now and requeue the work.\n',
  run: (call) =>
    runWorker(call, {
      url: clusterNeeded(call),
      kinds: kindsOf(call),
      labels: listOf(call.options.labels).map(labelOf),
      capacity: numberOf(
        'capacity',
        call.options.capacity,
        Math.max(1, Math.floor(navigator.hardwareConcurrency / 2)),
      ),
      state: call.options.state,
      files: filesOf(call),
      workerLeaseMs: secondsOf(call.options.lease, WORKER_LEASE_SECONDS) * 1000,
      host: hostname(),
    }),
});

function listOf(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

function kindsOf(call: WorkerCall): readonly Kind[] {
  const asked = listOf(call.options.queue);
  const unknown = asked.filter((each) => !kinds.some((kind) => kind === each));
  if (unknown.length > 0)
    throw new GauntletError('USAGE_INVALID', `there is no kind of work called ${unknown.join(', ')}`, {
      hint: `There are: ${kinds.join(', ')}.`,
    });
  return asked.length === 0 ? kinds : kinds.filter((kind) => asked.includes(kind));
}

function filesOf(call: WorkerCall): string | undefined {
  const folder = call.options.files;
  return folder === undefined ? undefined : resolve(call.io.cwd, folder);
}

function labelOf(label: string): string {
  const problem = idProblem(label);
  if (problem === undefined) return label;
  throw new GauntletError('USAGE_INVALID', `the label ${JSON.stringify(label)} ${problem}`);
}

function numberOf(name: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  const value = Number(text);
  if (Number.isInteger(value) && value > 0 && value <= 10_000) return value;
  throw new GauntletError(
    'USAGE_INVALID',
    `--${name} has to be a whole number above 0, not ${JSON.stringify(text)}`,
  );
}
