import { withJournal } from '../../project/kept/read-run.ts';
import { delimiter, dirname } from 'node:path';

import type { Event } from '../../model/events.ts';
import { type CallWith, cliCommand } from '../command.ts';
import type { OptionDefinition } from '../option-types.ts';
import { demoEpic, type DemoRepository, makeDemoRepository } from '../demo/demo-repository.ts';
import { refusedWorkIn } from '../../project/kept/refused-work.ts';
import { caughtText, demoOpening, landedIn, whereToLook } from '../demo/demo-words.ts';
import type { ExitCode } from '../../model/exit-codes.ts';
import type { Io, Sink } from '../io.ts';
import { jsonText } from '../../project/json-text.ts';
import { runCommand } from '../run-command.ts';
import { chooseEpic } from '../../project/kept/choose-run.ts';
import { run } from './run.ts';
import { recordsAt } from '../../project/kept/records-at.ts';

const options = [
  ['--no-input', 'do not ask: leave the decision open (exit 3)'],
  ['--keep', 'keep the repository for inspection'],
  [
    '--cluster [url]',
    'run on cluster workers: URL of the Postgres database they share (or GAUNTLET_CLUSTER)',
  ],
] as const satisfies readonly OptionDefinition[];

type DemoCall = CallWith<typeof options>;

/** The whole way of an epic in under a minute, on a repository made for it. */
export const demo = cliCommand({
  name: 'demo',
  summary: 'run a scripted demo with six tickets in a temporary repository',
  options,
  async run(call) {
    const keep = call.options.keep === true;
    const url = call.options.cluster;
    const env = typeof url !== 'string' ? call.io.env : { ...call.io.env, GAUNTLET_CLUSTER: url };
    const io = { ...call.io, env: withOurNode(env) };
    const repository = await makeDemoRepository(io);
    try {
      return await play({ ...call, io: { ...io, cwd: repository.path } }, repository, keep);
    } finally {
      if (!keep) await repository.remove();
    }
  },
});

async function play(call: DemoCall, repository: DemoRepository, keep: boolean): Promise<ExitCode> {
  const { io } = call;
  const flags = [...(!call.options.input ? ['--no-input'] : []), ...clusterFlag(call)];
  const colour = call.colour ? [] : ['--no-color'];
  io.stderr.write(`${demoOpening}\n$ gauntlet run ${[demoEpic, ...flags].join(' ')}\n`);
  const result = captured();
  const shown: Io = call.json ? { ...io, stdout: result.sink } : io;
  const code = await runCommand(
    run,
    [demoEpic, ...flags, ...colour, ...(call.json ? ['--json'] : [])],
    shown,
  );
  const epic = chooseEpic(undefined, io);
  const history = await withJournal(epic, (reader) => [...reader.read()]);
  const caught = await refusedWorkIn(history, recordsAt(epic.folder));
  const landed = landedIn(history);
  const place = keep ? repository.path : null;
  if (call.json) {
    const value: object = JSON.parse(result.text());
    io.stdout.write(jsonText({ ...value, caught, landed, repository: place }));
    return code;
  }
  io.stdout.write(
    `\n${caughtText(caught, landed)}\n${whereToLook(place, calledAs(io.env), undecidedIn(history))}`,
  );
  return code;
}

/** A URL may hold a password: it goes on in the environment, not in the words that are shown. */
function clusterFlag({ options }: DemoCall): readonly string[] {
  return options.cluster === undefined ? [] : ['--cluster'];
}

/** What to type for another command, also in a clone, and where npx or a path started this one. */
function calledAs(env: Io['env']): string {
  const [, script = ''] = process.argv;
  if (script.endsWith('.ts')) return 'npm run gauntlet --';
  if (env['npm_command'] === 'exec') return 'npx gauntlet';
  return script.endsWith('.cjs') ? `node ${script}` : 'gauntlet';
}

/** The ticket that waited for a decision when the run ended. */
function undecidedIn(history: readonly Event[]): string | undefined {
  const last = history.findLast(
    (event) => event.type === 'ticket_escalated' || event.type === 'decision_answered',
  );
  return last?.type === 'ticket_escalated' ? last.ticket : undefined;
}

function captured(): { readonly sink: Sink; text(): string } {
  const parts: string[] = [];
  const sink: Sink = { isTty: () => false, write: (text) => void parts.push(text) };
  return { sink, text: () => parts.join('') };
}

/** The checks of the demo say `node`: they mean the one that is running, not an older one that comes first. */
function withOurNode(env: Io['env']): Io['env'] {
  const PATH = [dirname(process.execPath), env['PATH'] ?? ''].filter(Boolean).join(delimiter);
  // Programs are started with the process's own environment, less what is not on the list.
  process.env['PATH'] = PATH;
  return { ...env, PATH };
}
