// What the tests of a real agent work with: the program, a scripted model, a repository, and a home that is nobody's.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { openAgents } from '../../src/agents/index.ts';
import type { AgentSettings } from '../../src/model/config.ts';
import type { AgentCall, AgentEnd } from '../../src/ports/agents.ts';
import { callOf, makePlace, type Place, settingsOf } from '../contracts/agents.ts';
import { openTestProcesses } from '../contracts/agents-processes.ts';
import type { Request } from '../model-server/respond.ts';
import { type ModelServer, startModelServer } from '../model-server/server.ts';

/** Everything the kit asks of an agent. */
export type Ability =
  | 'contract'
  | 'hostile critic'
  | 'hostile developer'
  | 'no process left'
  | '401'
  | '429'
  | '429 until'
  | 'limit until'
  | '500'
  | '529'
  | 'refused'
  | 'context full'
  | 'hang'
  | 'loop'
  | 'huge'
  | 'bad json'
  | 'resume'
  | 'usage'
  | 'usage by call'
  | 'usd'
  | 'budget'
  | 'provenance'
  | 'verdict pass'
  | 'verdict fail'
  | 'verdict corrected'
  | 'verdict in words'
  | 'key'
  | 'demo';

/** One real agent, as a user would set it up. */
export type RealAgent = {
  readonly name: string;
  readonly version: string | null;
  /** How it is told where its model is; `url` has no path. */
  settings(url: string): Partial<AgentSettings> & { readonly use: AgentSettings['use'] };
  /** Variables of the coordinator's environment: `KEY` below, under the name this agent is used to. */
  env?(url: string): Readonly<Record<string, string>>;
  /** Files of the user's home directory: a login, settings, hooks that nobody must obey. Paths from there. */
  readonly home: Readonly<Record<string, string>>;
  /** Files of the home that a worker may rewrite: logins that are renewed. */
  readonly renewed?: readonly string[];
  /**
   * What it cannot do, and why. Such a test is run all the same and has to fail, so that nothing of this list can be
   * out of date.
   */
  readonly cannot?: Readonly<Partial<Record<Ability, string>>>;
  /** How a call ends for which the kit knows an ordinary kind of end. */
  readonly ends?: Readonly<Partial<Record<Ability, readonly AgentEnd['stop']['kind'][]>>>;
  /** How many model calls the hostile critic gets before the agent itself breaks off; without this, all of them. */
  readonly breaksOffAfter?: number;
  /** How long it takes, in ms, to give up on a model that fails: its own attempts, which nothing can turn off. */
  readonly patience?: number;
  /** What it hands on of a model's failure: the number 500, or the provider's words where it keeps the number back. */
  readonly saysOfFailure?: string;
};

export const KEY = 'sk-test-0123456789abcdef';

export type Told = {
  readonly scenario: string;
  readonly bend?: Partial<AgentCall>;
  readonly settings?: Partial<AgentSettings>;
  readonly cancel?: AbortSignal;
  /** Without the sandbox, to show that an attack is one. */
  readonly unconfined?: boolean;
};

export const judge = { role: 'critic', readOnly: true } as const;

/** What one test works with; everything in it is made for the test and removed after it. */
export type Bench = {
  readonly agent: RealAgent;
  server(): ModelServer;
  place(): Place;
  /** The fake home directory of the user. */
  readonly home: string;
  isEnforced(): boolean;
  ask(told: Told): Promise<AgentEnd>;
  /** Requests that were sent since the test began; those that no tools come with are asides (titles and the like). */
  asked(): readonly Request[];
  git(...args: readonly string[]): string;
};

export function openBench(agent: RealAgent): Bench {
  const home = makeHome(agent);
  let server: ModelServer;
  let place: Awaited<ReturnType<typeof makePlace>>;
  let machines: readonly Awaited<ReturnType<typeof openTestProcesses>>[];
  let before = 0;
  beforeAll(async () => {
    server = await startModelServer();
    machines = [await openTestProcesses({ home }), await openTestProcesses({ home, force: 'verified' })];
  });
  afterAll(async () => {
    await server.close();
    for (const machine of machines) await machine.close();
    rmSync(home, { recursive: true, force: true });
  });
  beforeEach(async () => {
    place = await makePlace();
    makeRepository(place.workspace);
    furnish(home, agent.home);
    before = server.requests.length;
  });
  afterEach(() => place.remove());
  const processes = (unconfined = false) => {
    const machine = machines[unconfined ? 1 : 0];
    if (machine === undefined) throw new Error('nothing was opened');
    return machine.processes;
  };
  const ask = async ({ scenario, bend, settings: more, cancel, unconfined }: Told): Promise<AgentEnd> => {
    const settings = { ...settingsOf('command', []), ...agent.settings(server.url), ...more };
    const env = environmentOf(agent, server.url, home);
    const options = { processes: processes(unconfined), configFolder: place.config, env };
    const agents = await openAgents({ ...options, settings: [settings] });
    expect(await agents.problem(settings)).toBeUndefined();
    return agents.call(callOf(settings, place, { prompt: promptOf(scenario), ...bend }), cancel);
  };
  return {
    agent,
    home,
    server: () => server,
    place: () => place,
    isEnforced: () => processes().enforcement === 'enforced',
    ask,
    asked: () => server.requests.slice(before).filter(hasTools),
    git: (...args) => git(place.workspace, args),
  };
}

/** The marker decides what the model does, as for any agent. */
export function promptOf(scenario: string): string {
  return `[[scenario:${scenario}]]\n## Assignment\n\nTask ID: T-1\nTOKEN: t0k3n\n`;
}

export function environmentOf(
  agent: RealAgent,
  url: string,
  home: string,
): Readonly<Record<string, string | undefined>> {
  return { ...process.env, ...agent.env?.(url), HOME: home };
}

/** A test of an ability; of one that is declared missing, that it is missing indeed. */
export function itCan(agent: RealAgent, ability: Ability, title: string, body: () => Promise<void>): void {
  const reason = agent.cannot?.[ability];
  const titled = reason === undefined ? title : `${title}: not so with ${agent.name}, ${reason}`;
  const tested = reason === undefined ? test : test.fails;
  tested(titled, body);
}

export function makeHome(agent: RealAgent): string {
  const home = mkdtempSync(join(tmpdir(), 'gauntlet-home-'));
  furnish(home, agent.home);
  return home;
}

function furnish(home: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
}

function makeRepository(folder: string): void {
  writeFileSync(join(folder, 'work.txt'), 'before\n');
  writeFileSync(join(folder, 'README.md'), '# A repository\n');
  git(folder, ['init', '--quiet', '--template=', '--initial-branch=main']);
  git(folder, ['config', 'user.name', 'Tester']);
  git(folder, ['config', 'user.email', 'tester@example.invalid']);
  git(folder, ['add', '--all']);
  git(folder, ['commit', '--quiet', '--message=The base']);
  mkdirSync(join(folder, '.git/hooks'));
}

function git(cwd: string, args: readonly string[]): string {
  const env = { PATH: process.env['PATH'], HOME: cwd, GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', args, { cwd, encoding: 'utf8', env }).trim();
}

/** Every file below a folder with its bytes, for comparing. */
export function bytesBelow(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(files.toSorted().map((path) => [path, readFileSync(path, 'latin1')]));
}

function hasTools({ body }: Request): boolean {
  try {
    const { tools } = JSON.parse(body) as { readonly tools?: unknown };
    return Array.isArray(tools) && tools.length > 0;
  } catch {
    return false;
  }
}
