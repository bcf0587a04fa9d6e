import { type Detected, settingsPutBack } from '../../detect/index.ts';
import { DEFAULT_ENVIRONMENT, hookId, type RepositoryHook } from '../../model/checks.ts';
import type { Environment } from '../../model/config.ts';
import { landingMessage } from '../../model/names.ts';
import type { Overlay } from '../../ports/git.ts';
import type { GateContext } from '../context.ts';
import { blobAtBase, definingChanges } from '../base-tests/defining-changes.ts';
import type { GateResult, Gate, Work } from '../gate.ts';
import { programs } from '../programs/programs.generated.ts';
import { runCheckCommand } from './run-check-command.ts';
import { below } from './scripts-of-checks.ts';
import { brokenIn, isExcused } from '../verification.ts';
import { checkResultOf } from './check-result-of.ts';
import type { CheckResult } from './check-result.ts';

/** Longest time of one hook; a smaller agent timeout wins. */
const LONGEST = 5 * 60_000;

/** Said by `programs/hook.sh` where it could not ask the hook at all. */
const NOT_ASKED = 99;

/** What the hooks are asked about: a change, and messages, each as `commit:<id>` or `message:<text>`. */
type Question = Pick<Work, 'ticket' | 'base' | 'head' | 'changes'> & {
  readonly messages?: readonly string[];
};

/** Runs the hook in a checkout of its own, as it was at the base commit (004#14). */
async function askHook(context: GateContext, hook: RepositoryHook, asked: Question): Promise<CheckResult> {
  const { plan } = context;
  const [first] = plan.environments;
  // git runs hooks outside of every environment.
  const environment: Environment = { id: DEFAULT_ENVIRONMENT, env: {}, setup: null, ...first, prefix: [] };
  const { base, head } = await shownTo(context, hook, asked);
  const path = hook.text === null ? hook.path : `.git/hooks/${hook.name}`;
  const words = [hook.name, path, hook.text ?? '', base, ...(asked.messages ?? [])];
  const ran = await runCheckCommand(context, {
    commit: head,
    run: ['sh', '-c', programs['hook.sh'], 'hook', ...words],
    environment,
    timeout: Math.min(plan.limits.agentTimeout, LONGEST),
    network: environment.network === true,
  });
  const { exitCode, how, log, ms } = ran;
  const isComputed =
    how === 'ended' || (how === 'exited' && exitCode !== NOT_ASKED && !isUnstartable(exitCode));
  const because = how === 'exited' ? (exitCode === 0 ? '' : `exit code ${exitCode}`) : ran.because;
  const status = because === '' ? 'PASS' : isComputed ? 'FAIL' : 'BROKEN';
  const place = { check: hookId(hook), environment: environment.id, note: '' };
  return checkResultOf(place, { status, exitCode, flaky: false, how, because, log, report: null, ms });
}

/** How a shell says that a program is not there, or is not one. */
function isUnstartable(exitCode: number | null): boolean {
  return exitCode === 126 || exitCode === 127;
}

/** The commits to show it: files that it judges by are the same on both sides, so they are not in the difference. */
async function shownTo(
  context: GateContext,
  hook: RepositoryHook,
  asked: Question,
): Promise<Pick<Work, 'base' | 'head'>> {
  const { hub } = context;
  const paths = await asAtBase(context, hook, asked);
  if (paths.size === 0) return asked;
  const head = await hub.compose(asked.head, paths);
  // Messages are read from the commits themselves, which have to be below.
  if (hook.name === 'commit-msg') return { base: asked.base, head };
  const base = await hub.compose(asked.base, paths);
  const changes = await hub.changes(base, head);
  return { base, head: await hub.compose(base, new Map(changes.map(({ path, after }) => [path, after]))) };
}

/** The hook's folder as at the base commit, and the settings and scripts that it uses as before the work. */
async function asAtBase(context: GateContext, hook: RepositoryHook, asked: Question): Promise<Overlay> {
  const paths = new Map<string, Overlay extends ReadonlyMap<string, infer Entry> ? Entry : never>();
  const isRepair = asked.ticket?.id.startsWith('remediation:') === true;
  if (!isRepair && asked.changes.length > 0) {
    const check = { id: hookId(hook), run: hook.text ?? ['sh', hook.path], timeout: null };
    const verify = [...context.plan.verify, { ...check, environments: [], expect: 0 }];
    const none = () => Promise.reject(new Error());
    const work: Work = { ...asked, delivery: null, claimed: null, verified: none, proved: none };
    for (const { change, role } of await definingChanges(
      { ...context, plan: { ...context.plan, verify } },
      work,
    )) {
      const text = role === 'settings' ? settingsPutBack(change) : undefined;
      if (text === null) paths.set(change.path, blobAtBase(change));
      if (typeof text === 'string') paths.set(change.path, { text, mode: change.before?.mode ?? '100644' });
    }
  }
  const commit = context.hooks?.commit;
  if (hook.text !== null || commit === undefined) return paths;
  const folder = hook.path.slice(0, Math.max(0, hook.path.lastIndexOf('/')));
  const link = await context.hub.link(commit, hook.path);
  const own = new Set([hook.path, ...(link === undefined ? [] : [below(folder, link)])]);
  for (const { path, before } of await context.hub.changes(commit, asked.head))
    if (own.has(path) || (folder !== '' && path.startsWith(`${folder}/`))) paths.set(path, before);
  return paths;
}

function hooksNamed({ hooks }: GateContext, name?: RepositoryHook['name']): readonly RepositoryHook[] {
  return (hooks?.hooks ?? []).filter((hook) => name === undefined || hook.name === name);
}

async function askHooks(
  context: GateContext,
  hooks: readonly RepositoryHook[],
  asked: Question,
): Promise<readonly CheckResult[]> {
  const cells: CheckResult[] = [];
  for (const hook of hooks) cells.push(await askHook(context, hook, asked));
  return cells;
}

const MOST_MESSAGES = 20;

/** How the hooks stand before any work: with nothing staged, and with the longest messages of landings. */
export async function hooksAtBase(context: GateContext, commit: string): Promise<readonly CheckResult[]> {
  const all = context.epic.tickets.map(({ id, title }) => `message:${landingMessage(id, title, 1)}`);
  const messages = all.toSorted((a, b) => b.length - a.length).slice(0, MOST_MESSAGES);
  const asked = { ticket: null, base: commit, head: commit, changes: [], messages };
  return askHooks(context, hooksNamed(context), asked);
}

/** All hooks on a change that is not a ticket's, and on the message of each of its commits. */
export const allHooks: Gate = {
  name: 'hooks',
  asks: 'Do the hooks of the repository accept the commits?',
  async check(context, work) {
    const log = await context.hub.log(work.base, work.head);
    const messages = log.map(({ commit }) => `commit:${commit}`);
    return judged(context, await askHooks(context, hooksNamed(context), { ...work, messages }));
  },
};

function judged(context: GateContext, cells: readonly CheckResult[]): GateResult {
  const counted = cells.filter((cell) => !isExcused(context, cell));
  const refused = counted.filter(({ status }) => status === 'FAIL');
  return { cells, detected: refused.map((cell) => refusal(context, cell)), broken: brokenIn(counted) };
}

function refusal(context: GateContext, cell: CheckResult): Detected {
  const hook = hooksNamed(context).find((each) => hookId(each) === cell.check);
  const isMessage = hook?.name === 'commit-msg';
  return {
    rule: 'hook-refused',
    severity: 'HIGH',
    message: `The ${hook?.name ?? cell.check} hook of the repository (${hook?.path ?? ''}) refuses ${isMessage ? 'the commit message' : 'this commit'}.`,
    evidence: cell.details,
    fix: isMessage
      ? 'Commit with a message that the hook accepts.'
      : 'Fix what the hook reports. Apply its file changes yourself: gauntlet does not apply them.',
  };
}

/** The pre-commit hook on the work; git runs it before anything is committed. */
export const preCommit: Gate = {
  name: 'pre-commit-hook',
  asks: 'Does the pre-commit hook of the repository accept the work?',
  applies: (context) => hooksNamed(context, 'pre-commit').length > 0,
  tells: ['Work that the pre-commit hook of the repository refuses, or to which it would make changes'],
  async check(context, work) {
    return judged(context, await askHooks(context, hooksNamed(context, 'pre-commit'), work));
  },
};

/** The commit-msg hook on the message of the landing, which is ours: a refusal is never charged to the work. */
export const commitMessage: Gate = {
  name: 'commit-msg-hook',
  asks: 'Does the commit-msg hook of the repository accept the message of the landing?',
  applies: (context) => hooksNamed(context, 'commit-msg').length > 0,
  async check(context, work) {
    const hooks = hooksNamed(context, 'commit-msg');
    const cells = await askHooks(context, hooks, { ...work, messages: [`commit:${work.head}`] });
    const ours = cells.map((cell): CheckResult =>
      cell.status === 'FAIL' ? { ...cell, status: 'BROKEN' } : cell,
    );
    return judged(context, ours);
  },
};
