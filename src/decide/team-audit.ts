import type { Draft, ResultEvent } from '../model/events.ts';
import { isHeld, jobAt } from '../state/index.ts';
import type { Job, State } from '../state/index.ts';
import { failed, giveUp, noAnswer } from './fail.ts';
import { routeTo } from './moves.ts';
import type { Policy } from './policy.ts';

type AuditStage = 'survey' | 'recover' | 'reconcile' | 'team' | 'score';

/** An audit of a milestone or the run: survey, recovery of what nobody reviewed, the team, the original request, the score, the fixes. */
export function decideTeamAudit(state: State, job: Job, stage: AuditStage, policy: Policy): readonly Draft[] {
  const outcome = job.seats[0]?.outcome ?? null;
  switch (stage) {
    case 'survey':
      if (outcome?.type !== 'survey_done') return [noAnswer(job, policy)];
      return [afterSurvey(state, job, outcome, policy)];
    case 'recover':
      // The survey looks again at what is reviewed now; an answer that could not be used is not one.
      return [routeTo(job, 'survey')];
    case 'team':
      // A seat without a report stays empty: the scorer counts it as 0 and the health as unknown (TEAM-01).
      return [routeTo(job, policy.reconcile && job.audit?.scope === -1 ? 'reconcile' : 'score')];
    case 'reconcile':
      // Without an answer nothing is matched, which the scorer knows (TEAM-19).
      return [routeTo(job, 'score')];
    case 'score':
      if (outcome?.type !== 'audit_scored') return [noAnswer(job, policy)];
      return afterScore(state, job, outcome, policy);
  }
}

/** Requirements that no review has looked at are reviewed before the team is paid for (TEAM-24). */
function afterSurvey(state: State, job: Job, { recover, again, asks }: Surveyed, policy: Policy): Draft {
  const isRound = heldFixes(state, job).length > 0;
  // A person who asks for the audit again allows one more cycle (TEAM-12).
  if (asks !== undefined && !isRound && job.audit?.allowed !== true) return askForCycle(job, asks, policy);
  const allowed = job.audit?.scope === -1 ? Math.min(1, policy.recoveryRetries) : policy.recoveryRetries;
  if (recover && !isRound && (job.audit?.recoveries ?? 0) < allowed) return routeTo(job, 'recover');
  const kept = isRound && again !== undefined ? keptSeats(job, again, policy) : [];
  return routeTo(job, 'team', { seats: policy.auditors, kept });
}

function askForCycle(job: Job, because: string, policy: Policy): Draft {
  return giveUp(job, { kind: null, reason: 'review_cycles_used', because }, policy);
}

type Surveyed = Extract<ResultEvent, { type: 'survey_done' }>;

/** After a round of fixes only those look again whom it concerns; whoever gave no report always does (TEAM-09). */
function keptSeats({ audit }: Job, again: readonly number[], policy: Policy): readonly number[] {
  const reports = audit?.reports ?? [];
  // Reports of another team than the one that is asked now belong to nobody's seat.
  if (reports.length !== policy.auditors) return [];
  return [...reports.keys()].filter((seat) => reports[seat] !== null && !again.includes(seat));
}

/** A round of fixes lands only if the tree with all of them scores no lower than the one without (TEAM-18). */
function afterScore(
  state: State,
  job: Job,
  { kept, health, because: reason }: Extract<ResultEvent, { type: 'audit_scored' }>,
  policy: Policy,
): readonly Draft[] {
  const held = heldFixes(state, job);
  if (held.length === 0) return follow(state, job, policy);
  if (kept) return held.map((fix) => routeTo(fix, 'merge'));
  const because =
    health === 'unknown'
      ? `the round of fixes could not be scored and was discarded: ${reason}`
      : 'the round of fixes scored lower and was discarded';
  return [...discard(held, 'round_scored_lower'), stop(state, job, because, policy)];
}

/** The fixes of a round have come to rest: judge them together, or, once they have landed, go on. */
export function decideFixRound(state: State, job: Job, policy: Policy): readonly Draft[] {
  if (job.audit?.phase === 'landing') {
    const lost = job.audit.fixes.some((index) => jobAt(state, index).status !== 'completed');
    // The score was that of a tree with every fix in it; with one missing it says nothing.
    return lost
      ? [stop(state, job, 'not every fix of the round has landed', policy)]
      : follow(state, job, policy);
  }
  if (heldFixes(state, job).length > 0) return [routeTo(job, 'survey')];
  return [stop(state, job, 'no fix of the round passed', policy)];
}

function discard(held: readonly Job[], reason: string): Draft[] {
  return held.map((fix) => failed(fix, null, reason));
}

/** A person ends the audit: fixes that still wait for its score go with it. */
export function endByPerson(
  state: State,
  job: Job,
  outcome: 'accepted' | 'failed',
  because: string,
): readonly Draft[] {
  const left = discard(heldFixes(state, job), 'audit_over');
  return [...left, { type: 'audit_ended', v: 1, ticket: job.id, outcome, because: because.slice(0, 400) }];
}

function heldFixes(state: State, job: Job): Job[] {
  return (job.audit?.fixes ?? []).map((index) => jobAt(state, index)).filter(isHeld);
}

function follow(state: State, job: Job, policy: Policy): readonly Draft[] {
  const audit = job.audit;
  if (audit?.move === 'passed' && audit.silent)
    return [stop(state, job, 'an auditor gave no report', policy)];
  if (audit?.move === 'passed' && audit.unreviewed)
    return [stop(state, job, 'the recovery review gave no usable answer', policy)];
  if (audit?.move === 'passed') {
    return [{ type: 'audit_ended', v: 1, ticket: job.id, outcome: 'passed', because: 'the score passes' }];
  }
  if (audit?.move === 'fix' && audit.groups > 0 && audit.round < policy.maxFixRounds + job.grants) {
    // After the fixes the team judges once more, which is another review cycle.
    if (audit.asks !== null) return [askForCycle(job, audit.asks, policy)];
    return openFixes(state, job, audit.groups);
  }
  return [stop(state, job, whyStopped(state, job, policy), policy)];
}

function whyStopped(state: State, { seats: [seat], audit }: Job, policy: Policy): string {
  const scored = seat?.outcome?.type === 'audit_scored' ? seat.outcome : null;
  if (scored?.health === 'unknown') return `the audit could not be scored: ${scored.because}`;
  const reason = audit?.move === 'fix' ? 'max rounds' : (scored?.because ?? '');
  const isForPerson = reason.startsWith(FOR_A_PERSON);
  const isLeft = isForPerson || reason === REVIEWS_ONLY;
  const isFixed = policy.maxFixRounds > 0 || (isLeft && !isReportOnly(state, policy));
  const why = isFixed ? (isForPerson ? reason : stopWords[reason]) : undefined;
  return why === undefined ? 'the audit did not pass' : `the audit did not pass: ${why}`;
}

const REVIEWS_ONLY = 'reviews only';
/** How the score begins a reason that names a finding no fixer is sent with. */
const FOR_A_PERSON = 'for a person, ';

/** Why no more fixers are sent, by the reason that the score gives. */
const stopWords: Readonly<Record<string, string>> = {
  'max rounds': 'no fix round is left',
  'nothing to fix': 'no open finding reaches the severity of the gate',
  'nothing for a fixer': 'no open finding can be given to a fixer',
  [REVIEWS_ONLY]: 'the audit team is off: findings of the reviewer and recovery review are not fixed',
  'fix-induced': 'the last fixes introduced more findings than they resolved',
  plateau: 'two rounds in a row raised the score by less than 0.03 each',
};

export function openFixes(state: State, job: Job, groups: number): readonly Draft[] {
  return Array.from({ length: groups }, (_, group) => ({
    type: 'fix_opened',
    v: 1,
    ticket: `fix:${state.fixes + group + 1}`,
    audit: job.id,
    group,
  }));
}

/** A person decides what becomes of a run. An audit that only reports has nothing to decide: its result is the report. */
function stop(state: State, job: Job, because: string, policy: Policy): Draft {
  if (isReportOnly(state, policy))
    return { type: 'audit_ended', v: 1, ticket: job.id, outcome: 'failed', because };
  return giveUp(job, { kind: null, reason: 'audit_stopped', because }, policy);
}

/** `gauntlet audit` without `--fix`: no tickets, and nobody fixes anything. */
function isReportOnly({ plan }: State, { maxFixRounds }: Policy): boolean {
  return plan.tickets.length === 0 && maxFixRounds === 0;
}
