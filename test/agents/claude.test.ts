import { plainClaude } from './claude-agent.ts';
import { itWorksForReal, type RealAgent } from './kit.ts';

/** A hook that would give itself away: nobody may obey the user's own settings either. */
const settings = {
  hooks: { SessionStart: [{ hooks: [{ type: 'command', command: 'touch hooked.txt' }] }] },
  permissions: { defaultMode: 'bypassPermissions' },
};

const claude: RealAgent = {
  ...plainClaude,
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
