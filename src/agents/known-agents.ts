import type { Adapter } from '../model/config.ts';
import type { ProgramEnd } from '../ports/processes.ts';
import { jsonAs } from '../schema/json-in.ts';
import { openMapOf, truth } from '../schema/shape.ts';

export type LoginState = 'in' | 'out' | 'unclear';

/** A coding agent that people have installed: how it is found, asked about its login, and named in gauntlet.yaml. */
export type KnownAgent = {
  readonly name: string;
  /** Its program on the PATH. */
  readonly program: string;
  /** Files of the home directory that are its login: lent to its own check, never read by us. */
  readonly logins: readonly string[];
  /** Variables that stand in for a login. Only whether they are set is looked at. */
  readonly keys: readonly string[];
  /** Its own question about its login; null where it has none. */
  readonly check: LoginCheck | null;
  /** What a person runs to log in. */
  readonly login: string;
  /** What gauntlet.yaml says of it: the adapter, and for one without an adapter of its own the command. */
  readonly use: Adapter;
  readonly run: readonly string[];
};

export type LoginCheck = {
  readonly args: readonly string[];
  /** Reads the answer; the words of the program are never shown. */
  readonly read: (end: Pick<ProgramEnd, 'how' | 'stdout' | 'stderr'>) => LoginState;
};

/** In the order in which `init` prefers them. */
export const knownAgents: readonly KnownAgent[] = [
  {
    name: 'claude',
    program: 'claude',
    logins: ['.claude/.credentials.json', '.claude.json'],
    keys: ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN', 'ANTHROPIC_AUTH_TOKEN'],
    check: { args: ['auth', 'status'], read: ({ stdout }) => claudeSays(stdout) },
    login: 'claude auth login',
    use: 'claude',
    run: [],
  },
  {
    name: 'codex',
    program: 'codex',
    logins: ['.codex/auth.json'],
    keys: ['CODEX_API_KEY', 'OPENAI_API_KEY'],
    check: { args: ['login', 'status'], read: (end) => codexSays(`${end.stdout}\n${end.stderr}`) },
    login: 'codex login',
    use: 'codex',
    run: [],
  },
  {
    name: 'gemini',
    program: 'gemini',
    logins: ['.gemini/oauth_creds.json', '.gemini/google_accounts.json'],
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    check: null,
    login: 'gemini',
    use: 'acp',
    run: ['gemini', '--acp'],
  },
  {
    name: 'opencode',
    program: 'opencode',
    logins: ['.local/share/opencode/auth.json'],
    keys: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENROUTER_API_KEY', 'GEMINI_API_KEY'],
    check: { args: ['auth', 'list'], read: ({ stdout }) => opencodeSays(stdout) },
    login: 'opencode auth login',
    use: 'acp',
    run: ['opencode', 'acp'],
  },
  {
    name: 'qwen',
    program: 'qwen',
    logins: ['.qwen/oauth_creds.json'],
    keys: ['OPENAI_API_KEY', 'OPENROUTER_API_KEY'],
    check: null,
    login: 'qwen',
    use: 'acp',
    run: ['qwen', '--acp'],
  },
  {
    name: 'copilot',
    program: 'copilot',
    logins: ['.copilot/config.json', '.config/github-copilot'],
    keys: ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN'],
    check: null,
    login: 'copilot',
    use: 'acp',
    run: ['copilot', '--acp'],
  },
  {
    name: 'goose',
    program: 'goose',
    logins: ['.config/goose'],
    keys: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY'],
    check: null,
    login: 'goose configure',
    use: 'acp',
    run: ['goose', 'acp'],
  },
];

function claudeSays(stdout: string): LoginState {
  const said = jsonAs(openMapOf({ loggedIn: truth() }), stdout);
  if (said === undefined) return 'unclear';
  return said.loggedIn ? 'in' : 'out';
}

function codexSays(text: string): LoginState {
  if (/^Not logged in/m.test(text)) return 'out';
  return /^(?:Logged in|API key configured)/m.test(text) ? 'in' : 'unclear';
}

function opencodeSays(stdout: string): LoginState {
  const credentials = /\b(\d+) credentials?\b/.exec(stdout)?.[1];
  if (credentials === undefined) return 'unclear';
  return Number(credentials) > 0 ? 'in' : 'out';
}
