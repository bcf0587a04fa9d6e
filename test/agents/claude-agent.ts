import { fetchAgent } from './fetch-agent.ts';
import { KEY, type RealAgent } from './kit.ts';
import { pinnedAgents } from './pinned-agents.ts';

const program = fetchAgent(pinnedAgents.claude);

/** Claude Code itself, with a scripted model on loopback. */
export const plainClaude: RealAgent = {
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
  home: {},
};
