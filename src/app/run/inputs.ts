import { sha256 } from '../../model/sha256.ts';
import { type FoundConfig, readJudging } from '../../project/settings/read-judging.ts';
import { readCast } from '../../project/settings/role-agents.ts';
import { textAt } from '../../project/text-at.ts';
import { personOf } from '../../project/person.ts';
import { resolve } from 'node:path';

import { GauntletError } from '../../model/error.ts';
import type { AgentSettings, Limits } from '../../model/config.ts';
import { roles } from '../../model/team.ts';
import type { Epic } from '../../model/epic.ts';
import type { Hub } from '../../ports/git.ts';
import { planOf, readConfig, readEpic, refused } from '../../plan/index.ts';
import type { BudgetChange, Inputs } from '../../run/index.ts';
import { agentFlag } from '../../project/agent-flag.ts';
import { withAllowedRed } from '../../project/settings/allow-red.ts';
import type { Call } from '../../project/call.ts';
import type { RunOptions } from './running-call.ts';
import { configForBase, type ConfigOrigin, notesOf } from '../../project/settings/judging-config.ts';
import { type Input } from '../../project/read-input.ts';
import { readerIn } from '../../project/repository.ts';
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
  call: Call<RunOptions>,
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
  if (!epic.ok || !config.ok || base === undefined)
    throw refused([...epic.complaints, ...config.complaints], NOT_STARTED);
  return {
    epic: withAllowedRed(withFlags(epic.value, call), config.value, call),
    config: config.value,
    flag: agentFlag(config.value, call.options.agent, call.io),
    epicFile: input.name,
    base,
    epicHash: sha256(input.text),
    configHash: found.text === '' ? null : sha256(found.text),
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
  call: Call<RunOptions>,
  { hub }: RepositoryAccess,
): Promise<GivenInputs['base'] | undefined> {
  const name = call.options.base ?? ref;
  return name === undefined ? undefined : { ref: name, ...(await hub.adopt(name)) };
}

/** The configuration of a run: of its base, or the file that a person names. */
export function findConfig(
  call: Call<RunOptions>,
  { top }: Pick<RepositoryAccess, 'top'>,
  base: GivenInputs['base'] | undefined,
): Promise<FoundConfig> {
  return readJudging(call, top, (given) => configForBase(top, base, given));
}

/** The epic is taken as given; that it differs from what is committed is worth knowing. */
async function epicNotes(
  file: string,
  text: string,
  { top, hub }: RepositoryAccess,
  base: string,
): Promise<readonly string[]> {
  const path = file.startsWith(`${top}/`) ? file.slice(top.length + 1) : undefined;
  const there = path === undefined ? undefined : await textAt(hub, base, path);
  if (there === undefined || there === text) return [];
  return [`${path} differs from the base: the run uses the one in your checkout`];
}

export const NOT_STARTED = {
  code: 'PLAN_INVALID',
  problem: 'nothing was started',
  hint: 'Fix the errors above. `gauntlet check` reports the same errors without starting a run.',
} as const;

/** What a flag says wins over epic and configuration. */
export function withFlags(epic: Epic, call: Call<RunOptions>): Epic {
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

function numberOption(call: Call<RunOptions>, name: NumberFlag, least: number): number | undefined {
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
export function budgetFlags(call: Call<RunOptions>): BudgetChange | undefined {
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
  // Where no library auditor is asked, nobody needs an agent that can use them.
  const servers = auditors.includes('library') ? given.config.audit.servers : [];
  const cast = await readCast({ ...given, servers }, hub, given.base.commit);
  refuseDependence(given.config, cast);
  refuseWithheldReading(given.epic, given.config);
  refuseFarModels({ cast, config: given.config }, 'enforced');
  return cast;
}
