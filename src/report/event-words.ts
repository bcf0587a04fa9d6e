import { shortBranch } from '../model/names.ts';
import { scoreText as shareText } from '../model/audit.ts';
import { isJudgesMistake } from '../model/events.ts';
import { reviewScoreText } from '../model/dimensions.ts';
import { type CheckEvidence, evidenceLines } from '../model/evidence.ts';
import type { AssignmentEvent, Event, EventType, ResultEvent } from '../model/events.ts';
import { NO_CHECKS } from '../model/outcome.ts';
import { count, duration, inShort, money, quoted, reasonWords } from './say.ts';
import { blockWords } from './stage-words.ts';
import { byWords, whoWords } from './who.ts';

type EventsByType = { readonly [Type in EventType]: Extract<Event, { type: Type }> };
type Words = { readonly [Type in EventType]: (event: EventsByType[Type]) => string };

/** One event in a person's words, without time and ticket. */
export function eventWords(event: Event): string {
  return wordsOf(event.type, event);
}

function wordsOf<Type extends EventType>(type: Type, event: EventsByType[Type]): string {
  return words[type](event);
}

/** Every type has its own: a new one does not compile without. */
const words: Words = {
  run_started: (event) =>
    `run of ${quoted(event.plan.epic)} started: ${count(event.plan.tickets.length, 'ticket')}`,
  inputs_recorded: (event) =>
    `base ${quoted(event.base.ref)} at ${short(event.base.commit)}; ${enforcementWords(event.enforcement)}`,
  run_resumed: ({ by }) =>
    by === undefined ? 'run resumed' : `run resumed with the agents of now, accepted by ${quoted(by)}`,
  run_halted: (event) => `run cancelled by ${quoted(event.by)}${reason(event.because)}`,
  budget_changed: (event) => `budget set to ${budgetWords(event)} by ${quoted(event.by)}`,
  run_ended: (event) => `run ended: ${event.status}${reason(event.because)}`,
  ticket_routed: (event) => `goes to ${event.stage}${reason(event.because)}`,
  agent_retried: (event) => `asked again (${event.how.replace('_', ' ')})${reason(event.because)}`,
  seat_given_up: (event) => `no more attempts with this agent${reason(inShort(event.because))}`,
  judges_disagreed: (event) =>
    `the audit rejects work that ${listed(event.critics.map(whoWords))} passed (${event.kind})${reason(event.because)}`,
  ticket_sent_back: (event) => `sent back (${event.kind})${reason(event.because)}`,
  ticket_escalated: (event) =>
    `needs your decision (${reasonWords(event.reason)})${reason(inShort(event.because))}`,
  ticket_blocked: (event) => `${blockWords(event.why)}${reason(event.because)}`,
  ticket_held: () => 'passed, waits for the rest of its round',
  workflow_failed: (event) => `failed (${reasonWords(event.reason)})`,
  dependency_added: (event) => `waits for ${quoted(event.on)}`,
  candidate_set_aside: (event) =>
    `waiting until ${quoted(event.until)} has landed or left the queue${reason(event.because)}`,
  candidates_voided: (event) => {
    const made = `${count(event.tickets.length, 'candidate')} merged again: ${listed(event.tickets.map((id) => quoted(id, 64)))}`;
    return event.after === ''
      ? `${made}${reason(event.because)}`
      : `${made}, without ${quoted(event.after)}${reason(event.because)}`;
  },
  remediation_complete: () => 'the checks pass at base again',
  baseline_accepted: (event) => `the base is accepted as it is${reason(event.because)}`,
  infrastructure_blocked: (event) => `checks cannot pass at base${reason(event.because)}`,
  tip_check_opened: (event) => `final check: ${listed(event.checks)} did not run on this tip`,
  remediation_opened: () => 'a repair ticket is opened',
  infrastructure_restored: (event) =>
    event.by === 'override'
      ? 'a person allows checks that fail at base to stay red'
      : event.by === 'person'
        ? 'a person repaired the checks at base; the failed steps run again'
        : `infrastructure restored after ${count(event.attempts, 'attempt')}`,
  fix_opened: (event) => `starting a fix for ${quoted(event.audit)}`,
  audit_ended: (event) =>
    `audit ${event.outcome === 'off' ? 'not run' : event.outcome}${reason(event.because)}`,
  decision_answered: (event) => `${quoted(event.by)} answers ${event.choice}${reason(event.why)}`,
  run_paused: (event) => `run paused by ${quoted(event.by)}${reason(event.why)}`,
  run_unpaused: (event) => `run continues, by ${quoted(event.by)}${reason(event.why)}`,
  parallelism_changed: (event) =>
    `${count(event.developers, 'developer')} at once from now on, set by ${quoted(event.by)}${reason(event.why)}`,
  note_added: (event) => `note by ${quoted(event.by)} for the next developer${reason(event.note)}`,
  ticket_stopped: (event) =>
    `${event.how} by ${quoted(event.by)}${event.dependents === 'released' ? ', tickets that need it continue without it' : ''}${reason(event.why)}`,
  ticket_reopened: (event) => `retried by ${quoted(event.by)}${reason(event.why)}`,
  ticket_edited: (event) =>
    `${event.fields.length === 0 ? 'nothing' : listed(event.fields)} changed by ${quoted(event.by)}${reason(event.why)}`,
  ticket_added: (event) => `added to the plan by ${quoted(event.by)}${reason(event.why)}`,
  manual_work_found: ({ commit, branch }) =>
    branch === undefined
      ? `work done by hand found at ${short(commit)}`
      : `${quoted(shortBranch(branch), 200)} is picked up at ${short(commit)}`,
  ticket_undone: (event) => `undone by ${quoted(event.by)}${reason(event.why)}`,
  base_synced: (event) => `synced by ${quoted(event.by)} with base ${short(event.base)}`,
  requirements_ticked: (event) =>
    `requirements in ${quoted(event.path)}: ${event.ticked.length} ticked, ${event.unticked.length} unticked`,
  requirements_counted: ({ counted }) =>
    `${count(counted.cycles, 'review cycle')}, ${counted.checked} of ${counted.total} requirements ticked`,
  epic_undone: (event) =>
    `the epic is undone by ${quoted(event.by)}, kept at ${quoted(event.ref)}${reason(event.why)}`,
  baseline_started: (event) => `running the checks at the base commit${triesOf(event)}`,
  developer_dispatched: (event) => `developer started${triesOf(event)}`,
  developer_rework_dispatched: (event) =>
    `developer started again, attempt ${event.attempt + 1}${event.reason === undefined ? '' : ` (${reasonWords(event.reason)})`}${reason(event.because)}${triesOf(event)}`,
  fixer_dispatched: (event) => `fixer started${triesOf(event)}`,
  remediation_dispatched: (event) => `remediator started${triesOf(event)}`,
  validation_started: (event) => `running the checks on ${short(event.commit)}${triesOf(event)}`,
  critic_dispatched: (event) => `critic started on ${short(event.commit)}${triesOf(event)}`,
  auditor_dispatched: (event) => `auditor started on ${short(event.commit)}${triesOf(event)}`,
  claim_check_started: (event) =>
    `checking the agent’s claim: ${reasonWords(event.claim ?? '')}${triesOf(event)}`,
  merge_started: (event) => `trial merge with the epic branch${triesOf(event)}`,
  landing_gate_started: (event) =>
    `running ${event.checks === undefined ? 'the checks' : `checks ${listed(event.checks)}`} on the merged tree${takenOver(event)}${triesOf(event)}`,
  landing_started: (event) => `landing${triesOf(event)}`,
  survey_started: (event) => `counting the requirements${triesOf(event)}`,
  recovery_dispatched: (event) => `recovery review started${triesOf(event)}`,
  reconciliation_dispatched: (event) => `reconciliation with the original request started${triesOf(event)}`,
  team_auditor_dispatched: (event) =>
    `auditor ${event.seat + 1} of the team started, round ${event.round}${triesOf(event)}`,
  scoring_started: (event) => `scoring the audit${triesOf(event)}`,
  wait_started: (event) =>
    `waits${event.until === null ? '' : ` ${duration(event.until - event.at)}`}${reason(event.because)}`,
  baseline_measured: (event) => baselineWords(event),
  developer_ready_for_review: (event) =>
    `developer: ready for review at ${short(event.commit)}${byWords(event)}${putBackWords(event.putBack)}`,
  developer_incomplete: (event) => `developer: not done (${event.blocker})${reason(event.because)}`,
  developer_question: (event) => `developer asks: ${quoted(event.question)}`,
  developer_blocked: (event) => `developer: blocked by broken infrastructure${reason(event.because)}`,
  agent_unclear: (event) => `no usable answer${reason(inShort(event.because))}`,
  agent_failed: (event) => `the agent failed (${event.trouble})${reason(event.because)}`,
  agent_limited: () => 'the agent has reached its usage limit',
  validation_passed: ({ changed, evidence }) =>
    `checks: pass${changed ? '' : ', but nothing was changed'}${provedWords(evidence)}`,
  validation_failed: (event) => `checks: ${found(event.findings)}${reason(event.because ?? '')}`,
  validation_broken: (event) => `checks gave no result${reason(event.because)}`,
  critic_pass: (event) => `critic: pass${scoreWords(event)}${byWords(event)}`,
  critic_fail: (event) =>
    `critic: ${event.findings.length === 0 ? 'fail' : found(event.findings)}${scoreWords(event)}${byWords(event)}`,
  critic_ungrounded: (event) => `critic: nothing it found could be tied to the code${byWords(event)}`,
  auditor_pass: (event) => `auditor: pass${byWords(event)}`,
  auditor_fail: (event) => `auditor: ${found(event.findings)}${byWords(event)}`,
  auditor_blocked: (event) => `auditor: blocked${byWords(event)}${reason(event.because)}`,
  claim_confirmed: (event) => `claim confirmed by checks: ${reasonWords(event.claim)}`,
  claim_refuted: (event) =>
    `false claim: ${reasonWords(event.claim)}${isJudgesMistake(event) ? ' (the auditor’s mistake)' : ''}${reason(event.because)}`,
  claim_unchecked: (event) =>
    `claim could not be checked: ${reasonWords(event.claim)}${reason(event.because)}`,
  merged: (event) =>
    `trial merge ${short(event.commit)} has no conflict${event.overlapping ? ', but others changed the same files' : ''}`,
  merge_conflict: (event) => `merge conflict in ${listed(event.files)}`,
  landing_checks_run: ({ red, because = '' }) =>
    `checks of the merged tree: ${red.length === 0 ? 'pass' : `${listed(red)} red once`}${reason(because)}`,
  landing_gate_passed: ({ evidence }) => `landing gate: pass${provedWords(evidence)}`,
  landing_gate_failed: (event) =>
    `landing gate: ${event.once === true ? 'red once, to be confirmed' : found(event.findings)}${reason(event.because ?? '')}`,
  landing_gate_broken: (event) => `landing gate gave no result${reason(event.because)}`,
  task_complete: (event) => `landed as ${short(event.commit)}`,
  foreign_tip_found: (event) => `the epic branch is at ${short(event.tip)}, which this run did not land`,
  survey_done: (event) => surveyWords(event),
  recovery_done: (event) =>
    `recovery review done${event.items === undefined ? '' : `: ${event.open ?? 0} of ${count(event.items, 'requirement')} not met`}${byWords(event)}`,
  reconciliation_done: (event) =>
    `reconciled with the original request: ${event.items} items, ${event.open} findings${byWords(event)}`,
  team_auditor_reported: (event) => `auditor reports a score of ${shareText(event.score)}${byWords(event)}`,
  audit_scored: (event) => `audit score ${shareText(event.overall)}: ${event.move}${reason(event.because)}`,
  wait_over: () => 'the waiting time is over',
  review_opened: (event) =>
    `review of ${quoted(event.branch)} against ${quoted(event.base)} opened at ${short(event.head)}`,
  reviewer_dispatched: (event) =>
    `reviewer started on ${short(event.commit)}, round ${event.round}${triesOf(event)}`,
  reviewer_answered: (event) =>
    `${event.verdict}: ${event.critical} critical, ${event.important} important, ${event.minor} minor`,
  reviewer_failed: (event) => `failed${reason(event.because)}`,
  fixer_delivered: ({ commit, putBack = [] }) =>
    `delivered ${commit.slice(0, 7)}${putBack.length === 0 ? '' : `, reverted ${listed(putBack)}`}`,
  fixer_failed: (event) => `failed${reason(event.because)}`,
  fix_taken: (event) => `fixed in ${event.commit.slice(0, 7)} at ${quoted(event.ref)}`,
  review_stale: (event) => `the branch moved from ${short(event.was)} to ${short(event.is)}`,
  review_ended: (event) => `review ended: ${event.status}${reason(event.because)}`,
};

function takenOver({ reuse }: Extract<Event, { type: 'landing_gate_started' }>): string {
  return reuse === undefined ? '' : `, reusing the results of run ${reuse.join(', ')} on the same tree`;
}

function triesOf(event: AssignmentEvent): string {
  const words = [
    event.try > 0 ? `try ${event.try + 1}` : '',
    event.clarification > 0 ? `clarification ${event.clarification}` : '',
  ].filter((word) => word !== '');
  return words.length === 0 ? '' : `, ${words.join(', ')}`;
}

function baselineWords(event: Extract<ResultEvent, { type: 'baseline_measured' }>): string {
  const red = event.red.length === 0 ? '' : `, red: ${listed(event.red)}`;
  const unknown = event.inconclusive.length === 0 ? '' : `, inconclusive: ${listed(event.inconclusive)}`;
  if (event.checks === 0) return NO_CHECKS;
  if (red + unknown === '') return 'every check is green at base';
  // It names each of these checks itself.
  if (event.because !== undefined) return `not green at base${reason(event.because)}`;
  const none = event.noTest === undefined ? '' : `, no test ran: ${listed(event.noTest)}`;
  return `base measured${red}${unknown}${none}`;
}

function surveyWords(event: Extract<ResultEvent, { type: 'survey_done' }>): string {
  const counted = event.requirements;
  return counted === null
    ? 'no requirements document of its own'
    : `requirements: ${counted.checked} of ${counted.total} ticked${event.passed === undefined ? '' : `, ${event.passed} passed so far`}`;
}

/** P6 in words: whether the kernel kept the judges from writing, or hashes told afterwards. */
export function enforcementWords(enforcement: 'enforced' | 'verified'): string {
  return enforcement === 'enforced'
    ? 'read-only access for judges: enforced'
    : 'read-only access for judges: verified, not enforced';
}

/** What a developer changed without leave, and what the person may want to do by hand. */
function putBackWords(paths: readonly string[] = []): string {
  return paths.length === 0 ? '' : `; reverted, because the ticket may not change them: ${listed(paths)}`;
}

function found(findings: readonly string[]): string {
  return count(findings.length, 'finding');
}

const MOST_NAMES = 5;

function listed(names: readonly string[]): string {
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  return `${names
    .slice(0, MOST_NAMES)
    .map((name) => quoted(name, 100))
    .join(', ')}${more}`;
}

function provedWords(evidence: readonly CheckEvidence[] = []): string {
  const lines = evidenceLines(evidence).map((line) => quoted(line, 1000));
  return lines.length === 0 ? '' : ` (${lines.join('; ')})`;
}

function reason(because: string): string {
  const said = quoted(because);
  return said === '' ? '' : `: ${said}`;
}

function budgetWords({
  usd,
  tokens,
}: {
  readonly usd: number | null;
  readonly tokens: number | null;
}): string {
  const parts = [...(usd === null ? [] : [money(usd)]), ...(tokens === null ? [] : [`${tokens} tokens`])];
  return parts.join(' and ');
}

/** A commit as people name it. */
export function short(commit: string | null): string {
  return commit === null ? 'nothing' : quoted(commit, 64).slice(0, 8);
}

/** `, score 89.69`; empty where there is none. */
export function scoreWords({ score }: { readonly score?: number | null | undefined }): string {
  return score === undefined || score === null ? '' : `, score ${reviewScoreText(score)}`;
}
