import { chainBugs } from './chain-bugs.ts';
import { cycleBugs } from './cycle-bugs.ts';
import { fairnessBugs } from './fairness-bugs.ts';
import { planBugs } from './plan-bugs.ts';
import { reviewBugs } from './review-bugs.ts';
import { tipBugs } from './tip-bugs.ts';

/** One small wrong change to the shipped rules. `find` must occur exactly once in the file. */
export type PlantedBug = {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
};

/** Mistakes that somebody could really make. None of them has a test of its own: the simulator must notice. */
export const plantedBugs: readonly PlantedBug[] = [
  ...chainBugs,
  ...cycleBugs,
  ...tipBugs,
  ...reviewBugs,
  {
    name: 'accept a stale result',
    file: 'src/state/fold/fold-result.ts',
    find: 'seat?.run === run && (',
    replace: 'seat !== undefined && (',
  },
  {
    name: 'land twice',
    file: 'src/state/fold/fold-result.ts',
    find: 'return landed(next, job);',
    replace: "job.stage = 'merge'; job.seats = [freshSeat]; job.candidate = null; return;",
  },
  {
    name: 'count anything but a fail as a pass',
    file: 'src/state/fold/fold-result.ts',
    find: "outcome?.type !== 'critic_pass' || outcome.commit !== job.commit",
    replace: "outcome === null || outcome.type === 'critic_fail'",
  },
  {
    name: 'believe that a merged tree is as green as the ticket was',
    file: 'src/state/kept-gates.ts',
    find: 'const gated = tree === job.evidence.validatedTree ||',
    replace: 'const gated = tree !== null ||',
  },
  {
    name: 'forget to count a failure',
    file: 'src/state/fold/fold-decision.ts',
    find: '    ...counted(job, isMergeReview(job) ? null : event.kind),',
    replace: '    ...job,',
  },
  {
    name: 'reset the other counters',
    file: 'src/state/fold/fold-decision.ts',
    find: 'failures: { ...job.failures, [kind]: job.failures[kind] + 1 }',
    replace:
      'failures: { review: 0, audit: 0, validation: 0, incomplete: 0, landing: 0, [kind]: job.failures[kind] + 1 }',
  },
  {
    name: 'unblock on a failed dependency',
    file: 'src/state/dependents.ts',
    find: 'next.doomed = added(next.doomed, dependent);',
    replace: 'release(next, dependent);',
  },
  {
    name: 'never wake an agent that waited for its limit',
    file: 'src/state/fold/fold-result.ts',
    find: "{ ...seat, state: 'waiting', outcome: null }",
    replace: '{ ...seat, outcome: null }',
  },
  {
    name: 'let everybody touch the same files',
    file: 'src/state/put-job.ts',
    find: '  if (before.holds !== after.holds) {',
    replace: '  if (before.holds !== after.holds && after.index < 0) {',
  },
  {
    name: 'start one developer too many',
    file: 'src/decide/start.ts',
    find: "if (state.busy.developers >= places('developers', state, policy)) return undefined;",
    replace: "if (state.busy.developers > places('developers', state, policy)) return undefined;",
  },
  {
    name: 'ignore the budget in review',
    file: 'src/decide/start.ts',
    find: "if (stage === 'review') return 'critic';",
    replace: "if (stage === 'review') return undefined;",
  },
  {
    name: 'go on assigning while checks cannot pass at base',
    file: 'src/decide/start.ts',
    find: 'return state.infrastructure.blocked || ',
    replace: 'return ',
  },
  {
    name: 'try an agent again for ever',
    file: 'src/decide/agent-trouble.ts',
    find: 'seat.tries >= policy.agentTries',
    replace: 'seat.tries > 1000',
  },
  {
    name: 'let fixes and remediations past the critic',
    file: 'src/decide/chain.ts',
    find: "return job.kind !== 'ticket' || state.plan.tickets[job.index]?.review !== false;",
    replace: "return job.kind === 'ticket' && state.plan.tickets[job.index]?.review !== false;",
  },
  {
    name: 'land a round of fixes that scored lower',
    file: 'src/decide/team-audit.ts',
    find: 'if (kept) return held.map',
    replace: 'if (kept || held.length > 0) return held.map',
  },
  {
    name: 'wait for a ticket that waits for this one',
    file: 'src/decide/incomplete.ts',
    find: ' && !isBehind(state, job.index, on.index)',
    replace: ' && job.index !== on.index',
  },
  {
    name: 'open the next milestone whatever the audit said',
    file: 'src/state/fold/fold-audit.ts',
    find: 'if (!good) doomMilestone(next, milestone);',
    replace: 'if (!good) openMilestone(next, milestone);',
  },
  {
    name: 'let a ready ticket starve',
    file: 'src/state/ready.ts',
    find: 'return starving ? { age: oldest } : { rank };',
    replace: 'return starving && oldest < 0 ? { age: oldest } : { rank };',
  },
  {
    name: 'land past the bound of landing retries',
    file: 'src/decide/fail.ts',
    find: "return before >= landingLimit(job, policy) ? 'landing_retry_limit' : undefined;",
    replace: 'return undefined;',
  },
  {
    name: 'fail a ticket that only a person may fail',
    file: 'src/decide/fail.ts',
    find: "policy.onLimit === 'fail'",
    replace: 'policy.onLimit !== null',
  },
  {
    name: 'call a run completed when something failed',
    file: 'src/decide/end.ts',
    find: "run.landed >= tickets && run.unsettled === 0 && audited ? 'completed' : 'partial'",
    replace: "run.unsettled === 0 && audited ? 'completed' : 'partial'",
  },
  {
    name: 'complete a run although an audit failed',
    file: 'src/decide/end.ts',
    find: 'run.unsettled === 0 && audited ?',
    replace: 'run.unsettled === 0 && everything.length > 0 ?',
  },
  {
    name: 'score an audit that nobody made',
    file: 'src/decide/team-audit.ts',
    find: "return routeTo(job, 'team', { seats: policy.auditors, kept });",
    replace: "return routeTo(job, 'score');",
  },
  {
    name: 'ask nobody again who gave no report before the fixes',
    file: 'src/decide/team-audit.ts',
    find: 'reports[seat] !== null && !again.includes(seat)',
    replace: '!again.includes(seat)',
  },
  {
    name: 'let reports stand that the fixes have made stale',
    file: 'src/decide/team-audit.ts',
    find: 'reports[seat] !== null && !again.includes(seat)',
    replace: 'reports[seat] !== null',
  },
  {
    name: 'take the word of a team auditor who judged another commit',
    file: 'src/state/answers.ts',
    find: 'return commit === null || judged === commit;',
    replace: 'return commit === null || judged !== undefined;',
  },
  {
    name: 'land an overlapping merge that nobody looked at again',
    file: 'src/decide/outcome.ts',
    find: 'if (!needsLook(state, job))',
    replace: 'if (!needsLook(state, job) || job.index >= 0)',
  },
  {
    name: 'take the word of an auditor who judged another commit',
    file: 'src/state/traits.ts',
    find: "    type === 'auditor_pass' ||\n",
    replace: '',
  },
  {
    name: 'call a remediation done before its change has landed',
    file: 'src/decide/outcome.ts',
    find: "if (!outcome.changed && job.kind === 'remediation')",
    replace: "if (job.kind === 'remediation')",
  },
  {
    name: 'accept an audit that a person has failed',
    file: 'src/decide/answer.ts',
    find: "return endByPerson(state, job, 'failed', said(answer));",
    replace: "return endByPerson(state, job, 'accepted', said(answer));",
  },
  {
    name: 'halt the epic on an agent’s word',
    file: 'src/decide/incomplete.ts',
    find: 'if (state.infrastructure.blocked) return broken(job, { because }, policy);',
    replace: 'return broken(job, { because }, policy);',
  },
  {
    name: 'charge a confirmed breakage to the ticket',
    file: 'src/decide/outcome.ts',
    find: "return broken(job, { because: 'confirmed red at base', doubt: outcome.doubt }, policy);",
    replace: "return fail(job, 'audit', 'confirmed red at base', policy);",
  },
  {
    name: 'open fix rounds without end',
    file: 'src/decide/team-audit.ts',
    find: 'audit.round < policy.maxFixRounds + job.grants',
    replace: 'audit.round < 1000',
  },
  {
    name: 'send remediation back without end',
    file: 'src/decide/fail.ts',
    find: "job.kind === 'remediation' ? policy.remediationAttempts + job.grants",
    replace: "job.kind === 'remediation' ? 50",
  },
  {
    name: 'strand a ticket without end',
    file: 'src/decide/fail.ts',
    find: 'job.infrastructureReturns < policy.maxInfrastructureReturns',
    replace: 'job.infrastructureReturns < 1000',
  },
  {
    name: 'blame an agent for the money that is gone',
    file: 'src/decide/agent-trouble.ts',
    find: 'if (isStoppedForMoney(outcome, policy)) return [afterItsShare(state, { job, index, seat }, policy)];',
    replace: '',
  },
  {
    name: 'ignore the budget of a ticket',
    file: 'src/decide/start.ts',
    find: "if (job.kind !== 'ticket' || more === nothingSpent) return undefined;",
    replace: "if (job.kind === 'ticket' || more === nothingSpent) return undefined;",
  },
  {
    name: 'send back for failed checks as if landing had failed',
    file: 'src/decide/outcome.ts',
    find: "return afterRed(state, job, 'validation', policy);",
    replace: "return afterRed(state, job, 'landing', policy);",
  },
  {
    name: 'take any result for an answer',
    file: 'src/state/fold/fold-result.ts',
    find: 'isAnswerTo(job, seat, event) ? event : nonsense(event)',
    replace: 'seat.run >= 0 || isAnswerTo(job, seat, event) ? event : nonsense(event)',
  },
  {
    name: 'take an answer to an older question',
    file: 'src/state/fold/fold-people.ts',
    find: 'job.question?.id !== event.question ||',
    replace: 'job.question === null ||',
  },
  {
    name: 'hold a fix again that is already landing',
    file: 'src/decide/outcome.ts',
    find: "if (job.kind === 'fix' && isRoundOpen(state, job))",
    replace: "if (job.kind === 'fix')",
  },
  ...fairnessBugs,
  ...planBugs,
];
