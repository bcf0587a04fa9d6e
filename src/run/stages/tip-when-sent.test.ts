import { expect, test } from 'vitest';
import { handOut, siteOf } from '../../../test/support/site.ts';
import type { Stand } from '../../../test/support/site.ts';
import type { AssignmentEvent, Stage } from '../../model/events.ts';
import type { StageWork } from '../stage-context.ts';
import { audit } from './audit.ts';
import { baseline } from './baseline.ts';
import { confirm, validate } from './checks.ts';
import { gate } from './gate.ts';
import { develop } from './develop.ts';
import { recover } from './recover.ts';
import { review } from './review.ts';
import { score } from '../team-audit/score.ts';
import { survey } from '../team-audit/survey.ts';

const never = new AbortController().signal;
const epic = `  - { id: B, title: b, acceptance: [x] }
milestones: [{ id: m1, requirements: docs/R.md }]
`;
const files = { 'src/a.ts': 'one\n', 'secret/k': 'x\n', 'docs/R.md': '- [ ] **R-1**: first\n' };
const commits = {
  base: { files },
  work: { files: { ...files, 'src/a.ts': 'one\nthree\n' }, parents: ['base'] },
  candidate: { files: { ...files, 'src/a.ts': 'one\nthree\n' }, parents: ['base', 'work'] },
  later: { files: { ...files, 'src/b.ts': '' }, parents: ['base'] },
};

function scene(): Stand {
  const delivered = { commit: 'work', tree: 'tree of work', leftOut: [], problems: [], answer: null };
  const context = siteOf({ epic, commits, config: 'privacy: { deny: [secret] }\n' });
  const { run } = handOut(context, 'develop');
  void context.records.put(run, 'delivered', delivered);
  context.tell({
    type: 'developer_ready_for_review',
    ticket: 'A',
    run,
    used,
    commit: 'work',
    tree: 'tree of work',
  });
  return context;
}

const used = { usd: 0, tokens: 0 };

/** Another ticket lands, on another machine: what landed may not have come here. */
function landMeanwhile(context: Stand, commit: string): void {
  const told = (stage: 'develop' | 'merge' | 'gate' | 'land', event: object): void => {
    const { run } = handOut(context, stage, { ticket: 'B' });
    context.tell({ ticket: 'B', run, used, ...event });
  };
  told('develop', { type: 'developer_ready_for_review', commit: 'b', tree: 't' });
  told('merge', { type: 'merged', commit, tree: 't', overlapping: false });
  told('gate', { type: 'landing_gate_passed', tree: 't' });
  told('land', { type: 'task_complete', commit, tree: 't' });
  expect(context.state().tip).toBe(commit);
}

type Sent = Partial<AssignmentEvent> & { readonly stage: Stage };

test.each<readonly [string, StageWork, Sent, string]>([
  ['a check', validate, { stage: 'validate', commit: 'work' }, 'validation_passed'],
  ['a critic', review, { stage: 'review', commit: 'work' }, 'agent_unclear'],
  ['an auditor', audit, { stage: 'audit', commit: 'work' }, 'agent_unclear'],
  ['a landing gate', gate, { stage: 'gate', commit: 'candidate' }, 'landing_gate_passed'],
  ['a developer', develop, { stage: 'develop', attempt: 1 }, 'agent_unclear'],
  ['a baseline', baseline, { stage: 'baseline', ticket: 'baseline' }, 'baseline_measured'],
  ['a doubt', confirm, { stage: 'confirm', claim: 'audit_blocked', commit: 'work' }, 'claim_refuted'],
  ['a survey', survey, { stage: 'survey', ticket: 'audit:m1' }, 'survey_done'],
  ['a recovery', recover, { stage: 'recover', ticket: 'audit:m1', commit: 'work' }, 'agent_unclear'],
  ['a score', score, { stage: 'score', ticket: 'audit:m1', commit: 'work' }, 'audit_scored'],
])(
  'P8 BEYOND-08 %s looks at the epic branch as it was when it was sent, not at what lands meanwhile',
  async (_, work, sent, type) => {
    const context = scene();
    context.tell({ type: 'ticket_sent_back', ticket: 'A', kind: 'review', because: 'not yet' });
    const assignment = handOut(context, sent.stage, sent);
    landMeanwhile(context, 'only elsewhere');
    const result = await work(context, assignment, never);
    expect(result).toMatchObject({ type });
    expect(JSON.stringify([result, context.ran, context.calls])).not.toContain('only elsewhere');
  },
);

test('TEAM-18 what lands while a round is scored is not what its fixes have changed', async () => {
  const context = scene();
  const assignment = handOut(context, 'score', { ticket: 'audit:m1', commit: 'candidate' });
  landMeanwhile(context, 'later');
  await score(context, assignment, never);
  expect(await context.records.get(assignment.run, 'round')).toMatchObject({
    round: { changedFiles: ['src/a.ts'] },
  });
});

test('BEYOND-13 what was handed out before a person moved the branch begins again from there', () => {
  const context = scene();
  const { run } = handOut(context, 'survey', { ticket: 'audit:m1' });
  context.tell({ type: 'base_synced', base: 'later', commit: 'synced', tree: 't', by: 'ada' });
  expect(context.tipWhenSent(run)).toBe('synced');
});
