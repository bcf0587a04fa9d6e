import { expect, test } from 'vitest';
import { type Feedback, mergeConflictRule } from '../model/feedback.ts';
import { reworkAssignment } from './rework.ts';
import { sampleBrief, sampleFeedback, sampleFinding } from '../../test/support/prompt-samples.ts';
import type { Section } from './section.ts';

type Bend = { feedbacks?: readonly [Feedback, ...Feedback[]]; filesModified?: readonly string[] };

function assignment(bend: Bend = {}): readonly Section[] {
  return reworkAssignment({
    brief: sampleBrief,
    token: 'tok',
    feedbacks: [sampleFeedback],
    filesModified: ['src/limiter.ts'],
    answers: [],
    notes: [],
    ...bend,
  });
}

/** The words and entries below a heading; undefined where there is no such heading. */
function under(sections: readonly Section[], heading: string): readonly string[] | undefined {
  const found = sections.find((section) => section.heading === heading);
  return found?.parts.flatMap((part) => (part.kind === 'words' ? part.lines : part.entries));
}

function headings(sections: readonly Section[]): readonly string[] {
  return sections.map(({ heading }) => heading);
}

const audit: Feedback = {
  ...sampleFeedback,
  attempt: 1,
  kind: 'audit',
  priority: 'MEDIUM',
  failedCriteria: [{ criterion: 'AC1', reason: 'returns 500' }],
  passingCriteria: ['AC2'],
};

test('REWORK-01 a review failure comes back with issues, fixes, priority, files and four instructions', () => {
  const sections = assignment();
  expect(headings(sections)).toEqual([
    'Rework Assignment',
    'REVISION REQUIRED',
    'Issues Found',
    'Required Fixes',
    'Your Previous Work',
    'Ticket',
    'Acceptance Criteria',
    'Files the Ticket May Change',
    'Coordination Rules',
    'Required Reading',
    'Reference',
    'Project Standards',
    'Verification Commands',
    'Workspace',
    'Instructions',
    'Answer Format',
    'Required Output Signal',
  ]);
  expect(under(sections, 'Rework Assignment')).toEqual(['Task ID: API-1', 'TOKEN: tok']);
  expect(under(sections, 'REVISION REQUIRED')).toEqual([
    'The Critic reviewed your code and found issues that must be fixed.',
    '',
    'Review Status: FAIL',
    'Priority: HIGH',
  ]);
  expect(under(sections, 'Issues Found')).toEqual([
    '[HIGH] src/limiter.ts:2 code_quality: the counter is never reset\nFix: reset it every minute\nEvidence: count += 1',
  ]);
  expect(under(sections, 'Required Fixes')).toEqual(['reset the counter']);
  expect(under(sections, 'Your Previous Work')).toEqual([
    'The branch has the work of the attempts before. Files Modified:',
    'src/limiter.ts',
  ]);
  expect(under(sections, 'Instructions')).toEqual([
    '1. Read the issues carefully',
    '2. Fix ALL issues listed above',
    '3. Run the verification commands again',
    '4. Signal READY_FOR_REVIEW when all issues are addressed',
    '',
    'Maintain all previously working functionality.',
    'Do NOT skip any issue. The Critic will review the work again.',
  ]);
  expect(under(sections, 'Required Output Signal')?.at(-1)).toBe('Begin rework.');
});

test('REWORK-02 an audit failure comes back with failed and passing criteria, five instructions and the critic first', () => {
  const sections = assignment({ feedbacks: [audit] });
  expect(under(sections, 'REVISION REQUIRED')).toEqual([
    'The Auditor checked your implementation against the acceptance criteria and found them not met.',
    '',
    'Audit Status: FAIL',
    'Priority: MEDIUM',
  ]);
  expect(under(sections, 'Failed Criteria')).toEqual(['AC1: returns 500']);
  expect(under(sections, 'Passing Criteria')).toEqual(['Verified. Keep them working.', 'AC2']);
  expect(under(sections, 'Issues Found')?.length).toBe(1);
  expect(under(sections, 'Required Fixes')).toEqual(['reset the counter']);
  expect(under(sections, 'Your Previous Work')?.at(-1)).toBe('src/limiter.ts');
  expect(under(sections, 'Instructions')).toEqual([
    '1. Go through the failed criteria carefully',
    '2. Understand WHY each criterion failed',
    '3. Fix ALL issues listed above',
    '4. Run the verification commands again in ALL environments',
    '5. Signal READY_FOR_REVIEW when all criteria are met',
    '',
    'Maintain all previously working functionality.',
    'The code will go through Critic review again before it is audited again.',
  ]);
});

test('REWORK-03 the second failure brings what all attempts said, newest first, and says when it was seen', () => {
  const fresh = { ...sampleFinding, fingerprint: 'f2', message: 'new', evidence: '', fix: '' };
  const sections = assignment({
    feedbacks: [
      { ...sampleFeedback, revisionNotes: 'older note', overallScore: 60 },
      {
        ...audit,
        findings: [fresh, sampleFinding],
        requiredFixes: ['do it', 'reset the counter'],
        revisionNotes: 'note',
      },
    ],
  });
  expect(under(sections, 'Issues Found')).toEqual([
    '[HIGH] (attempt 2) src/limiter.ts:2 code_quality: new',
    '[HIGH] (attempts 2, 1) src/limiter.ts:2 code_quality: the counter is never reset\nFix: reset it every minute\nEvidence: count += 1',
  ]);
  expect(under(sections, 'Required Fixes')).toEqual([
    '(attempt 2) do it',
    '(attempts 2, 1) reset the counter',
  ]);
  expect(under(sections, 'Required Changes')).toEqual(['(attempt 2) note']);
  expect(under(sections, 'Settled Earlier')?.slice(1)).toEqual(['(attempt 1) older note']);
  expect(under(sections, 'Failed Criteria')).toEqual(['(attempt 2) AC1: returns 500']);
  expect(under(sections, 'Accumulated History')).toEqual([
    'The lists above contain the feedback on every attempt, newest first. Entries of the newest attempt are open. Make sure that those of earlier attempts stay fixed.',
    '- Attempt 2: audit failed, priority MEDIUM, findings 2',
    '- Attempt 1: review failed, priority HIGH, findings 1, overall score 60/100',
  ]);
  expect(under(sections, 'REVISION REQUIRED')).toContain('Audit Status: FAIL');
});

test('REWORK-01 a finding about the project as a whole has no place', () => {
  const general = { ...sampleFinding, file: '', line: 3, fix: '', evidence: '' };
  const sections = assignment({ feedbacks: [{ ...sampleFeedback, findings: [general] }] });
  expect(under(sections, 'Issues Found')).toEqual(['[HIGH] code_quality: the counter is never reset']);
});

test('REWORK-03 within one attempt the worst findings come first', () => {
  const minor = { ...sampleFinding, severity: 'LOW' as const, fingerprint: 'minor', message: 'small' };
  const medium = { ...minor, severity: 'MEDIUM' as const, fingerprint: 'medium' };
  const more = assignment({ feedbacks: [{ ...sampleFeedback, findings: [minor, medium, sampleFinding] }] });
  expect(under(more, 'Issues Found')?.map((entry) => entry.slice(0, 6))).toEqual([
    '[HIGH]',
    '[MEDIU',
    '[LOW] ',
  ]);
});

test('REWORK-01 001#2 a small issue of a failed review has to be fixed, whatever else failed it', () => {
  const minor = { ...sampleFinding, severity: 'LOW' as const, fingerprint: 'minor', message: 'small' };
  const blocking = { dimension: 'code_quality', message: 'arity 3', requiredAction: 'use 2' };
  const rounds: readonly Partial<Feedback>[] = [
    { findings: [minor] },
    { findings: [minor], blockingIssues: [blocking] },
    { findings: [minor, sampleFinding] },
    { findings: [{ ...minor, severity: 'INFO' }, sampleFinding] },
  ];
  for (const round of rounds) {
    const sections = assignment({ feedbacks: [{ ...sampleFeedback, priority: 'LOW', ...round }] });
    expect(under(sections, 'Issues Found')?.at(-1)).toMatch(/^\[(?:LOW|INFO)\] .*small/);
    expect(under(sections, 'Optional')).toBeUndefined();
  }
  const earlier = { ...sampleFeedback, findings: [sampleFinding] };
  const later = { ...sampleFeedback, attempt: 1, priority: 'LOW' as const, findings: [minor] };
  expect(under(assignment({ feedbacks: [earlier, later] }), 'Optional')).toBeUndefined();
});

test('REAL-08 what a later attempt got past is settled, and what only comes later is still open', () => {
  const gate = {
    ...sampleFinding,
    source: { kind: 'gate', name: 'tampering' } as const,
    fingerprint: 'gate',
  };
  const invalid: Feedback = {
    ...sampleFeedback,
    kind: 'validation',
    findings: [{ ...gate, message: 'a skip' }],
  };
  const reviewed: Feedback = { ...sampleFeedback, attempt: 1, findings: [sampleFinding], requiredFixes: [] };
  const now = assignment({ feedbacks: [{ ...invalid, requiredFixes: [] }, reviewed] });
  expect(under(now, 'Issues Found')?.length).toBe(1);
  expect(under(now, 'Settled Earlier')?.at(-1)).toContain('a skip');
  const before = assignment({
    feedbacks: [
      { ...reviewed, attempt: 0 },
      { ...invalid, attempt: 1 },
    ],
  });
  expect(under(before, 'Issues Found')?.length).toBe(2);
  expect(under(before, 'Settled Earlier')).toBeUndefined();
});

test('REAL-08 what a gate let pass is not among what has to be fixed', () => {
  const back = {
    ...sampleFinding,
    source: { kind: 'gate', name: 'put-back' } as const,
    severity: 'INFO' as const,
  };
  const sections = assignment({ feedbacks: [{ ...sampleFeedback, kind: 'validation', findings: [back] }] });
  expect(under(sections, 'Issues Found')).toBeUndefined();
  expect(under(sections, 'Optional')?.[0]).toContain('none has to be fixed');
});

test('REWORK-05 an environment-specific failure comes with its sections, and other findings follow', () => {
  const result = { environment: 'local', check: 'unit', exitCode: 0, status: 'PASS', details: '' } as const;
  const failed = { ...result, environment: 'node22', exitCode: 1, status: 'FAIL', details: 'boom' } as const;
  const sections = assignment({ feedbacks: [{ ...audit, environments: [result, failed] }] });
  const order = headings(sections);
  expect(order.slice(3, 9)).toEqual([
    'ENVIRONMENT-SPECIFIC FAILURE',
    'Environment Results',
    'Failed Environments',
    'Common Causes',
    'Environment Instructions',
    'Issues Found',
  ]);
  expect(order).not.toContain('Failed Checks');
});

test('REWORK-09 a check that fails everywhere is listed with its error', () => {
  const failed = {
    environment: 'local',
    check: 'unit',
    exitCode: 1,
    status: 'FAIL',
    details: 'boom',
  } as const;
  const passed = { ...failed, check: 'types', status: 'PASS' } as const;
  const sections = assignment({
    feedbacks: [{ ...audit, kind: 'validation', environments: [failed, passed] }],
  });
  expect(under(sections, 'Failed Checks')).toEqual(['local\nCheck: unit (exit code 1)\nError: boom']);
  expect(headings(sections)).not.toContain('ENVIRONMENT-SPECIFIC FAILURE');
  expect(under(sections, 'REVISION REQUIRED')).toEqual([
    'The coordinator ran its own checks on your commit and they did not pass.',
    '',
    'Validation Status: FAIL',
    'Priority: MEDIUM',
  ]);
});

test('REWORK-09 a JSON verdict fills scores, blocking points and required changes of the same prompt', () => {
  const sections = assignment({
    feedbacks: [
      {
        ...sampleFeedback,
        overallScore: 74.996,
        dimensionScores: [
          { dimension: 'code_quality', score: 80 },
          { dimension: 'test_quality', score: null },
        ],
        blockingIssues: [
          { dimension: 'coordination_compliance', message: 'arity 3', requiredAction: 'use 2' },
        ],
        revisionNotes: 'drop the third parameter',
      },
    ],
  });
  expect(headings(sections).slice(0, 6)).toEqual([
    'Rework Assignment',
    'REVISION REQUIRED',
    'Dimension Scores',
    'Blocking Issues',
    'Required Changes',
    'Issues Found',
  ]);
  expect(under(sections, 'REVISION REQUIRED')).toContain('Overall Score: 74.99/100');
  expect(under(sections, 'Dimension Scores')).toEqual([
    'code_quality: 80/100',
    'test_quality: not applicable',
  ]);
  expect(under(sections, 'Blocking Issues')).toEqual([
    'Every one of these stops the work from passing.',
    'coordination_compliance: arity 3\nRequired action: use 2',
  ]);
  expect(under(sections, 'Required Changes')).toEqual(['drop the third parameter']);
});

test('REWORK-09 empty sections are left out, and a score that is no number is not shown', () => {
  const empty: Feedback = { ...sampleFeedback, findings: [], requiredFixes: [], overallScore: Number.NaN };
  const sections = assignment({ feedbacks: [empty], filesModified: [] });
  expect(headings(sections).slice(0, 3)).toEqual(['Rework Assignment', 'REVISION REQUIRED', 'Ticket']);
  expect(under(sections, 'REVISION REQUIRED')?.join('\n')).not.toContain('Score');
});

test('REWORK-07 everything a judge said has the room of a finding, 2,000 characters an entry', () => {
  const failed = {
    environment: 'local',
    check: 'unit',
    exitCode: 1,
    status: 'FAIL',
    details: 'boom',
  } as const;
  const sections = assignment({ feedbacks: [{ ...audit, revisionNotes: 'note', environments: [failed] }] });
  const said = ['Required Changes', 'Failed Criteria', 'Failed Checks', 'Issues Found', 'Required Fixes'];
  const caps = sections
    .filter(({ heading }) => said.includes(heading))
    .flatMap(({ parts }) => parts.map((part) => (part.kind === 'data' ? part.cap : null)));
  expect(caps).toEqual(said.map(() => ({ entry: 2_000, block: 60_000 })));
});

test('REWORK-10 a finding that was set aside is not sent on', () => {
  const away = { ...sampleFinding, grounding: 'setAside' as const };
  expect(
    under(assignment({ feedbacks: [{ ...sampleFeedback, findings: [away] }] }), 'Issues Found'),
  ).toBeUndefined();
});

test('REWORK-08 a landing failure names the files in conflict apart from what the merged tree failed', () => {
  const conflict = { ...sampleFinding, rule: mergeConflictRule, fingerprint: 'c', line: 0 };
  const sections = assignment({
    feedbacks: [{ ...sampleFeedback, kind: 'landing', findings: [conflict, sampleFinding] }],
  });
  expect(under(sections, 'Conflicting Files')).toEqual(['src/limiter.ts']);
  expect(under(sections, 'Issues Found')?.length).toBe(1);
  expect(under(sections, 'REVISION REQUIRED')?.slice(0, 3)).toEqual([
    'The work passed, but it could not be merged with work that landed on the epic branch in the meantime.',
    '',
    'Landing Status: FAIL',
  ]);
  expect(under(sections, 'Instructions')).toEqual([
    '1. The epic branch is merged into your workspace: resolve every conflict and fix every issue listed above',
    '2. Keep the behaviour of both sides',
    '3. Run every verification command on the merged result',
    '4. Signal READY_FOR_REVIEW when the merged result is complete',
    '',
    'Maintain all previously working functionality.',
    'The merged work will be validated, reviewed and audited again in full.',
  ]);
});

test('REWORK-09 unfinished and invalid work each get instructions of their own', () => {
  const incomplete = assignment({ feedbacks: [{ ...sampleFeedback, kind: 'incomplete' }] });
  expect(under(incomplete, 'REVISION REQUIRED')?.slice(0, 3)).toEqual([
    'The last attempt ended before the work was done. What it committed is still there.',
    '',
    'Attempt Status: FAIL',
  ]);
  expect(under(incomplete, 'Instructions')).toEqual([
    '1. Look at what is committed already',
    '2. Finish what is missing, starting with what stopped the last attempt',
    '3. Run every verification command in every environment',
    '4. Signal READY_FOR_REVIEW when the work is complete',
    '',
    'Maintain all previously working functionality.',
    'The whole work will be validated and reviewed, not only what is new.',
  ]);
  expect(
    under(assignment({ feedbacks: [{ ...sampleFeedback, kind: 'validation' }] }), 'Instructions'),
  ).toEqual([
    '1. Reproduce each failed check with the command given',
    '2. Fix the cause, never the check',
    '3. Run every verification command in every environment',
    '4. Signal READY_FOR_REVIEW when every check passes',
    '',
    'Maintain all previously working functionality.',
    'The same checks will run again before anybody reviews the work.',
  ]);
});

test('FLOW-10 what people answered and noted stands in the next prompt', () => {
  const sections = reworkAssignment({
    brief: sampleBrief,
    token: null,
    feedbacks: [sampleFeedback],
    filesModified: [],
    answers: [{ question: 'per user?', answer: 'yes', by: 'ann' }],
    notes: [{ text: 'mind the cache', by: 'somebody' }],
  });
  expect(under(sections, 'Answers to Questions')).toEqual([
    'A person answered. The answers are final: do not ask again.',
    'Answer (ann): yes\nQuestion: per user?',
  ]);
  expect(under(sections, 'Notes')).toEqual(['A person left these for you.', 'somebody: mind the cache']);
  expect(under(sections, 'Rework Assignment')).toEqual(['Task ID: API-1']);
});
