import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { AgentName, AgentSettings, Config } from '../model/config.ts';
import { type Auditor, auditors, type Role, roles } from '../model/team.ts';
import { type AgentFile, readAgentFile } from './front-matter.ts';

/** A role, or one of the five auditors of the team: each has an agent file of its own. */
export type PartName = Role | Auditor;

/** Who plays a part: the winning settings and words, and where each of them comes from (DISPATCH-08). */
export type PartPlayer = {
  readonly settings: AgentSettings;
  /** Stands above every prompt of this part. */
  readonly text: string;
  /** What it needs to be able to do; empty: not said. */
  readonly tools: readonly string[];
  /** Of the text and the settings, for the journal. */
  readonly hash: string;
  /** All of `origins` in one line, for people. */
  readonly origin: string;
  readonly origins: Readonly<Record<'agent' | 'model' | 'timeout' | 'tools' | 'text', string>>;
};

export type CastOptions = {
  readonly agents: Config['agents'];
  /** What the command line asked for; wins over everything. */
  readonly flag?: AgentSettings | undefined;
  /** A file of the repository at the base commit; undefined when there is none. Never from a branch (P9). */
  readAtBase(path: string): Promise<string | undefined>;
};

export type CastRead =
  | { readonly ok: true; readonly cast: Readonly<Partial<Record<PartName, PartPlayer>>> }
  | { readonly ok: false; readonly complaints: readonly string[] };

/** Where a repository keeps its own agent files. */
const FOLDER = 'agents.d';

/** Decides for every part who plays it. A part for which no agent is named is left out. */
export async function readCast(options: CastOptions): Promise<CastRead> {
  const complaints: string[] = [];
  const cast: Partial<Record<PartName, PartPlayer>> = {};
  for (const name of new Set<PartName>([...roles, ...auditors])) {
    const path = `${FOLDER}/${name}.md`;
    const builtIn = readAgentFile(await builtInFile(name), path, name);
    const source = await options.readAtBase(path);
    const own = source === undefined ? undefined : readAgentFile(source, path, name);
    for (const read of [builtIn, own]) if (read?.ok === false) complaints.push(...read.complaints);
    if (builtIn.ok && own?.ok !== false) {
      const player = playerOf(name, options, { own: own?.file, builtIn: builtIn.file });
      if (player !== undefined) cast[name] = player;
    }
  }
  return complaints.length > 0 ? { ok: false, complaints } : { ok: true, cast };
}

type Files = { readonly own: AgentFile | undefined; readonly builtIn: AgentFile };

/** One place a value may come from. */
type Source<T> = { readonly from: string; readonly value: T | null | undefined };

/** The first that says something wins: command line, the role's own entry, agent file, more general entry, built-in. */
function playerOf(name: PartName, options: CastOptions, { own, builtIn }: Files): PartPlayer | undefined {
  const role = roleOf(name);
  const path = `${FOLDER}/${name}.md`;
  const general = generalNames(role).find((each) => options.agents[each] !== undefined);
  const inOrder = <T>(
    ofSettings: (settings: AgentSettings) => T | null,
    ofFile: (file: AgentFile) => T | null,
  ): readonly Source<T>[] => {
    const from = (settings: AgentSettings | undefined): T | null =>
      settings === undefined ? null : ofSettings(settings);
    return [
      { from: 'command line', value: from(options.flag) },
      { from: `agents.${role} in gauntlet.yaml`, value: from(options.agents[role]) },
      { from: `${path} at the base commit`, value: own === undefined ? null : ofFile(own) },
      {
        from: `agents.${general ?? 'default'} in gauntlet.yaml`,
        value: from(general && options.agents[general]),
      },
      { from: 'built-in', value: ofFile(builtIn) },
    ];
  };
  const agent = first(
    inOrder(
      (settings) => settings.use,
      (file) => file.agent,
    ),
  );
  if (agent === undefined) return undefined;
  const model = first(
    inOrder(
      (settings) => settings.model,
      (file) => file.model,
    ),
  );
  const effort = first(
    inOrder(
      (settings) => settings.effort,
      (file) => file.effort,
    ),
  );
  const timeout = first(
    inOrder(
      (settings) => settings.timeout,
      (file) => file.timeout,
    ),
  );
  const tools = first(
    inOrder<readonly string[]>(
      () => null,
      (file) => file.tools,
    ),
  );
  const text = first(
    inOrder<string>(
      () => null,
      (file) => file.text || null,
    ),
  );
  const written = [options.flag, options.agents[role], general && options.agents[general]];
  // A command line belongs to the kind of agent it was written for.
  const base = written.find((settings) => settings?.use === agent.value) ?? { ...plain, use: agent.value };
  const settings = {
    ...base,
    model: model?.value ?? null,
    effort: effort?.value ?? null,
    timeout: timeout?.value ?? null,
  };
  const origins = {
    agent: agent.from,
    model: model?.from ?? 'not said',
    timeout: timeout?.from ?? 'limits.agentTimeout',
    tools: tools?.from ?? 'not said',
    text: text?.from ?? 'not said',
  };
  const words = { settings, text: text?.value ?? '', tools: tools?.value ?? [] };
  const hash = createHash('sha256').update(JSON.stringify(words)).digest('hex');
  return { ...words, hash, origin: `agent: ${origins.agent}; text: ${origins.text}`, origins };
}

function first<T>(sources: readonly Source<T>[]): { readonly from: string; readonly value: T } | undefined {
  for (const { from, value } of sources) if (value !== null && value !== undefined) return { from, value };
  return undefined;
}

const plain: Omit<AgentSettings, 'use'> = {
  run: [],
  model: null,
  effort: null,
  provider: null,
  baseUrl: null,
  apiKeyEnv: null,
  env: [],
  network: false,
  token: true,
  timeout: null,
  prices: null,
};

function roleOf(name: PartName): Role {
  return roles.find((role) => role === name) ?? 'auditor';
}

/** Entries of the configuration that stand in for a role without one of its own. */
function generalNames(role: Role): readonly AgentName[] {
  if (role === 'fixer' || role === 'remediator') return ['developer', 'default'];
  return role === 'reviewer' ? ['critic', 'default'] : ['default'];
}

/** The agent file that comes with the program. */
async function builtInFile(name: PartName): Promise<string> {
  const here = dirname(fileURLToPath(import.meta.url));
  // Beside the commands in what is published, at the top of the repository in the sources.
  const folders = [join(here, '..', FOLDER), join(here, '../..', FOLDER)];
  const folder = folders.find((each) => existsSync(each)) ?? join(here, '..', FOLDER);
  return readFile(join(folder, `${name}.md`), 'utf8');
}
