import { fetchAgent } from './fetch-agent.ts';
import { itWorksForReal, KEY, type RealAgent } from './kit.ts';
import { pinnedAgents } from './pinned-agents.ts';

const program = fetchAgent(pinnedAgents.claude);

/** A hook that would give itself away: nobody may obey the user's own settings either. */
const settings = {
  hooks: { SessionStart: [{ hooks: [{ type: 'command', command: 'touch hooked.txt' }] }] },
  permissions: { defaultMode: 'bypassPermissions' },
};

const claude: RealAgent = {
  name: 'claude',
  version: pinnedAgents.claude.version,
  settings: (url) => ({
    use: 'claude',
    run: [program],
    model: 'claude-sonnet-4-5',
    baseUrl: url,
    apiKeyEnv: 'TEST_KEY',
    env: ['CLAUDE_CODE_MAX_RETRIES'],
  }),
  // A person keeps the ten tries it makes by itself; they take minutes.
  env: () => ({ TEST_KEY: KEY, CLAUDE_CODE_MAX_RETRIES: '1', CLAUDE_CONFIG_DIR: '' }),
  home: {
    '.claude/.credentials.json': JSON.stringify({ claudeAiOauth: { accessToken: 'of-somebody' } }),
    '.claude/settings.json': JSON.stringify(settings),
    '.claude.json': '{}',
    '.bashrc': 'touch hooked-by-bashrc.txt\n',
  },
  cannot: {
    '429 until': 'it tells users of a key nothing but that there is a limit',
    'limit until': 'it names the time to users with a login only (see claude-orders.test.ts)',
  },
};

await itWorksForReal(claude);
