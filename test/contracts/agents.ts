// What every agent adapter has to honour, whatever it is that answers.
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type OpenedAgents, openAgents } from '../../src/agents/index.ts';
import { type AgentSettings, unsetAgent } from '../../src/model/config.ts';
import type { AgentCall, AgentEnd } from '../../src/ports/agents.ts';
import type { Processes } from '../../src/ports/processes.ts';
import { openTestProcesses } from './agents-processes.ts';

/** What a kit can make an agent do. */
export type Deed =
  /** Closes with `READY_FOR_REVIEW: <ticket> <token>`. */
  | 'answer'
  /** Says something, then ends with a failure. */
  | 'crash'
  /** Never says anything and never ends. */
  | 'hang'
  /** Writes `made.txt` into its working directory, then closes. */
  | 'write'
  /** Writes its environment as JSON to `seen.json` in its working directory, then closes. */
  | 'environment'
  /** Prints 25 MB, then closes. */
  | 'huge'
  /** Prints bytes that are no UTF-8, then closes. */
  | 'garbled';

/** Makes the files of an agent in a configuration's folder and answers its `run`; undefined where it cannot do that. */
export type AgentKit = {
  readonly use: AgentSettings['use'];
  make(folder: string, deed: Deed): Promise<readonly string[] | undefined>;
  /** What an agent that is no program needs besides: where its model is. */
  settings?(deed: Deed): Partial<AgentSettings>;
  /** What stands above the prompt so that its model does the deed. */
  prompt?(deed: Deed): string;
  /** Variables of the coordinator's own environment; `HOME` is the user's home directory to the sandbox too. */
  readonly env?: Readonly<Record<string, string>>;
  /** It says what it used, and goes on with a conversation. */
  readonly converses?: boolean;
  /** What the reason of a crash holds; `exit code` for programs. */
  readonly crash?: string;
  /** How long it takes, in ms, to end with a failure, where that is more than a minute. */
  readonly patience?: number;
  /** How a judge ends that tries to write: a program fails with it; a model has no such tool and goes on. */
  readonly judgeWriting?: 'crash' | 'finished';
};

export function settingsOf(use: AgentSettings['use'], run: readonly string[]): AgentSettings {
  return { ...unsetAgent, use, run };
}

/** One call that differs from an ordinary one by `bend`. */
export function callOf(settings: AgentSettings, where: Place, bend: Partial<AgentCall> = {}): AgentCall {
  return {
    role: 'developer',
    auditor: null,
    epic: 'E-1',
    ticket: 'T-1',
    attempt: 0,
    try: 0,
    round: 1,
    clarification: 0,
    prompt: '## Assignment\n\nTask ID: T-1\nTOKEN: t0k3n\n',
    token: 't0k3n',
    settings,
    cwd: where.workspace,
    readOnly: false,
    visible: [],
    hidden: [],
    env: {},
    timeout: 60_000,
    stall: 60_000,
    session: null,
    mayGoOn: () => true,
    folder: where.run,
    ...bend,
  };
}

/** The folders of one call. */
export type Place = { readonly config: string; readonly workspace: string; readonly run: string };

export async function makePlace(): Promise<Place & { remove(): Promise<void> }> {
  const base = await mkdtemp(join(tmpdir(), 'gauntlet-agents-'));
  const place = {
    config: join(base, 'checkout'),
    workspace: join(base, 'workspace'),
    run: join(base, 'run'),
  };
  for (const folder of Object.values(place)) await mkdir(folder);
  return { ...place, remove: () => rm(base, { recursive: true, force: true }) };
}

export function itHonoursTheAgentsContract(kit: AgentKit): void {
  describe(`an agent of kind ${kit.use}`, () => {
    const bench = openBench(kit);
    answersAndEnds(kit, bench);
    seesAndWrites(kit, bench);
    isFoundOrMissing(kit, bench);
    printsTooMuch(kit, bench);
  });
}

type Told = {
  readonly bend?: Partial<AgentCall>;
  readonly env?: readonly string[];
  readonly cancel?: AbortSignal;
};

/** What the tests work with, made before them and cleared away after. */
type Bench = {
  place(): Place;
  processes(): Processes;
  open(settings: readonly AgentSettings[]): Promise<OpenedAgents>;
  ask(deed: Deed, told?: Told): Promise<AgentEnd>;
};

function openBench(kit: AgentKit): Bench {
  let machine: Awaited<ReturnType<typeof openTestProcesses>>;
  let place: Awaited<ReturnType<typeof makePlace>>;
  beforeAll(async () => {
    const home = kit.env?.['HOME'];
    machine = await openTestProcesses(home === undefined ? {} : { home });
    place = await makePlace();
  });
  afterAll(async () => {
    await place.remove();
    await machine.close();
  });
  const open: Bench['open'] = (settings) => {
    const env = { ...process.env, ALLOWED: 'yes', SECRET: 'no', GAUNTLET_ROLE: 'critic', ...kit.env };
    return openAgents({ processes: machine.processes, configFolder: place.config, env, settings });
  };
  const ask: Bench['ask'] = async (deed, told = {}) => {
    const run = await kit.make(place.config, deed);
    if (run === undefined) throw new Error(`${kit.use} cannot do ${deed}`);
    const own = kit.settings?.(deed) ?? {};
    const env = [...(own.env ?? []), ...(told.env ?? [])];
    const settings = { ...settingsOf(kit.use, run), ...own, env };
    const agents = await open([settings]);
    expect(await agents.problem(settings)).toBeUndefined();
    const plain = callOf(settings, place);
    const prompt = `${kit.prompt?.(deed) ?? ''}${plain.prompt}`;
    return agents.call({ ...plain, prompt, ...told.bend }, told.cancel);
  };
  return { place: () => place, processes: () => machine.processes, open, ask };
}

function answersAndEnds(kit: AgentKit, bench: Bench): void {
  test('gets the prompt, and what it prints is the answer', async () => {
    const end = await bench.ask('answer');
    expect(end.stop).toEqual({ kind: 'finished' });
    expect(end.usage !== null).toBe(kit.converses === true);
    expect(end.session !== null).toBe(kit.converses === true);
    expect(end.text.trim().split('\n').at(-1)).toBe('READY_FOR_REVIEW: T-1 t0k3n');
  });

  test('RECOVER-02 an end with a failure is a crash', async () => {
    const { patience = 60_000 } = kit;
    const end = await bench.ask('crash', { bend: { timeout: patience, stall: patience } });
    expect(end.stop).toMatchObject({
      kind: 'crash',
      because: expect.stringContaining(kit.crash ?? 'exit code') as string,
    });
  });

  test('RECOVER-02 one that never ends is stopped at its deadline', async () => {
    expect((await bench.ask('hang', { bend: { timeout: 1_500 } })).stop.kind).toBe('timeout');
  });

  test('RECOVER-02 one that says nothing for too long has stalled', async () => {
    expect((await bench.ask('hang', { bend: { stall: 1_500 } })).stop.kind).toBe('stall');
  });

  test('one that is called off ends as cancelled, before and while it runs', async () => {
    expect((await bench.ask('answer', { cancel: AbortSignal.abort() })).stop.kind).toBe('cancelled');
    expect((await bench.ask('hang', { cancel: AbortSignal.timeout(1_500) })).stop.kind).toBe('cancelled');
  });
}

function seesAndWrites(kit: AgentKit, bench: Bench): void {
  test('SIGNAL-08 it is told its role, sees what the settings allow and nothing else, least of all the token', async () => {
    const bend = { attempt: 1, try: 2, round: 3, clarification: 1, env: { PORT: '4000' } };
    expect(
      (await bench.ask('environment', { bend, env: ['ALLOWED', 'ABSENT', 'GAUNTLET_ROLE'] })).stop.kind,
    ).toBe('finished');
    const text = await readFile(join(bench.place().workspace, 'seen.json'), 'utf8');
    const seen = JSON.parse(text) as Record<string, string>;
    expect(seen).toMatchObject({
      GAUNTLET_ROLE: 'developer',
      GAUNTLET_AUDITOR: '',
      GAUNTLET_EPIC: 'E-1',
      GAUNTLET_TICKET: 'T-1',
      GAUNTLET_ATTEMPT: '1',
      GAUNTLET_TRY: '2',
      GAUNTLET_ROUND: '3',
      GAUNTLET_CLARIFICATION: '1',
      ALLOWED: 'yes',
      PORT: '4000',
    });
    expect(Object.keys(seen)).not.toContain('SECRET');
    expect(Object.keys(seen)).not.toContain('ABSENT');
    expect(text).not.toContain('t0k3n');
  });

  test('a developer writes in its workspace', async () => {
    expect((await bench.ask('write')).stop.kind).toBe('finished');
    expect(await readFile(join(bench.place().workspace, 'made.txt'), 'utf8')).toBe('made');
    await rm(join(bench.place().workspace, 'made.txt'));
  });

  test('P6 a judge cannot write where it judges, whatever the call says of it', async (context) => {
    if (bench.processes().enforcement !== 'enforced')
      context.skip(`not enforced here: ${bench.processes().because}`);
    for (const bend of [{ role: 'critic', readOnly: true }, { role: 'auditor' }] as const) {
      expect((await bench.ask('write', { bend })).stop.kind).toBe(kit.judgeWriting ?? 'crash');
      await expect(readFile(join(bench.place().workspace, 'made.txt'))).rejects.toThrow('ENOENT');
    }
  });
}

function isFoundOrMissing(kit: AgentKit, bench: Bench): void {
  test('an agent that is not there is missing, and is known to be before anything starts', async () => {
    const settings = settingsOf(kit.use, ['no/such.file']);
    const agents = await bench.open([settings]);
    expect(await agents.problem(settings)).toContain('no/such.file');
    expect((await agents.call(callOf(settings, bench.place()))).stop.kind).toBe('missing');
  });

  test('an agent nobody named at the start is not started later', async () => {
    const run = (await kit.make(bench.place().config, 'answer')) ?? [];
    const end = await (await bench.open([])).call(callOf(settingsOf(kit.use, run), bench.place()));
    expect(end.stop).toEqual({ kind: 'missing', because: 'this agent was not named when the run started' });
  });
}

function printsTooMuch(kit: AgentKit, bench: Bench): void {
  test('of more output than is kept the end is kept, and a judge is not believed', async (context) => {
    if ((await kit.make(bench.place().config, 'huge')) === undefined)
      context.skip(`${kit.use} cannot print as much`);
    const end = await bench.ask('huge');
    expect(end.stop.kind).toBe('finished');
    expect(end.text.length).toBeLessThan(21_000_000);
    expect(end.text.trim().split('\n').at(-1)).toBe('READY_FOR_REVIEW: T-1 t0k3n');
    expect((await bench.ask('huge', { bend: { role: 'critic', readOnly: true } })).stop.kind).toBe('cap');
  });

  test('bytes that are no text are replaced, and the rest is read', async (context) => {
    if ((await kit.make(bench.place().config, 'garbled')) === undefined)
      context.skip(`${kit.use} cannot print bytes`);
    const end = await bench.ask('garbled');
    expect(end.text).toContain('\uFFFD');
    expect(end.text).toContain('READY_FOR_REVIEW: T-1 t0k3n');
  });
}
