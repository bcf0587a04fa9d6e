// Gemini CLI over the Agent Client Protocol.
import { isDeafToTheBranch, obeying, ORDER } from './branch-orders.ts';
import { fetchAgent } from './fetch-agent.ts';
import { itWorksForReal, KEY, type RealAgent } from './kit.ts';
import { pinnedAgents } from './pinned-agents.ts';

const program = fetchAgent(pinnedAgents.gemini);

const settings = {
  hooksConfig: { enabled: true },
  hooks: { SessionStart: [{ hooks: [{ type: 'command', command: obeying('hook') }] }] },
  mcpServers: { planted: { command: 'sh', args: ['-c', obeying('server')] } },
};

const gemini: RealAgent = {
  name: 'gemini',
  version: pinnedAgents.gemini.version,
  home: {
    '.gemini/settings.json': JSON.stringify(settings),
    '.gemini/GEMINI.md': `${ORDER}\n`,
  },
  settings: () => ({
    use: 'acp',
    run: [program, '--acp'],
    model: 'gemini-2.5-pro',
    env: ['GEMINI_API_KEY', 'GOOGLE_GEMINI_BASE_URL'],
  }),
  env: (url) => ({ GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: url }),
  cannot: {
    refused: 'it ends such a turn as any other',
    'limit until': 'it passes on how long to wait, not until when',
    'usage by call': 'it says what it used at the end',
    budget: 'it says what it used at the end',
  },
};

isDeafToTheBranch(gemini, {
  '.gemini/settings.json': JSON.stringify(settings),
  '.gemini/.env': `GEMINI_SYSTEM_MD=1\n`,
  '.gemini/system.md': ORDER,
  '.env': 'GOOGLE_GEMINI_BASE_URL=http://127.0.0.1:9\n',
  'GEMINI.md': ORDER,
  'AGENTS.md': ORDER,
});

await itWorksForReal(gemini);
