import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { namingTests, startedRunners } from '../../detect/index.ts';
import { measureChecks } from '../../run/index.ts';
import { type CheckAtBase, readTestReport } from '../../gates/index.ts';
import { openRepository, type Repository } from '../../git/index.ts';
import type { Check, Config } from '../../model/config.ts';
import { GauntletError } from '../../model/error.ts';
import { completeLimits } from '../../plan/index.ts';
import { count, duration } from '../../report/index.ts';
import type { Call } from '../../project/call.ts';
import type { Diagnosis } from './diagnosis.ts';
import { openReviewPlace, type ReviewPlace } from '../review/review-storage.ts';
import type { TriedCheck } from './diagnosis.ts';

/** Runs setup and every check in a workspace of HEAD, then in the user's checkout, and says where the two differ. */
export async function tryChecks(call: Call, config: Config): Promise<readonly Diagnosis[]> {
  try {
    return await tryAtHead(call, config);
  } catch (error) {
    if (!(error instanceof GauntletError)) throw error;
    const { hint, message: said } = error;
    return [{ what: 'checks', state: 'missing', said, ...(hint === undefined ? {} : { hint }) }];
  }
}

async function tryAtHead(call: Call, config: Config): Promise<readonly Diagnosis[]> {
  using repository = await openRepository(call.io.cwd);
  const hub = await repository.hub();
  const { commit } = await hub.adopt('HEAD');
  // That no checks are configured is said of the configuration.
  if (config.verify.length === 0) return [];
  const place = await openReviewPlace(repository, 'doctor');
  try {
    return await tryEach(call, { repository, place, config, commit });
  } finally {
    await place.workspaces.retire(false);
    place.close();
  }
}

/** Runs setup and each check once in a workspace of HEAD; answers why each fails, null where it passes. */
export async function tryInWorkspace(
  { io }: Pick<Call, 'io'>,
  config: Config,
): Promise<ReadonlyMap<string, string | null>> {
  using repository = await openRepository(io.cwd);
  const { commit } = await (await repository.hub()).adopt('HEAD');
  const place = await openReviewPlace(repository, 'doctor');
  try {
    const tried = new Map<string, string | null>();
    for (const check of config.verify) {
      io.say(`trying ${check.id} in a workspace of HEAD, ${duration(LONGEST_TRY)} at most`);
      const timeout = Math.min(check.timeout ?? LONGEST_TRY, LONGEST_TRY);
      const { base } = await measured(place, config, { ...check, timeout }, commit);
      const reason = (base?.reason ?? '') || 'it does not pass';
      tried.set(check.id, base?.state === 'green' ? null : reason.replace(/timed out.*/s, NOT_ENDED));
    }
    return tried;
  } finally {
    await place.workspaces.retire(false);
    place.close();
  }
}

/** A user waits for `init`, and a command that waits for changes never ends. */
const LONGEST_TRY = 120_000;
const NOT_ENDED = `not done after ${duration(LONGEST_TRY)}; add it if it is only slow and does not wait for file changes`;

async function measured(place: ReviewPlace, config: Config, check: Check, commit: string) {
  const folder = place.records.folder(0);
  const one = { ...config, verify: [check] };
  const { checks, cells } = await measureChecks(place, { id: 'doctor', config: one, base: commit, folder });
  return { base: checks?.[0], cells };
}

type Trying = {
  readonly repository: Repository;
  readonly place: ReviewPlace;
  readonly config: Config;
  readonly commit: string;
};

async function tryEach(call: Call, { repository, place, config, commit }: Trying): Promise<Diagnosis[]> {
  const { agentTimeout } = completeLimits(config.limits);
  const say = (text: string): void => (call.json ? undefined : call.io.say(text));
  const tried: Diagnosis[] = [];
  for (const check of config.verify) {
    say(`trying ${check.id} in a workspace of HEAD, a second time where it fails`);
    const { base, cells } = await measured(place, config, check, commit);
    say(`trying ${check.id} in your checkout`);
    const checkout = await inCheckout(check, repository.top, check.timeout ?? agentTimeout);
    if (base === undefined) continue;
    const bad = cells.find(({ status }) => status !== 'PASS');
    const ms = cells.reduce((sum, cell) => sum + cell.ms, 0);
    const lastLines = bad?.details.trimEnd().split('\n').slice(-LAST_LINES) ?? [];
    tried.push(diagnosisOf(check, { ...base, ms, lastLines, checkout }));
  }
  return tried;
}

/** As the user runs it: in the checkout itself, with the user's own environment. Tests are named as in a workspace. */
function inCheckout(check: Check, top: string, timeout: number): Promise<TriedCheck['checkout']> {
  const manifest = manifestIn(top, check);
  const run = namingTests(check.run, manifest);
  const [program = 'sh', ...args] = typeof run === 'string' ? ['sh', '-c', run] : run;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: join(top, check.dir ?? ''),
      // As a child of a test of Node's the check would report to that test instead of printing.
      env: { ...process.env, CI: 'true', NODE_TEST_CONTEXT: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    // With everything it started: whatever is left would keep its output open for ever.
    const clock = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), timeout);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.length > 2 * MOST_OUTPUT) output = output.slice(-MOST_OUTPUT);
      });
    child.once('error', () => resolve({ exitCode: null, tests: null }));
    child.once('close', (exitCode) => {
      clearTimeout(clock);
      const report = readTestReport(output, startedRunners(check.run, manifest));
      const { passed = 0, failed = 0, skipped = 0 } = report ?? {};
      resolve({ exitCode, tests: report === null ? null : { passed, failed, skipped } });
    });
  });
}

function manifestIn(top: string, { dir = '' }: Check): string | undefined {
  const file = join(top, dir, 'package.json');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

const LAST_LINES = 8;
const MOST_OUTPUT = 16 * 1024 * 1024;

function diagnosisOf(check: Check, tried: TriedCheck): Diagnosis {
  const { state, tests, reason, ms, checkout } = tried;
  const words = state === 'green' ? 'ok' : state === 'not-computed' ? 'could not be run' : state;
  const said = [words, reason, testWords(tests), duration(ms)].filter((part) => part !== '').join(', ');
  const hint = differenceOf(check, tried);
  const isGood = state === 'green' && checkout.exitCode === check.expect;
  const good = hint === undefined ? 'ok' : 'warning';
  const shown = { what: `check ${check.id}`, state: isGood ? good : 'missing', said, tried } as const;
  return hint === undefined ? shown : { ...shown, hint };
}

function testWords(tests: CheckAtBase['tests']): string {
  if (tests === null) return 'tests not counted';
  const { passed, failed, skipped } = tests;
  if (passed + failed === 0) return 'ran no test';
  return `${count(passed + failed, 'test')} ran: ${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** How the workspace differs from the checkout; undefined where it does not. */
function differenceOf(
  { expect, results = [] }: Check,
  { state, tests, checkout }: TriedCheck,
): string | undefined {
  const isAlike = (state === 'green') === (checkout.exitCode === expect);
  // Files of results stay as they are in the user's checkout, so nothing is counted by them there.
  const isSame = results.length > 0 || JSON.stringify(tests) === JSON.stringify(checkout.tests);
  if (isAlike && isSame) return undefined;
  const end = checkout.exitCode === null ? 'no exit code' : `exit code ${checkout.exitCode}`;
  return `your checkout differs: ${end}, ${testWords(checkout.tests)} there. Uncommitted or ignored files may be why.`;
}
