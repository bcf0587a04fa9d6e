import { describe, expect, test } from 'vitest';
import { EventSchema, type EventType, stages } from '../model/events.ts';
import { variantFields } from '../schema/fits.ts';
import type { Event, ResultEvent, Stage } from '../model/events.ts';
import { isAnswerTo, nonsense } from './answers.ts';
import { freshSeat, newJob } from './job.ts';
import type { Job, Seat } from './job.ts';

/** Written down a second time on purpose: what may be said in which stage is a promise. */
const said: Readonly<Record<Stage, string>> = {
  baseline: 'baseline_measured',
  develop: 'developer_ready_for_review developer_incomplete developer_question developer_blocked',
  validate: 'validation_passed validation_failed validation_broken',
  review: 'critic_pass critic_fail critic_ungrounded',
  audit: 'auditor_pass auditor_fail auditor_blocked',
  confirm: 'claim_confirmed claim_refuted claim_unchecked',
  merge: 'merged merge_conflict',
  gate: 'landing_gate_passed landing_gate_failed landing_gate_broken',
  land: 'task_complete foreign_tip_found',
  survey: 'survey_done',
  recover: 'recovery_done',
  reconcile: 'reconciliation_done',
  team: 'team_auditor_reported',
  score: 'audit_scored',
};
const anywhere = ['agent_unclear', 'agent_failed', 'agent_limited'];

const resultTypes = [...variantFields(EventSchema)].flatMap(([type, keys]) =>
  'used' in keys ? [type as EventType] : [],
);

const running: Seat = { ...freshSeat, state: 'running', run: 3 };
const parked: Seat = { ...freshSeat, state: 'parked', run: 3 };

const gatedMerge = {
  commit: 'm',
  tree: 't',
  gated: true,
  overlapping: false,
  checks: [],
  runs: [],
  suspect: false,
  gatedSince: null,
};

function jobIn(stage: Stage | null): Job {
  const claim = stage === 'confirm' ? 'audit_pass' : null;
  return { ...newJob(0, 'A', 'ticket'), stage, claim, candidate: gatedMerge };
}

function result(type: Event['type'], more: object = {}): ResultEvent {
  const claim = type.startsWith('claim_') ? { claim: 'audit_pass' } : {};
  const head = { type, v: 1, seq: 9, at: 7, ticket: 'A', run: 3, used: { usd: 1, tokens: 2 } };
  return { ...head, commit: 'm', tree: 't', ...claim, ...more } as unknown as ResultEvent;
}

describe('what is an answer', () => {
  test.each(stages)(
    'FLOW-11 in %s exactly its own answers count, and the ends without an answer',
    (stage) => {
      const heard = resultTypes.filter((type) => isAnswerTo(jobIn(stage), running, result(type)));
      expect(heard.toSorted()).toEqual([...said[stage].split(' '), ...anywhere].toSorted());
    },
  );

  test.each([
    ['review', 'reviewer_answered reviewer_failed'],
    ['develop', 'fixer_delivered fixer_failed'],
    ['land', 'fix_taken'],
    ['audit', ''],
  ] as const)('FLOW-11 in %s of a review of a branch only these answers count: %s', (stage, words) => {
    const review = { heard: 0 } as unknown as Job['review'];
    const heard = resultTypes.filter((type) =>
      isAnswerTo({ ...jobIn(stage), kind: 'review', review }, running, result(type)),
    );
    const own = words.split(' ').filter((word) => word !== '');
    expect(heard.toSorted()).toEqual([...own, ...anywhere, 'review_stale'].toSorted());
  });

  test('FLOW-11 in no stage there is nothing to answer', () => {
    const heard = resultTypes.filter((type) => isAnswerTo(jobIn(null), running, result(type)));
    expect(heard.toSorted()).toEqual(anywhere.toSorted());
  });

  test('RECOVER-02 whoever waits for a limit can only be told that it is over', () => {
    const heard = resultTypes.filter((type) => isAnswerTo(jobIn('develop'), parked, result(type)));
    expect(heard).toEqual(['wait_over']);
  });

  test('FLOW-12 a claim is answered by a word about that claim', () => {
    const blocked: Job = { ...jobIn('confirm'), claim: 'audit_blocked' };
    for (const type of ['claim_confirmed', 'claim_refuted', 'claim_unchecked'] as const) {
      expect(isAnswerTo(blocked, running, result(type))).toBe(false);
      expect(isAnswerTo(blocked, running, result(type, { claim: 'audit_blocked' }))).toBe(true);
    }
  });

  test.each([
    ['another commit', gatedMerge, { commit: 'x' }],
    ['another tree', gatedMerge, { tree: 'x' }],
    ['a candidate that passed no gate', { ...gatedMerge, gated: false }, {}],
    ['no candidate at all', null, {}],
  ])('DISPATCH-07 %s cannot have landed', (_case, candidate, more) => {
    const job = { ...jobIn('land'), candidate };
    expect(isAnswerTo(job, running, result('task_complete', more))).toBe(false);
    expect(isAnswerTo(job, running, result('foreign_tip_found', more))).toBe(true);
  });
});

test('FLOW-11 what is no answer is kept as an agent that failed, with what it used', () => {
  expect(nonsense(result('critic_pass'))).toEqual({
    type: 'agent_failed',
    v: 1,
    seq: 9,
    at: 7,
    ticket: 'A',
    run: 3,
    used: { usd: 1, tokens: 2 },
    trouble: 'void',
    because: 'critic_pass does not answer the open question',
  });
});
