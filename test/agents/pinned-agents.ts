/** A program that is fetched for the tests of agents, always in this version. */
export type PinnedAgent = {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  /** The command it installs. */
  readonly bin: string;
};

export const pinnedAgents = {
  claude: { name: 'claude', package: '@anthropic-ai/claude-code', version: '2.1.325', bin: 'claude' },
  codex: { name: 'codex', package: '@openai/codex', version: '0.166.0', bin: 'codex' },
  gemini: { name: 'gemini', package: '@google/gemini-cli', version: '0.61.0', bin: 'gemini' },
  opencode: { name: 'opencode', package: 'opencode-ai', version: '1.18.33', bin: 'opencode' },
  qwen: { name: 'qwen', package: '@qwen-code/qwen-code', version: '0.24.4', bin: 'qwen' },
} as const satisfies Readonly<Record<string, PinnedAgent>>;

export type PinnedName = keyof typeof pinnedAgents;
