// The step of action.yml: one review of the pull request, told as annotations, as the summary of the step and as SARIF.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const { env } = process;
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const cli = env['GAUNTLET_CLI'] ?? join(root, 'dist/gauntlet.cjs');

type PullRequest = {
  readonly number: number;
  readonly head: { readonly sha: string };
  readonly base: { readonly ref: string };
};

const scratch = mkdtempSync(join(env['RUNNER_TEMP'] ?? tmpdir(), 'gauntlet-action-'));
try {
  process.exitCode = review();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function review(): number {
  const pull = pullRequest();
  const sarif = input('SARIF') || 'gauntlet.sarif';
  const [summary, json] = [join(scratch, 'summary.md'), join(scratch, 'result.json')];
  const tell = input('COMMENT') === 'true' && pull !== undefined;
  const { status: code, error } = spawnSync(
    process.execPath,
    [
      cli,
      'review',
      // The commits of the pull request themselves: what is checked out may be a merge that nobody made.
      ...(pull === undefined ? [] : [pull.head.sha]),
      ...option('--base', input('BASE') || pull?.base.ref || ''),
      ...option('--depth', input('DEPTH')),
      ...option('--fail-on', input('FAIL_ON')),
      ...option('--config', input('CONFIG')),
      ...(input('AGENT') === '' ? ['--no-agents'] : option('--agent', input('AGENT'))),
      ...(input('CHECKS') === 'false' ? ['--no-checks'] : []),
      ...(tell ? ['--pr', String(pull.number), '--try-post'] : []),
      '--no-input',
      '--format=github',
      `--write=sarif=${sarif}`,
      `--write=markdown=${summary}`,
      `--write=json=${json}`,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'], env: environment(tell) },
  );
  if (error !== undefined) throw error;
  if (existsSync(summary)) append(env['GITHUB_STEP_SUMMARY'], readFileSync(summary, 'utf8'));
  const exitCode = code ?? 70;
  const outputs = { status: statusIn(json), 'exit-code': String(exitCode), sarif };
  for (const [name, value] of Object.entries(outputs))
    append(env['GITHUB_OUTPUT'], `${name}=${oneLine(value)}\n`);
  return exitCode;
}

function input(name: string): string {
  return (env[`GAUNTLET_${name}`] ?? '').trim();
}

/** A value is never taken for an option. */
function option(name: string, value: string): readonly string[] {
  if (value === '') return [];
  if (value.startsWith('-')) throw new Error(`${name}: ${JSON.stringify(value)} is no value`);
  return [name, value];
}

/** What the workflow is about; undefined where it is no pull request. */
function pullRequest(): PullRequest | undefined {
  const file = env['GITHUB_EVENT_PATH'];
  if (file === undefined || !existsSync(file)) return undefined;
  const event = JSON.parse(readFileSync(file, 'utf8')) as { readonly pull_request?: PullRequest };
  const pull = event.pull_request;
  if (pull === undefined) return undefined;
  if (!/^[0-9a-f]{40,64}$/.test(pull.head.sha) || !Number.isInteger(pull.number))
    throw new Error('the event of this workflow tells no commit of a pull request');
  return pull;
}

/** The token is for the comment: where there is none to write, nobody gets it. */
function environment(tell: boolean): NodeJS.ProcessEnv {
  const own = Object.entries(env).filter(
    ([name]) => !/^(?:GAUNTLET_[A-Z_]+|GITHUB_TOKEN|GH_TOKEN)$/.test(name),
  );
  return { ...Object.fromEntries(own), ...(tell ? { GITHUB_TOKEN: input('TOKEN') } : {}) };
}

function statusIn(file: string): string {
  if (!existsSync(file)) return 'unknown';
  const { status } = JSON.parse(readFileSync(file, 'utf8')) as { readonly status?: unknown };
  return typeof status === 'string' ? status : 'unknown';
}

function append(file: string | undefined, text: string): void {
  if (file !== undefined && file !== '') appendFileSync(file, text);
}

/** A line of its own would be another output. */
function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}
