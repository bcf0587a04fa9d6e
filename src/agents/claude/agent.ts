import { readdirSync } from 'node:fs';
import { mayWrite } from '../programs/adapter.ts';
import { chmod } from 'node:fs/promises';
import { join, isAbsolute, relative, sep } from 'node:path';

import type { AgentSettings } from '../../model/config.ts';
import type { Usage } from '../../model/usage.ts';
import type { AgentCall, AgentEnd } from '../../ports/agents.ts';
import type { ProgramEnd, Talk, Voice } from '../../ports/processes.ts';
import { guidanceFor, toldGuidance } from '../programs/guidance.ts';
import { objectOf, textOf, amountOf } from '../answers/json-value.ts';
import {
  type Conversation,
  keepConversation,
  putConversation,
  readConversation,
} from '../programs/kept-conversation.ts';
import { type Around, type TurnPlace, openProgram, type Profile } from '../programs/program-agent.ts';
import { BROKE, OVERLONG, withoutSecrets } from '../answers/trouble.ts';
import { noTokens, type Tokens, usageOf } from '../answers/usage.ts';
import { withData } from '../answers/verdicts.ts';
import { commandLine } from './command-line.ts';
import { configFolder, keyVariables, type ClaudeLogin, LOGIN_FILE, loginOf } from './login.ts';
import { refusedKey, stopFor } from './stop.ts';
import { Stream, type PermissionRequest, type ClaudeTurn } from './stream.ts';

const SHELL = 'shell-without-keys';
/** What the repository tells whoever works in it: Claude Code itself reads nothing of a repository. */
const GUIDANCE = 'guidance.md';

/** Keys are for Claude Code; the commands that a worker runs need none, and must not print any. */
const SHELL_TEXT = `#!/bin/sh\nunset ${keyVariables.join(' ')}\nexec bash -c "$1"\n`;

const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'];

/** The user's own Claude Code: one turn of `claude --print`. */
const claude: Profile<ClaudeLogin> = {
  program: 'claude',
  install: 'install it with `npm install -g @anthropic-ai/claude-code`, then run `claude` once to log in',
  usersHome: ({ env }) => configFolder(env),
  login: (settings, { env }) => effortProblem(settings) ?? loginOf(settings, env),
  // Its safe mode, which reads none of them, starts no server either.
  obeys: ({ servers }) => (servers.length > 0 ? 'remove audit.library.mcp' : undefined),
  async furnish(call, { login }) {
    const guidance = await guidanceFor(call, ['CLAUDE.md', '.claude/CLAUDE.md', 'AGENTS.md']);
    const told = guidance === null ? {} : { [GUIDANCE]: toldGuidance(guidance) };
    return { files: { [SHELL]: SHELL_TEXT, ...told }, logins: login.lendsLogin ? [LOGIN_FILE] : [] };
  },
  async begin(call, around, { home, brake }) {
    await chmod(join(home, SHELL), 0o700);
    const { machine, login, found } = around;
    const cwd = machine.processes.shownAs(call.cwd);
    const earlier = readConversation(call.session);
    if (earlier !== null) putConversation(earlier, transcriptIn(home, cwd, earlier.id));
    const { stream, talk } = listening(call, cwd, brake);
    const guidance = readdirSync(home).includes(GUIDANCE)
      ? [`--append-system-prompt-file=${join(home, GUIDANCE)}`]
      : [];
    return {
      args: [...commandLine(call, earlier?.id ?? null, found.servers), ...guidance],
      started: {
        stdin: `${JSON.stringify({ type: 'user', message: { role: 'user', content: call.prompt } })}\n`,
        talk,
        env: { ...environmentOf(call, home), ...login.env },
        hidden: [configFolder(machine.env)],
      },
      ended: (end, stopped) => ended(call, { ...around, home, stream, earlier }, end, stopped),
    };
  },
};

export const openClaude = openProgram(claude);

function effortProblem({ effort }: AgentSettings): string | undefined {
  if (effort === null || EFFORTS.includes(effort)) return undefined;
  return `effort of use: claude must be one of ${EFFORTS.join(', ')} (not ${effort})`;
}

/** Where Claude Code keeps what was said. */
function transcriptIn(home: string, cwd: string, id: string): string {
  return join(home, 'projects', cwd.replaceAll(/[^a-zA-Z0-9]/g, '-'), `${id}.jsonl`);
}

function listening(
  call: AgentCall,
  cwd: string,
  brake: TurnPlace['brake'],
): { readonly stream: Stream; readonly talk: Talk } {
  let isBroke = false;
  let voice: Voice | undefined;
  const stream = new Stream((moment) => {
    if (moment.kind === 'asks') return voice?.say(permissionFor(moment.question, call, cwd));
    if (moment.kind === 'result') return voice?.close();
    if (moment.kind === 'overlong') return brake.pull(OVERLONG);
    if (moment.kind === 'retry') {
      const refused = refusedKey(stream);
      return refused === undefined ? undefined : brake.pull(refused);
    }
    if (moment.kind === 'called') isBroke = !call.mayGoOn(usedSoFar(stream, call), stream.model);
    if (isBroke && (moment.kind === 'calling' || moment.goesOn)) brake.pull(BROKE);
  });
  const talk: Talk = (given) => {
    voice = given;
    return stream.hear;
  };
  return { stream, talk };
}

/** Nothing but the model is talked to, nothing is remembered, and a judge obeys no file of the tree it judges. */
function environmentOf(call: AgentCall, home: string): Readonly<Record<string, string>> {
  const isServed = (call.settings.servers ?? []).length > 0;
  return {
    CLAUDE_CONFIG_DIR: home,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
    DISABLE_AUTOUPDATER: '1',
    ...(mayWrite(call)
      ? { CLAUDE_CODE_SHELL_PREFIX: join(home, SHELL) }
      : { ...(isServed ? {} : { CLAUDE_CODE_SAFE_MODE: '1' }), CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1' }),
  };
}

type Ended = Around<ClaudeLogin> & {
  readonly home: string;
  readonly stream: Stream;
  readonly earlier: Conversation | null;
};

function ended(
  call: AgentCall,
  { login, home, stream, earlier }: Ended,
  end: ProgramEnd,
  stopped: AgentEnd['stop'] | undefined,
): AgentEnd {
  stream.end();
  const { session: id, version, model } = stream;
  const { settings, folder } = call;
  // The money alone is counted on.
  const usd = Math.max(costInAll(stream), earlier?.usd ?? 0);
  return {
    stop: stopped ?? stopFor(end, stream, call, login.secrets),
    text: withoutSecrets(answerOf(stream), login.secrets),
    usage: usedInAll(stream, call, earlier?.usd ?? 0),
    session: id === null ? null : keepConversation(transcripts(home, id), folder, { ...noTokens, id, usd }),
    by: { agent: 'claude', version, model: model ?? settings.model, effort: settings.effort, session: id },
  };
}

function transcripts(home: string, id: string): readonly string[] {
  const folder = join(home, 'projects');
  try {
    return readdirSync(folder).map((project) => join(folder, project, `${id}.jsonl`));
  } catch {
    return [];
  }
}

/** Words or verdicts, each once. */
function answerOf({ words, verdicts }: Stream): string {
  const said = verdicts.length === 0 && words.length === 1 ? words : words.map((text) => text.trim());
  const text = [...new Set(said)].filter((each) => each !== '').join('\n\n');
  const data = new Set(verdicts.map((verdict) => JSON.stringify(verdict, undefined, 1)));
  return data.size === 0 ? text : withData(text, [...data]);
}

/**
 * Claude Code asks before it touches what looks sensitive. `cwd`: where it sees the folder it works in.
 * A worker may change what is in its workspace, except git's own files by the tools for files; what its commands do is
 * held by the sandbox. A judge is never asked for: what is not allowed to it is denied.
 */
export function permissionFor(question: PermissionRequest, call: AgentCall, cwd = call.cwd): string {
  const refusal = refusalOf(question, call, cwd);
  const response =
    refusal === undefined
      ? { behavior: 'allow', updatedInput: question.input }
      : { behavior: 'deny', message: refusal };
  const answer = { subtype: 'success', request_id: question.id, response };
  return `${JSON.stringify({ type: 'control_response', response: answer })}\n`;
}

const FILE_TOOLS: readonly string[] = ['Edit', 'Write', 'Read', 'Glob', 'Grep'];

function refusalOf({ tool, input }: PermissionRequest, call: AgentCall, cwd: string): string | undefined {
  if (!mayWrite(call)) return 'nothing can be changed or run here';
  if (tool === 'Bash') return undefined;
  if (!FILE_TOOLS.includes(tool)) return `${tool} cannot be used here`;
  const path = textOf(objectOf(input)['file_path']) || textOf(objectOf(input)['path']);
  if (path === '') return undefined;
  const inside = isAbsolute(path) ? relative(cwd, path) : path;
  if (isAbsolute(inside) || inside.split(sep).includes('..')) return 'that is outside of the workspace';
  return inside.split(sep)[0] === '.git' ? 'that belongs to git; use its commands' : undefined;
}

/** What was used until now, by what its calls say. */
function usedSoFar({ used }: Pick<ClaudeTurn, 'used'>, call: AgentCall): Usage {
  return usageOf(used, call.settings.prices);
}

/** What a turn used at its end: what it counts itself, asides included; what its calls said where it does not get to that. */
export function usedInAll(said: ClaudeTurn, call: AgentCall, before: number): Usage | null {
  const counted = countedIn(said, before);
  if (counted !== null) return usageOf(counted.tokens, call.settings.prices, counted.usd);
  return said.calls === 0 ? null : usedSoFar(said, call);
}

/** What the conversation has cost from its beginning; Claude Code counts on where it goes on. */
function costInAll({ result }: Pick<ClaudeTurn, 'result'>): number {
  return amountOf(result?.['total_cost_usd']);
}

type Counted = { readonly tokens: Tokens; readonly usd: number | null };

function countedIn(said: ClaudeTurn, before: number): Counted | null {
  const models = Object.values(objectOf(said.result?.['model_usage_since_last_result'])).map(objectOf);
  if (models.length === 0) return olderCount(said, before);
  const sum = (name: string): number => models.reduce((all, model) => all + amountOf(model[name]), 0);
  const cached = sum('cacheReadInputTokens');
  // The price of a model that Claude Code does not know is a guess.
  const isGuess = models.some((model) => model['costBasis'] === 'unknown');
  return {
    tokens: {
      tokensIn: sum('inputTokens') + sum('cacheCreationInputTokens') + cached,
      tokensCached: cached,
      tokensOut: sum('outputTokens'),
    },
    usd: isGuess ? null : sum('costUSD'),
  };
}

/** As versions count that do not tell models apart for one turn. */
function olderCount(said: ClaudeTurn, before: number): Counted | null {
  if (said.calls === 0 || said.result === null) return null;
  const models = Object.values(objectOf(said.result['modelUsage'])).map(objectOf);
  const isGuess = models.some((model) => model['costBasis'] === 'unknown');
  const total = said.result['total_cost_usd'];
  if (typeof total !== 'number' || isGuess) return { tokens: said.used, usd: null };
  return { tokens: said.used, usd: total >= before ? total - before : total };
}
