import { ontoOf, type AssignmentEvent } from '../../src/model/events.ts';
import type { State } from '../../src/state/index.ts';
import { proveLanding } from './landing-proof.ts';
import {
  advance,
  byText,
  inDoubt,
  prove,
  sparing,
  infrastructureWorks,
  newCommit,
  strikes,
  truthOf,
} from './world.ts';
import { CHECK, gateFor } from './gate.ts';
import { commitMerge, commitWork } from './work-sets.ts';
import type { Breach, Head, Result, World } from './world.ts';

const free = { usd: 0, tokens: 0 };

/** Carry one assignment out: change the world, and say what a supervisor would have written down. */
export function carryOut(world: World, assignment: AssignmentEvent, state: State, breach: Breach): Result {
  const head = { v: 1 as const, ticket: assignment.ticket, run: assignment.run };
  if (assignment.type === 'wait_started') return { ...head, type: 'wait_over', used: free };
  const used = spent(world);
  const judged = { ...head, used };
  switch (assignment.stage) {
    case 'develop':
      return agentTrouble(world, judged) ?? develop(world, assignment, judged);
    case 'review':
      return agentTrouble(world, judged) ?? review(world, assignment, judged);
    case 'audit':
      return agentTrouble(world, judged) ?? audit(world, assignment, judged);
    case 'recover':
      return agentTrouble(world, judged) ?? { ...judged, type: 'recovery_done', items: 2, open: 1 };
    case 'reconcile':
      return (
        agentTrouble(world, judged) ?? {
          ...judged,
          type: 'reconciliation_done',
          commit: strikes(world, 'stale') ? newCommit(world) : (assignment.commit ?? world.tip),
          items: 1,
          open: world.random.below(2),
        }
      );
    case 'team':
      return (
        agentTrouble(world, judged) ?? {
          ...judged,
          type: 'team_auditor_reported',
          score: world.random.next(),
          commit: strikes(world, 'stale') ? newCommit(world) : (assignment.commit ?? world.tip),
        }
      );
    case 'baseline':
      return baseline(world, assignment, { ...head, used: free });
    case 'validate':
      return validate(world, assignment, { ...head, used: free });
    case 'confirm':
      return confirm(world, assignment, { ...head, used: free });
    case 'merge':
      return merge(world, assignment, { ...head, used: free });
    case 'gate':
      return gateFor(world, assignment, { ...head, used: free }, { state, breach });
    case 'land':
      return land(world, assignment, { ...head, used: free }, breach);
    case 'survey':
      return survey(world, { ...head, used: free });
    case 'score':
      return score(world, { ...head, used: free });
  }
}

function survey(world: World, head: Head): Result {
  return {
    ...head,
    type: 'survey_done',
    recover: world.random.chance(0.2),
    requirements: null,
    commit: world.tip,
    ...(world.random.chance(0.05) ? { asks: '1 of 2 requirements are open after 10 review cycles' } : {}),
    ...(world.random.chance(0.2) ? {} : { again: someSeats(world) }),
  };
}

/** Whom the fixes concern, and now and then somebody who is not there. */
function someSeats({ random }: World): readonly number[] {
  return [0, 1, 2, 3, 4, 14].filter(() => random.chance(0.4));
}

/** At most one model call beyond what was reserved. */
function spent(world: World): { usd: number; tokens: number } {
  const factor = strikes(world, 'costly') ? 1.25 : world.random.next();
  return { usd: factor, tokens: Math.round(1000 * factor) };
}

function agentTrouble(world: World, head: Head): Result | undefined {
  if (strikes(world, 'unclear')) return { ...head, type: 'agent_unclear', because: 'no signal' };
  if (strikes(world, 'outOfPlace'))
    return { ...head, type: 'task_complete', commit: world.tip, tree: truthOf(world, world.tip).tree };
  if (strikes(world, 'crash')) {
    const trouble = world.random.pick([
      'crash',
      'refused',
      'context_full',
      'authentication',
      'void',
    ] as const);
    return { ...head, type: 'agent_failed', trouble, because: trouble };
  }
  if (strikes(world, 'limited')) return { ...head, type: 'agent_limited', until: limitEnd(world) };
  // The meter stops an agent whenever it thinks the money gone, whatever the journal knows of it by then.
  if (strikes(world, 'broke'))
    return { ...head, type: 'agent_failed', trouble: 'budget', because: 'the budget does not reach' };
  return undefined;
}

/** Mostly the provider does not say; now and then it is years away. */
function limitEnd(world: World): number | null {
  return world.random.chance(0.1) ? 1e15 : null;
}

function develop(world: World, assignment: AssignmentEvent, head: Head): Result {
  if (strikes(world, 'question')) return { ...head, type: 'developer_question', question: 'which one?' };
  if (strikes(world, 'infraClaim'))
    return { ...head, type: 'developer_blocked', because: 'checks cannot run' };
  if (strikes(world, 'incomplete')) {
    const blocker = world.random.pick([
      'information',
      'scope',
      'dependency',
      'infrastructure',
      'other',
    ] as const);
    const on = world.random.chance(0.9) ? `T${world.random.below(7)}` : null;
    return { ...head, type: 'developer_incomplete', blocker, on, because: blocker };
  }
  if (assignment.type === 'remediation_dispatched') world.infrastructureDown = world.random.chance(0.2);
  const repeats = assignment.commit !== null && strikes(world, 'sameCommit');
  const commit = repeats && assignment.commit !== null ? assignment.commit : newWork(world, assignment);
  const putBack = strikes(world, 'changesProtected') ? { putBack: ['AGENTS.md'] } : {};
  const { tree } = truthOf(world, commit);
  return { ...head, type: 'developer_ready_for_review', commit, tree, ...putBack };
}

function newWork(world: World, assignment: AssignmentEvent): string {
  return commitWork(world, assignment.ticket, {
    isBad: strikes(world, 'badWork'),
    isComplete: !strikes(world, 'missedCriteria'),
    isNothing: assignment.type === 'remediation_dispatched' && world.random.chance(0.5),
  });
}

function baseline(world: World, { ticket }: AssignmentEvent, head: Head): Result {
  const isTip = ticket.startsWith('tip:');
  const sound = infrastructureWorks(world) && !(isTip && strikes(world, 'tipRed'));
  if (isTip && sound) prove(world, truthOf(world, world.tip).tree);
  const red = sound ? [] : ['unit tests'];
  return { ...head, type: 'baseline_measured', red, inconclusive: [], ...(sound ? {} : inDoubt(world)) };
}

function validate(world: World, assignment: AssignmentEvent, head: Head): Result {
  const commit = assignment.commit ?? '';
  const truth = truthOf(world, commit);
  if (!infrastructureWorks(world))
    return { ...head, type: 'validation_broken', because: 'runner not found', ...inDoubt(world) };
  const judged = strikes(world, 'stale') ? newCommit(world) : commit;
  if (!truth.green || strikes(world, 'hookRefuses'))
    return { ...head, type: 'validation_failed', commit: judged, findings: ['red or refused by a hook'] };
  const spared = sparing(world);
  if (judged === commit) {
    prove(world, truth.tree, spared.spared);
    world.validated.add(byText(world, assignment, commit));
  }
  const changed = truth.tree !== truthOf(world, world.tip).tree;
  const { tree } = truthOf(world, judged);
  return { ...head, type: 'validation_passed', commit: judged, tree, changed, ...spared };
}

function review(world: World, assignment: AssignmentEvent, head: Head): Result {
  const commit = assignment.commit ?? '';
  if (strikes(world, 'stale')) return { ...head, type: 'critic_pass', commit: newCommit(world) };
  if (strikes(world, 'ungrounded')) return { ...head, type: 'critic_ungrounded', commit };
  if (strikes(world, 'unscored'))
    return { ...head, type: 'agent_unclear', because: 'no scores', lacks: 'scores' };
  if (strikes(world, 'criticFails')) return { ...head, type: 'critic_fail', commit, findings: ['unawaited'] };
  const judged = byText(world, assignment, commit);
  const passes = world.passedByCritic.get(judged) ?? new Set();
  world.passedByCritic.set(judged, passes.add(assignment.run));
  return { ...head, type: 'critic_pass', commit };
}

function audit(world: World, assignment: AssignmentEvent, head: Head): Result {
  const commit = assignment.commit ?? '';
  if (strikes(world, 'stale')) return { ...head, type: 'auditor_pass', commit: newCommit(world) };
  if (strikes(world, 'auditorBlocked'))
    return { ...head, type: 'auditor_blocked', commit, because: 'tests were red' };
  const honest = truthOf(world, commit).complete;
  if (!honest && !strikes(world, 'auditorLies'))
    return { ...head, type: 'auditor_fail', commit, findings: ['AC1'] };
  world.passedByAuditor.add(byText(world, assignment, commit));
  return { ...head, type: 'auditor_pass', commit };
}

/** The coordinator's own run of what was claimed. */
function confirm(world: World, assignment: AssignmentEvent, head: Head): Result {
  const claim = assignment.claim ?? 'audit_pass';
  const works = infrastructureWorks(world);
  if (claim !== 'audit_pass') {
    if (!works) return { ...head, type: 'claim_confirmed', claim, ...inDoubt(world) };
    return { ...head, type: 'claim_refuted', claim, fault: 'claim', because: 'green at base' };
  }
  if (!works)
    return { ...head, type: 'claim_unchecked', claim, because: 'runner not found', ...inDoubt(world) };
  const commit = assignment.commit ?? '';
  if (!truthOf(world, commit).complete)
    return { ...head, type: 'claim_refuted', claim, fault: 'work', because: 'AC1 is not met' };
  if (strikes(world, 'auditorInvents'))
    return { ...head, type: 'claim_refuted', claim, fault: 'claim', because: 'no such program' };
  world.confirmedAudit.add(byText(world, assignment, commit));
  return { ...head, type: 'claim_confirmed', claim };
}

function merge(world: World, assignment: AssignmentEvent, head: Head): Result {
  const commit = assignment.commit ?? '';
  const onto = ontoOf(assignment) ?? world.tipWhenSent.get(assignment.run) ?? world.tip;
  const isGuess = !world.tips.has(onto);
  if (strikes(world, 'conflict') || (isGuess && strikes(world, 'conflictAhead')))
    return { ...head, type: 'merge_conflict', files: ['a.ts'] };
  const merged = commitMerge(world, commit, onto);
  const isNew = truthOf(world, merged).tree !== truthOf(world, commit).tree;
  const overlapping = isNew && (strikes(world, 'overlap') || (isGuess && strikes(world, 'overlapAhead')));
  if (overlapping) world.overlapping.add(merged);
  const { tree } = truthOf(world, merged);
  const checks = strikes(world, 'manyChecks') ? { checks: [CHECK, 'lint', 'types'] } : {};
  return { ...head, type: 'merged', commit: merged, tree, overlapping, ...checks };
}

function land(world: World, assignment: AssignmentEvent, head: Head, breach: Breach): Result {
  const commit = assignment.commit ?? '';
  const truth = truthOf(world, commit);
  const advanced = advance(world, assignment);
  if (advanced === 'refused') breach(`QUEUE-02: ${assignment.ticket} lands what was merged onto another tip`);
  if (advanced !== 'landed') return { ...head, type: 'foreign_tip_found', tip: world.tip };
  proveLanding(world, assignment, breach);
  world.landed.set(assignment.ticket, commit);
  world.tip = commit;
  world.tips.add(commit);
  return { ...head, type: 'task_complete', commit, tree: truth.tree };
}

function score(world: World, head: Head): Result {
  const fails = strikes(world, 'auditFails');
  const move = fails ? world.random.pick(['fix', 'stop'] as const) : 'passed';
  const kept = !strikes(world, 'fixesLower');
  const groups = fails ? 1 + world.random.below(2) : 0;
  // Only fixes lead to another round.
  const asks =
    world.random.chance(0.05) && move === 'fix'
      ? { asks: '1 of 2 requirements are open after 10 review cycles' }
      : {};
  return {
    ...head,
    type: 'audit_scored',
    overall: world.random.next(),
    move,
    kept,
    groups,
    because: move,
    ...asks,
  };
}

const agentStages: ReadonlySet<string> = new Set([
  'develop',
  'review',
  'audit',
  'recover',
  'reconcile',
  'team',
]);

export function isAgent(assignment: AssignmentEvent): boolean {
  return assignment.type !== 'wait_started' && agentStages.has(assignment.stage);
}

/** Milliseconds. A gate whose worker is lost runs again from the beginning. */
export function durationOf(world: World, { stage }: AssignmentEvent): number {
  const usual = 1 + world.random.below(8000);
  const isSlow = stage === 'gate' && (strikes(world, 'slowHead') || strikes(world, 'lostGate'));
  return isSlow ? usual * 10 : usual;
}
