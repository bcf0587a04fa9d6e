import { isJudgesMistake, type Draft, type ResultEvent } from '../model/events.ts';
import { NO_CHECKS, openAtBase } from '../model/outcome.ts';
import { isMergeReview, isTipCheck, jobAt, redAtBaseOf } from '../state/index.ts';
import type { Job, State } from '../state/index.ts';
import { decideTeamAudit, decideFixRound } from './team-audit.ts';
import { conflictWords, gateSeats, isJudged, isLast, needsLook, orAside } from './chain.ts';
import { disagreement } from './disagreement.ts';
import {
  askBeforeRepair,
  broken,
  fail,
  giveUp,
  isAbout,
  isValidated,
  landingLimit,
  refutedAudit,
  noAnswer,
} from './fail.ts';
import { afterInfraClaim, decideIncomplete } from './incomplete.ts';
import { routeTo } from './moves.ts';
import type { Policy } from './policy.ts';

/** Every seat of the stage has spoken: where does the job go? Whatever is not clearly a pass is not a pass. */
export function decideOutcome(state: State, job: Job, policy: Policy): readonly Draft[] {
  const outcome = job.seats[0]?.outcome ?? null;
  switch (job.stage) {
    case null:
      return decideFixRound(state, job, policy);
    case 'baseline':
      return [afterBaseline(state, job, outcome, policy)];
    case 'develop':
      return afterDevelop(state, job, outcome, policy);
    case 'validate':
      return [afterValidate(state, job, outcome, policy)];
    case 'review':
      return [afterReview(state, job, policy)];
    case 'audit':
      return [...disagreement(job, outcome), afterAudit(state, job, outcome, policy)];
    case 'confirm':
      return [...disagreement(job, outcome), afterConfirm(job, outcome, policy)];
    case 'merge':
      return [orAside(state, job, policy, (limits) => afterMerge(state, job, outcome, limits))];
    case 'gate':
      return [orAside(state, job, policy, (limits) => afterGate(state, job, outcome, limits))];
    case 'land':
      return [afterLand(job, outcome, policy)];
    case 'survey':
    case 'recover':
    case 'reconcile':
    case 'team':
    case 'score':
      return decideTeamAudit(state, job, job.stage, policy);
  }
}

function afterBaseline(state: State, job: Job, outcome: ResultEvent | null, policy: Policy): Draft {
  if (outcome?.type !== 'baseline_measured') return noAnswer(job, policy);
  const red = [...outcome.red, ...outcome.inconclusive];
  if (isTipCheck(job.id)) return afterTipCheck(job, outcome, policy);
  if (outcome.checks === 0) return accepted(job, NO_CHECKS);
  if (red.length === 0) return accepted(job, 'every check is green at base');
  if (openAtBase(redAtBaseOf(state)).length === 0 && !state.infrastructure.overridden)
    return accepted(job, `red at base, allowed by --allow-red: ${red.join(', ')}`);
  if (state.infrastructure.overridden)
    return accepted(job, `red at base, accepted by a person: ${red.join(', ')}`);
  // Where nothing is to be done or fixed, what is red is what the audit is asked about.
  if (state.plan.tickets.length === 0 && policy.maxFixRounds === 0)
    return accepted(job, `red at base, which does not stop an audit: ${red.join(', ')}`);
  if (outcome.doubt !== undefined) return askBeforeRepair(job, outcome.doubt, policy);
  if (isQueue(state))
    return giveUp(
      job,
      { kind: null, reason: 'base_red', because: because(`red: ${red.join(', ')}`, outcome.because) },
      policy,
    );
  return broken(job, { because: because(`red at base: ${red.join(', ')}`, outcome.because) }, policy);
}

/** Nobody asked for a repair who brought branches to land. */
function isQueue({ plan: { tickets } }: State): boolean {
  return tickets.length > 0 && tickets.every(({ adopts }) => adopts !== undefined);
}

/** What a person accepted at base is not in it: this is red because of what has landed, and is repaired like a red base. */
function afterTipCheck(job: Job, outcome: Measured, policy: Policy): Draft {
  const red = [...outcome.red, ...outcome.inconclusive];
  if (red.length === 0) return accepted(job, 'every check is green on the final tip');
  if (outcome.doubt !== undefined) return askBeforeRepair(job, outcome.doubt, policy);
  return broken(
    job,
    { because: because(`red on the final tip: ${red.join(', ')}`, outcome.because) },
    policy,
  );
}

type Measured = Extract<ResultEvent, { type: 'baseline_measured' }>;

/** What is decided, and the line of output that it comes down to. */
function because(what: string, why = ''): string {
  const first = what.slice(0, 400);
  return why === '' ? first : `${first}: ${why}`.slice(0, 1000);
}

function accepted(job: Job, because: string): Draft {
  return { type: 'baseline_accepted', v: 1, ticket: job.id, because: because.slice(0, 400) };
}

function afterDevelop(state: State, job: Job, outcome: ResultEvent | null, policy: Policy): readonly Draft[] {
  if (outcome?.type === 'developer_ready_for_review') return [afterReady(job, outcome.commit, policy)];
  if (outcome?.type === 'developer_incomplete') return decideIncomplete(state, job, outcome, policy);
  if (outcome?.type === 'developer_question') return [afterQuestion(job, outcome.question, policy)];
  if (outcome?.type === 'developer_blocked') return [afterInfraClaim(state, job, outcome.because, policy)];
  return [noAnswer(job, policy)];
}

function afterReady(job: Job, commit: string, policy: Policy): Draft {
  if (commit === job.rejected) return failUnchanged(job, unchanged(job), policy);
  return routeTo(job, 'validate');
}

const UNCHANGED = 'nothing has changed since it was sent back';

/** Why it was sent back is still what has to be fixed, so both are said; a retried agent's trouble is not that. */
function unchanged({ reason, seats: [seat] }: Job): string {
  if (reason.startsWith(UNCHANGED)) return reason;
  return because(UNCHANGED, (seat?.tries ?? 0) + (seat?.clarifications ?? 0) > 0 ? '' : reason);
}

/** Asking costs neither a place nor an attempt, but it is not a way to go on for ever (FLOW-10). */
function afterQuestion(job: Job, question: string, policy: Policy): Draft {
  if (job.kind !== 'ticket' || job.questions >= policy.maxQuestions) {
    return fail(job, 'incomplete', 'the agent asked a question instead of finishing', policy);
  }
  return { type: 'ticket_blocked', v: 1, ticket: job.id, why: 'question', because: question };
}

function afterValidate(state: State, job: Job, outcome: ResultEvent | null, policy: Policy): Draft {
  if (outcome?.type === 'validation_failed') return afterRed(state, job, 'validation', policy);
  if (outcome?.type === 'validation_broken') return uncomputed(state, job, outcome, policy);
  if (outcome?.type !== 'validation_passed' || !isValidated(job)) return noAnswer(job, policy);
  if (!outcome.changed && job.kind === 'remediation')
    return { type: 'remediation_complete', v: 1, ticket: job.id };
  if (!outcome.changed) return failUnchanged(job, 'it changes nothing', policy);
  if (!isJudged(state, job)) return routeTo(job, 'merge', { because: 'review is switched off for it' });
  return routeTo(job, 'review', { seats: critics(state, job) });
}

/** A branch that was brought may be what breaks the checks: no repair is sent for it alone, a person looks. */
function uncomputed(state: State, job: Job, cause: { readonly because: string }, policy: Policy): Draft {
  const draft = broken(job, cause, policy);
  const isAlone = job.adopted && !state.infrastructure.blocked && draft.type === 'infrastructure_blocked';
  const { because: why } = cause;
  return isAlone ? giveUp(job, { kind: null, reason: 'infrastructure', because: why }, policy) : draft;
}

/** No check is red, so the name of the bound is all that says what was wrong with it. */
function failUnchanged(job: Job, because: string, policy: Policy): Draft {
  const draft = fail(job, 'validation', because, policy);
  return draft.type === 'workflow_failed' ? { ...draft, reason: 'no_change_limit' } : draft;
}

function critics(state: State, job: Job): number {
  return (job.kind === 'ticket' ? state.plan.tickets[job.index]?.critics : undefined) ?? 1;
}

/** Several critics combine by the strictest (TEAM-28); a seat without a verdict is never a pass. */
function afterReview(state: State, job: Job, policy: Policy): Draft {
  if (job.seats.some((seat) => seat.outcome?.type === 'critic_fail')) {
    // The work passed before it was merged: the conflict with what has landed costs no attempt (REAL-08).
    if (isMergeReview(job))
      return fail(job, 'landing', 'the critic rejects the merge with the landed work', policy);
    return fail(job, 'review', 'the critic found problems that must be fixed', policy);
  }
  if (job.evidence.reviewed === null || job.evidence.reviewed !== job.commit) return noAnswer(job, policy);
  if (job.kind === 'fix' && isRoundOpen(state, job)) return { type: 'ticket_held', v: 1, ticket: job.id };
  return isAudited(job) ? routeTo(job, 'merge') : routeTo(job, 'audit');
}

/** The fixes of a round are judged together before any of them lands; one that is landing already goes on. */
function isRoundOpen(state: State, fix: Job): boolean {
  return jobAt(state, fix.owner).audit?.phase === 'fixing';
}

function afterAudit(state: State, job: Job, outcome: ResultEvent | null, policy: Policy): Draft {
  if (outcome?.type === 'auditor_pass') return routeTo(job, 'confirm', { claim: 'audit_pass' });
  if (outcome?.type === 'auditor_fail') return fail(job, 'audit', 'acceptance criteria are not met', policy);
  if (outcome?.type === 'auditor_blocked') {
    if (state.infrastructure.blocked) return broken(job, { because: outcome.because }, policy);
    return routeTo(job, 'confirm', { claim: 'audit_blocked', because: outcome.because });
  }
  return noAnswer(job, policy);
}

function afterConfirm(job: Job, outcome: ResultEvent | null, policy: Policy): Draft {
  const claim = job.claim;
  if (outcome?.type === 'claim_unchecked') return broken(job, outcome, policy);
  if (outcome?.type === 'claim_refuted') return afterRefuted(job, outcome, policy);
  if (outcome?.type !== 'claim_confirmed' || outcome.claim !== claim) return noAnswer(job, policy);
  if (claim === 'audit_pass') return routeTo(job, 'merge');
  return broken(job, { because: 'confirmed red at base', doubt: outcome.doubt }, policy);
}

/** An auditor's mistake is not the developer's: a fresh auditor is sent once, then a person is asked (REAL-05). */
function afterRefuted(job: Job, outcome: Refuted, policy: Policy): Draft {
  const because = `false claim: ${outcome.because}`.slice(0, 1000);
  if (!isJudgesMistake(outcome))
    return fail(job, outcome.claim === 'infra_blocked' ? 'incomplete' : 'audit', because, policy);
  if (job.evidence.refuted < 2) return routeTo(job, 'audit', { because });
  return giveUp(job, { kind: null, reason: refutedAudit, because }, policy);
}

type Refuted = Extract<ResultEvent, { type: 'claim_refuted' }>;

function afterMerge(state: State, job: Job, outcome: ResultEvent | null, policy: Policy): Draft {
  if (outcome?.type === 'merge_conflict') {
    const files = job.adopted ? outcome.files.slice(0, 5).join(', ') : '';
    return fail(job, 'landing', because(conflictWords(state, job), files), policy);
  }
  if (outcome?.type !== 'merged' || job.candidate === null) return noAnswer(job, policy);
  if (!mayLand(state, job)) return noAnswer(job, policy);
  if (job.candidate.gated) return afterChecksOfMerge(state, job, policy);
  return routeTo(job, 'gate', { seats: gateSeats(job, policy) });
}

/** Checks come before opinions: only a merged tree whose checks pass is shown to the critic (REAL-08). */
function afterChecksOfMerge(state: State, job: Job, policy: Policy): Draft {
  if (!needsLook(state, job)) return routeTo(job, 'land');
  const because = 'the merge changes files that the ticket changed too';
  if (job.failures.landing > landingLimit(job, policy)) {
    return giveUp(job, { kind: null, reason: 'landing_retry_limit', because }, policy);
  }
  return routeTo(job, 'review', { seats: critics(state, job), because });
}

/** Its checks have run side by side: one more run judges them, confirms what was red and runs what could not be computed. */
function afterChecks(job: Job, policy: Policy): Draft {
  if (job.seats.some(({ outcome }) => outcome === null)) return noAnswer(job, policy);
  const red = job.seats.flatMap(({ outcome }) =>
    outcome?.type === 'landing_checks_run' && outcome.red.length > 0 ? [outcome.because ?? ''] : [],
  );
  return routeTo(job, 'gate', { because: red.length === 0 ? '' : because('red once', red.join('; ')) });
}

function afterGate(state: State, job: Job, outcome: ResultEvent | null, policy: Policy): Draft {
  if (job.seats.length > 1) return afterChecks(job, policy);
  if (outcome?.type === 'landing_gate_broken') return uncomputed(state, job, outcome, policy);
  if (outcome?.type === 'landing_gate_failed')
    return isUnconfirmed(state, job, outcome)
      ? routeTo(job, 'gate', { because: because('red once', outcome.because) })
      : afterRed(state, job, 'landing', policy);
  if (outcome?.type !== 'landing_gate_passed' || job.candidate?.gated !== true) return noAnswer(job, policy);
  return job.candidate.suspect && !isLast(state, job)
    ? afterAcquittal(job, policy)
    : afterChecksOfMerge(state, job, policy);
}

type Red = Extract<ResultEvent, { type: 'landing_gate_failed' }>;

/** Red while the infrastructure is broken needs no second run: it says nothing about the work. */
function isUnconfirmed({ infrastructure }: State, job: Job, { once }: Red): boolean {
  return once === true && (!infrastructure.blocked || job.kind === 'remediation');
}

/** Others were merged without it meanwhile: it goes behind them. A check that is that flaky is a person's to judge. */
function afterAcquittal(job: Job, policy: Policy): Draft {
  const because = 'a check failed and then passed; it is flaky without this ticket too';
  if (job.acquittals < MOST_ACQUITTALS) return routeTo(job, 'merge', { because });
  return giveUp(job, { kind: null, reason: 'flaky_checks', because }, policy);
}

const MOST_ACQUITTALS = 2;

/** A tip that nobody here has made stops the run; once it goes on, the merge is made anew on the tip as it is. */
function afterLand(job: Job, outcome: ResultEvent | null, policy: Policy): Draft {
  return outcome?.type === 'foreign_tip_found' ? routeTo(job, 'merge') : noAnswer(job, policy);
}

/** Red while the infrastructure is known to be broken says nothing about the work: it is run again afterwards. */
function afterRed(state: State, job: Job, kind: 'validation' | 'landing', policy: Policy): Draft {
  const what = kind === 'validation' ? 'its checks fail' : 'the merged tree fails its checks';
  const outcome = job.seats[0]?.outcome ?? null;
  const why = because(what, outcome !== null && 'because' in outcome ? outcome.because : '');
  const excused = state.infrastructure.blocked && job.kind !== 'remediation';
  return excused ? broken(job, { because: why }, policy) : fail(job, kind, why, policy);
}

/** The last look before anything lands: all evidence is about this commit, or a person has put a name to it (P2). */
function mayLand(state: State, job: Job): boolean {
  if (!isValidated(job)) return false;
  if (job.evidence.accepted !== null || !isJudged(state, job)) return true;
  if (job.evidence.reviewed !== job.commit) return false;
  return isAudited(job);
}

/** A branch that was brought has no criteria that an auditor could judge it by. */
function isAudited(job: Job): boolean {
  return job.kind !== 'ticket' || job.adopted || isAbout(job, job.evidence.audited);
}
