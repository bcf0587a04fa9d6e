import { openRepository } from '../../git/index.ts';
import { GauntletError } from '../../model/error.ts';
import type { Hub } from '../../ports/git.ts';
import { recallInTurns, type RunEnd, syncBase } from '../../run/index.ts';
import type { State } from '../../state/index.ts';
import { freeId } from '../do/request.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { inTurns } from '../in-turns.ts';
import { isHeld } from '../lease-holder.ts';
import { personOf } from '../person.ts';
import { runOf } from '../read-run.ts';
import { beginRun, type Repository } from '../run/begin.ts';
import { sayMoved, tipPorts, withEpic } from '../run/by-hand.ts';
import type { Beside, DriveMore } from '../run/drive.ts';
import { goOn } from '../run/go-on.ts';
import { openRun, type OpenedRun } from '../run/ports.ts';
import { clean } from '../say-error.ts';
import { chooseEpic, type EpicPlace } from '../state-folder.ts';
import { addEntries } from './add-entries.ts';
import { bringAll, type Brought, fetchRefs, type Target, targetOf } from './brought.ts';
import { givenByBranches, playersFor } from './given.ts';
import type { LandCall } from './options.ts';
import { pushTo, type Pushing } from './push.ts';
import {
  entriesIn,
  isOpen,
  queueName,
  type QueueRun,
  queueRuns,
  refusalOf,
  type Refused,
  statusOf,
} from './queue.ts';
import { tellLanding } from './tell.ts';
import { watchBranches } from './watch.ts';

/** Lands branches and pull requests through the gate of a run, or adds them to the run that does it already. */
export async function land(call: LandCall): Promise<ExitCode> {
  using repository = await openRepository(call.io.cwd);
  const asked = await readAsked(call, repository);
  const { open, taken, refused, target } = asked;
  if (open === undefined && taken.length === 0) {
    const pushed = refused.length === 0 ? await pushLanded(call, repository, asked) : undefined;
    if (pushed !== undefined) return pushed;
    if (refused.length > 0) return await tellLanding(call, undefined, refused, landingOf(asked, '', ''));
    throw new GauntletError('USAGE_INVALID', `nothing to land on ${target.onto}`, {
      hint: 'Name branches or pull requests: gauntlet land my-branch --pr 7',
    });
  }
  if (open === undefined) return await drivePushing(call, repository, asked, undefined);
  const how = { ...howOf(call), top: repository.top };
  const { isDriven } = await addEntries(call.io, open.place, taken, how);
  if (!isDriven) return await drivePushing(call, repository, asked, open.place);
  call.io.stderr.write(clean(`queued in ${open.place.id}, which is already running`));
  return await follow(call, asked, open.place);
}

/** What landed in a run without --push; undefined where there is nothing of the kind. */
async function pushLanded(
  call: LandCall,
  repository: Repository,
  asked: Asked,
): Promise<ExitCode | undefined> {
  const { target, runs, hub } = asked;
  const tip = await startOf(call, asked, hub);
  const [last] = runs;
  if (call.options.push !== true || tip === target.commit || last === undefined) return undefined;
  if ((await repository.fastForwardOrigin(tip, target.onto)) === 'pushed')
    return tellLanding(call, last, [], landingOf(asked, last.place.id, tip));
  throw new GauntletError('STATE_CONFLICT', `somebody else has pushed to ${target.onto}`, {
    hint: 'Run the command again.',
  });
}

type Asked = {
  readonly target: Target;
  readonly runs: readonly QueueRun[];
  readonly open: QueueRun | undefined;
  readonly taken: readonly Brought[];
  readonly refused: readonly Refused[];
  readonly hub: Hub;
};

async function readAsked(call: LandCall, repository: Repository): Promise<Asked> {
  const hub = await repository.hub();
  const target = await targetOf(call, repository);
  const all = await bringAll(call, repository, hub);
  await hub.adopt(target.commit);
  const runs = queueRuns(call.io.cwd, target.onto);
  const taken: Brought[] = [];
  const refused: Refused[] = [];
  for (const brought of all) {
    const known = refusalOf(runs, brought, call.options.again === true);
    const isThere = await hub.isAncestor(brought.commit, target.commit);
    if (isThere) refused.push({ brought, status: 'landed', because: `${target.onto} already contains it` });
    else if (known !== undefined) refused.push(known);
    else taken.push(brought);
  }
  return { target, runs, open: runs.find(isOpen), taken, refused, hub };
}

function howOf({ options }: LandCall) {
  return { review: options.review === true, mayChange: options.mayChange ?? [] };
}

function landingOf({ target }: Asked, run: string, pushed: string) {
  return { run, onto: target.onto, branch: `epic/${run}`, pushed };
}

const MOST_REFUSALS = 5;

/** Drives the run; after a push that was refused, brings in what others have pushed and goes on. */
async function drivePushing(
  call: LandCall,
  repository: Repository,
  asked: Asked,
  place: EpicPlace | undefined,
): Promise<ExitCode> {
  const id = place?.id ?? (await freeId(repository, queueName(asked.target.onto)));
  for (let nth = 0; ; nth += 1) {
    const along = goingAlong(call, asked, id);
    const exitCode =
      nth === 0 && place === undefined
        ? await begin(call, asked, id, along.more)
        : await continued(call, id, along.more);
    if (!along.isRefused()) return exitCode;
    if (nth === MOST_REFUSALS)
      throw new GauntletError(
        'STATE_CONFLICT',
        `origin refused ${nth + 1} pushes in a row: other pushes came first`,
        {
          hint: `The landed work is on epic/${id}. Run gauntlet land --push again later.`,
        },
      );
    const caughtUp = await catchUp(call, asked.target, id);
    if (caughtUp !== exitCodes.passed) return caughtUp;
  }
}

async function begin(call: LandCall, asked: Asked, id: string, more: DriveMore): Promise<ExitCode> {
  const { target, taken: all, hub } = asked;
  const how = howOf(call);
  const base = await startOf(call, asked, hub);
  return beginRun(call, (place) => givenByBranches(call, place, { id, target, base, all, how }), {
    ...more,
    players: (given, at) => playersFor(how.review, given, at),
  });
}

/** Where a new run starts: what the last one landed, while the target has not got it and nothing else. */
async function startOf(call: LandCall, { runs, target }: Asked, hub: Hub): Promise<string> {
  const last = runs[0]?.state.tip ?? '';
  const isAhead = last !== '' && last !== target.commit && (await hub.isAncestor(target.commit, last));
  if (!isAhead) return target.commit;
  call.io.stderr.write(
    clean(`note: continuing from epic/${runs[0]?.place.id}, which is not on ${target.onto} yet`),
  );
  return last;
}

async function continued(call: LandCall, id: string, more: DriveMore): Promise<ExitCode> {
  const opened = await openRun(call.io, id);
  try {
    return await goOn(call, opened, await recallInTurns(opened.ports.journal, inTurns), more);
  } finally {
    await opened.close();
  }
}

/** What goes along with the run: pushes, and a look at the branches. */
function goingAlong(call: LandCall, asked: Asked, id: string) {
  const { target, refused } = asked;
  const pause = new AbortController();
  let pushing: Pushing | undefined;
  const beside = (opened: OpenedRun): Beside => {
    const { repository } = opened;
    if (call.options.push === true) pushing = pushTo(repository, target.onto, () => pause.abort());
    const place = chooseEpic(id, call.io);
    const watching = watchBranches({ place, repository, hub: opened.ports.hub, by: personOf(call.io) });
    return {
      drain: pause.signal,
      onEvents: (events) => pushing?.onEvents(events),
      close: () => watching.close(),
    };
  };
  const tell = async ({ state }: RunEnd): Promise<ExitCode> => {
    if (pushing !== undefined && state.tip !== state.base) pushing.push(state.tip);
    await pushing?.settled();
    if (pushing?.isRefused() === true) return exitCodes.passed;
    const place = chooseEpic(id, call.io);
    return tellLanding(call, { place, state }, refused, landingOf(asked, id, pushing?.pushed() ?? ''));
  };
  return { more: { tell, beside }, isRefused: () => pushing?.isRefused() === true };
}

/** Merges what others have pushed into the run's branch, through the checks; candidates for the old tip are void. */
async function catchUp(call: LandCall, { onto }: Target, id: string): Promise<ExitCode> {
  call.io.stderr.write(clean(`somebody else has pushed to ${onto}: merging those commits, then continuing`));
  return withEpic({ ...call, options: { epic: id } }, async (at) => {
    const { repository } = at.opened;
    const ref = `refs/heads/${onto}`;
    const commit = (await repository.originHeads([ref])).get(ref) ?? '';
    await fetchRefs(repository, [`refs/remotes/origin/${onto}`]);
    const moved = await syncBase(await tipPorts(at), at.recalled.state, {
      ref: commit,
      by: personOf(call.io),
    });
    if (moved.kind === 'moved' || moved.kind === 'nothing') return exitCodes.passed;
    return sayMoved(call, moved, `merging ${onto} of origin`);
  });
}

const LOOK_AGAIN = 500;

/** Waits until the branches of this call are decided by the coordinator that drives the run. */
async function follow(call: LandCall, asked: Asked, place: EpicPlace): Promise<ExitCode> {
  const mine = new Set(asked.taken.map(({ commit }) => commit));
  for (;;) {
    const { state } = runOf(place);
    const entries = entriesIn(state).filter(({ adopts }) => mine.has(adopts.commit));
    const isDecided =
      entries.length >= mine.size &&
      entries.every(({ job }) => statusOf(job) !== 'queued' || job.question !== null);
    if (isDecided || !isHeld(place))
      return tellLanding(
        call,
        { place, state: onlyOf(state, mine) },
        asked.refused,
        landingOf(asked, place.id, ''),
      );
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_AGAIN);
    });
  }
}

/** The state with only these commits in its plan, for telling. */
function onlyOf(state: State, commits: ReadonlySet<string>): State {
  const tickets = state.plan.tickets.map(({ adopts, ...ticket }) =>
    adopts !== undefined && commits.has(adopts.commit) ? { ...ticket, adopts } : ticket,
  );
  return { ...state, plan: { ...state.plan, tickets } };
}
