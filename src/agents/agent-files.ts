import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Adapter, adapters, unsetAgent } from '../model/config.ts';
import type { AgentName, AgentSettings, Config, DocServer } from '../model/config.ts';
import { type Auditor, auditors, type Role, roles } from '../model/team.ts';
import { withServers } from './programs/doc-servers.ts';
import { formatComplaint } from '../schema/complaint.ts';
import { duration, group } from '../schema/parts.ts';
import { listOf, mapOf, obeying, oneOf, optional, or, text } from '../schema/shape.ts';
import { readFile as readYaml } from '../schema/yaml-source.ts';

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
  /** The origins of agent, model (where one is named) and words in one line, for people. */
  readonly origin: string;
  readonly origins: Readonly<Record<'agent' | 'model' | 'timeout' | 'tools' | 'text', string>>;
};

export type AgentFileOptions = {
  readonly agents: Config['agents'];
  /** What the command line asked for; wins over everything. */
  readonly flag?: AgentSettings | undefined;
  /** Documentation servers for the library auditor. */
  readonly servers?: readonly DocServer[] | undefined;
  /** A file of the repository at the base commit; undefined when there is none. Never from a branch (P9). */
  readAtBase(path: string): Promise<string | undefined>;
};

export type AgentFilesRead =
  | { readonly ok: true; readonly cast: Readonly<Partial<Record<PartName, PartPlayer>>> }
  | { readonly ok: false; readonly complaints: readonly string[] };

/** Where a repository keeps its own agent files. */
const FOLDER = 'agents.d';

/** Decides for every part who plays it. A part for which no agent is named is left out. */
export async function readAgentFiles(options: AgentFileOptions): Promise<AgentFilesRead> {
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

/** The places that decide one part, strongest first: command line, the role's entry, agent file, general entry, built-in. */
type Places = <T>(
  ofSettings: (settings: AgentSettings) => T | null,
  ofFile: (file: AgentFile) => T | null,
) => readonly Source<T>[];

function placesOf(name: PartName, { flag, agents }: AgentFileOptions, { own, builtIn }: Files): Places {
  const role = roleOf(name);
  const general = generalName(role, agents);
  return (ofSettings, ofFile) => {
    const said = (settings: AgentSettings | undefined) =>
      settings === undefined ? null : ofSettings(settings);
    return [
      { from: 'command line', value: said(flag) },
      { from: `agents.${role} in gauntlet.yaml`, value: said(agents[role]) },
      { from: `${FOLDER}/${name}.md at the base commit`, value: own === undefined ? null : ofFile(own) },
      { from: `agents.${general} in gauntlet.yaml`, value: said(agents[general]) },
      { from: 'built-in', value: ofFile(builtIn) },
    ];
  };
}

function playerOf(name: PartName, options: AgentFileOptions, files: Files): PartPlayer | undefined {
  const places = placesOf(name, options, files);
  const agent = first(
    places(
      (settings) => settings.use,
      (file) => file.agent,
    ),
  );
  if (agent === undefined) return undefined;
  const model = first(
    places(
      (settings) => settings.model,
      (file) => file.model,
    ),
  );
  const effort = first(
    places(
      (settings) => settings.effort,
      (file) => file.effort,
    ),
  );
  const timeout = first(
    places(
      (settings) => settings.timeout,
      (file) => file.timeout,
    ),
  );
  const tools = first(
    places<readonly string[]>(
      () => null,
      (file) => file.tools,
    ),
  );
  const text = first(
    places<string>(
      () => null,
      (file) => file.text || null,
    ),
  );
  const settings = {
    ...withServers(writtenFor(agent.value, roleOf(name), options), name === 'library' ? options.servers : []),
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
  const named = model === undefined ? [] : [`model: ${origins.model}`];
  const origin = [`agent from ${origins.agent}`, ...named, `instructions from ${origins.text}`].join('; ');
  return { ...words, hash, origin, origins };
}

/** A command line belongs to the kind of agent it was written for. */
function writtenFor(
  use: AgentSettings['use'],
  role: Role,
  { flag, agents }: AgentFileOptions,
): AgentSettings {
  const written = [flag, agents[role], agents[generalName(role, agents)]];
  return written.find((settings) => settings?.use === use) ?? { ...unsetAgent, use };
}

function first<T>(sources: readonly Source<T>[]): { readonly from: string; readonly value: T } | undefined {
  for (const { from, value } of sources) if (value !== null && value !== undefined) return { from, value };
  return undefined;
}

function roleOf(name: PartName): Role {
  return roles.find((role) => role === name) ?? 'auditor';
}

/** The entry of the configuration that stands in for a role without one of its own. */
function generalName(role: Role, agents: Config['agents']): AgentName {
  const [name, more] = standIns[role] ?? ['default', undefined];
  return more !== undefined && agents[name] === undefined ? more : name;
}

const standIns: Readonly<Partial<Record<Role, readonly [AgentName, AgentName]>>> = {
  fixer: ['developer', 'default'],
  remediator: ['developer', 'default'],
  reviewer: ['critic', 'default'],
};

/** The agent file that comes with the program. */
async function builtInFile(name: PartName): Promise<string> {
  const here = dirname(fileURLToPath(import.meta.url));
  // Beside the commands in what is published, at the top of the repository in the sources.
  const folders = [join(here, '..', FOLDER), join(here, '../..', FOLDER)];
  const folder = folders.find((each) => existsSync(each)) ?? join(here, '..', FOLDER);
  return readFile(join(folder, `${name}.md`), 'utf8');
}

/** An agent definition as somebody wrote it: what the head sets (null where it does not say), and the words. */
type AgentFile = {
  readonly agent: Adapter | null;
  readonly model: string | null;
  readonly effort: string | null;
  readonly tools: readonly string[] | null;
  /** Milliseconds. */
  readonly timeout: number | null;
  readonly text: string;
};

type ReadAgentFile =
  | { readonly ok: true; readonly file: AgentFile }
  | { readonly ok: false; readonly complaints: readonly string[] };

const MOST_CHARACTERS = 100_000;

/** Reads an agent file: Markdown, with or without a head between two lines `---`. All complaints at once, by line. */
export function readAgentFile(source: string, path: string, name: string): ReadAgentFile {
  if (source.length > MOST_CHARACTERS)
    return { ok: false, complaints: [`${path}: longer than ${MOST_CHARACTERS} characters`] };
  const parts = split(source.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'));
  if (parts === undefined)
    return { ok: false, complaints: [`${path}:1: the front matter is not closed by a --- line`] };
  const read = readYaml(headOf(name), { file: path, text: parts.head, linesBefore: 1 });
  if (!read.ok) return { ok: false, complaints: read.complaints.map(formatComplaint) };
  const { limits, name: _, description: __, ...head } = read.value;
  return { ok: true, file: { ...head, ...limits, text: parts.text.trim() } };
}

function headOf(name: string) {
  return mapOf({
    name: optional(
      obeying(text(), (said) =>
        said === name ? [] : [{ path: [], message: `must be "${name}" to match the file name` }],
      ),
    ),
    description: optional(text()),
    model: or(null, text()),
    effort: or(null, text()),
    tools: or(null, listOf(text())),
    agent: or(null, oneOf(adapters)),
    limits: group('Bounds of a run.', { timeout: or(null, duration('Time limit of a run.')) }),
  });
}

function split(source: string): { readonly head: string; readonly text: string } | undefined {
  if (!/^---[ \t]*\n/.test(source)) return { head: '', text: source };
  const below = source.slice(source.indexOf('\n') + 1);
  const end = /^---[ \t]*(?:\n|$)/m.exec(below);
  return end === null
    ? undefined
    : { head: below.slice(0, end.index), text: below.slice(end.index + end[0].length) };
}
