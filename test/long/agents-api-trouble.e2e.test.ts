// What happens to an epic when its models misbehave: whole runs, the built command line, a scripted model.
import type { ChildProcess } from 'node:child_process';

import { afterAll, afterEach, expect, test } from 'vitest';

import { startModelServer } from '../model-server/server.ts';
import { type Ended, EpicRun } from '../support/epic-run.ts';

const KEY = 'sk-test-0123456789abcdef';
const server = await startModelServer();
let run: EpicRun;

afterAll(() => server.close());
afterEach(() => run.remove());

type Cast = {
  readonly developer?: string;
  readonly critic?: string;
  readonly auditor?: string;
  readonly limits?: Readonly<Record<string, unknown>>;
};

function agent(scenario: string): unknown {
  const baseUrl = `${server.url}/scenario/${scenario}/v1`;
  return { use: 'api', provider: 'anthropic', baseUrl, model: 'm', apiKeyEnv: 'TEST_KEY' };
}

/** Resolves once a line of its progress has all these words, or when it has ended. */
function said({ stderr }: ChildProcess, ...words: readonly string[]): Promise<void> {
  let text = '';
  return new Promise((resolve) => {
    stderr?.once('close', resolve).on('data', (more: string) => {
      text += more;
      if (text.split('\n').some((line) => words.every((word) => line.includes(word)))) resolve();
    });
  });
}

/** An epic of one ticket, whose agents are models that play these scenarios. */
async function epic({
  developer = 'write',
  critic = 'critic-pass',
  auditor = 'auditor-pass',
  limits,
}: Cast): Promise<Ended> {
  run = new EpicRun({
    config: {
      agents: { default: agent(developer), critic: agent(critic), auditor: agent(auditor) },
      limits: { maxParallel: 1, maxVerify: 1, agentTimeout: '2m', stall: '1m', ...limits },
    },
    tickets: [{ id: 'A', touches: ['made.txt'] }],
  });
  const ended = await run.start(['run', 'epic.yaml', '--no-input'], { TEST_KEY: KEY }).ended;
  await run.look();
  return ended;
}

test('a ticket lands that was developed, reviewed and audited by models', async () => {
  expect((await epic({})).code).toBe(0);
  expect(run.landed()).toEqual(['A']);
});

test('RECOVER-02 a usage limit parks the ticket until the time the provider named, and costs no attempt', async () => {
  const until = Math.ceil(Date.now() / 1000 + 30) * 1000;
  const { code } = await epic({ developer: `limit:${until}`, limits: { stall: '6s' } });
  expect(code).toBe(0);
  expect(run.of('A', 'agent_limited')[0]).toMatchObject({ until });
  expect(run.of('A', 'developer_dispatched').map(({ attempt }) => attempt)).toEqual([0, 0]);
  expect(run.landed()).toEqual(['A']);
});

test('RECOVER-02 a key that is refused ends the run with exit code 5 and what to do', async () => {
  const { code, stderr, stdout } = await epic({ developer: '401' });
  expect(code).toBe(5);
  expect(`${stdout}${stderr}`).toContain('HTTP 401');
  expect(`${stdout}${stderr}`).toMatch(/gauntlet (?:doctor|resume)/);
  expect(run.landed()).toEqual([]);
});

test('RECOVER-02 a key that is not there is said before anything starts', async () => {
  run = new EpicRun({
    config: { agents: { default: { use: 'api', provider: 'openai', model: 'm', apiKeyEnv: 'NO_SUCH_KEY' } } },
    tickets: [{ id: 'A' }],
  });
  const { code, stderr } = await run.run();
  expect(code).toBe(5);
  expect(stderr).toContain('the variable NO_SUCH_KEY, named by apiKeyEnv, is not set');
});

test('RECOVER-02 a model that hangs is ended at the deadline and asked afresh, a bounded number of times', async () => {
  const before = server.requests.length;
  const { code } = await epic({ developer: 'hang', limits: { agentTimeout: '3s' } });
  // It was the only ticket: no agent is left that works.
  expect(code).toBe(5);
  expect(run.of('A', 'agent_failed').map(({ trouble }) => trouble)).toEqual([
    'timeout',
    'timeout',
    'timeout',
  ]);
  expect(run.of('A', 'developer_dispatched').map((sent) => [sent.attempt, sent.try])).toEqual([
    [0, 0],
    [0, 1],
    [0, 2],
  ]);
  // Nothing of the conversation before: the prompt alone, under a token of its own.
  const asked = server.requests.slice(before).map(({ body }) => JSON.parse(body) as { messages: unknown[] });
  expect(asked.map(({ messages }) => messages.length)).toEqual([1, 1, 1]);
  expect(new Set(asked.map(({ messages }) => JSON.stringify(messages))).size).toBe(3);
  expect(run.landed()).toEqual([]);
});

test('RECOVER-02 a 429 that says how long to wait parks the ticket; the wait goes on after a restart', async () => {
  const began = Date.now();
  run = new EpicRun({
    config: { agents: { default: agent('429:3600') }, limits: { maxParallel: 1, maxVerify: 1 } },
    tickets: [{ id: 'A' }],
  });
  const first = run.start(['run', 'epic.yaml', '--no-input'], { TEST_KEY: KEY });
  await said(first.child, '[A]', 'limit');
  first.child.kill('SIGINT');
  expect((await first.ended).code).toBe(130);
  const asked = server.requests.length;
  const again = run.start(['resume', '--no-input'], { TEST_KEY: KEY });
  await said(again.child, 'run resumed');
  again.child.kill('SIGINT');
  expect((await again.ended).code).toBe(130);
  await run.look();
  // Nobody asks before the time has come, and no second wait is begun.
  expect(server.requests).toHaveLength(asked);
  expect(run.of('A', 'wait_started')).toHaveLength(1);
  const [limited] = run.of('A', 'agent_limited');
  expect(limited?.until).toBeGreaterThanOrEqual(began + 3_600_000);
  expect(limited).toMatchObject({ used: { usd: 0, tokens: 0 } });
  expect(run.of('A', 'developer_dispatched').map(({ attempt }) => attempt)).toEqual([0]);
});

test.each([
  ['a model that loops', 'loop', /no answer after 80 turns/],
  ['25 MB of output', 'huge', /MB/],
])(
  'RECOVER-02 %s is cut off by a cap, counts as agent trouble and never as a verdict',
  async (_, critic, why) => {
    const { code } = await epic({ critic, limits: { agentTries: 0 } });
    // It was the only ticket: no agent is left that works.
    expect(code).toBe(5);
    const [failed, ...more] = run.of('A', 'agent_failed');
    expect(more).toEqual([]);
    expect(failed).toMatchObject({ trouble: 'cap' });
    expect(failed?.because).toMatch(why);
    expect(run.of('A', 'ticket_sent_back')).toEqual([]);
    expect(run.landed()).toEqual([]);
  },
);

test('SIGNAL-04 SIGNAL-05 a verdict that is cut off is asked about in the same conversation, and never believed', async () => {
  const before = server.requests.length;
  const { code } = await epic({ critic: 'badjson' });
  // The agent answers, so it is not away: a person is asked.
  expect(code).toBe(3);
  expect(run.of('A', 'ticket_escalated')).toMatchObject([{ reason: 'unreadable_answer' }]);
  expect(run.of('A', 'critic_pass')).toEqual([]);
  expect(run.of('A', 'agent_unclear').length).toBeGreaterThan(0);
  const asked = server.requests.slice(before).filter(({ path }) => path.includes('badjson'));
  const conversations = asked.map(
    ({ body }) => (JSON.parse(body) as { messages: unknown[] }).messages.length,
  );
  // The question, the answer, the question about it, the answer to that, …
  expect(conversations.slice(0, 3)).toEqual([1, 3, 5]);
});

test('EPIC-12 P6 a critic that tries everything a judge must not do leaves the repository as it was', async () => {
  const { code } = await epic({ critic: `hostile:${encodeURIComponent('../../../hacked-outside.txt')}` });
  expect(code).toBe(0);
  expect(run.git('ls-tree', '-r', '--name-only', `epic/e1`)).not.toContain('hacked');
  expect(run.git('status', '--porcelain')).toBe('');
  expect(run.git('config', 'user.name')).toBe('Tester');
});
