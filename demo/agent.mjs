// An agent without a model: `use: command, run: [node, agent.mjs, script.mjs]`. Gauntlet starts it in a sandbox with the
// prompt on stdin and the role in its environment. It plays the first entry of the script that fits and prints an answer.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A text of several lines without the indentation of its last line, where the closing backtick is. */
export function text(parts, ...values) {
  const lines = String.raw({ raw: parts }, ...values).split('\n');
  const indentation = lines.at(-1).length;
  return `${lines
    .slice(1, -1)
    .map((line) => line.slice(indentation))
    .join('\n')}\n`;
}

const { GAUNTLET_ROLE: role, GAUNTLET_TICKET: ticket, GAUNTLET_ATTEMPT: attempt } = process.env;

function play(script) {
  const own = script.filter(({ when }) => when.role === role && (when.ticket ?? ticket) === ticket);
  // Somebody may ask for more attempts than the script has: then the last one is played again.
  const entry =
    own.find(({ when }) => String(when.attempt ?? attempt) === attempt) ??
    own.findLast(({ when }) => when.attempt < Number(attempt));
  if (entry === undefined)
    throw new Error(`no entry for the ${role} of ${ticket || 'this request'}, attempt ${attempt}`);
  const prompt = readFileSync(0, 'utf8').split('\n');
  for (const step of entry.do ?? []) perform(step);
  process.stdout.write(`${FREE}\n${answerOf(entry, prompt)}\n`);
}

/** Without it Gauntlet would charge the estimate of the role. */
const FREE = '```json\n{ "usage": { "tokensIn": 0, "tokensOut": 0, "usd": 0 } }\n```\n';

/** Does one thing in the working directory. */
function perform(step) {
  const path = step.write ?? step.append ?? step.replace;
  if (path !== undefined) mkdirSync(dirname(path), { recursive: true });
  if (step.write !== undefined) writeFileSync(path, step.text);
  else if (step.append !== undefined) appendFileSync(path, step.text);
  else if (step.replace !== undefined) replace(path, step.from, step.to);
  else if (step.delete !== undefined) rmSync(step.delete, { recursive: true });
  else if (step.run !== undefined) start(step.run);
  else if (step.commit !== undefined) {
    start(['git', 'add', '--all']);
    const { status } = spawnSync('git', ['diff', '--cached', '--quiet']);
    if (status !== 0) start(['git', 'commit', '--quiet', '--message', step.commit]);
  } else throw new Error(`not a step: ${JSON.stringify(step)}`);
}

function replace(path, from, to) {
  const before = readFileSync(path, 'utf8');
  if (!before.includes(from) && before.includes(to)) return;
  if (!before.includes(from)) throw new Error(`${path} does not contain the text to replace`);
  writeFileSync(
    path,
    before.replaceAll(from, () => to),
  );
}

/** Sends the output of a program to stderr: stdout is the answer. */
function start([program, ...args]) {
  const { error, status } = spawnSync(program, args, { stdio: ['ignore', 2, 2] });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ended with ${status}`);
}

/** The answer in the format of the role: signal, ticket and token of the assignment, then sections. */
function answerOf({ do: steps = [], pass, fail }, prompt) {
  const { matrix, summary, issues = [], fixes = [] } = pass ?? fail;
  const files = entriesUnder('Files to Review', prompt);
  if (role === 'developer') {
    const changed = steps.flatMap(({ write, append, replace: changes }) => write ?? append ?? changes ?? []);
    const rows = matrix === 'pass' ? entriesUnder('Verification Commands', prompt).map(claimed) : [];
    return signal('READY_FOR_REVIEW', prompt, {
      'Files Modified': [...new Set(changed)],
      'Environment Verification Matrix': rows.length === 0 ? '' : `\n\n${TABLE}\n${rows.join('\n')}`,
      Summary: summary,
    });
  }
  if (role === 'auditor') {
    const criteria = entriesUnder('Acceptance Criteria', prompt).map((entry) => entry.split(':', 1)[0]);
    const verified = criteria.map((id) => `${id}: VERIFIED - seen at the judged commit`);
    return signal('AUDIT_PASSED', prompt, { 'Verification Results': verified, Summary: summary });
  }
  if (pass !== undefined)
    return signal('REVIEW_PASSED', prompt, {
      'Files Reviewed': files,
      'Quality Assessment': QUALITY,
      'Dimension Scores': dimensionsIn(prompt).map((id) => `${id}: 95`),
      Summary: summary,
    });
  return signal('REVIEW_FAILED', prompt, {
    'Files Reviewed': files,
    'Issues Found': issues.map(({ file, line, message }) => `${file}:${line}: ${message}`),
    'Required Fixes': fixes,
    Priority: 'HIGH',
  });
}

const TABLE = '| Check | Environment | Exit Code | Result |\n| --- | --- | --- | --- |';
const QUALITY = [
  'Code style: COMPLIANT',
  'Error handling: ADEQUATE',
  'Naming: CONSISTENT',
  'Architecture: ALIGNED',
];

/** A row of the matrix that says a check passed: `unit tests (local): node --test` in the prompt. */
function claimed(entry) {
  const [, check, environment] = /^(.+?) \(([^()]+)\): /.exec(entry);
  return `| ${check} | ${environment} | 0 | PASS |`;
}

function signal(name, prompt, sections) {
  const id = lastOf(/^Task ID: (\S+)/, prompt) ?? ticket;
  const parts = Object.entries(sections)
    .filter(([, content]) => content !== undefined && content.length > 0)
    .map(([heading, content]) => {
      const list = Array.isArray(content) ? content.map((item) => `\n- ${item}`).join('') : ` ${content}`;
      return `${heading}:${list}`;
    });
  return [`${name}: ${id} ${lastOf(/^TOKEN: (\S+)/, prompt) ?? ''}`, ...parts].join('\n\n');
}

/** The last: the agent file above the assignment may have such a line too. */
function lastOf(pattern, prompt) {
  return prompt.map((line) => pattern.exec(line)?.[1]).findLast((found) => found !== undefined);
}

function dimensionsIn(prompt) {
  const below = prompt.slice(Math.max(0, prompt.lastIndexOf('### Review Dimensions')));
  return below.flatMap((line) => /^Dimension (\S+) \(/.exec(line)?.[1] ?? []);
}

/** The entries of the list below a heading of the assignment. */
function entriesUnder(heading, prompt) {
  const below = prompt.slice(prompt.lastIndexOf(`### ${heading}`) + 1);
  const end = below.findIndex((line) => line.startsWith('#'));
  return below.slice(0, end < 0 ? undefined : end).flatMap((line) => /^> - (.*)$/.exec(line)?.[1] ?? []);
}

// Not awaited: the script imports `text` from this very file.
if (process.argv[1]?.endsWith('agent.mjs') && process.argv[2] !== undefined)
  void import(pathToFileURL(resolve(process.argv[2])).href).then(({ script }) => play(script));
