// Qwen Code over the Agent Client Protocol.
import { isDeafToTheBranch, obeying, ORDER } from './branch-orders.ts';
import { fetchAgent } from './fetch-agent.ts';
import { itWorksForReal, KEY, type RealAgent } from './kit.ts';
import { pinnedAgents } from './pinned-agents.ts';

const program = fetchAgent(pinnedAgents.qwen);

const settings = {
  hooks: { SessionStart: [{ hooks: [{ type: 'command', command: obeying('hook') }] }] },
  mcpServers: { planted: { command: 'sh', args: ['-c', obeying('server')] } },
};

const qwen: RealAgent = {
  name: 'qwen',
  version: pinnedAgents.qwen.version,
  home: {
    '.qwen/settings.json': JSON.stringify(settings),
    '.qwen/QWEN.md': `${ORDER}\n`,
  },
  settings: () => ({
    use: 'acp',
    run: [program, '--acp'],
    model: 'fake-model',
    env: ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL'],
  }),
  env: (url) => ({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'fake-model' }),
  cannot: {
    '429': 'it waits silently as long as the provider says, until our own deadline',
    '429 until': 'it waits silently as long as the provider says, until our own deadline',
    'limit until': 'it hands on what the provider says in words, not in headers',
    refused: 'it ends such a turn as any other',
    key: 'it hands its key on to the commands it runs',
  },
  // It breaks off a turn in which a model calls the same missing tool again and again, as a hostile critic does.
  ends: { loop: ['crash', 'cap'], 'hostile critic': ['crash'] },
  breaksOffAfter: 7,
  // Seven attempts with growing pauses, which are in its program and in no setting.
  patience: 240_000,
};

isDeafToTheBranch(qwen, {
  '.qwen/settings.json': JSON.stringify(settings),
  '.qwen/.env': 'QWEN_SYSTEM_MD=1\n',
  '.qwen/system.md': ORDER,
  '.env': 'OPENAI_BASE_URL=http://127.0.0.1:9\n',
  'QWEN.md': ORDER,
  'AGENTS.md': ORDER,
});

await itWorksForReal(qwen);
