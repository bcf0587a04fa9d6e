import { lstat, readdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';

import type { JsonObject } from '../answers/json-value.ts';
import type { Permissions } from './permission.ts';
import { SERVER, TOOL } from './verdict-door.ts';

type Texts = Readonly<Record<string, string>>;

/** How one agent is made to behave in a role. What it may do is the sandbox's business, whatever stands here. */
export type Manners = {
  /** Settings of ours in its home directory. */
  readonly files: Texts;
  readonly env: Texts;
  /** The first of these session modes that it has. */
  readonly modes: readonly string[];
  readonly permissions: Permissions;
  /** What it is told beside the session's own parameters. */
  readonly meta?: JsonObject;
};

/** What tells which way of logging in is meant: variables by their names alone, and files that are there. */
export type AcpLogin = { readonly has: (variable: string) => boolean; readonly hasFiles: boolean };

export type AcpProfile = {
  /** Files of the user's home directory that are its login. */
  readonly logins: readonly string[];
  manners(isJudge: boolean, login: AcpLogin): Manners;
  /** It counts the tokens of its last model call for those of the turn; only what it says of the money is right. */
  readonly countsLastCall?: boolean;
  /** What has to be done in its home before it can go on with a conversation. */
  readonly resuming?: (home: string) => Promise<void>;
};

/** By what its program is called; agents nobody knows are asked to be good like everybody. */
export function profileOf(argv: readonly string[]): AcpProfile {
  const names = argv.slice(0, 3).map((arg) => basename(arg).replace(/\.[cm]?js$|\.exe$/, ''));
  const known = names.map((name) => profiles[name]).find((profile) => profile !== undefined);
  return known ?? { logins: [], manners: (isJudge) => ({ ...nothing, permissions: asked(isJudge) }) };
}

const nothing = { files: {}, env: {}, modes: [] } as const;

function asked(isJudge: boolean): Permissions {
  return isJudge ? 'looking' : 'all';
}

/** Tools of gemini, and of what descends from it, that only look. */
const LOOKING_TOOLS = [
  'list_directory',
  'read_file',
  'read_many_files',
  'glob',
  'grep_search',
  'search_file_content',
];

/** A file of standing orders by this name is in nobody's repository. */
const NO_ORDERS = 'no-standing-orders';

const gemini: AcpProfile = {
  logins: ['.gemini/oauth_creds.json', '.gemini/google_accounts.json'],
  resuming: renameRecords,
  manners: (isJudge, { has, hasFiles }) => {
    const isVertex = has('GOOGLE_API_KEY') || has('GOOGLE_GENAI_USE_VERTEXAI');
    // Without any login it would wait for somebody at a browser; without a key it says so.
    const otherwise = hasFiles ? 'oauth-personal' : 'gemini-api-key';
    const selectedType = has('GEMINI_API_KEY') ? 'gemini-api-key' : isVertex ? 'vertex-ai' : otherwise;
    const settings = {
      general: {
        enableAutoUpdate: false,
        enableAutoUpdateNotification: false,
        maxAttempts: 3,
        // It would clear away records under other names than its own.
        sessionRetention: { enabled: false },
      },
      privacy: { usageStatisticsEnabled: false },
      security: {
        auth: { selectedType },
        // Servers of a session are for trusted folders only. What a judged branch would have it obey is out of sight.
        folderTrust: { enabled: false },
        // Its own key is no business of the commands it runs.
        environmentVariableRedaction: { enabled: true },
      },
      ...(isJudge
        ? {
            context: { fileName: NO_ORDERS },
            skills: { enabled: false },
            hooksConfig: { enabled: false },
            advanced: { ignoreLocalEnv: true },
          }
        : {}),
    };
    return {
      files: {
        '.gemini/settings.json': json(settings),
        ...(isJudge ? { '.gemini/policies/judge.toml': geminiJudge } : {}),
      },
      env: { GEMINI_CLI_NO_RELAUNCH: '1' },
      modes: isJudge ? ['default'] : ['yolo'],
      permissions: asked(isJudge),
    };
  },
};

/** What of gemini's tools a judge is not even shown; about others it would ask, and hear no. */
const GEMINI_DOING = `
  run_shell_command replace write_file web_fetch google_web_search invoke_agent activate_skill enter_plan_mode
  save_memory write_todos list_background_processes read_background_output
`;

const geminiJudge = `
[[rule]]
toolName = ${json(GEMINI_DOING.trim().split(/\s+/))}
decision = "deny"
priority = 900

[[rule]]
mcpName = "${SERVER}"
toolName = "${TOOL}"
decision = "allow"
priority = 900
`;

const qwen: AcpProfile = {
  logins: ['.qwen/oauth_creds.json'],
  manners: (isJudge, { has, hasFiles }) => {
    const isOAuth = hasFiles && !has('OPENAI_API_KEY');
    const settings = {
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      // Model calls after the answer that nobody asked for.
      memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false, enableAutoSkill: false },
      ui: { enableFollowupSuggestions: false },
      // Of the client below its own seven attempts, which no setting changes.
      model: { generationConfig: { maxRetries: 0 } },
      security: { auth: { selectedType: isOAuth ? 'qwen-oauth' : 'openai' } },
      ...(isJudge
        ? {
            tools: { core: LOOKING_TOOLS, toolSearch: { enabled: false } },
            context: { fileName: NO_ORDERS },
            disableAllHooks: true,
          }
        : {}),
    };
    return {
      files: { '.qwen/settings.json': json(settings) },
      env: { QWEN_CODE_NO_RELAUNCH: '1', QWEN_CODE_LEGACY_MCP_BLOCKING: '1' },
      modes: isJudge ? ['default'] : ['yolo'],
      permissions: asked(isJudge),
    };
  },
};

const opencode: AcpProfile = {
  logins: ['.local/share/opencode/auth.json'],
  countsLastCall: true,
  manners: (isJudge) => ({
    files: { '.config/opencode/opencode.json': json(opencodeSettings) },
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      OPENCODE_DISABLE_SHARE: '1',
      ...(isJudge
        ? {
            OPENCODE_DISABLE_PROJECT_CONFIG: '1',
            OPENCODE_DISABLE_CLAUDE_CODE: '1',
            OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
            OPENCODE_PERMISSION: json(opencodeJudge),
          }
        : {}),
    },
    modes: ['build'],
    permissions: asked(isJudge),
  }),
};

/** No titles, which cost a model call; no copies of the work tree, which git keeps. */
const opencodeSettings = {
  autoupdate: false,
  share: 'disabled',
  snapshot: false,
  agent: { title: { disable: true } },
};

/** It asks nobody before it acts, and its own mode for looking only lets a shell through. */
const opencodeJudge = {
  edit: 'deny',
  bash: 'deny',
  task: 'deny',
  skill: 'deny',
  webfetch: 'deny',
  websearch: 'deny',
  external_directory: 'deny',
  question: 'deny',
};

const claude: AcpProfile = {
  logins: ['.claude/.credentials.json', '.claude.json'],
  manners: (isJudge) => ({
    files: {},
    env: {
      // It refuses to work for root anywhere but in a sandbox, and this is one.
      IS_SANDBOX: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
    modes: isJudge ? ['default'] : ['bypassPermissions', 'acceptEdits'],
    permissions: asked(isJudge),
    ...(isJudge
      ? { meta: { claudeCode: { options: { tools: ['Read', 'Grep', 'Glob'], settingSources: [] } } } }
      : {}),
  }),
};

/** A refusal ends the turn of these, and with it the verdict: their own modes and the sandbox keep them in. */
const codex: AcpProfile = {
  logins: ['.codex/auth.json'],
  manners: (isJudge) => ({
    ...nothing,
    modes: isJudge ? ['read-only'] : ['agent-full-access', 'full-access', 'agent'],
    permissions: 'all',
  }),
};

const copilot: AcpProfile = {
  logins: ['.copilot/config.json', '.config/github-copilot'],
  manners: (isJudge) => ({ ...nothing, modes: isJudge ? ['plan'] : ['agent'], permissions: 'all' }),
};

const profiles: Readonly<Record<string, AcpProfile>> = {
  gemini,
  'gemini-cli': gemini,
  qwen,
  opencode,
  'claude-agent-acp': claude,
  'claude-code-acp': claude,
  'codex-acp': codex,
  copilot,
};

function json(value: unknown): string {
  return JSON.stringify(value);
}

const RECORD = /^session-(?!earlier)[\w-]+\.jsonl?$/;

/**
 * Gemini names the record of a conversation by its minute. When it goes on with one within that minute it begins a new
 * record over the old one, and then finds nothing to go on with: the old one gets another name before.
 */
export async function renameRecords(home: string): Promise<void> {
  const own = join(home, '.gemini');
  const projects = join(own, 'tmp');
  if (!(await isFolder(own))) return;
  for (const project of await namesIn(projects)) {
    const chats = join(projects, project, 'chats');
    if (!(await isFolder(join(projects, project)))) continue;
    const names = await namesIn(chats);
    const count = names.length;
    for (const [index, name] of names.filter((each) => RECORD.test(each)).entries()) {
      const other = name.replace('session-', `session-earlier-${count}-${index}-`);
      await rename(join(chats, name), join(chats, other)).catch(() => undefined);
    }
  }
}

/** What is in a folder, never in what a link leads to: an agent has lived here. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return (await isFolder(folder)) ? readdir(folder).catch(() => []) : [];
}

async function isFolder(path: string): Promise<boolean> {
  return lstat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}
