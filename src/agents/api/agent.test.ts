import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';

import {
  callOf,
  type Deed,
  itHonoursTheAgentsContract,
  makePlace,
  settingsOf,
} from '../../../test/contracts/agents.ts';
import { openTestProcesses } from '../../../test/contracts/agents-processes.ts';
import { startModelServer } from '../../../test/model-server/server.ts';
import type { AgentSettings } from '../../model/config.ts';
import type { AgentCall, AgentEnd } from '../../ports/agents.ts';
import { openAgents } from '../index.ts';

const server = await startModelServer();

afterAll(() => server.close());

const KEY = 'sk-test-0123456789abcdef';

const writeEnvironment = `node -e "fs.writeFileSync('seen.json', JSON.stringify(process.env))"`;

const scenarioOf: Readonly<Partial<Record<Deed, string>>> = {
  answer: 'answer',
  crash: '500',
  hang: 'hang',
  write: 'write',
  environment: `shell:${encodeURIComponent(writeEnvironment)}`,
};

itHonoursTheAgentsContract({
  use: 'api',
  make: (_, deed) => Promise.resolve(scenarioOf[deed] === undefined ? undefined : []),
  settings: (deed) => anthropic(scenarioOf[deed] ?? 'answer'),
  env: { TEST_KEY: KEY },
  converses: true,
  crash: 'HTTP 500',
  judgeWriting: 'finished',
});

function anthropic(scenario: string): Partial<AgentSettings> {
  return {
    provider: 'anthropic',
    baseUrl: `${server.url}/scenario/${scenario}/v1`,
    model: 'm',
    apiKeyEnv: 'TEST_KEY',
  };
}

const providers: readonly Partial<AgentSettings>[] = [
  { provider: 'anthropic', baseUrl: `${server.url}/v1` },
  { provider: 'openai', baseUrl: `${server.url}/v1` },
  { provider: 'openai-compatible', baseUrl: `${server.url}/v1` },
  { provider: 'google', baseUrl: `${server.url}/v1beta` },
];

let place: Awaited<ReturnType<typeof makePlace>>;
let machine: Awaited<ReturnType<typeof openTestProcesses>>;

beforeEach(async () => {
  place = await makePlace();
  machine = await openTestProcesses();
  await writeFile(join(place.workspace, 'work.txt'), 'before\n');
});

afterEach(async () => {
  await place.remove();
  await machine.close();
});

type Told = {
  readonly scenario: string;
  readonly bend?: Partial<AgentCall>;
  readonly settings?: Partial<AgentSettings>;
  readonly cancel?: AbortSignal;
};

/** Asks a model to play a scenario; the marker stands in the prompt, as it would for any agent. */
async function ask({ scenario, bend, settings: more, cancel }: Told): Promise<AgentEnd> {
  const settings = {
    ...settingsOf('api', []),
    ...providers[0],
    model: 'm',
    apiKeyEnv: 'TEST_KEY',
    ...more,
  };
  const { processes } = machine;
  const env = { ...process.env, TEST_KEY: KEY };
  const agents = await openAgents({ processes, configFolder: place.config, env, settings: [settings] });
  expect(await agents.problem(settings)).toBeUndefined();
  const prompt = `[[scenario:${scenario}]]\n## Assignment\n\nTask ID: T-1\nTOKEN: t0k3n\n`;
  return agents.call(callOf(settings, place, { prompt, ...bend }), cancel);
}

const judge = { role: 'critic', readOnly: true } as const;

for (const settings of providers) {
  test(`${settings.provider}: a developer reads, edits, runs a command and answers, and what it used is added up`, async () => {
    const end = await ask({ scenario: 'dev', settings: { ...settings, prices: { in: 3, out: 15 } } });
    expect(end.stop).toEqual({ kind: 'finished' });
    expect(end.text).toMatch(/^READY_FOR_REVIEW: T-1 t0k3n$/m);
    expect(await readFile(join(place.workspace, 'work.txt'), 'utf8')).toBe('after\n');
    expect(await readFile(join(place.workspace, 'ran.txt'), 'utf8')).toBe('after\n');
    expect(end.usage).toEqual({ tokensIn: 4_000, tokensOut: 200, usd: 0.015 });
  });

  test(`${settings.provider}: a critic hands in its verdict as data`, async () => {
    const end = await ask({ scenario: 'critic-pass', settings, bend: judge });
    expect(end.stop).toEqual({ kind: 'finished' });
    expect(JSON.parse(end.text)).toMatchObject({ signal: 'REVIEW_PASSED', ticket: 'T-1', token: 't0k3n' });
    expect(end.usage).toEqual({ tokensIn: 3_000, tokensOut: 150, usd: null });
  });
}

test('TEAM-16 after every call it says what it has used, and asks no further when it may not go on', async () => {
  const told: number[] = [];
  const mayGoOn = ({ tokensIn }: { readonly tokensIn: number }): boolean => {
    told.push(tokensIn);
    return tokensIn < 3_000;
  };
  const end = await ask({ scenario: 'loop', bend: { mayGoOn } });
  expect(told).toEqual([1_000, 2_000, 3_000]);
  expect(end).toMatchObject({ stop: { kind: 'budget' }, usage: { tokensIn: 3_000, tokensOut: 150 } });
});

test('TEAM-16 an answer that was paid for with the last of the money counts', async () => {
  const end = await ask({ scenario: 'submit', bend: { ...judge, mayGoOn: () => false } });
  expect(end.stop).toEqual({ kind: 'finished' });
  const words = await ask({ scenario: 'answer', bend: { mayGoOn: () => false } });
  expect(words.stop).toEqual({ kind: 'finished' });
});

test('an auditor of criteria hands in its verdict too, and one of the team answers with words', async () => {
  const auditor = { ...judge, role: 'auditor' } as const;
  const end = await ask({ scenario: 'auditor-pass', bend: auditor });
  expect(JSON.parse(end.text)).toMatchObject({ signal: 'AUDIT_PASSED', token: 't0k3n' });
  const team = await ask({ scenario: 'auditor-pass', bend: { ...auditor, auditor: 'technical' } });
  expect(team.text).toMatch(/^AUDIT_PASSED: T-1 t0k3n$/m);
});

test('SIGNAL-04 what is wrong with a verdict goes back to the model, which repairs it', async () => {
  const end = await ask({ scenario: 'corrected', bend: judge });
  expect(end.stop).toEqual({ kind: 'finished' });
  expect(JSON.parse(end.text)).toMatchObject({ signal: 'REVIEW_PASSED', token: 't0k3n' });
  expect(end.usage?.tokensIn).toBe(2_000);
});

test('SIGNAL-05 a verdict said in words, one that is cut off and an echo of the prompt are handed on as they are', async () => {
  const said = async (scenario: string): Promise<string> => (await ask({ scenario, bend: judge })).text;
  expect(JSON.parse(await said('verdict'))).toMatchObject({ signal: 'REVIEW_PASSED', token: 't0k3n' });
  expect(await said('badjson')).toContain('"findings": [');
  expect(await said('echo')).toContain('TOKEN: t0k3n');
});

test('P6 a hostile judge finds no tool that writes or starts anything, and leaves nothing changed', async () => {
  const outside = join(place.config, 'hacked.txt');
  const end = await ask({ scenario: `hostile:${encodeURIComponent(outside)}`, bend: judge });
  expect(end.stop).toEqual({ kind: 'finished' });
  expect(end.usage?.tokensIn).toBe(11_000);
  expect(await readFile(join(place.workspace, 'work.txt'), 'utf8')).toBe('before\n');
  expect(await readdir(place.workspace)).toEqual(['work.txt']);
  expect(await readdir(place.config)).toEqual([]);
  const told = server.requests.map(({ body }) => body).join('\n');
  expect(told).not.toContain('root:x:0');
});

test('a developer that attacks reaches neither git by its file tools nor anything outside', async (context) => {
  const { processes } = machine;
  if (processes.enforcement !== 'enforced') context.skip(`not enforced here: ${processes.because}`);
  const outside = join(place.config, 'hacked.txt');
  await ask({ scenario: `hostile:${encodeURIComponent(outside)}` });
  expect(await readdir(place.config)).toEqual([]);
  expect((await readdir(place.workspace)).toSorted()).toEqual([
    'hacked-by-shell.txt',
    'hacked.txt',
    'work.txt',
  ]);
});

const stops: readonly (readonly [scenario: string, kind: AgentEnd['stop']['kind'], because: RegExp])[] = [
  ['401', 'authentication', /HTTP 401: invalid x-api-key/],
  ['500', 'crash', /HTTP 500: something broke/],
  ['529', 'crash', /HTTP 529: overloaded/],
  ['refuse', 'refused', /refused/],
  ['cut', 'cap', /longer than the model may write/],
  ['full', 'context_full', /HTTP 400: prompt is too long/],
  ['nobody', 'missing', /HTTP 404: no scenario/],
];

for (const settings of providers) {
  test(`RECOVER-02 ${settings.provider}: why it stopped is known`, async () => {
    // Each waits before it tries again, so they are asked side by side.
    const ends = await Promise.all(stops.map(([scenario]) => ask({ scenario, settings })));
    expect(ends.map(({ stop }) => stop)).toMatchObject(
      stops.map(([, kind, because]) => ({ kind, because: expect.stringMatching(because) as string })),
    );
  });

  test(`RECOVER-02 ${settings.provider}: a usage limit says when it ends`, async () => {
    const before = Date.now();
    const { stop } = await ask({ scenario: '429:7200', settings });
    const until = stop.kind === 'limit' ? (stop.until ?? 0) : 0;
    expect(until - before).toBeGreaterThanOrEqual(7_200_000);
    expect(until).toBeLessThanOrEqual(Date.now() + 7_200_000);
  });
}

test('RECOVER-02 a limit of the provider with a time of its own is known to the second', async () => {
  const ends = Math.ceil(Date.now() / 1000 + 3_600) * 1000;
  const { stop } = await ask({ scenario: `limit:${ends}` });
  expect(stop).toMatchObject({ kind: 'limit', until: ends });
});

test('RECOVER-02 a limit that ends in a moment is waited for', async () => {
  const end = await ask({ scenario: `limit:${Date.now() + 700}` });
  expect(end.stop).toEqual({ kind: 'finished' });
});

test('RECOVER-02 one that hangs in the middle of its answer has stalled, one that dribbles has not', async () => {
  expect((await ask({ scenario: 'hangstream', bend: { stall: 1_500 } })).stop.kind).toBe('stall');
  expect((await ask({ scenario: 'slow:100', bend: { stall: 1_500 } })).stop.kind).toBe('finished');
});

test('RECOVER-02 a command that hangs is ended with the call, and nothing of it is left', async () => {
  const end = await ask({ scenario: 'hangtool', bend: { timeout: 3_000, stall: 1_000 } });
  expect(end.stop.kind).toBe('timeout');
});

test('RECOVER-02 endless loops and endless output are cut', async () => {
  const loop = await ask({ scenario: 'loop', bend: judge });
  expect(loop.stop).toEqual({ kind: 'cap', because: 'no answer after 80 turns' });
  expect(loop.usage?.tokensIn).toBe(80_000);
  expect((await ask({ scenario: 'huge' })).stop).toEqual({
    kind: 'cap',
    because: 'more than 20 MB of output',
  });
});

test('SIGNAL-04 a clarification goes on with its conversation, and a fresh call does not', async () => {
  const prompt = (word: string): string => `[[scenario:recall]] remember: ${word}\nTask ID: T-1\n`;
  const first = await ask({ scenario: '', bend: { prompt: prompt('plum') } });
  expect(first.text).toBe('remembered: nothing; now: plum');
  expect(first.session).not.toBeNull();
  const next = join(place.run, 'next');
  await mkdir(next);
  const second = { prompt: prompt('pear'), folder: next, session: first.session };
  expect((await ask({ scenario: '', bend: second })).text).toBe('remembered: plum; now: pear');
  expect((await ask({ scenario: '', bend: { ...second, session: null } })).text).toContain(
    'nothing; now: pear',
  );
  // Another model did not say what the first one said.
  expect((await ask({ scenario: '', bend: second, settings: { model: 'other' } })).text).toContain(
    'nothing; now',
  );
  const lost = { ...second, session: join(place.run, 'gone/conversation.json') };
  expect((await ask({ scenario: '', bend: lost })).text).toContain('nothing; now: pear');
});

test('the key is in the header it belongs to and nowhere else', async () => {
  const env = { env: ['TEST_KEY', 'PATH'] };
  const command = encodeURIComponent('env > seen.txt; cat seen.txt');
  const before = server.requests.length;
  const end = await ask({ scenario: `shell:${command}`, settings: env });
  const asked = server.requests.slice(before);
  expect(asked.map(({ headers }) => headers['x-api-key'])).toEqual([KEY, KEY]);
  expect(asked.map(({ body }) => body).join('')).not.toContain(KEY);
  expect(await readFile(join(place.workspace, 'seen.txt'), 'utf8')).not.toContain(KEY);
  for (const name of await readdir(place.run))
    expect(await readFile(join(place.run, name), 'utf8')).not.toContain(KEY);
  expect(JSON.stringify(end)).not.toContain(KEY);
});

test('P9 a worker is told what the repository tells whoever works in it, and a judge is not', async () => {
  await writeFile(join(place.workspace, 'CLAUDE.md'), 'ORDER-7c1e\n');
  const told = async (bend: Partial<AgentCall>): Promise<boolean> => {
    const before = server.requests.length;
    expect((await ask({ scenario: 'answer', bend })).stop.kind).toBe('finished');
    return server.requests.slice(before).some(({ body }) => body.includes('ORDER-7c1e'));
  };
  expect(await told({})).toBe(true);
  expect(await told(judge)).toBe(false);
});

test('nobody is followed elsewhere with the key', async () => {
  const other = await startModelServer();
  const redirecting = createServer((_, response) =>
    response.writeHead(307, { location: `${other.url}/v1/messages` }).end(),
  );
  await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
  const { port } = redirecting.address() as AddressInfo;
  const { stop } = await ask({ scenario: 'answer', settings: { baseUrl: `http://127.0.0.1:${port}/v1` } });
  expect(stop.kind).toBe('crash');
  expect(other.requests).toEqual([]);
  redirecting.close();
  await other.close();
});
