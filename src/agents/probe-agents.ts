import { lstat, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { sanitize } from '../formats/index.ts';
import type { ProgramEnd, Processes } from '../ports/processes.ts';
import { programFile } from '../process/index.ts';
import { type KnownAgent, knownAgents, type LoginState } from './known-agents.ts';

/** A coding agent that is installed here. */
export type InstalledAgent = {
  readonly name: string;
  readonly path: string;
  /** null where it does not say in time. */
  readonly version: string | null;
  readonly login: LoginState;
  /** How that is known, for people: a command, or the name of a variable. */
  readonly by: string;
  /** What to do next; null when it is ready. */
  readonly next: string | null;
  readonly entry: string;
};

export type ProbeOptions = {
  readonly processes: Processes;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** An empty folder of ours, removed by whoever made it. */
  readonly folder: string;
  /** Milliseconds that one question may take. */
  readonly deadline: number;
};

/**
 * Looks for coding agents and asks each for its version and its login, all at once. They run confined, without network
 * and in a home directory of our own in which only the files of their login are lent to them, read-only: we never read
 * those, and nothing the program says but its version is passed on.
 */
export async function probeAgents(options: ProbeOptions): Promise<readonly InstalledAgent[]> {
  const found = knownAgents.flatMap((agent) => {
    const path = programFile(agent.program, options.env['PATH'] ?? '', '/');
    return path === undefined ? [] : [{ agent, path }];
  });
  return Promise.all(found.map(({ agent, path }) => probe(agent, path, options)));
}

/** Names of the known agents whose program is on the PATH. None of them is started. */
export function installedPrograms(env: ProbeOptions['env']): readonly string[] {
  const path = env['PATH'] ?? '';
  return knownAgents
    .filter(({ program }) => programFile(program, path, '/') !== undefined)
    .map(({ name }) => name);
}

/** How a known agent is started; undefined where none has that name. */
export function knownAgent(name: string): Pick<KnownAgent, 'use' | 'run'> | undefined {
  return knownAgents.find((agent) => agent.name === name);
}

/** Names of all known agents. */
export const knownAgentNames: readonly string[] = knownAgents.map(({ name }) => name);

/** Which of the known agents are not installed. */
export function absentAgents(env: ProbeOptions['env']): readonly string[] {
  const installed = installedPrograms(env);
  return knownAgentNames.filter((name) => !installed.includes(name));
}

async function probe(agent: KnownAgent, path: string, options: ProbeOptions): Promise<InstalledAgent> {
  const home = await lentHome(agent, options);
  const asked = (args: readonly string[], name: string): Promise<ProgramEnd> =>
    ask([path, ...args], { ...home, name }, options);
  const check = agent.check;
  const [version, login] = await Promise.all([
    asked(['--version'], 'version'),
    check === null ? undefined : asked(check.args, 'login'),
  ]);
  const state = check === null || login === undefined ? 'unclear' : check.read(login);
  return { ...described(agent, state, options.env), name: agent.name, path, version: versionIn(version) };
}

type Lent = { readonly home: string; readonly lent: readonly string[] };

async function lentHome({ name, logins }: KnownAgent, { folder, env }: ProbeOptions): Promise<Lent> {
  const home = join(folder, name, 'home');
  await mkdir(join(home, 'empty'), { recursive: true });
  const lent: string[] = [];
  for (const login of env['HOME'] === undefined ? [] : logins) {
    const original = join(String(env['HOME']), login);
    if ((await lstat(original).catch(() => undefined)) === undefined) continue;
    lent.push(original);
    await mkdir(dirname(join(home, login)), { recursive: true });
    await symlink(original, join(home, login));
  }
  return { home, lent };
}

async function ask(
  argv: readonly [string, ...string[]],
  { home, lent, name }: Lent & { readonly name: string },
  { processes, folder, deadline }: ProbeOptions,
): Promise<ProgramEnd> {
  const logs = join(folder, `${home.slice(folder.length + 1).split('/')[0] ?? ''}-${name}`);
  await mkdir(logs, { recursive: true });
  return processes.run({
    argv,
    cwd: join(home, 'empty'),
    env: { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), XDG_DATA_HOME: join(home, '.local/share') },
    stdin: '',
    confinement: { writable: [home], visible: [argv[0], ...lent], hidden: [], network: false },
    timeout: deadline,
    stall: null,
    outputCap: 100_000,
    folder: logs,
  });
}

/** The first thing in its answer that looks like a version. */
function versionIn({ how, stdout }: ProgramEnd): string | null {
  if (how.kind !== 'exited' || how.code !== 0) return null;
  const found = /\b\d+\.\d+(?:\.\d+)?(?:-[\w.]+)?\b/.exec(stdout)?.[0];
  return found === undefined ? null : sanitize(found, { singleLine: true, maxLength: 40 });
}

type Described = Pick<InstalledAgent, 'login' | 'by' | 'next' | 'entry'>;

function described(
  { check, program, keys, login, use, run }: KnownAgent,
  state: LoginState,
  env: ProbeOptions['env'],
): Described {
  const entry = run.length === 0 ? `use: ${use}` : `use: ${use}, run: [${run.join(', ')}]`;
  const asked = check === null ? null : [program, ...check.args].join(' ');
  if (state === 'in' && asked !== null) return { login: 'in', by: asked, next: null, entry };
  const key = keys.find((name) => (env[name] ?? '').trim() !== '');
  if (key !== undefined)
    return { login: 'in', by: `the variable ${key}`, next: null, entry: `${entry}, env: [${key}]` };
  if (state === 'out' && asked !== null) return { login: 'out', by: asked, next: `Log in: ${login}`, entry };
  const next = `login not checked: run ${login} once, or set ${keys[0] ?? 'its key'}`;
  return {
    login: 'unclear',
    by: asked === null ? 'the agent has no login check' : `${asked} did not report the login`,
    next,
    entry,
  };
}
