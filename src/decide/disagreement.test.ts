import { expect, test } from 'vitest';
import { direct } from '../../test/support/director.ts';
import type { Director } from '../../test/support/director.ts';

const by = { agent: 'claude', version: '2.1.0', model: 'opus', effort: null, session: 's-1' };
const critics = [{ agent: 'claude', model: 'opus' }];
const none = { criteria: 0, quality: 0, environment: 0 };

function audited(critic: object = { by }): Director {
  const stage = direct({ tickets: ['A'] });
  stage.answer('A', 'developer_ready_for_review', { commit: 'c1', tree: 't1' });
  stage.drive('A', 'review');
  stage.answer('A', 'critic_pass', critic);
  return stage;
}

test.each(['criteria', 'quality', 'environment'] as const)(
  'FLOW-14 an audit that fails what a critic passed is a disagreement of the kind %s, and counts for that critic',
  (kind) => {
    const stage = audited();
    expect(stage.state().critics).toEqual([{ ...critics[0], passes: 1, overturned: none }]);
    stage.answer('A', 'auditor_fail', { wanting: kind });
    expect(stage.events('judges_disagreed')).toMatchObject([{ ticket: 'A', commit: 'c1', kind, critics }]);
    expect(stage.state().critics).toEqual([{ ...critics[0], passes: 1, overturned: { ...none, [kind]: 1 } }]);
    expect(stage.job('A')).toMatchObject({ status: 'executing', attempt: 1, failures: { audit: 1 } });
  },
);

test('FLOW-14 an audit fails as well by a claim that the coordinator finds to be false', () => {
  const claimed = audited();
  claimed.pass('A');
  claimed.answer('A', 'claim_refuted', { because: 'criterion AC1 fails' });
  expect(claimed.events('judges_disagreed')).toMatchObject([
    { kind: 'criteria', critics, because: 'criterion AC1 fails' },
  ]);
});

test.each(['audit_pass', 'audit_blocked'] as const)(
  'REAL-05 an auditor’s own mistake (%s) says nothing against the critics',
  (claim) => {
    const stage = audited();
    if (claim === 'audit_pass') stage.pass('A');
    else stage.answer('A', 'auditor_blocked');
    stage.answer('A', 'claim_refuted', { fault: 'claim' });
    expect(stage.events('judges_disagreed')).toEqual([]);
  },
);

test('FLOW-14 every one of several critics that passed it is named; one that failed an earlier attempt is not', () => {
  const stage = direct({ tickets: [{ id: 'A', critics: 2 }] });
  const other = { ...by, model: 'sonnet' };
  stage.drive('A', 'review');
  stage.answer('A#0', 'critic_pass', { by });
  stage.answer('A#1', 'critic_fail', { by: other });
  stage.drive('A', 'review');
  stage.answer('A#0', 'critic_pass', { by });
  stage.answer('A#1', 'critic_pass', { by: { ...by, agent: 'codex', model: null } });
  stage.answer('A', 'auditor_fail');
  expect(stage.events('judges_disagreed')).toMatchObject([
    { kind: 'criteria', critics: [...critics, { agent: 'codex', model: null }] },
  ]);
  expect(stage.state().critics).toMatchObject([
    { ...critics[0], passes: 2, overturned: { criteria: 1 } },
    { agent: 'codex', model: null, passes: 1, overturned: { criteria: 1 } },
  ]);
});

test('FLOW-14 judges that agree, a claim of broken infrastructure that is true and a silent auditor are no disagreement', () => {
  const landed = audited();
  landed.land('A');
  const broken = audited();
  broken.answer('A', 'auditor_blocked');
  broken.answer('A', 'claim_confirmed');
  const silent = audited();
  for (let nth = 0; nth < 3; nth++) silent.answer('A', 'agent_failed');
  const failed = direct({ tickets: ['A'] });
  failed.drive('A', 'review');
  failed.answer('A', 'critic_fail');
  for (const stage of [landed, broken, silent, failed]) expect(stage.events('judges_disagreed')).toEqual([]);
});

test('FLOW-14 a critic of whom nothing is known is counted as unknown, and the last attempt counts too', () => {
  const stage = direct({ tickets: ['A'] }, { maxRevisions: 0 });
  stage.drive('A', 'audit');
  stage.answer('A', 'auditor_fail');
  expect(stage.status('A')).toBe('escalated');
  expect(stage.events('judges_disagreed')).toMatchObject([{ critics: [{ agent: 'unknown', model: null }] }]);
});
