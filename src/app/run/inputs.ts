import { personOf } from '../../project/person.ts';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';

import { GauntletError } from '../../model/error.ts';
import { readAgentFiles } from '../../agents/index.ts';
import type { AgentSettings, Limits } from '../../model/config.ts';
import { roles } from '../../model/team.ts';
import type { Epic } from '../../model/epic.ts';
import type { Hub } from '../../ports/git.ts';
import { type Complaint, formatComplaint, planOf, readConfig, readEpic } from '../../plan/index.ts';
import type { BudgetChange, Inputs } from '../../run/index.ts';
import { agentFlag } from '../../project/agent-flag.ts';
import { withAllowedRed } from '../../cli/allow-red.ts';
import type { RunningCall } from '../../cli/run/options.ts';
import {
  CONFIG,
  configForBase,
  type ConfigOrigin,
  judgingConfig,
  labelOf,
  notesOf,
} from '../../project/settings/judging-config.ts';
import { type Input, readInput } from '../../project/read-input.ts';
import { pathIn } from '../../project/settings/brought-judges.ts';
import { hereIn, readerIn } from '../../project/repository.ts';
import { readAll } from '../../project/read-all.ts';
import { refuseDependence } from './independence.ts';
import { refuseFarModels, refuseWithheldReading } from '../../project/privacy.ts';

/** What a run is given, before anything of it is started. */
export type GivenInputs = Omit<Inputs, 'cast' | 'programs'> & {
  readonly epicHash: string;
  readonly configHash: string | null;
  /** What `--agent` asked for. */
  readonly flag: AgentSettings | undefined;
  readonly notes: readonly string[];
  readonly origin: ConfigOrigin;
};

export type RepositoryAccess = { readonly top: string; readonly hub: Pick<Hub, 'adopt' | 'file'> };

/**
 * The epic as given; the configuration from the base commit, so that nobody can loosen it on the way (P9). One that is
 * only in the checkout is taken where the base has none. All complaints are said at once, and then nothing is started.
 */
export async function readGiven(
  call: RunningCall,
  input: Input,
  place: RepositoryAccess,
): Promise<GivenInputs> {
  const bare = readEpic({ file: input.name, text: input.text, readFile: readerIn(place.top) });
  const base = await baseOf(bare.ok ? bare.value.base : undefined, call, place);
  const found = await findConfig(call, place, base);
  const config = readConfig({ file: found.file, text: found.text });
  const epic = readEpic({
    file: input.name,
    text: input.text,
    readFile: readerIn(place.top),
    ...(config.ok ? { config: config.value } : {}),
  });
  refuse([...epic.complaints, ...config.complaints], epic.ok && config.ok);
  if (!epic.ok || !config.ok || base === undefined)
    throw new GauntletError('BUG', 'complaints were not refused');
  return {
    epic: withAllowedRed(withFlags(epic.value, call), config.value, call),
    config: config.value,
    flag: agentFlag(config.value, call.options.agent, call.io),
    epicFile: input.name,
    base,
    epicHash: hashOf(input.text),
    configHash: found.text === '' ? null : hashOf(found.text),
    configFolder: found.folder,
    origin: found.origin,
    notes: [
      ...notesOf(found.origin),
      ...(await epicNotes(resolve(call.io.cwd, input.name), input.text, place, base.commit)),
    ],
  };
}

async function baseOf(
  ref: string | undefined,
  call: RunningCall,
  { hub }: RepositoryAccess,
): Promise<GivenInputs['base'] | undefined> {
  const name = call.options.base ?? ref;
  return name === undefined ? undefined : { ref: name, ...(await hub.adopt(name)) };
}

type FoundConfig = {
  readonly file: string;
  readonly text: string;
  readonly folder: string;
  readonly origin: ConfigOrigin;
};

export async function findConfig(
  call: RunningCall,
  { top }: Pick<RepositoryAccess, 'top'>,
  base: GivenInputs['base'] | undefined,
): Promise<FoundConfig> {
  const named = call.options.config;
  const file = named === undefined ? CONFIG : pathIn(top, resolve(call.io.cwd, named));
  const here = named === undefined ? hereIn(top, CONFIG) : (await readInput(named, call.io)).text;
  const isChosen = named !== undefined;
  const judging =
    file === undefined
      ? judgingConfig({ file: named ?? CONFIG, places: [], work: null, here })
      : await configForBase(top, base, { file, here, isChosen });
  const { text = '', origin } = judging;
  const folder = named === undefined ? top : resolve(call.io.cwd, named, '..');
  return { file: named ?? labelOf(judging), text, folder, origin };
}

/** The epic is taken as given; that it differs from what is committed is worth knowing. */
async function epicNotes(
  file: string,
  text: string,
  { top, hub }: RepositoryAccess,
  base: string,
): Promise<readonly string[]> {
  const path = file.startsWith(`${top}/`) ? file.slice(top.length + 1) : undefined;
  const bytes = path === undefined ? undefined : await hub.file(base, path);
  if (bytes === undefined || new TextDecoder().decode(bytes) === text) return [];
  return [`${path} differs from the base: the run uses the one in your checkout`];
}

export function refuse(complaints: readonly Complaint[], ok: boolean): void {
  if (ok) return;
  const lines = complaints.map((complaint) => formatComplaint(complaint).trimEnd());
  throw new GauntletError('PLAN_INVALID', `nothing was started:\n${lines.join('\n')}`, {
    hint: 'Fix the errors above. `gauntlet check` reports the same errors without starting a run.',
  });
}

/** What a flag says wins over epic and configuration. */
export function withFlags(epic: Epic, call: RunningCall): Epic {
  const limits: Partial<Record<keyof Limits, number>> = {};
  const flags = [
    ['maxParallel', 'maxParallel', 1],
    ['maxRevisions', 'maxRevisions', 0],
    ['budget', 'budgetUsd', 0],
    ['budgetTokens', 'budgetTokens', 0],
  ] as const;
  const reads = flags.map(([flag, limit, least]) => () => {
    const value = numberOption(call, flag, least);
    if (value !== undefined) limits[limit] = value;
  });
  const [chosen] = readAll(() => only(epic, call.options.only), ...reads);
  return { ...chosen, limits: { ...epic.limits, ...limits } };
}

const WHOLE = /^\d{1,15}$/;
const DECIMAL = /^(?:\d{1,15}\.?\d*|\.\d+)$/;

type NumberFlag = 'maxParallel' | 'maxRevisions' | 'budget' | 'budgetTokens';

function numberOption(call: RunningCall, name: NumberFlag, least: number): number | undefined {
  const text = call.options[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  const isWhole = name !== 'budget';
  // Digits only: an empty word would be a 0, and a budget of 0 starts nobody.
  if ((isWhole ? WHOLE : DECIMAL).test(text) && value >= least) return value;
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const kind = isWhole ? 'whole number' : 'number';
  throw new GauntletError('USAGE_INVALID', `--${flag} is a ${kind} of at least ${least}, not "${text}"`);
}

/** The budget that a person gives a run to go on with; undefined where nothing is said of it. */
export function budgetFlags(call: RunningCall): BudgetChange | undefined {
  const [usd = null, tokens = null] = readAll(
    () => numberOption(call, 'budget', 0),
    () => numberOption(call, 'budgetTokens', 0),
  );
  return usd === null && tokens === null ? undefined : { usd, tokens, by: personOf(call.io) };
}

/** The tickets named, and whatever they need. */
function only(epic: Epic, names: string | undefined): Epic {
  if (names === undefined) return epic;
  const wanted = new Set(names.split(',').map((name) => name.trim()));
  const unknown = [...wanted].filter((id) => !epic.tickets.some((ticket) => ticket.id === id));
  if (unknown.length > 0)
    throw new GauntletError('USAGE_INVALID', `the epic has no ticket ${unknown.join(', ')}`, {
      hint: `Its tickets are ${epic.tickets.map(({ id }) => id).join(', ')}.`,
    });
  for (const id of wanted)
    for (const need of epic.tickets.find((ticket) => ticket.id === id)?.needs ?? []) wanted.add(need);
  return { ...epic, tickets: epic.tickets.filter(({ id }) => wanted.has(id)) };
}

/** Who plays which part; one for which nobody is named is refused before anything starts. */
export async function readPlayers(given: GivenInputs, hub: Pick<Hub, 'file'>): Promise<Inputs['cast']> {
  const cast = await namedPlayers(given, hub);
  const missing = roles.filter((role) => cast[role] === undefined);
  if (missing.length === 0) return cast;
  const whom = missing.length === roles.length ? 'any role' : missing.join(', ');
  throw new GauntletError('CONFIG_INVALID', `no agent is configured for ${whom}`, {
    hint: 'Run gauntlet init to add one to gauntlet.yaml, or name one: --agent claude. Without an agent: gauntlet review --no-agents, gauntlet audit.',
  });
}

/** Those who are named; what must not be is refused. */
export async function namedPlayers(given: GivenInputs, hub: Pick<Hub, 'file'>): Promise<Inputs['cast']> {
  const { auditors } = planOf(given.epic, given.config).gating.team;
  const read = await readAgentFiles({
    agents: given.config.agents,
    flag: given.flag,
    // Where no library auditor is asked, nobody needs an agent that can use them.
    servers: auditors.includes('library') ? given.config.audit.servers : [],
    readAtBase: async (path) => {
      const bytes = await hub.file(given.base.commit, path);
      return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
    },
  });
  if (!read.ok)
    throw new GauntletError('CONFIG_INVALID', `nothing was started:\n${read.complaints.join('\n')}`);
  refuseDependence(given.config, read.cast);
  refuseWithheldReading(given.epic, given.config);
  refuseFarModels({ cast: read.cast, config: given.config }, 'enforced');
  return read.cast;
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
