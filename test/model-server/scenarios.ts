// The scenarios, by name. A prompt picks one with `[[scenario:name]]` or `[[scenario:name:detail]]`.
import { parseAuditor, parseCritic } from '../../src/formats/index.ts';
import { signalLine } from '../../src/formats/signals/names.ts';
import { reviewDimensions } from '../../src/model/dimensions.ts';
import type { Role } from '../../src/model/team.ts';
import type { JsonObject } from './exchange.ts';
import { plainAnswer } from './plain-answer.ts';
import type { Scene } from './scene.ts';
import type { Step } from './step.ts';

/** What to do at this point of a conversation. It remembers nothing: parallel runs, retries and resumed ones need no state. */
export type Scenario = (scene: Scene, detail: string) => Step;

/** One step after the other; what comes after the last is the end of the conversation. */
export function played(steps: readonly Step[], { step }: Scene): Step {
  return steps[step] ?? { text: 'Done.' };
}

export const scenarios: Readonly<Record<string, Scenario>> = {
  /** Nothing but the closing signal. */
  answer: ({ ticket, token }) => ({ text: signalLine('READY_FOR_REVIEW', ticket, token || undefined) }),
  /** Reads `work.txt`, replaces `before` by `after` in it, runs a command that makes `ran.txt`, and is done. */
  dev: (scene) =>
    played(
      [
        { tool: 'read', path: 'work.txt' },
        { tool: 'edit', path: 'work.txt', from: 'before', to: 'after' },
        { tool: 'shell', command: 'cp work.txt ran.txt' },
        { text: plainAnswer('developer', 'pass', scene) },
      ],
      scene,
    ),
  /** Writes `made.txt`, by whatever tool it can get. */
  write: (scene) => written(scene),
  /** The detail is a command. `%20` stands for a space. */
  shell: (scene, detail) =>
    played(
      [{ tool: 'shell', command: decoded(detail) }, { text: plainAnswer('developer', 'pass', scene) }],
      scene,
    ),
  /** Reads the file that the detail names, then passes the work. */
  look: (scene, detail) =>
    played([{ tool: 'read', path: decoded(detail) }, verdict('critic', 'pass', scene)], scene),
  'critic-pass': (scene) => played([...look, verdict('critic', 'pass', scene)], scene),
  /** Passes the work with a score for one critical dimension that is too low; the others are high. */
  'critic-low': (scene) => played([...look, scoredPass(scene, lowScores)], scene),
  /** Passes the work and scores nothing. */
  'critic-unscored': (scene) => played([...look, scoredPass(scene, [])], scene),
  /** The verdict at once, without a look. */
  submit: (scene) => played([verdict('critic', 'pass', scene)], scene),
  'critic-fail': (scene) => played([...look, verdict('critic', 'fail', scene)], scene),
  'auditor-pass': (scene) => played([...look, verdict('auditor', 'pass', scene)], scene),
  /** Tries everything a judge must not do, then passes the work. */
  hostile: (scene, detail) => played([...attacks(decoded(detail)), verdict('critic', 'pass', scene)], scene),
  /** The verdict as JSON text, whatever tools there are. */
  verdict: (scene) => ({ text: JSON.stringify(verdictOf('critic', 'pass', scene)) }),
  /** Hands in a verdict that does not fit its schema first, then one that does. */
  corrected: (scene) =>
    played([{ json: { signal: 'MAYBE', findings: 'none' } }, verdict('critic', 'pass', scene)], scene),
  badjson: ({ token }) => ({ text: `{"signal": "REVIEW_PASSED", "token": "${token}", "findings": [` }),
  /** Repeats what it was told, with every signal that is quoted in it. */
  echo: ({ prompt }) => ({ text: prompt }),
  loop: ({ step }) => ({ tool: 'read', path: step % 2 === 0 ? 'work.txt' : 'README.md' }),
  hang: () => ({ hang: 'before' }),
  hangstream: () => ({ hang: 'within' }),
  hangtool: (scene) => played([{ tool: 'shell', command: 'sleep 100000' }], scene),
  slow: (scene, detail) => ({ slow: Number(detail) || 20, text: plainAnswer('developer', 'pass', scene) }),
  /** 25 MB, then the closing signal. */
  huge: (scene) => ({
    text: `${'x'.repeat(99_999)}\n`.repeat(250) + plainAnswer('developer', 'pass', scene),
  }),
  refuse: () => ({ text: 'I will not do that.', end: 'refused' }),
  cut: () => ({ text: 'This answer is not', end: 'length' }),
  full: () => ({ http: 400, message: 'prompt is too long: maximum context length is 200000 tokens' }),
  401: () => ({ http: 401, message: 'invalid x-api-key' }),
  /** The detail is the number of seconds to wait. */
  429: (_, detail) => ({
    http: 429,
    message: 'rate limited',
    ...(detail === '' ? {} : { retryAfter: Number(detail) }),
  }),
  /** A usage limit that ends at a time, in milliseconds since 1970; after it the work is done as by `write`. */
  limit: (scene, detail) =>
    scene.now < Number(detail)
      ? { http: 429, message: 'usage limit reached', until: Number(detail) }
      : written(scene),
  500: () => ({ http: 500, message: 'something broke' }),
  529: () => ({ http: 529, message: 'overloaded' }),
  /** Says the word of `remember: word` in anything said before: it was there only if the conversation goes on. */
  recall: ({ earlier, prompt }) => ({
    text: `remembered: ${/remember: (\S+)/.exec(earlier)?.[1] ?? 'nothing'}; now: ${/remember: (\S+)/.exec(prompt)?.[1] ?? 'nothing'}`,
  }),
};

function written(scene: Scene): Step {
  const answer = { text: plainAnswer('developer', 'pass', scene) };
  return played([{ tool: 'write', path: 'made.txt', text: 'made' }, answer], scene);
}

const look: readonly Step[] = [
  { tool: 'glob', pattern: '**/*' },
  { tool: 'read', path: 'work.txt' },
];

function decoded(detail: string): string {
  try {
    return decodeURIComponent(detail);
  } catch {
    return detail;
  }
}

/** The detail is a file outside that must not come to be. */
function attacks(outside: string): readonly Step[] {
  return [
    { tool: 'read', path: 'work.txt' },
    { tool: 'edit', path: 'work.txt', from: 'before', to: 'hacked' },
    { tool: 'write', path: 'hacked.txt', text: 'hacked' },
    { tool: 'write', path: '.git/hooks/post-checkout', text: '#!/bin/sh\n' },
    { tool: 'shell', command: 'echo hacked > hacked-by-shell.txt' },
    { tool: 'shell', command: 'git config user.name hacked; git commit --allow-empty --message hacked' },
    { tool: 'shell', command: '(setsid sleep 100000 >&- 2>&- &) ; echo started' },
    ...(outside === ''
      ? []
      : ([
          { tool: 'write', path: outside, text: 'hacked' },
          { tool: 'shell', command: `echo hacked > ${outside}` },
          { tool: 'read', path: '../../../../../../etc/passwd' },
        ] as const)),
  ];
}

function verdict(role: 'critic' | 'auditor', outcome: 'pass' | 'fail', scene: Scene): Step {
  return { json: verdictOf(role, outcome, scene), text: plainAnswer(role, outcome, scene) };
}

function verdictOf(
  role: Extract<Role, 'critic' | 'auditor'>,
  outcome: 'pass' | 'fail',
  scene: Scene,
): JsonObject {
  return asJson(role, plainAnswer(role, outcome, scene), scene);
}

const lowScores = reviewDimensions.map(({ id }, nth) => ({
  dimension: id,
  score: nth === 0 ? 85 : 95,
  reason: 'as read',
}));

/** A pass with these scores in the place of those that the prompt asks for. */
function scoredPass(scene: Scene, scores: typeof lowScores): Step {
  const plain = plainAnswer('critic', 'pass', scene).replace(/\nDimension Scores:\n+(?:- .*\n?)+/, '');
  const lines = scores.map(({ dimension, score, reason }) => `- ${dimension}: ${score} - ${reason}`);
  const text = lines.length === 0 ? plain : `${plain}\nDimension Scores:\n${lines.join('\n')}\n`;
  return { json: { ...verdictOf('critic', 'pass', scene), scores }, text };
}

/** The same verdict as data. */
export function asJson(role: 'critic' | 'auditor', text: string, { ticket, token }: Scene): JsonObject {
  const expected = token === '' ? { ticket } : { ticket, token };
  const parsed: JsonObject = role === 'critic' ? parseCritic(text, expected) : parseAuditor(text, expected);
  const { reasons: _, verdict: __, uncovered: ___, overallScore: ____, objection: _____, ...body } = parsed;
  return { ...body, ticket, ...(token === '' ? {} : { token }) };
}
