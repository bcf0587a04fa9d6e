import { shortBranch } from '../../model/names.ts';
import type { Hub } from '../../ports/git.ts';
import type { Repository } from '../run/begin.ts';
import { repositoryAt } from '../../project/state-folder.ts';
import { bringAll, type IncomingBranch, broughtAt, type Target, targetOf } from './incoming-branch.ts';
import { type QueueBase, queueBaseOf } from './queue-base.ts';
import type { LandCall } from './land-call.ts';
import {
  type Entry,
  isOpen,
  landedEntries,
  pushedFrom,
  type QueueRun,
  queueRuns,
  refusalOf,
  type Refused,
} from './queue.ts';

export type LandRequest = {
  readonly target: Target;
  readonly runs: readonly QueueRun[];
  readonly open: QueueRun | undefined;
  readonly taken: readonly IncomingBranch[];
  readonly refused: readonly Refused[];
  readonly hub: Hub;
  readonly line: QueueBase;
};

/** What a call asks for, as the repository is now; `isAfresh`: in a run of its own, whatever has not ended. */
export async function readLandRequest(
  call: LandCall,
  repository: Repository,
  isAfresh = false,
): Promise<LandRequest> {
  const hub = await repository.hub();
  const target = await targetOf(call, repository);
  const all = await bringAll(call, repository, { hub, onto: target.onto });
  await hub.adopt(target.commit);
  const runs = queueRuns(call.io.cwd, target.onto);
  const open = isAfresh ? undefined : runs.slice(0, 1).find(isOpen);
  // What was queued without --push is pushed only by a call that names nothing else.
  const mayPush = call.options.push !== true || (all.length === 0 && !isAfresh);
  const takenOff = await takenOffIn(hub, target, runs);
  const line = await queueBaseOf(hub, target, runs, (run) => !takenOff.has(run) && (mayPush || run.push));
  const taken: IncomingBranch[] = [];
  const refused: Refused[] = [];
  for (const brought of all) {
    const twin = taken.find(({ commit }) => commit === brought.commit);
    const known = refusalOf(runs, brought, call.options.again === true);
    const where = (await hub.isAncestor(brought.commit, target.commit))
      ? target.onto
      : (await hub.isAncestor(brought.commit, open?.state.tip ?? line.commit))
        ? `epic/${(open ?? line.from)?.place.id}`
        : undefined;
    if (where !== undefined) {
      const isOurs =
        where !== target.onto ||
        runs.some(({ state }) => landedEntries(state).some((each) => each.adopts.commit === brought.commit));
      const because = `${where} already contains it${isOurs ? '' : ': nothing to land'}`;
      refused.push({ brought, status: isOurs ? 'landed' : 'contained', because });
    } else if (twin !== undefined)
      refused.push({
        brought,
        status: 'replaced',
        because: `the same commit as ${shortBranch(twin.branch)}`,
      });
    else if (known !== undefined) refused.push(known);
    else taken.push(brought);
  }
  const asked = { target, runs, open, taken, refused, hub, line };
  return open === undefined ? withLeftBehind(call, asked) : asked;
}

/** What landed in an earlier run and is not where this one begins is never dropped silently: with --push it lands again. */
export async function withLeftBehind(call: LandCall, asked: LandRequest): Promise<LandRequest> {
  const { line, taken, refused, target, hub } = asked;
  const isNamed = (commit: string): boolean =>
    [...taken, ...refused.map(({ brought }) => brought)].some((each) => each.commit === commit);
  const left = line.leftBehind.filter(({ entry }) => !isNamed(entry.adopts.commit));
  const again: typeof left = [];
  for (const each of left)
    if (call.options.push === true && each.run.push && !(await wasPushed(hub, each))) again.push(each);
  for (const { run, entry } of left) {
    const name = shortBranch(entry.adopts.branch);
    const isAgain = again.some((each) => each.entry === entry);
    const next = isAgain
      ? 'it is queued again'
      : `to have it there: gauntlet land ${name} --onto ${target.onto}`;
    call.io.say(`note: ${name} landed on epic/${run.place.id}, which is not part of ${target.onto}; ${next}`);
  }
  const more = await Promise.all(again.map(({ entry }) => broughtAgain(call, hub, entry)));
  return { ...asked, taken: [...more, ...taken] };
}

/** Runs whose result somebody took off the target after it was pushed there: nothing continues from them. */
async function takenOffIn(
  hub: Hub,
  target: Target,
  runs: readonly QueueRun[],
): Promise<ReadonlySet<QueueRun>> {
  const off = new Set<QueueRun>();
  for (const run of runs) {
    const pushed = pushedFrom(run.place);
    if (pushed !== undefined && !(await hub.isAncestor(pushed, target.commit))) off.add(run);
  }
  return off;
}

/** Origin had it by our push and has it no more: somebody took it off, and no later call brings it back unasked. */
async function wasPushed(hub: Hub, { run, entry }: QueueBase['leftBehind'][number]): Promise<boolean> {
  const pushed = pushedFrom(run.place);
  return pushed !== undefined && (await hub.isAncestor(entry.adopts.commit, pushed));
}

/** An entry of an earlier run, as it was brought. */
export async function broughtAgain({ io }: LandCall, hub: Hub, { adopts }: Entry): Promise<IncomingBranch> {
  const { branch: ref, commit, fork } = adopts;
  return await broughtAt({ top: repositoryAt(io.cwd).top }, hub, { ref, commit, fork });
}

export function howOf({ options }: LandCall) {
  return { review: options.review === true, mayChange: options.mayChange ?? [] };
}

export function landingOf({ target }: LandRequest, run: string, pushed: string) {
  return { run, onto: target.onto, branch: `epic/${run}`, pushed };
}
