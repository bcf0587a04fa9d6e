import { type Answer, answer } from '../../project/answer.ts';
import { GauntletError } from '../../model/error.ts';
import { type Moved, foldJournalInTurns, type RunEnd, syncBase } from '../../run/index.ts';
import { baselineOf } from '../../state/index.ts';
import { clusterKnown } from '../cluster/address.ts';
import { recordAnswer, soundAnswer } from '../steer/record-answer.ts';
import { freeId } from '../do/request.ts';
import { inTurns } from '../../journal/index.ts';
import { personOf } from '../../project/person.ts';
import { runOf } from '../../project/kept/read-run.ts';
import { beginRun, type Repository } from '../run/begin.ts';
import { tipPorts, withEpic } from '../run/with-open-epic.ts';
import type { RunCompanion, DriveMore } from '../run/drive.ts';
import { goOn } from '../run/resume-run.ts';
import { openRun, type OpenedRun } from '../run/open-run.ts';
import { chooseEpic } from '../../project/kept/choose-run.ts';
import type { EpicPlace } from '../../project/state-folder.ts';
import { deliver } from '../steer/deliver.ts';
import { messageOf, situationOf } from '../steer/steer.ts';
import { stopped } from '../steer/acts.ts';
import { type LandRequest, broughtAgain, howOf, landingOf, readLandRequest } from './land-request.ts';
import { type Target, targetOf } from './incoming-branch.ts';
import { givenByBranches, playersFor } from './queue-inputs.ts';
import { isBrought } from './queue-base.ts';
import type { LandCall } from './land-call.ts';
import { pushTo, type Pushing } from './push.ts';
import {
  lostFrom,
  notePushed,
  openEntries,
  QUEUE,
  queueName,
  type QueueRun,
  queueRuns,
  returnedIn,
} from './queue.ts';
import { tellLanding } from './landing-messages.ts';
import { watchBranches } from './watch.ts';

/** What landed in a run without --push; undefined where there is nothing of the kind. */
export async function pushLanded(
  call: LandCall,
  repository: Repository,
  asked: LandRequest,
): Promise<Answer | undefined> {
  const { target, line, refused } = asked;
  if (call.options.push !== true || line.from === undefined) return undefined;
  const change = { from: target.commit, to: line.commit };
  if ((await repository.fastForwardOrigin(target.onto, change)) === 'pushed') {
    notePushed(line.from.place, line.commit);
    return tellLanding(call, line.from, refused, landingOf(asked, line.from.place.id, line.commit));
  }
  throw new GauntletError('STATE_CONFLICT', `somebody else has pushed to ${target.onto}`, {
    hint: 'Run the command again.',
  });
}

const MOST_REFUSALS = 5;

/**
 * Goes on with a run of the queue. One that began at commits which the target no longer has ends: its push would bring
 * them back. One whose base was not green takes the target's new commits first: somebody may have repaired it there.
 */
export async function resumePushing(
  call: LandCall,
  repository: Repository,
  before: LandRequest,
  place: EpicPlace,
): Promise<Answer> {
  const target = await targetOf(call, repository);
  await before.hub.adopt(target.commit);
  const asked = { ...before, target, runs: queueRuns(call.io.cwd, target.onto) };
  const run = asked.runs.find((each) => each.place.id === place.id);
  const isUnmeasured = run !== undefined && baselineOf(run.state)?.status !== 'completed';
  if (run === undefined || (call.options.push !== true && !isUnmeasured))
    return await drivePushing(call, repository, asked, place);
  if (!(await isBrought(asked.hub, target, asked.runs, run))) {
    sayRewritten(call, target);
    return await startAfresh(call, repository, asked, place.id);
  }
  const isOnTarget = !isUnmeasured || (await takeBase(call, asked, run));
  return isOnTarget
    ? await drivePushing(call, repository, asked, place)
    : await startAfresh(call, repository, asked, place.id);
}

/** Merges the target's new commits into a run whose base is not green, and has the base measured again; false where they do not go with it. */
async function takeBase(
  call: LandCall,
  { target, hub }: LandRequest,
  { place, state }: QueueRun,
): Promise<boolean> {
  if (await hub.isAncestor(target.commit, state.tip)) return true;
  const said = `${target.onto} has new commits: merging them, then running the checks at the base again`;
  const { kind } = await catchUp(call, target, { id: place.id, said });
  if (kind === 'red') {
    if (!(await hub.isAncestor(state.base, target.commit))) return false;
    call.io.say(`checks still fail with the new commits of ${target.onto}`);
  }
  const asking = baselineOf(runOf(place).state);
  if (kind === 'moved' && asking?.question?.options.includes('retry') === true) {
    const why = `${target.onto} has new commits`;
    const answer = soundAnswer(asking, { choice: 'retry', by: personOf(call.io), why });
    await recordAnswer(place, answer, clusterKnown(call.io));
  }
  return kind !== 'conflict' && kind !== 'rewritten';
}

/** Drives the run; after a push that was refused, brings in what others have pushed and goes on. */
export async function drivePushing(
  call: LandCall,
  repository: Repository,
  asked: LandRequest,
  place: EpicPlace | undefined,
): Promise<Answer> {
  const id = place?.id ?? (await freeId(repository, queueName(asked.target.onto)));
  let { target } = asked;
  let refusals = 0;
  for (let isBegun = place !== undefined; ; isBegun = true) {
    const along = goingAlong(call, { ...asked, target }, id);
    const exitCode = isBegun
      ? await continued(call, id, along.more)
      : await begin(call, asked, id, along.more);
    if (!along.isRefused()) return exitCode;
    refusals = along.pushed() === '' ? refusals + 1 : 1;
    if (refusals > MOST_REFUSALS)
      throw new GauntletError(
        'STATE_CONFLICT',
        `origin refused ${refusals} pushes in a row: other pushes came first`,
        {
          hint: `The landed work is on epic/${id}. Run gauntlet land --push --onto ${asked.target.onto} again later.`,
        },
      );
    const known = { ...target, commit: along.pushed() || target.commit };
    const said = `somebody else has pushed to ${target.onto}: merging those commits, then continuing`;
    const { kind, commit } = await catchUp(call, known, { id, said });
    if (kind !== 'moved' && kind !== 'nothing') return await startAfresh(call, repository, asked, id);
    target = { ...target, commit };
  }
}

/** What others pushed does not go with what landed here: each branch is judged again on top of theirs, by itself. */
async function startAfresh(
  call: LandCall,
  repository: Repository,
  before: LandRequest,
  id: string,
): Promise<Answer> {
  const place = chooseEpic(id, call.io);
  const { state } = runOf(place);
  const waiting = openEntries(state);
  call.io.say(`what is on epic/${id} does not go with those commits: starting again on top of them`);
  const why = 'queued again in a new run';
  for (const { job } of waiting) {
    const situation = situationOf(place);
    const act = stopped(
      situation,
      { by: QUEUE, why },
      { ticket: job.id, how: 'cancelled', dependents: 'withheld' },
    );
    await deliver(place, act, messageOf(act, situation.state), clusterKnown(call.io));
  }
  const only = { ...call, operands: [], options: { ...call.options, pr: [] } };
  const asked = await readLandRequest(only, repository, true);
  const more = await Promise.all(waiting.map((entry) => broughtAgain(call, asked.hub, entry)));
  const refused = [...before.refused, ...returnedIn(state)];
  return await drivePushing(
    call,
    repository,
    { ...asked, refused, taken: [...asked.taken, ...more] },
    undefined,
  );
}

async function begin(call: LandCall, asked: LandRequest, id: string, more: DriveMore): Promise<Answer> {
  const { target, taken: all, line } = asked;
  const how = howOf(call);
  const base = line.commit;
  if (line.from !== undefined)
    call.io.say(`note: continuing from epic/${line.from.place.id}, which is not on ${target.onto} yet`);
  return beginRun(call, (place) => givenByBranches(call, place, { id, target, base, all, how }), {
    ...more,
    players: (given, at) => playersFor(how.review, given, at),
  });
}

async function continued(call: LandCall, id: string, more: DriveMore): Promise<Answer> {
  const opened = await openRun(call.io, id);
  try {
    return await goOn(call, opened, await foldJournalInTurns(opened.ports.journal, inTurns), more);
  } finally {
    await opened.close();
  }
}

/** What goes along with the run: pushes, and a look at the branches. */
function goingAlong(call: LandCall, asked: LandRequest, id: string) {
  const { target, refused, taken } = asked;
  const pause = new AbortController();
  let pushing: Pushing | undefined;
  const beside = (opened: OpenedRun): RunCompanion => {
    const { repository } = opened;
    const place = chooseEpic(id, call.io);
    if (call.options.push === true) {
      const onPushed = (commit: string): void => notePushed(place, commit);
      pushing = pushTo(repository, target, { onRefused: () => pause.abort(), onPushed });
    }
    const { hub } = opened.ports;
    const watching = watchBranches({ place, repository, hub, by: QUEUE, io: call.io });
    return {
      drain: pause.signal,
      isWanted: (adopted) => watching.isWanted(adopted),
      onEvents: (events) => pushing?.onEvents(events),
      close: () => watching.close(),
    };
  };
  const tell = async ({ state }: RunEnd): Promise<Answer> => {
    if (pushing !== undefined && state.tip !== state.base) pushing.push(state.tip);
    const failure = await pushing?.settled();
    // Nobody hears of it: what others have pushed is brought in, and the run goes on.
    if (pushing?.isRefused() === true) return answer(null, []);
    const run = { place: chooseEpic(id, call.io), state, push: pushing !== undefined };
    const landing = { ...landingOf(asked, id, pushing?.pushed() ?? ''), pushError: failure ?? null };
    return tellLanding(call, run, [...refused, ...lostFrom(state, taken)], landing);
  };
  return {
    more: { tell, beside },
    isRefused: () => pushing?.isRefused() === true,
    pushed: () => pushing?.pushed() ?? '',
  };
}

type CaughtUp = { readonly kind: Moved['kind'] | 'rewritten'; readonly commit: string };

/** Merges what others have brought to the target into the run's branch, through the checks; candidates for the old tip are void. */
async function catchUp(
  call: LandCall,
  known: Target,
  { id, said }: { readonly id: string; readonly said: string },
): Promise<CaughtUp> {
  let kind: CaughtUp['kind'] = 'nothing';
  let commit = '';
  await withEpic({ ...call, options: { epic: id } }, async (at) => {
    const { repository, ports } = at.opened;
    const now = await targetOf({ options: { ...call.options, onto: known.onto } }, repository);
    ({ commit } = now);
    await ports.hub.adopt(commit);
    if (!(await ports.hub.isAncestor(known.commit, commit))) {
      kind = 'rewritten';
      sayRewritten(call, now);
      return;
    }
    call.io.say(said);
    const by = personOf(call.io);
    ({ kind } = await syncBase(await tipPorts(at), at.recalled.state, { ref: commit, by }));
  });
  return { kind, commit };
}

function sayRewritten({ io, options }: LandCall, { onto }: Target): void {
  const where = options.push === true ? `${onto} of origin` : onto;
  io.say(`${where} no longer contains the commits that this run began at`);
}
