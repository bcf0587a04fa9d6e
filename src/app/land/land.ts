import { keptAs } from '../../project/kept/records-at.ts';
import { openRepository } from '../../git/index.ts';
import { GauntletError, hasCode } from '../../model/error.ts';
import { records } from '../../journal/index.ts';
import type { Inputs } from '../../run/index.ts';
import type { State } from '../../state/index.ts';
import type { Answer } from '../../project/answer.ts';
import { isHeld } from '../../project/lease-holder.ts';
import { runOf } from '../../project/kept/read-run.ts';
import type { Repository } from '../run/begin.ts';
import type { EpicPlace } from '../../project/state-folder.ts';
import { addEntries } from './add-entries.ts';
import { type LandRequest, howOf, landingOf, readLandRequest } from './land-request.ts';
import { fetchRefs } from './incoming-branch.ts';
import { drivePushing, pushLanded, resumePushing } from './drive-queue.ts';
import { refuseOtherWay } from './queue-base.ts';
import type { LandCall } from './land-call.ts';
import { endedIn, entriesIn, type QueueRun, queueRuns, statusOf } from './queue.ts';
import { tellLanding } from './landing-messages.ts';

/** Lands branches and pull requests through the gate of a run, or adds them to the run that does it already. */
export async function land(call: LandCall): Promise<Answer> {
  using repository = await openRepository(call.io.cwd);
  const asked = await readLandRequest(call, repository);
  const { open, taken, refused, target } = asked;
  if (open === undefined && taken.length === 0) {
    const pushed = await pushLanded(call, repository, asked);
    if (pushed !== undefined) return pushed;
    if (refused.length > 0) return await tellLanding(call, undefined, refused, landingOf(asked, '', ''));
    throw new GauntletError('USAGE_INVALID', `nothing to land on ${target.onto}`, {
      hint: 'Name branches or pull requests: gauntlet land my-branch --pr 7',
    });
  }
  return open === undefined
    ? await startOrJoin(call, repository, asked)
    : await join(call, repository, asked, open);
}

/** Two calls at the same moment: the one that comes second joins the run of the first. */
async function startOrJoin(call: LandCall, repository: Repository, asked: LandRequest): Promise<Answer> {
  try {
    return await drivePushing(call, repository, asked, undefined);
  } catch (error) {
    if (!hasCode(error, 'STATE_CONFLICT')) throw error;
    const known = asked.runs[0]?.place.id;
    const open = await soonOpen(() => queueRuns(call.io.cwd, asked.target.onto)[0], known);
    if (open === undefined) throw error;
    return await join(call, repository, { ...asked, open }, open);
  }
}

const LONGEST_START = 10_000;

/** The run that somebody else has just begun, once its journal says what it is. */
async function soonOpen(
  newest: () => QueueRun | undefined,
  known: string | undefined,
): Promise<QueueRun | undefined> {
  for (let waited = 0; waited < LONGEST_START; waited += LOOK_AGAIN) {
    const run = newest();
    if (run !== undefined && run.place.id !== known && isHeld(run.place)) return run;
    await later();
  }
  return undefined;
}

async function join(
  call: LandCall,
  repository: Repository,
  asked: LandRequest,
  open: QueueRun,
): Promise<Answer> {
  refuseOtherWay(open, { push: call.options.push === true });
  if (call.options.review === true) await refuseWithoutCritic(open);
  const how = { ...howOf(call), top: repository.top };
  const { isDriven } = await addEntries(call.io, open.place, asked.taken, how);
  const exitCode = isDriven ? undefined : await driveUnlessHeld(call, repository, asked, open.place);
  if (exitCode !== undefined) return exitCode;
  call.io.say(`queued in ${open.place.id}, which is already running`);
  return await follow(call, repository, asked, open.place);
}

/** Goes on with the run; undefined where another call does, also one that was faster just now. */
async function driveUnlessHeld(
  call: LandCall,
  repository: Repository,
  asked: LandRequest,
  place: EpicPlace,
): Promise<Answer | undefined> {
  if (isHeld(place)) return undefined;
  try {
    return await resumePushing(call, repository, asked, place);
  } catch (error) {
    if (hasCode(error, 'STATE_CONFLICT') && isHeld(place)) return undefined;
    throw error;
  }
}

const LOOK_AGAIN = 500;

function later(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LOOK_AGAIN);
  });
}

/** Waits until the branches of this call are decided by the coordinator that drives the run; drives it if that ends first. */
async function follow(
  call: LandCall,
  repository: Repository,
  asked: LandRequest,
  place: EpicPlace,
): Promise<Answer> {
  const queued = asked.refused.filter(({ status }) => status === 'queued').map(({ brought }) => brought);
  const refused = asked.refused.filter(({ status }) => status !== 'queued');
  const mine = new Set([...asked.taken, ...queued].map(({ commit }) => commit));
  // A commit that came back before and is brought again has an entry of then.
  const ended = new Set(asked.open === undefined ? [] : endedIn(asked.open.state));
  for (;;) {
    const { state } = runOf(place);
    const entries = entriesIn(state).filter(
      ({ adopts, job }) => mine.has(adopts.commit) && !ended.has(job.id),
    );
    const isDecided = entries.every(({ job }) => statusOf(job) !== 'queued' || job.question !== null);
    if (isDecided && new Set(entries.map(({ adopts }) => adopts.commit)).size === mine.size) {
      const pushed = await pushedTip(call, repository, asked, state);
      const run = { place, state: onlyOf(state, mine), push: pushed !== undefined };
      if (pushed !== '') return tellLanding(call, run, refused, landingOf(asked, place.id, pushed ?? ''));
    }
    const exitCode = await driveUnlessHeld(call, repository, { ...asked, refused }, place);
    if (exitCode !== undefined) return exitCode;
    await later();
  }
}

/** The commit of origin once it has all that landed: empty until then, undefined where nothing is pushed. */
async function pushedTip(
  { options }: LandCall,
  repository: Repository,
  { target: { onto }, hub }: LandRequest,
  { tip, base }: State,
): Promise<string | undefined> {
  if (options.push !== true || tip === base) return undefined;
  const head = (await repository.originHeads([`refs/heads/${onto}`])).get(`refs/heads/${onto}`) ?? '';
  if (head === '') return '';
  await fetchRefs(repository, [`refs/remotes/origin/${onto}`]);
  await hub.adopt(head);
  return (await hub.isAncestor(tip, head)) ? head : '';
}

/** Agents are chosen when a run begins: one without a critic cannot get one. */
async function refuseWithoutCritic({ place, state }: QueueRun): Promise<void> {
  const inputs = await keptAs<Inputs | undefined>(records(place.folder), state.inputs);
  if (inputs?.cast.critic !== undefined) return;
  throw new GauntletError('STATE_CONFLICT', `${place.id} is not finished and began without --review`, {
    hint: `Wait until it has ended: gauntlet status ${place.id}. Then run the command again.`,
  });
}

/** The state with only these commits in its plan, for telling. */
function onlyOf(state: State, commits: ReadonlySet<string>): State {
  const tickets = state.plan.tickets.map(({ adopts, ...ticket }) =>
    adopts !== undefined && commits.has(adopts.commit) ? { ...ticket, adopts } : ticket,
  );
  return { ...state, plan: { ...state.plan, tickets } };
}
