import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

import { openRepository } from '../../git/index.ts';
import type { Epic } from '../../model/epic.ts';
import { GauntletError } from '../../model/error.ts';
import { formatComplaint, readEpic } from '../../plan/index.ts';
import { type Call, type CliCommand, textOption } from '../command.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { jsonText } from '../json-text.ts';
import { type Draft, draftEpic, promptFor } from '../plan/draft-epic.ts';
import { type Planner, plannerAt, withPlanner } from '../plan/planner.ts';
import { type Input, readInput } from '../read-input.ts';
import { readerIn } from '../repository.ts';
import { interrupts } from '../run/interrupts.ts';
import { ids } from '../run/ports.ts';
import { clean } from '../say-error.ts';

/** An epic from a document. What is drafted is written only when `check` has nothing against it. */
export const plan: CliCommand = {
  name: 'plan',
  summary: 'draft an epic from a document with an agent, checked before it is written',
  define(command) {
    command
      .argument('<document>', 'the request or PRD; - for stdin')
      .option('-o, --output <file>', 'where to write the epic', 'epic.yaml')
      .option('--force', 'overwrite that file')
      .option('--base <ref>', 'the branch that the epic starts from', 'main')
      .option('--agent <name>', 'the agent, instead of the reviewer of gauntlet.yaml')
      .option('--config <file>', 'the configuration, instead of gauntlet.yaml at HEAD')
      .option('--dry-run', 'print what would be asked; ask nobody, write nothing');
  },
  run: planDocument,
};

async function planDocument(call: Call): Promise<ExitCode> {
  const document = await readInput(call.operands[0] ?? '', call.io);
  const repository = await openRepository(call.io.cwd);
  const stop = interrupts(() => undefined);
  try {
    const output = resolve(call.io.cwd, textOption(call, 'output') ?? 'epic.yaml');
    refuseOutput(call, output);
    const planner = await plannerAt(call, repository);
    const drafting = draftingOf(call, { document, output, planner, top: repository.top });
    if (call.options['dryRun'] === true) return sayPrompt(call, planner, promptFor(drafting, null));
    const draft = await withPlanner({ planner, repository, call, cancel: stop.drain }, (ask) =>
      draftEpic({ ...drafting, ask }),
    );
    if (draft.epic !== undefined) keep(call, output, draft.text);
    return say(call, draft, shown(call, output));
  } catch (error) {
    const signal = stop.signal();
    if (signal === undefined) throw error;
    return sayInterrupted(call, signal);
  } finally {
    stop.close();
    repository.close();
  }
}

/** Before an agent is paid for a draft that could not be kept. */
function refuseOutput(call: Call, output: string): void {
  const name = shown(call, output);
  let folder = dirname(output);
  while (!fs.existsSync(folder)) folder = dirname(folder);
  try {
    if (!fs.statSync(folder).isDirectory()) throw new Error(`${folder} is not a folder`);
    fs.accessSync(folder, fs.constants.W_OK);
  } catch (cause) {
    throw new GauntletError('USAGE_INVALID', `${name} cannot be written: ${(cause as Error).message}`, {
      hint: 'Name another file with -o.',
      cause,
    });
  }
  const found = fs.lstatSync(output, { throwIfNoEntry: false });
  if (found?.isDirectory() === true)
    throw new GauntletError('USAGE_INVALID', `${name} is a folder`, { hint: 'Name a file with -o.' });
  if (call.options['force'] !== true && found !== undefined)
    throw new GauntletError('USAGE_INVALID', `${name} is there already`, {
      hint: 'Name another file with -o, or overwrite it with --force.',
    });
}

/** What was paid for is shown where it cannot be kept after all. */
function keep(call: Call, output: string, text: string): void {
  try {
    write(output, text, call.options['force'] === true);
  } catch (error) {
    for (const line of text.trimEnd().split('\n')) call.io.stderr.write(clean(line));
    throw error;
  }
}

type Drafted = {
  readonly document: Input;
  readonly output: string;
  readonly planner: Planner;
  readonly top: string;
};

function draftingOf(call: Call, { document, output, planner, top }: Drafted) {
  const inside = relative(top, resolve(call.io.cwd, document.name));
  const isInside =
    document.name !== '<stdin>' && !inside.startsWith('..') && fs.existsSync(resolve(top, inside));
  const { paths, config } = planner;
  if (isInside && planner.withholds(inside))
    throw new GauntletError('CONFIG_INVALID', `${inside} is withheld from every agent by privacy.deny`);
  return {
    input: {
      name: isInside ? inside : '',
      document: document.text,
      paths,
      base: textOption(call, 'base') ?? 'main',
    },
    delimiter: () => ids.word(24),
    read: (text: string) => readEpic({ file: shown(call, output), text, readFile: readerIn(top), config }),
  };
}

function shown({ io }: Call, file: string): string {
  const near = relative(io.cwd, file) || '.';
  return near.startsWith('..') ? file : near;
}

function sayPrompt(call: Call, { settings: { use, model } }: Planner, prompt: string): ExitCode {
  if (call.json) call.io.stdout.write(jsonText({ agent: { use, model }, prompt }));
  else {
    call.io.stderr.write(clean(`would ask ${use}${model === null ? '' : ` (${model})`}:`));
    call.io.stdout.write(
      prompt
        .trimEnd()
        .split('\n')
        .map((line) => clean(line))
        .join(''),
    );
  }
  return exitCodes.passed;
}

/** Whole or not at all; without leave never over something that is there, also a link that leads nowhere. */
function write(file: string, text: string, isForced: boolean): void {
  fs.mkdirSync(dirname(file), { recursive: true });
  if (!isForced) return fs.writeFileSync(file, text, { flag: 'wx' });
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  fs.writeFileSync(draft, text, { flag: 'wx' });
  fs.renameSync(draft, file);
}

function say(call: Call, draft: Draft, output: string): ExitCode {
  const { epic, complaints, asked, usage } = draft;
  const ok = epic !== undefined;
  const commands = epic === undefined ? [] : commandsIn(epic);
  if (call.json) {
    const about =
      epic === undefined
        ? null
        : { id: epic.id, title: epic.title, tickets: epic.tickets.map(({ id }) => id) };
    const written = ok ? output : null;
    call.io.stdout.write(jsonText({ ok, epic: about, written, asked, usage, commands, complaints }));
    return ok ? exitCodes.passed : exitCodes.wanting;
  }
  for (const complaint of complaints) call.io.stderr.write(clean(formatComplaint(complaint)));
  if (epic === undefined) {
    call.io.stderr.write(clean(`nothing was written: after ${asked} drafts the epic still has errors`));
    return exitCodes.wanting;
  }
  const lines = [
    `${output}: epic ${epic.id}, ${epic.tickets.length} ${epic.tickets.length === 1 ? 'ticket' : 'tickets'}, drafted in ${asked}`,
    ...(commands.length === 0 ? [] : ['An agent wrote these commands; a run would execute them:']),
    ...commands.map((command) => `  ${command}`),
    `Read it before you run it. Next: gauntlet run ${output} --dry-run`,
  ];
  call.io.stdout.write(lines.map((line) => clean(line)).join(''));
  return exitCodes.passed;
}

function sayInterrupted({ io, json }: Call, signal: 'SIGINT' | 'SIGTERM'): ExitCode {
  const exitCode = signal === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted;
  io.stderr.write('interrupted: nothing was written\n');
  if (json) io.stdout.write(jsonText({ ok: false, epic: null, written: null, exitCode }));
  return exitCode;
}

/** Everything in it that a run would start. */
function commandsIn({ setup, environments, verify, phases, tickets }: Epic): readonly string[] {
  const all = [
    ...(setup?.run ?? []),
    ...environments.flatMap((environment) => [environment.prefix, ...(environment.setup?.run ?? [])]),
    ...verify.map(({ run }) => run),
    ...[phases.e2e, phases.browser].flatMap((phase) =>
      phase === null ? [] : [phase.start, phase.ready, phase.run, phase.stop],
    ),
    ...tickets.flatMap(({ acceptance }) => acceptance.map((criterion) => criterion.verify)),
  ];
  const said = all.flatMap((command) =>
    command === null || command.length === 0
      ? []
      : [typeof command === 'string' ? command : command.join(' ')],
  );
  return [...new Set(said)];
}
