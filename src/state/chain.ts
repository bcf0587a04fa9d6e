import type { Event, FailureKind } from '../model/events.ts';
import { freshSeat } from './job.ts';
import type { Job } from './job.ts';
import { putJob } from './put-job.ts';
import { members } from './rank-set.ts';
import { jobAt, jobNamed } from './state.ts';
import type { Chain, Link, Next, State } from './state.ts';

const FADING = 0.97;

/** The seat that a job has; undefined: none. */
export function linkIn({ chain }: Pick<State, 'chain'>, { index }: Job): Link | undefined {
  return chain.links.find((link) => link.job === index);
}

/** A check was red once on its candidate, and nothing has acquitted it. */
export function isSuspect({ candidate }: Job): boolean {
  return candidate?.suspect === true && !candidate.gated;
}

/** The job whose candidate this one is merged onto, while that has not landed: what happens on a guess counts against nobody. */
export function guessUnder(state: Pick<State, 'chain' | 'jobs'>, job: Job): Job | undefined {
  const on = linkIn(state, job)?.on ?? -1;
  return on === -1 ? undefined : jobAt(state, on);
}

/** The jobs that have to land before it, the first first. */
export function guessesUnder(state: Pick<State, 'chain' | 'jobs'>, job: Job): readonly Job[] {
  const under = guessUnder(state, job);
  return under === undefined ? [] : [...guessesUnder(state, under), under];
}

/** Jobs that are ready to land and have no seat, the next first. */
export function waitingForSeat(state: Pick<State, 'chain' | 'jobs' | 'waiting'>): readonly Job[] {
  const jobs = [...members(state.waiting.lander)].map((index) => jobAt(state, index));
  return jobs.filter((job) => job.stage === 'merge' && linkIn(state, job) === undefined);
}

/** The job whose landing was started and has not come back. */
export function landingNow(state: Pick<State, 'chain' | 'jobs'>): Job | undefined {
  const jobs = state.chain.links.map(({ job }) => jobAt(state, job));
  return jobs.find(({ stage, seats }) => stage === 'land' && seats[0]?.state === 'running');
}

/** A merge was started: the job has a seat from now on. */
export function takeSeat(next: Next, job: Job, onto: string = next.tip): void {
  const { links } = next.chain;
  const under = links.find((link) => jobAt(next, link.job).candidate?.commit === onto);
  const ontoTree = under === undefined ? next.tipTree : (jobAt(next, under.job).candidate?.tree ?? '');
  const link: Link = { job: job.index, onto, on: under?.job ?? -1, ontoTree, aside: null };
  const at = links.findIndex(({ job: other }) => other === job.index);
  setLinks(next, at === -1 ? [...links, link] : links.with(at, link));
}

/** The job gives its seat up; candidates that hold its own are orphans. */
export function leaveChain(next: Next, job: Job, because: string): void {
  if (linkIn(next, job) === undefined) return;
  orphan(next, job, because);
  const { chain } = next;
  next.chain = {
    ...chain,
    links: chain.links.filter((link) => link.job !== job.index),
    orphans: chain.orphans.filter((index) => index !== job.index),
  };
}

/** Marks every candidate that holds this job's candidate, by way of others too. */
export function orphan(next: Next, job: Job, because: string): void {
  const lost = new Set([job.index]);
  for (const link of next.chain.links) if (lost.has(link.on)) lost.add(link.job);
  lost.delete(job.index);
  addOrphans(next, lost, { id: job.id, because });
}

/** The branch stands here now. */
export function moveTip(
  next: Next,
  { commit, tree }: { readonly commit: string; readonly tree: string },
): void {
  next.tip = commit;
  next.tipTree = tree;
}

/** The branch was moved by something else than a landing: no candidate can land any more. */
export function orphanAll(next: Next, id: string, because: string): void {
  const made = next.chain.links.filter(({ job }) => isMade(next, job)).map(({ job }) => job);
  addOrphans(next, new Set(made), { id, because });
}

/** It has a candidate, or one is being made; or its result waits for one. */
function isMade(next: Next, index: number): boolean {
  const { candidate, seats } = jobAt(next, index);
  return candidate !== null || seats.some(({ state }) => state !== 'waiting') || seats.length === 0;
}

function addOrphans(next: Next, lost: ReadonlySet<number>, left: Chain['left']): void {
  if (lost.size === 0) return;
  const all = new Set([...next.chain.orphans, ...lost]);
  const orphans = next.chain.links.map(({ job }) => job).filter((job) => all.has(job));
  next.chain = { ...next.chain, orphans, left };
}

/** The head has landed: those merged onto it are no guess any more, and what was put off counts. */
export function advanceChain(next: Next, landed: Job): void {
  const founded: Job[] = [];
  const links = next.chain.links.flatMap((link) => {
    if (link.job === landed.index) return [];
    if (link.on !== landed.index) return [link];
    if (link.aside !== null) founded.push({ ...jobAt(next, link.job), seats: link.aside });
    return [{ ...link, on: -1, aside: null }];
  });
  const { red, seen } = next.chain;
  next.chain = { ...next.chain, links, red: red * FADING, seen: seen * FADING + 1 };
  for (const job of founded) putJob(next, job);
}

/** Work that does not land gives its seat up. Only a red gate says how likely the next one is red. */
export function leaveLanding(
  next: Next,
  job: Job,
  { kind, because }: { readonly kind: FailureKind | null; readonly because: string },
): void {
  const { red, seen, gates } = next.chain;
  if (kind === 'landing' && job.stage === 'gate') {
    const counted = { ...gates, judged: gates.judged + 1, red: gates.red + 1 };
    next.chain = { ...next.chain, red: red * FADING + 1, seen: seen * FADING + 1, gates: counted };
  }
  leaveChain(next, job, because);
}

export function foldChain(
  next: Next,
  event: Extract<Event, { type: 'candidate_set_aside' | 'candidates_voided' }>,
): void {
  if (event.type === 'candidates_voided') return voidCandidates(next, event.tickets, event.because);
  const job = jobNamed(next, event.ticket);
  if (job !== undefined && linkIn(next, job) !== undefined) setAside(next, job, event.because);
}

/** The result of a candidate on a guess is put off; nobody is stacked on it meanwhile. */
function setAside(next: Next, job: Job, because: string): void {
  const { links } = next.chain;
  setLinks(
    next,
    links.map((link) => (link.job === job.index ? { ...link, aside: job.seats } : link)),
  );
  putJob(next, { ...job, seats: [], reason: because });
  orphan(next, job, because);
}

/**
 * These candidates are merged anew, in their seats; their runs are called off, and whatever comes of those is late. One that
 * was red goes behind those that were merged without it, so it cannot void the same ones again.
 */
function voidCandidates(next: Next, ids: readonly string[], because: string): void {
  const jobs = ids.flatMap((id) => jobNamed(next, id) ?? []);
  const gone = new Set(jobs.map(({ index }) => index));
  setLinks(
    next,
    next.chain.links.flatMap((link) => {
      if (!gone.has(link.job)) return [link];
      const isRed = link.aside !== null || isSuspect(jobAt(next, link.job));
      return isRed ? [] : [{ ...link, on: -1 }];
    }),
  );
  next.chain = { ...next.chain, orphans: next.chain.orphans.filter((index) => !gone.has(index)) };
  for (const job of jobs) {
    callOff(next, job);
    putJob(next, { ...job, stage: 'merge', seats: [freshSeat], candidate: null, reason: because });
  }
}

function callOff(next: Next, { stage, seats }: Job): void {
  const running = seats.filter(({ state }) => state === 'running');
  next.running -= running.length;
  if (stage !== 'gate' || running.length === 0) return;
  const { gates, ms } = next.chain.voided;
  const taken = running.reduce((sum, { since }) => sum + next.at - since, 0);
  next.chain = { ...next.chain, voided: { gates: gates + 1, ms: ms + taken } };
}

function setLinks(next: Next, links: readonly Link[]): void {
  next.chain = { ...next.chain, links };
}
