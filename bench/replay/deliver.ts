// One real commit as a developer's delivery: its parent is the base, its difference is what a scripted developer commits,
// every judge passes it. What is left to refuse it are the gates.
import { isTestFile } from '../../src/detect/index.ts';
import type { Event } from '../../src/model/events.ts';
import type { Finding } from '../../src/model/finding.ts';
import { isMustFix } from '../../src/model/severity.ts';
import { ready } from '../../test/support/answers.ts';
import { agentScript, type Step } from '../../test/support/playbook.ts';
import type { Checkout } from './checkout.ts';
import type { Repository } from './list.ts';
import type { Reason, Result } from './results.ts';

type Commit = { readonly id: string; readonly parent: string; readonly subject: string };
type Changed = { readonly path: string; readonly isNew: boolean };

const TICKET = 'REAL-1';

/** Findings about existing tests that no longer hold where a ticket changes tested behaviour. */
const WITH_BEHAVIOUR = new Set(['no-removed-test', 'no-deleted-test', 'no-weakened-test']);

/** Whether tests of base contradict the work, and nothing but existing tests is in its way. */
function needsLeave(reasons: readonly Reason[]): boolean {
  const isContradicted = ({ rule }: Reason): boolean => rule === 'fails-base-checks';
  return (
    reasons.some(isContradicted) &&
    reasons.every((each) => isContradicted(each) || WITH_BEHAVIOUR.has(each.rule))
  );
}

/**
 * Replays one commit. Its ticket names no path. Where tests of base contradict the commit, the same delivery is made
 * again under a ticket that says which existing tests may change, as its author would have to.
 */
export async function replay(checkout: Checkout, repository: Repository, id: string): Promise<Result> {
  const started = Date.now();
  const commit = commitOf(checkout, id);
  const changed = changedBy(checkout, commit);
  const { landed, ...first } = await deliver(checkout, { repository, commit, changed, mayChange: [] });
  const done = (result: Omit<Result, 'seconds'>): Result => ({
    ...result,
    seconds: Math.round((Date.now() - started) / 100) / 10,
  });
  const tests = changed.filter(({ path, isNew }) => !isNew && isTestFile(path)).map(({ path }) => path);
  if (!needsLeave(first.reasons) || tests.length === 0)
    return done({ ...first, outcome: landed ? 'landed' : 'refused', mayChange: [] });
  const second = await deliver(checkout, { repository, commit, changed, mayChange: tests });
  return done({
    outcome: second.landed ? 'leave' : 'refused',
    reasons: second.landed ? first.reasons : second.reasons,
    mayChange: tests,
    putBack: second.putBack,
    attempts: first.attempts + second.attempts,
  });
}

function commitOf(checkout: Checkout, id: string): Commit {
  const [parent = '', subject = ''] = checkout.git('log', '-1', '--format=%P%n%s', id).trim().split('\n');
  if (!/^[0-9a-f]+$/.test(parent)) throw new Error(`${id} does not have exactly one parent`);
  return { id, parent, subject };
}

function changedBy(checkout: Checkout, { parent, id }: Commit): readonly Changed[] {
  const words = checkout.git('diff', '--name-status', '--no-renames', '-z', parent, id).split('\0');
  return Array.from({ length: Math.floor(words.length / 2) }, (_, nth) => ({
    isNew: words[2 * nth] === 'A',
    path: words[2 * nth + 1] ?? '',
  }));
}

type Work = {
  readonly repository: Repository;
  readonly commit: Commit;
  readonly changed: readonly Changed[];
  readonly mayChange: readonly string[];
};

type Delivered = Pick<Result, 'reasons' | 'putBack' | 'attempts'> & { readonly landed: boolean };

/** One `gauntlet run` of one ticket. */
async function deliver(checkout: Checkout, work: Work): Promise<Delivered> {
  const { commit, changed } = work;
  const epic = checkout.newEpic(`c${commit.id.slice(0, 10)}`);
  checkout.standOn(commit.parent, filesOf(epic, work));
  const patch = ['diff', '--binary', '--full-index', '--no-renames', '--no-ext-diff', '--no-textconv'];
  checkout.write({
    '.agent/change.patch': checkout.git(...patch, commit.parent, commit.id),
    '.agent/agent.sh': agentScript(playbook(changed.map(({ path }) => path))).replaceAll(TELLING, ''),
  });
  const { code, output } = await checkout.gauntlet('run', 'epic.yaml', '--no-input');
  if (code === null || code > 128) throw new Error(`gauntlet run was interrupted: ${output.slice(-600)}`);
  const events = await checkout.events(epic);
  const landed = events.some((event) => event.type === 'task_complete' && event.ticket === TICKET);
  const putBack = events.flatMap((event) =>
    event.type === 'developer_ready_for_review' ? (event.putBack ?? []) : [],
  );
  const reasons = landed
    ? unlikeDelivered(checkout, epic, commit, putBack)
    : reasonsIn(checkout, epic, events);
  await checkout.gauntlet('clean', epic);
  return {
    landed: landed && reasons.length === 0,
    reasons:
      landed || reasons.length > 0
        ? reasons
        : [{ gate: 'run', rule: `exit ${code}`, file: '', said: output.trim().slice(-600) }],
    putBack,
    attempts: events.filter(({ type }) => type === 'developer_dispatched').length,
  };
}

/** Files that landed otherwise than the commit has them, though nobody said that they were put back. */
function unlikeDelivered(
  checkout: Checkout,
  epic: string,
  commit: Commit,
  putBack: readonly string[],
): readonly Reason[] {
  const known = new Set([...putBack, ...OWN_FILES]);
  const differing = checkout.git('diff', '--name-only', '--no-renames', '-z', commit.id, `epic/${epic}`);
  return differing
    .split('\0')
    .filter((path) => path !== '' && !known.has(path))
    .map((file) => ({ gate: 'landing', rule: 'not-as-delivered', file, said: 'landed otherwise' }));
}

const OWN_FILES = ['gauntlet.yaml', 'epic.yaml'];

/** Nobody listens to what agents tell of their starts here. */
const TELLING = /^printf .*>"\$here\/told"$/gm;

function playbook(paths: readonly string[]): readonly Step[] {
  const shell = 'git apply --index --whitespace=nowarn "$here/change.patch"';
  return [{ role: 'developer', shell, commit: 'Do what the ticket asks', say: ready(paths) }];
}

function filesOf(epic: string, { repository, commit, mayChange }: Work): Readonly<Record<string, string>> {
  const config = {
    version: 1,
    agents: { default: { use: 'command', run: ['sh', '.agent/agent.sh'] } },
    setup: { run: [repository.install], timeout: '10m' },
    limits: { maxParallel: 1, maxVerify: 1, maxRevisions: 0, agentTimeout: '5m', stall: '5m' },
    depth: 'quick',
    audit: { perMilestone: false, endOfRun: false },
  };
  const ticket = {
    id: TICKET,
    title: commit.subject.slice(0, 120),
    acceptance: [{ id: 'AC1', text: 'the change is made' }],
    ...(mayChange.length === 0 ? {} : { mayChange }),
  };
  const tickets = {
    version: 1,
    epic,
    title: 'A replayed commit',
    base: 'replayed',
    verify: [{ id: 'tests', run: repository.test, timeout: '5m' }],
    tickets: [ticket],
  };
  // JSON is YAML.
  return { 'gauntlet.yaml': JSON.stringify(config), 'epic.yaml': JSON.stringify(tickets) };
}

/** Why the ticket did not land: must-fix findings of its gates, else what stopped the run. */
function reasonsIn(checkout: Checkout, epic: string, events: readonly Event[]): readonly Reason[] {
  const found = events.flatMap((event) => {
    if (event.type !== 'validation_failed' && event.type !== 'landing_gate_failed') return [];
    const kept = checkout.record(epic, event.run, 'validation') as
      | { readonly findings?: readonly Finding[] }
      | undefined;
    return (kept?.findings ?? []).filter(({ severity }) => isMustFix(severity)).map(reasonOf);
  });
  return found.length > 0 ? found : events.flatMap(stopped);
}

function reasonOf({ source, rule, file, message, evidence }: Finding): Reason {
  return { gate: source.name, rule, file, said: `${message}\n${evidence}`.slice(0, 1500) };
}

function stopped(event: Event): readonly Reason[] {
  if (!('because' in event) || typeof event.because !== 'string') return [];
  const isStop = /escalated|failed|broken|red|blocked|unclear|crashed|asked/.test(event.type);
  return isStop ? [{ gate: event.type, rule: '', file: '', said: event.because.slice(0, 1500) }] : [];
}
