import { expect, test } from 'vitest';

import { type AgentSettings, unsetAgent } from '../../model/config.ts';
import { findServers, withServers } from './doc-servers.ts';
import { openAgents } from '../index.ts';
import { pinOnce } from './pinned-file.ts';
import { notLocal } from '../reach.ts';

const docs = { name: 'docs', run: ['node', '-e', ''], url: null, env: ['DOCS_KEY', 'UNSET'], headers: {} };
const far = {
  name: 'far',
  run: [],
  url: 'https://mcp.example/mcp',
  env: [],
  headers: { 'X-Key': 'FAR_KEY', 'X-No': 'UNSET' },
};
const near = { ...far, url: 'http://127.0.0.1:9/mcp' };
const claude: AgentSettings = { ...unsetAgent, use: 'claude', env: ['OWN'] };
const where = {
  configFolder: '/',
  env: { PATH: process.env['PATH'], DOCS_KEY: 'k', FAR_KEY: 'k' },
  pin: pinOnce(),
};

test('002#8 the variables of servers are the agent’s to see, by name', () => {
  expect(withServers(claude, [docs, far]).env).toEqual(['OWN', 'DOCS_KEY', 'UNSET', 'FAR_KEY']);
  expect(withServers(claude, [])).toBe(claude);
  expect(withServers(claude)).toBe(claude);
});

test('002#8 programs of servers are found and pinned as those of agents; variables that are not set are left out', async () => {
  const found = await findServers(withServers(claude, [docs, far]), where);
  if (typeof found === 'string') throw new Error(found);
  expect(found.servers.map(({ env, headers }) => ({ env, headers }))).toEqual([
    { env: ['DOCS_KEY'], headers: {} },
    { env: [], headers: { 'X-Key': 'FAR_KEY' } },
  ]);
  expect(found.servers[0]?.run[0]).toMatch(/^\/.*node$/);
  expect(found.pins).toHaveLength(1);
});

test.each([
  [['npx', '-y', 'docs-mcp'], 'npx takes its program from the working directory'],
  [['no-such-server'], 'the program no-such-server is not installed'],
  [['node', './gone.mjs'], './gone.mjs is not a file in /'],
])('002#8 %j is refused before anything starts', async (run, because) => {
  expect(await findServers(withServers(claude, [{ ...docs, run }]), where)).toContain(
    `audit.library.mcp.docs: ${because}`,
  );
});

test('002#8 an agent that cannot use servers says so before the run, and not silently', async () => {
  for (const use of ['api', 'command'] as const) {
    const settings = withServers({ ...claude, use, run: ['node'], model: 'm' }, [far]);
    const agents = await openAgents({ ...where, settings: [settings], processes: undefined as never });
    expect(await agents.problem(settings)).toContain(`use: ${use} cannot use documentation servers`);
  }
});

test('BEYOND-16 002#8 with privacy.localOnly only servers at an address of this machine are allowed', () => {
  const local: AgentSettings = { ...claude, baseUrl: 'http://127.0.0.1:1' };
  const problem = (server: typeof docs | typeof far) =>
    notLocal(withServers(local, [server]), 'enforced', 'library');
  expect(problem(near)).toBe(undefined);
  for (const server of [docs, far]) expect(problem(server)).toContain(`audit.library.mcp.${server.name}`);
});
