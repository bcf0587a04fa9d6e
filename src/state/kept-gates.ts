import type { ResultEvent, Stage } from '../model/events.ts';
import { guessesUnder, guessUnder, isSuspect, leaveChain, linkIn, orphan } from './chain.ts';
import { laneOf } from './lanes.ts';
import type { Job, NextJob, Seat } from './job.ts';
import { jobAt } from './state.ts';
import type { Next, State } from './state.ts';

/** More than the seats of any chain. */
const MOST_KEPT = 256;

/** Enough for a median that follows a suite as it grows. */
const MOST_TIMED = 15;

type Merged = Extract<ResultEvent, { type: 'merged' }>;
type Validated = Extract<ResultEvent, { type: 'validation_passed' }>;
type Passed = Extract<ResultEvent, { type: 'landing_gate_passed' }>;

/**
 * The job has a candidate. One whose tree was validated, or let through for the same job on the same tree, is not gated
 * again. Where only the tree is known, its checks are taken over: all else depends on the parent and the ticket too.
 */
export function takeCandidate(next: Next, job: NextJob, merged: Merged): void {
  const { commit, tree, overlapping, checks = [] } = merged;
  const ontoTree = linkIn(next, job)?.ontoTree ?? '';
  const known = next.chain.proven.filter((each) => each.tree === tree && each.inputs === next.inputs);
  const same = known.find((each) => each.job === job.id && ontoTree !== '' && each.ontoTree === ontoTree);
  const gated = tree === job.evidence.validatedTree || same !== undefined;
  const runs = known.slice(-1).map(({ run }) => run);
  job.candidate = { commit, tree, gated, overlapping, checks, runs, suspect: false, gatedSince: null };
  if (same !== undefined) spare(job, same.spared);
}

/** A merge that comes out as the validated tree is not gated again: what either of them spared counts as spared. */
export function letThrough(next: Next, job: NextJob, { tree, run, spared = [] }: Passed): void {
  if (job.candidate === null || job.candidate.tree !== tree) return;
  job.candidate = { ...job.candidate, gated: true };
  spare(job, spared);
  const ontoTree = linkIn(next, job)?.ontoTree ?? '';
  const proven = { ontoTree, tree, job: job.id, inputs: next.inputs, run, spared };
  const { gates } = next.chain;
  const took = [...gates.took, next.at - (job.candidate.gatedSince ?? next.at)].slice(-MOST_TIMED);
  next.chain = {
    ...next.chain,
    proven: [...next.chain.proven, proven].slice(-MOST_KEPT),
    gates: { ...gates, judged: gates.judged + 1, took },
  };
}

/** Work that lands as it was validated has no gate of its own: those that are merged onto it look here. */
export function rememberValidated(next: Next, { tree, run }: Pick<Validated, 'tree' | 'run'>): void {
  const validated = [...next.chain.validated, { tree, inputs: next.inputs, run }].slice(-MOST_KEPT);
  next.chain = { ...next.chain, validated };
}

/** The first run of a candidate's gate was handed out; further runs belong to the same gate. */
export function beginGate(next: Next, job: NextJob): void {
  if (job.candidate === null || job.candidate.gatedSince !== null) return;
  job.candidate = { ...job.candidate, gatedSince: next.at };
  const { gates, links } = next.chain;
  const others = links.filter((link) => link.job !== job.index && isGated(jobAt(next, link.job)));
  const most = Math.max(gates.most, others.length + 1);
  next.chain = { ...next.chain, gates: { ...gates, started: gates.started + 1, most } };
}

function isGated({ stage, seats }: Job): boolean {
  return stage === 'gate' && seats.some(({ state }) => state === 'running');
}

function spare(job: NextJob, spared: readonly string[]): void {
  job.evidence = { ...job.evidence, spared: [...new Set([...job.evidence.spared, ...spared])] };
}

/** A job that goes to another stage: whether it keeps its seat in the chain, and whether others may rest on it. */
export function movedInChain(
  next: Next,
  job: Job,
  { stage, because }: { stage: Stage; because: string },
): Job {
  const moved = gateAgain(job, stage);
  if (laneOf(stage) !== 'lander' || moved.acquittals > job.acquittals) leaveChain(next, job, because);
  else if (stage === 'merge' || (stage === 'gate' && isSuspect(moved))) orphan(next, job, because);
  return moved;
}

/**
 * After a gate another run confirms what was red and takes the rest over. An acquitted job is merged anew, behind those
 * that were merged without it.
 */
function gateAgain(job: Job, stage: Stage): Job {
  const { candidate, seats } = job;
  if (job.stage !== 'gate' || candidate === null) return job;
  if (stage === 'merge') return { ...job, candidate: null, acquittals: job.acquittals + 1 };
  if (stage !== 'gate') return job;
  const runs = seats.filter(({ outcome }) => outcome?.type !== 'landing_gate_broken').map(({ run }) => run);
  return { ...job, candidate: { ...candidate, suspect: seats.some(isRedOnce), runs } };
}

function isRedOnce({ outcome }: Seat): boolean {
  if (outcome?.type === 'landing_checks_run') return outcome.red.length > 0;
  return outcome?.type === 'landing_gate_failed';
}

/** Checks were red and then green on the tree of this job. */
export function rememberFlakes(next: Next, job: Job, checks: readonly string[] = []): void {
  if (checks.length === 0) return;
  const holds = [...guessesUnder(next, job), job].map(({ id }) => id);
  const flakes = [...next.chain.flakes, ...checks.map((check) => ({ check, holds }))];
  next.chain = { ...next.chain, flakes: flakes.slice(-MOST_KEPT) };
}

/** Runs that found, or are finding, how the checks come out on the tree under this job's candidate. */
export function gatesUnder(state: Pick<State, 'chain' | 'inputs' | 'jobs'>, job: Job): readonly number[] {
  const { ontoTree = '' } = linkIn(state, job) ?? {};
  const { proven: gated, validated } = state.chain;
  const known = [...validated, ...gated].filter(
    ({ tree, inputs }) => tree === ontoTree && inputs === state.inputs,
  );
  const proven = known.map(({ run }) => run);
  const { stage, candidate, seats = [] } = guessUnder(state, job) ?? {};
  const open = stage === 'gate' ? [...(candidate?.runs ?? []), ...seats.map(({ run }) => run)] : [];
  return [...proven, ...open].filter((run) => run >= 0);
}

/** Checks that were flaky on a tree without this job: it cannot have brought that in. */
export function flakyWithout({ chain }: Pick<State, 'chain'>, { id }: Pick<Job, 'id'>): readonly string[] {
  return chain.flakes.filter(({ holds }) => !holds.includes(id)).map(({ check }) => check);
}
