import fs from 'node:fs';
import { resolve } from 'node:path';

import { reachOf } from '../../agents/index.ts';
import { type Inputs, type PartName, parts, rehearse, type Rehearsed } from '../../flow/index.ts';
import { openRepository, type Repository } from '../../git/index.ts';
import { records } from '../../journal/index.ts';
import { evolve, initialState } from '../../state/index.ts';
import { GauntletError } from '../../model/error.ts';
import { auditors } from '../../model/team.ts';
import { quoted } from '../../report/index.ts';
import { type Call, type CliCommand, textOption } from '../command.ts';
import { reachText } from '../doctor-agents.ts';
import { type ConfigOrigin, notesOf } from '../config-origin.ts';
import { exitCodes } from '../exit-codes.ts';
import { jsonText } from '../json-text.ts';
import { readGiven, readPlayers } from '../run/inputs.ts';
import { clean } from '../say-error.ts';
import { chooseEpic, type EpicPlace, epicsAt, repositoryAt } from '../state-folder.ts';
import { withJournal } from '../with-journal.ts';

/** Prints what an agent would be sent, by the code that sends it. Nothing is started and nothing written. */
export const prompts: CliCommand = {
  name: 'prompts',
  summary: 'print what would be sent to a role for a ticket, and to whom',
  define(command) {
    command.argument('[role]', 'who is asked; --list names them all');
    command.argument('[epic]', 'an epic file, or the id of an epic that ran; the newest when left out');
    command.option('--ticket <id>', 'the ticket it is about');
    command.option('--auditor <name>', `one of the team: ${auditors.join(', ')}`);
    command.option('--attempt <n>', 'as it was for this attempt (1 is the first)');
    command.option('--config <file>', 'the configuration, instead of gauntlet.yaml at the base');
    command.option('--list', 'list the roles that can be asked for');
  },
  async run(call) {
    if (call.options['list'] === true) return list(call);
    const part = partOf(call);
    const attempt = attemptOf(call);
    const repository = await openRepository(call.io.cwd);
    try {
      const scene = await sceneOf(call, repository);
      const ticket = ticketOf(call, part, scene.inputs);
      const { config } = scene.inputs;
      const sent = await rehearse({ ...scene, part, ticket, attempt });
      return print(call, sent, {
        deny: config.privacy.deny,
        hasRun: scene.records !== null,
        configuration: scene.origin,
      });
    } finally {
      repository.close();
    }
  },
};

function list({ io, json }: Call): typeof exitCodes.passed {
  io.stdout.write(json ? jsonText({ roles: parts }) : clean(parts.join('\n')));
  return exitCodes.passed;
}

function partOf(call: Call): PartName {
  const role = call.operands[0];
  const auditor = textOption(call, 'auditor');
  const name = role === 'auditor' && auditor !== undefined ? auditor : role;
  const part = parts.find((each) => each === name);
  if (part !== undefined) return part;
  const said = name === undefined ? 'no role is named' : `there is no role "${quoted(name, 40)}"`;
  throw new GauntletError('USAGE_INVALID', said, {
    hint: `Roles: ${parts.join(', ')}. For example: gauntlet prompts critic epics/sample.yaml --ticket DOC-1`,
  });
}

function attemptOf(call: Call): number | null {
  const text = textOption(call, 'attempt');
  if (text === undefined) return null;
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text) - 1;
  throw new GauntletError(
    'USAGE_INVALID',
    `--attempt takes a number of at least 1, not "${quoted(text, 40)}"`,
    { hint: 'Leave it out for the last one.' },
  );
}

type Scene = Pick<Parameters<typeof rehearse>[0], 'inputs' | 'events' | 'records' | 'hub'> & {
  /** Of files that nobody has run yet. */
  readonly origin?: ConfigOrigin;
};

/** A run of the epic where there is one: it says what was really sent. Else the files, as a run would read them. */
async function sceneOf(call: Call, repository: Repository): Promise<Scene> {
  const named = call.operands[1];
  if (named === undefined) return runScene(chooseEpic(undefined, call.io), repository);
  const epics = epicsAt(repositoryAt(call.io.cwd));
  const ran = epics.find(({ id }) => id === named);
  if (ran !== undefined) return runScene(ran, repository);
  if (!fs.existsSync(resolve(call.io.cwd, named)))
    throw new GauntletError(
      'USAGE_INVALID',
      `"${quoted(named, 64)}" is neither a file nor an epic that ran`,
      {
        hint: `Name an epic file${epics.length === 0 ? '' : `, or one of ${epics.map(({ id }) => id).join(', ')}`}.`,
      },
    );
  const hub = repository.peek;
  const given = await readGiven(call, named, { top: repository.top, hub });
  const begun = epics.find(({ id }) => id === given.epic.id);
  if (begun !== undefined) return runScene(begun, repository);
  const { epic, config, epicFile, base, configFolder } = given;
  const cast = await readPlayers(given, hub);
  const inputs = { epic, config, epicFile, base, configFolder, cast, programs: [] };
  for (const note of notesOf(given.origin)) call.io.stderr.write(clean(`note: ${note}`));
  return { inputs, events: [], records: null, hub, origin: given.origin };
}

async function runScene(epic: EpicPlace, repository: Repository): Promise<Scene> {
  const events = await withJournal(epic, (reader) => [...reader.read()]);
  const kept = records(epic.folder);
  const recorded = events.find((event) => event.type === 'inputs_recorded');
  if (recorded === undefined)
    throw new GauntletError('USAGE_INVALID', `the run of ${epic.id} has not begun`, {
      hint: 'Name the epic file instead: gauntlet prompts critic <epic.yaml> --ticket <id>',
    });
  const { inputs: hash } = events.reduce(evolve, initialState);
  const inputs = (await kept.kept(hash)) as Inputs;
  return { inputs, events, records: kept, hub: await repository.hub() };
}

/** Those who judge or mend the epic as a whole need no ticket. */
function ticketOf(call: Call, part: PartName, { epic }: Inputs): string {
  const asked = textOption(call, 'ticket');
  const isOfAll =
    part === 'reviewer' ||
    part === 'fixer' ||
    part === 'remediator' ||
    auditors.some((name) => name === part);
  if (asked !== undefined && (isOfAll || epic.tickets.some(({ id }) => id === asked))) return asked;
  if (asked === undefined && isOfAll) return '';
  const said =
    asked === undefined
      ? `${part} works on one ticket, and none is named`
      : `${epic.id} has no ticket "${quoted(asked, 64)}"`;
  throw new GauntletError('USAGE_INVALID', said, {
    hint: `--ticket takes one of ${epic.tickets.map(({ id }) => id).join(', ')}`,
  });
}

type Around = {
  readonly deny: readonly string[];
  readonly hasRun: boolean;
  readonly configuration: ConfigOrigin | undefined;
};

function print(
  call: Call,
  sent: Rehearsed,
  { deny, hasRun, configuration }: Around,
): typeof exitCodes.passed {
  const { role, auditor, ticket, attempt, settings, isSample, prompt } = sent;
  const reach = reachOf(settings, role);
  const { use, run, model } = settings;
  if (call.json) {
    const value = {
      role,
      auditor,
      ticket,
      attempt: attempt + 1,
      sample: isSample,
      agent: { use, run, model },
      reach,
      withheld: deny,
      ...(configuration === undefined ? {} : { configuration }),
      prompt,
    };
    call.io.stdout.write(jsonText(value));
    return exitCodes.passed;
  }
  const who = [use, ...run, ...(model === null ? [] : [`(${model})`])].join(' ');
  const notes = [
    `${auditor === null ? role : `${auditor} ${role}`} for ${ticket}, attempt ${attempt + 1}: ${who}`,
    reachText(reach),
    `withheld by privacy.deny: ${deny.join(', ') || 'nothing'}`,
    ...(hasRun ? [] : ['the epic has not run: there is no work and no change to show yet']),
    ...(isSample ? ['what is marked [sample] has not happened: it shows where such words would stand'] : []),
  ];
  for (const note of notes) call.io.stderr.write(clean(`note: ${note}`));
  call.io.stdout.write(clean(prompt.trimEnd()));
  return exitCodes.passed;
}
