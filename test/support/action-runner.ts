// Plays a composite action as a runner does, without one: expressions are put into the environment, each `run` is a
// script for bash, and what steps say to the runner is read from the files it hands them.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

type Step = {
  readonly name: string;
  readonly id?: string;
  readonly shell: string;
  readonly run: string;
  readonly env?: Readonly<Record<string, string>>;
};

type Action = {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
};

export type Job = {
  /** The folder that holds action.yml. */
  readonly action: string;
  readonly workspace: string;
  /** Where the runner keeps its own files. */
  readonly temp: string;
  readonly env: Readonly<Record<string, string>>;
  /** What stands under `with:`. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly event: unknown;
};

export type Played = {
  readonly code: number | null;
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** Annotations: the commands in the log that show at a line. */
  readonly annotations: readonly string[];
};

export async function playAction(job: Job): Promise<Played> {
  const action = parse(readFileSync(join(job.action, 'action.yml'), 'utf8')) as Action;
  if (action.runs.using !== 'composite') throw new Error('only composite actions are played');
  const unknown = Object.keys(job.inputs).filter((name) => !(name in action.inputs));
  if (unknown.length > 0) throw new Error(`the action has no input ${unknown.join(', ')}`);
  mkdirSync(job.temp, { recursive: true });
  const eventFile = join(job.temp, 'event.json');
  writeFileSync(eventFile, JSON.stringify(job.event));
  const given = new Map([['github.token', job.env['GITHUB_TOKEN'] ?? '']]);
  const values = new Map(
    Object.entries(action.inputs).map(([name, input]) => [
      `inputs.${name}`,
      job.inputs[name] ?? evaluated(input.default ?? '', given),
    ]),
  );
  const told = { code: 0 as number | null, log: '', summary: '' };
  for (const [nth, step] of action.runs.steps.entries()) {
    const files = { output: join(job.temp, `output-${nth}`), summary: join(job.temp, `summary-${nth}`) };
    for (const file of Object.values(files)) appendFileSync(file, '');
    const ended = await playStep(step, values, { job, nth, files, eventFile });
    told.log += ended.log;
    told.code = ended.code;
    told.summary += readFileSync(files.summary, 'utf8');
    for (const [name, value] of outputsIn(files.output))
      values.set(`steps.${step.id ?? ''}.outputs.${name}`, value);
    if (ended.code !== 0) break;
  }
  return {
    ...told,
    outputs: Object.fromEntries(
      Object.entries(action.outputs).map(([name, { value }]) => [name, evaluated(value, values)]),
    ),
    annotations: told.log.split('\n').filter((line) => /^::(?:error|warning|notice)[ :]/.test(line)),
  };
}

type Values = ReadonlyMap<string, string>;

/** `${{ inputs.base }}`, and nothing more clever: what is not known is an error of the action. */
function evaluated(text: string, values: Values): string {
  return text.replace(/\$\{\{\s*(.+?)\s*\}\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined && !name.startsWith('steps.')) throw new Error(`there is no ${name}`);
    return value ?? '';
  });
}

type Place = {
  readonly job: Job;
  readonly nth: number;
  readonly files: { readonly output: string; readonly summary: string };
  readonly eventFile: string;
};

function playStep(step: Step, values: Values, place: Place): Promise<{ code: number | null; log: string }> {
  const { job, nth, files, eventFile } = place;
  if (step.shell !== 'bash') throw new Error(`${step.name}: only bash is played`);
  const script = join(job.temp, `step-${nth}.sh`);
  // As on a runner: an expression in a script becomes a part of the script.
  writeFileSync(script, evaluated(step.run, values));
  const own = Object.entries(step.env ?? {}).map(([name, text]) => [name, evaluated(text, values)] as const);
  const child = spawn('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', script], {
    cwd: job.workspace,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...job.env,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: job.action,
      GITHUB_WORKSPACE: job.workspace,
      GITHUB_EVENT_NAME: 'pull_request',
      GITHUB_EVENT_PATH: eventFile,
      GITHUB_OUTPUT: files.output,
      GITHUB_STEP_SUMMARY: files.summary,
      RUNNER_TEMP: job.temp,
      ...Object.fromEntries(own),
    },
  });
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (log += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (log += part));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, log }));
  });
}

/** `name=value` lines; the form with a delimiter is not used here, and would show as an output of a strange name. */
function outputsIn(file: string): readonly (readonly [string, string])[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
}
