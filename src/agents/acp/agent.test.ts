import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  callOf,
  itHonoursTheAgentsContract,
  makePlace,
  type Place,
  settingsOf,
} from '../../../test/contracts/agents.ts';
import { openTestProcesses } from '../../../test/contracts/agents-processes.ts';
import { root } from '../../../test/source.ts';
import { parseCritic } from '../../formats/index.ts';
import type { AgentSettings } from '../../model/config.ts';
import type { Usage } from '../../model/usage.ts';
import type { AgentCall, AgentEnd } from '../../ports/agents.ts';
import { openAgents } from '../index.ts';

function install(folder: string, deed: string): readonly string[] {
  const file = join(folder, 'acp-agent.mjs');
  if (!existsSync(file)) cpSync(join(root, 'test/fixtures/acp-agent.mjs'), file);
  return ['node', 'acp-agent.mjs', deed];
}

itHonoursTheAgentsContract({
  use: 'acp',
  make: (folder, deed) => Promise.resolve(install(folder, deed)),
  converses: true,
});

const judge = { role: 'critic', readOnly: true } as const;

describe('an agent that speaks the protocol, well or badly', () => {
  let machine: Awaited<ReturnType<typeof openTestProcesses>>;
  let place: Place & { remove(): Promise<void> };
  let calls = 0;
  beforeAll(async () => {
    machine = await openTestProcesses();
    place = await makePlace();
  });
  afterAll(async () => {
    await place.remove();
    await machine.close();
  });

  const ask = async (
    deed: string,
    bend: Partial<AgentCall> = {},
    more: Partial<AgentSettings> = {},
  ): Promise<AgentEnd> => {
    const settings = { ...settingsOf('acp', install(place.config, deed)), ...more };
    const { processes } = machine;
    // Several are asked at once.
    const folder = join(place.run, String((calls += 1)));
    mkdirSync(folder);
    const options = { processes, configFolder: place.config, env: process.env, settings: [settings] };
    return (await openAgents(options)).call(callOf(settings, place, { folder, ...bend }));
  };

  test.concurrent.each([
    ['auth', { kind: 'authentication', because: 'Authentication required' }],
    ['full', { kind: 'context_full', because: 'prompt is too long for the context window' }],
    ['broken', { kind: 'crash', because: 'Something broke' }],
    ['refusal', { kind: 'refused' }],
    ['long', { kind: 'cap' }],
    ['often', { kind: 'cap' }],
    ['cancelled', { kind: 'crash', because: 'the agent aborted its turn' }],
    ['unreasoned', { kind: 'crash' }],
    ['early-exit', { kind: 'crash', because: 'the agent ended without an answer' }],
    ['version', { kind: 'missing', because: 'the agent uses protocol version 2, not 1' }],
    ['flood', { kind: 'crash', because: 'the agent sent too many requests' }],
    ['twice', { kind: 'finished' }],
    ['stays', { kind: 'finished' }],
  ])('RECOVER-02 %s is told as what it is', async (deed, stop) => {
    expect((await ask(deed)).stop).toMatchObject(stop);
  });

  const overHttp = {
    name: 'docs',
    run: [],
    url: 'http://127.0.0.1:9/mcp',
    env: [],
    headers: { 'X-Path': 'PATH' },
  };

  test.concurrent('002#8 a judge is given the documentation servers of its settings, and may use them', async () => {
    const onStdio = {
      name: 'more',
      run: ['node', '-e', ''],
      url: null,
      env: ['PATH', 'NOT_SET'],
      headers: {},
    };
    const { text } = await ask('servers', judge, { servers: [overHttp, onStdio] });
    const [given, , allowed] = /^(\[.*\])( (\w+))/s.exec(text)?.slice(1) ?? [];
    expect(allowed).toBe('once');
    const value = process.env['PATH'];
    expect(JSON.parse(given ?? '')).toEqual([
      { type: 'http', name: 'docs', url: overHttp.url, headers: [{ name: 'X-Path', value }] },
      {
        name: 'more',
        command: expect.stringMatching(/^\/.*node$/) as string,
        args: ['-e', ''],
        env: [{ name: 'PATH', value }],
      },
    ]);
  });

  test.concurrent('002#8 one that uses no servers over HTTP says so', async () => {
    const { stop } = await ask('answer', judge, { servers: [overHttp] });
    expect(stop).toMatchObject({ kind: 'missing', because: expect.stringContaining('HTTP') as string });
  });

  test.concurrent('RECOVER-02 a limit says when it ends, as an error and as words', async () => {
    const before = Date.now();
    for (const [deed, wait] of [
      ['limit', 3_600_000],
      ['said-limit', 20_000],
    ] as const) {
      const { stop } = await ask(deed);
      const until = stop.kind === 'limit' ? (stop.until ?? 0) : 0;
      expect(until).toBeGreaterThanOrEqual(before + wait);
      expect(until).toBeLessThanOrEqual(Date.now() + wait);
    }
  });

  test.concurrent('P8 what is no message, or of another session, is no part of the answer', async () => {
    const end = await ask('noise');
    expect(end.stop).toEqual({ kind: 'finished' });
    expect(end.text).toBe('READY_FOR_REVIEW: T-1 t0k3n');
  });

  test.concurrent('BEYOND-01 files and terminals are not delegated, and what it says of its mode is left out', async () => {
    expect((await ask('unknown')).text.match(/-32601/g)).toHaveLength(4);
    expect((await ask('mode')).text).toBe('READY_FOR_REVIEW: T-1 t0k3n');
  });

  test.concurrent('P6 a judge may look and hand in its verdict; a developer may do what the sandbox lets it', async () => {
    const outcomes = ({ text }: AgentEnd): readonly string[] => text.split('\n').slice(0, 6);
    expect(outcomes(await ask('permission', judge))).toEqual([
      'execute no',
      'edit no',
      'read once',
      'other once',
      'other no',
      'undefined no',
    ]);
    const worker = outcomes(await ask('permission'));
    expect(worker.map((line) => line.split(' ')[1])).toEqual(Array.from({ length: 6 }, () => 'once'));
  });

  test.concurrent('RECOVER-02 one that goes round in circles is stopped by a count, a judge sooner than a developer', async () => {
    expect(await ask('circles', judge)).toMatchObject({
      stop: { kind: 'cap', because: 'no answer after 200 tool calls' },
    });
    expect(await ask('circles')).toMatchObject({
      stop: { kind: 'cap', because: 'no answer after 500 tool calls' },
    });
  });

  test.concurrent('TEAM-16 what it says it used is told at once, and it is stopped when the money is gone', async () => {
    const told: number[] = [];
    const mayGoOn = ({ tokensIn }: Usage): boolean => told.push(tokensIn) < 3;
    const end = await ask('usage', { mayGoOn });
    expect(end.stop.kind).toBe('budget');
    expect(told).toEqual([1_000, 2_000, 3_000]);
    expect(end.usage?.tokensIn).toBeGreaterThanOrEqual(3_000);
  });

  test.concurrent('TEAM-16 tokens of a cache are counted, and its own account of the money goes before ours', async () => {
    const prices = { in: 1_000_000, out: 1_000_000 };
    const { usage } = await ask('cost', {}, { prices });
    expect(usage).toEqual({ tokensIn: 95, tokensOut: 5, tokensCached: 80, usd: 0.5 });
    expect((await ask('mode', {}, { prices })).usage).toBeNull();
  });

  test.concurrent('TEAM-16 who answered, and with which model, is what it says itself', async () => {
    const { by } = await ask('answer', {}, { model: 'Big', effort: 'high' });
    const who = { agent: 'tiny', version: '1.2.3', session: 'session-1', effort: null };
    expect(by).toEqual({ ...who, model: 'Big' });
    expect((await ask('answer')).by).toEqual({ ...who, model: 'small' });
    expect((await ask('answer', {}, { model: 'huge' })).stop).toEqual({
      kind: 'missing',
      because: 'the agent rejects the model huge',
    });
  });

  test.concurrent('SIGNAL-04 a clarification goes on in the same home, and what is told again is no answer', async () => {
    const first = await ask('answer');
    const folder = join(place.run, 'second');
    mkdirSync(folder);
    const second = await ask('answer', { ...judge, session: first.session, folder });
    expect(second.stop).toEqual({ kind: 'finished' });
    expect(second.text).toBe('READY_FOR_REVIEW: T-1 t0k3n');
    expect(second.session).toBe(first.session);
    expect(existsSync(join(folder, 'home'))).toBe(false);
    expect((await ask('forgets', { session: first.session })).stop.kind).toBe('crash');
    expect((await ask('forgets')).session).toBeNull();
  });

  const pass = {
    signal: 'REVIEW_PASSED',
    ticket: 'T-1',
    token: 't0k3n',
    filesReviewed: ['work.txt'],
    assessment: {
      codeStyle: 'COMPLIANT',
      errorHandling: 'ADEQUATE',
      naming: 'CONSISTENT',
      architecture: 'ALIGNED',
    },
    findings: [],
    scores: [],
    blockingIssues: [],
    notes: [],
    requiredFixes: [],
    revisionNotes: [],
    priority: 'LOW',
    summary: 'fine',
  };
  const submitting = (...verdicts: readonly unknown[]): Partial<AgentCall> => ({
    ...judge,
    prompt: `Task ID: T-1\nTOKEN: t0k3n\n${verdicts.map((each) => `SUBMIT ${JSON.stringify(each)}`).join('\n')}\n`,
  });
  const verdictIn = ({ text }: AgentEnd): string =>
    parseCritic(text, { ticket: 'T-1', token: 't0k3n', changedFiles: ['work.txt'] }).verdict;

  test.concurrent('SIGNAL-05 a verdict handed in by the tool counts; what is wrong with one goes back to the agent', async () => {
    const end = await ask('submit', submitting({ signal: 'MAYBE' }, { ...pass, token: 'guessed' }, pass));
    expect(end.stop).toEqual({ kind: 'finished' });
    expect(verdictIn(end)).toBe('pass');
    // Its words beside the verdict are no part of it.
    expect(end.text).not.toContain('answer: ');
  });

  test.concurrent('SIGNAL-08 without the token nothing is taken, no answer tells it, and two that differ are none', async () => {
    const guessed = await ask('submit', submitting({ ...pass, token: 'guessed' }));
    expect(verdictIn(guessed)).toBe('unknown');
    expect(guessed.text).not.toContain('t0k3n');
    const fail = { ...pass, signal: 'REVIEW_FAILED', requiredFixes: ['say after'] };
    const findings = [{ file: 'work.txt', line: 1, message: 'it says before' }];
    const both = await ask('submit', submitting(pass, { ...fail, findings }));
    expect(both.text.match(/"signal"/g)).toHaveLength(2);
    expect(verdictIn(both)).toBe('unknown');
  });

  test.concurrent('SIGNAL-07 where no token was issued no tool is offered', async () => {
    const end = await ask('submit', { ...judge, token: null, prompt: 'Task ID: T-1\nSUBMIT {}\n' });
    expect(end.stop.kind).toBe('crash');
  });
});
