import type { Draft, Stage } from '../model/events.ts';
import { isTipCheck, jobAt, laneOf, members } from '../state/index.ts';
import type { DecisionAnswer, Job, State } from '../state/index.ts';
import { failed, isBeforeRepair, mayRetry, refutedAudit } from './fail.ts';
import { endByPerson, openFixes } from './team-audit.ts';
import { routeTo, strand } from './moves.ts';
import type { Policy } from './policy.ts';

/** A person has answered; what they may answer was decided when they were asked. */
export function decideAnswer(
  state: State,
  job: Job,
  answer: DecisionAnswer,
  policy: Policy,
): readonly Draft[] {
  switch (answer.choice) {
    case 'retry':
      if (isReopened(answer) && !mayRetry(job, answer.reason, policy))
        return [failed(job, null, 'round_limit')];
      return retry(state, job, answer, policy);
    case 'repair':
      return [repair(job, answer)];
    case 'accept':
      if (job.kind === 'audit') return endByPerson(state, job, 'accepted', said(answer));
      return [
        routeTo(job, 'merge', { because: `${answer.by} accepted the risk: ${answer.why}`.slice(0, 400) }),
      ];
    case 'manual':
      return [{ type: 'ticket_blocked', v: 1, ticket: job.id, why: 'manual', because: answer.why }];
    case 'fail':
      if (job.kind === 'audit') return endByPerson(state, job, 'failed', said(answer));
      return [failed(job, null, 'rejected_by_person')];
    case 'answer':
      return [routeTo(job, 'develop', { because: answer.why })];
    case 'override':
      return override(state, job, answer);
    case 'halt':
      return [laidDown(job), { type: 'run_halted', v: 1, by: answer.by, because: answer.why }];
  }
}

/** Nobody was asked: a person took up a ticket that had failed, and the bounds hold for that too. */
function isReopened({ reason }: DecisionAnswer): boolean {
  return reason.startsWith('reopened');
}

/** What the work lacked goes back to the developer; what an agent could not judge is judged again. */
function retry(state: State, job: Job, answer: DecisionAnswer, policy: Policy): readonly Draft[] {
  if (job.kind === 'audit') return retryAudit(state, job, answer, policy);
  if (job.kind === 'remediation' && isBeforeRepair(answer.reason)) return measureAgain(job);
  const stage = isEdited(answer) ? judgedFrom(job) : stageAgain(job, answer);
  const seats = Math.max(1, job.seats.length);
  return [
    routeTo(job, stage, {
      seats: stage === 'review' ? seats : 1,
      because: answer.why,
      ...claimOf(job, stage),
    }),
  ];
}

/** A person has repaired it without an agent: whatever waits for the infrastructure is run again. */
function measureAgain(job: Job): readonly Draft[] {
  return [
    failed(job, null, 'not_needed'),
    { type: 'infrastructure_restored', v: 1, attempts: 0, by: 'person' },
  ];
}

/** A person agrees that an agent repairs the base (REAL-03). */
function repair(job: Job, answer: DecisionAnswer): Draft {
  if (job.kind === 'remediation') return routeTo(job, 'develop', { because: answer.why });
  const words = answer.why === '' ? job.reason : `${said(answer)}\n${job.reason}`;
  return strand(job, words.slice(0, 4000));
}

function stageAgain(job: Job, { reason }: DecisionAnswer): Stage {
  // Another auditor, not another look at the claim that was refuted.
  if (reason === refutedAudit) return 'audit';
  const again = !reason.endsWith('_limit');
  return again && job.stage !== null ? restart(job.stage) : firstStage(job);
}

/** A person gave the ticket another text while it waited for a decision. */
function isEdited({ reason }: DecisionAnswer): boolean {
  return reason.startsWith('edited');
}

/** What was handed in may be right by the new text: it is judged from the beginning before anybody works on it again. */
function judgedFrom({ stage, commit, rejected, mergedFrom, adopted }: Job): Stage {
  if (adopted) return 'validate';
  const isWork = commit !== null && commit !== rejected && mergedFrom === null;
  return isWork && stage !== 'develop' ? 'validate' : 'develop';
}

/** The base is measured again when the run goes on; a remediation is begun anew. */
function laidDown(job: Job): Draft {
  return job.kind === 'baseline' ? routeTo(job, 'baseline') : failed(job, null, 'halted');
}

function said(answer: DecisionAnswer): string {
  return `${answer.by}: ${answer.why}`;
}

/** A landing always starts with a new merge: the tip has moved meanwhile. */
function restart(stage: Stage): Stage {
  return laneOf(stage) === 'lander' ? 'merge' : stage;
}

function firstStage(job: Job): Stage {
  if (job.adopted) return 'validate';
  return job.kind === 'baseline' ? 'baseline' : 'develop';
}

function claimOf(job: Job, stage: Stage): { claim?: NonNullable<Job['claim']> } {
  return stage === 'confirm' && job.claim !== null ? { claim: job.claim } : {};
}

function retryAudit(state: State, job: Job, answer: DecisionAnswer, policy: Policy): readonly Draft[] {
  // With the audit switched off there is only the started application to test again.
  const isTestedOnly = job.audit?.scope === -1 && !policy.endOfRun;
  if (isTestedOnly) return [routeTo(job, 'score', { because: answer.why })];
  const groups = job.audit?.groups ?? 0;
  // Cycles that a survey found used up are asked about before anything was judged.
  const isScored =
    answer.reason === 'audit_stopped' || (answer.reason === 'review_cycles_used' && job.stage !== 'survey');
  if (isScored && groups > 0) return openFixes(state, job, groups);
  return [routeTo(job, 'survey', { because: answer.why })];
}

/** Recorded with a name: from here on what is red at base may stay red. */
function override(state: State, job: Job, answer: DecisionAnswer): readonly Draft[] {
  const attempts = state.remediations;
  const restored: Draft = { type: 'infrastructure_restored', v: 1, attempts, by: 'override' };
  const accept = (measured: Job): Draft => {
    const about = { type: 'baseline_accepted', v: 1, ticket: measured.id } as const;
    // Red because of what has landed: the verdict names who accepted that.
    return isTipCheck(measured.id)
      ? { ...about, because: answer.why.slice(0, 400), by: answer.by }
      : { ...about, because: said(answer).slice(0, 400) };
  };
  if (job.kind !== 'remediation') return [restored, accept(job)];
  const tips = [...members(state.stranded)]
    .map((index) => jobAt(state, index))
    .filter(({ id }) => isTipCheck(id));
  return [
    failed(job, null, 'overridden'),
    restored,
    ...tips.flatMap((tip) => [routeTo(tip, 'baseline'), accept(tip)]),
  ];
}
