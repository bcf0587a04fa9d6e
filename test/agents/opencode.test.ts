// opencode over the Agent Client Protocol.
import { isDeafToTheBranch, obeying, ORDER } from './branch-orders.ts';
import { fetchAgent } from './fetch-agent.ts';
import { itWorksForReal, KEY, type RealAgent } from './kit.ts';
import { pinnedAgents } from './pinned-agents.ts';

const program = fetchAgent(pinnedAgents.opencode);

const planted = {
  mcp: { planted: { type: 'local', command: ['sh', '-c', obeying('server')], enabled: true } },
  instructions: ['orders.md'],
};

function provider(url: string): string {
  const model = {
    name: 'fake-model',
    cost: { input: 1, output: 2 },
    limit: { context: 200_000, output: 8_000 },
  };
  const options = { baseURL: `${url}/v1`, apiKey: '{env:FAKE_KEY}' };
  const fake = { npm: '@ai-sdk/openai-compatible', name: 'fake', options, models: { 'fake-model': model } };
  return JSON.stringify({ provider: { fake } });
}

const opencode: RealAgent = {
  name: 'opencode',
  version: pinnedAgents.opencode.version,
  home: {
    '.config/opencode/opencode.json': JSON.stringify(planted),
    '.config/opencode/AGENTS.md': `${ORDER}\n`,
  },
  settings: () => ({
    use: 'acp',
    run: [program, 'acp'],
    model: 'fake/fake-model',
    env: ['OPENCODE_CONFIG_CONTENT', 'FAKE_KEY'],
  }),
  env: (url) => ({ OPENCODE_CONFIG_CONTENT: provider(url), FAKE_KEY: KEY }),
  cannot: {
    '429': 'it waits silently as long as the provider says, until our own deadline',
    '429 until': 'it waits silently as long as the provider says, until our own deadline',
    'limit until': 'it hands on what the provider says in words, not in headers',
    usage: 'it counts the tokens of its last model call',
    'usage by call': 'it says what it used at the end',
    budget: 'it says what it used at the end',
    key: 'it hands its key on to the commands it runs',
  },
  // Six attempts with growing pauses, which are in its program and in no setting.
  patience: 240_000,
  saysOfFailure: 'something broke',
};

isDeafToTheBranch(opencode, {
  'opencode.json': JSON.stringify(planted),
  'orders.md': ORDER,
  'AGENTS.md': ORDER,
  'CLAUDE.md': ORDER,
});

await itWorksForReal(opencode);
