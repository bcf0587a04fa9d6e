import { expect, test } from 'vitest';
import { dimensionsWith, reviewDimensions } from '../model/dimensions.ts';
import { auditorAssignment } from './auditor.ts';
import type { Depth } from '../model/team.ts';
import { criticAssignment, type CriticInput } from './critic.ts';
import { developerAssignment } from './developer.ts';
import { treeRules } from './files.ts';
import { renderPrompt } from './prompt.ts';
import {
  sampleBrief,
  sampleDelimiter,
  sampleFeedback,
  sampleFinding,
} from '../../test/support/prompt-samples.ts';
import type { Section } from './section.ts';

const critic: CriticInput = {
  brief: sampleBrief,
  token: 'tok',
  files: { git: ['src/a.ts', 'src/b.ts'], claimed: ['src/a.ts', 'src/c.ts'] },
  developerSignal: 'READY_FOR_REVIEW: API-1\nSummary: done',
  dimensions: reviewDimensions,
  context: {
    ticketPath: 'tickets/API-1.md',
    epicPath: 'epics/checkout.yaml',
    branch: 'ticket/API-1',
    baseCommit: 'b'.repeat(40),
    finalCommit: 'f'.repeat(40),
    testSuite: 'passing',
    claimedMet: ['AC1', 'AC2'],
    revisionCount: 0,
    previous: null,
  },
};

const auditor = {
  brief: sampleBrief,
  token: 'tok',
  files: { git: ['src/a.ts'], claimed: ['src/a.ts'] },
  assessment: 'Code style: COMPLIANT',
};

function under(sections: readonly Section[], heading: string): readonly string[] | undefined {
  const found = sections.find((section) => section.heading === heading);
  return found?.parts.flatMap((part) => (part.kind === 'words' ? part.lines : part.entries));
}

function headings(sections: readonly Section[]): readonly string[] {
  return sections.map(({ heading }) => heading);
}

test('DISPATCH-06 DISPATCH-12 a developer is told everything about the ticket and how to end', () => {
  const sections = developerAssignment({
    brief: sampleBrief,
    token: 'tok',
    answers: [{ question: 'q', answer: 'a', by: 'ann' }],
    notes: [],
  });
  expect(headings(sections)).toEqual([
    'Development Assignment',
    'Ticket',
    'Acceptance Criteria',
    'Files the Ticket May Change',
    'Required Reading',
    'Reference',
    'Project Standards',
    'Coordination Rules',
    'Verification Commands',
    'Answers to Questions',
    'Workspace',
    'Instructions',
    'Answer Format',
    'Required Output Signal',
  ]);
  expect(under(sections, 'Instructions')).toEqual([
    '1. Do what the ticket asks, all of it and nothing else',
    '2. For each criterion that is not met yet, write a test that fails without your change; where no test can show it, say in the notes how you checked',
    '3. Run every verification command in every environment and report the results in the Environment Verification Matrix',
    '4. Commit your work on the branch you were given; do not push',
  ]);
  const workspace = under(sections, 'Workspace')?.join(' ') ?? '';
  expect(workspace).toContain('on the branch ticket/API-1, in a private clone');
  expect(workspace).toContain('uncommitted files are committed for you');
  const prompt = renderPrompt(sections, { delimiter: sampleDelimiter, agentFile: '# Developer' });
  expect(prompt.startsWith('# Developer\n\n---\n\n## Development Assignment\n')).toBe(true);
  expect(prompt).toContain('\nTask ID: API-1\nTOKEN: tok\n');
  for (const name of ['READY_FOR_REVIEW', 'TASK_INCOMPLETE', 'INFRA_BLOCKED', 'QUESTION'])
    expect(prompt).toContain(`${name}: API-1`);
  expect(prompt.endsWith('\nBegin work.\n')).toBe(true);
});

test('FLOW-01 FLOW-13 a critic gets the agent file, a rule, and the founding headings in order', () => {
  const prompt = renderPrompt(criticAssignment(critic), {
    delimiter: sampleDelimiter,
    agentFile: '# Critic',
  });
  const order = [
    '# Critic\n\n---\n\n## Review Assignment\n',
    '\nTask ID: API-1\n',
    '\nTOKEN: tok\n',
    '\n### Files to Review\n',
    '\n> - src/a.ts\n> - src/b.ts\n',
    '\n### Developer READY_FOR_REVIEW Signal\n',
    '\n> READY_FOR_REVIEW: API-1\n> Summary: done\n',
    '\n### Review Focus\n\n- Code quality and best practices\n- Error handling patterns\n- Naming conventions\n- Architectural consistency\n- Project standards compliance\n',
    '\n### Required Output Signal\n\nYou MUST end your review with one of:\n',
    'REVIEW_PASSED: API-1',
    'REVIEW_FAILED: API-1',
    '\nBegin review.\n',
  ];
  const places = order.map((text) => prompt.indexOf(text));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('FLOW-13 the difference between git and the developer is shown to the critic and the auditor', () => {
  const shown = [
    'src/a.ts',
    'src/b.ts',
    'Changed, but not named by the developer:',
    'src/b.ts',
    'Named by the developer, but not changed:',
    'src/c.ts',
  ];
  expect(under(criticAssignment(critic), 'Files to Review')).toEqual(shown);
  expect(under(auditorAssignment({ ...auditor, files: critic.files }), 'Files to Verify')).toEqual(shown);
  expect(under(auditorAssignment(auditor), 'Files to Verify')).toEqual(['src/a.ts']);
  expect(
    under(auditorAssignment({ ...auditor, files: { git: [], claimed: [] } }), 'Files to Verify'),
  ).toEqual(['Git shows no changed file.']);
});

test('EPIC-17 a critic is asked every question of the six dimensions and told to score each', () => {
  const prompt = renderPrompt(criticAssignment(critic), { delimiter: sampleDelimiter });
  expect(reviewDimensions.flatMap(({ questions }) => questions).length).toBe(26);
  for (const { id, title, questions, ...dimension } of reviewDimensions) {
    const asked = [
      `Dimension ${id} (${dimension.class}): ${title}`,
      ...questions.map((question) => `- ${question}`),
    ];
    expect(prompt).toContain(`\n${asked.join('\n')}\n`);
  }
  expect(under(criticAssignment(critic), 'Review Dimensions')?.[0]).toBe(
    'Answer every question. Score each dimension from 0 to 100.',
  );
  expect(prompt).toContain('Only coordination_compliance and security_performance may be "not applicable"');
});

test('EPIC-17 dimensions of the epic are asked like the others', () => {
  const dimensions = dimensionsWith(
    [{ id: 'a11y', class: 'important', questions: ['Can it be used by keyboard?'] }],
    null,
  );
  const asked = under(criticAssignment({ ...critic, dimensions }), 'Review Dimensions');
  expect(asked?.slice(-2)).toEqual(['Dimension a11y (important): a11y', '- Can it be used by keyboard?']);
  expect(headings(criticAssignment({ ...critic, dimensions: [] }))).not.toContain('Review Dimensions');
});

test('DISPATCH-12 FLOW-01 a critic gets ticket, rules, reading, standards and the review context', () => {
  const sections = criticAssignment(critic);
  expect(headings(sections)).toEqual([
    'Review Assignment',
    'Review Context',
    'Ticket',
    'Acceptance Criteria',
    'Files the Ticket May Change',
    'Coordination Rules',
    'Required Reading',
    'Reference',
    'Project Standards',
    'Files to Review',
    'Developer READY_FOR_REVIEW Signal',
    'Review Focus',
    'Review Dimensions',
    'How to Judge',
    'Answer Format',
    'Required Output Signal',
  ]);
  expect(under(sections, 'Review Context')).toEqual([
    'Ticket file: tickets/API-1.md',
    'Epic file: epics/checkout.yaml',
    'Branch: ticket/API-1',
    `Base commit: ${'b'.repeat(40)}`,
    `Final commit: ${'f'.repeat(40)}`,
    'Test suite: passing',
    'Criteria claimed as met: AC1, AC2',
    'Revision count: 0',
  ]);
  expect(under(sections, 'How to Judge')).toEqual([
    '- Judge the code at the commit given, not what is said about it',
    ...treeRules.map((rule) => `- ${rule}`),
    '- Name a file and a line for every issue, and quote the text it is about; an issue with neither does not count',
    '- For something missing, name the criterion, rule or path that asks for it',
    '- Review every changed file; report what you find, however much or little it is',
  ]);
  const none = { ...critic, context: { ...critic.context, claimedMet: [] } };
  expect(under(criticAssignment(none), 'Review Context')?.[6]).toBe('Criteria claimed as met: none');
});

test('BEYOND-06 003#27 a critic is told how deep to look, and why; at every depth all is judged', () => {
  const told = (depth: Depth) =>
    under(
      criticAssignment({ ...critic, look: { depth, because: ['touches src/login.ts'] } }),
      'Review Depth',
    );
  expect(told('quick')).toEqual([
    'Light: read every changed line and what it directly affects.',
    'At every depth all dimensions are scored, and one real issue fails the review.',
    'Why:',
    'touches src/login.ts',
  ]);
  expect(told('standard')?.[0]).toMatch(/^Standard: /);
  expect(told('thorough')?.[0]).toMatch(
    /^Deep: also read the callers of the changed files.*error path.*tests.*attacker/,
  );
  expect(told('exhaustive')).toEqual(told('thorough'));
});

test('FLOW-01 003#3 what was said about the attempt before is given as claims to verify', () => {
  const previous = {
    ...sampleFeedback,
    findings: [{ ...sampleFinding, fix: '', evidence: '' }],
    revisionNotes: 'split it',
    blockingIssues: [{ dimension: 'code_quality', message: 'too long', requiredAction: 'split' }],
    overallScore: 74,
    dimensionScores: [
      { dimension: 'code_quality', class: 'important', score: 60, reason: 'one function' } as const,
      { dimension: 'test_quality', class: 'important', score: 70, reason: 'thin' } as const,
    ],
  };
  const revision = { ...critic, context: { ...critic.context, revisionCount: 1, previous } };
  expect(under(criticAssignment(revision), 'Previous Review Feedback')).toEqual([
    'These statements are about the previous attempt. They are claims to verify against the code as it is now, not facts.',
    'split it',
    'code_quality: too long\nRequired action: split',
    'code_quality is 60, below 70: one function',
    'overall score is 74, below 75',
    '[HIGH] src/limiter.ts:2 code_quality: the counter is never reset',
    'reset the counter',
  ]);
  const quiet = {
    ...critic,
    context: { ...critic.context, previous: { ...sampleFeedback, revisionNotes: null } },
  };
  expect(under(criticAssignment(quiet), 'Previous Review Feedback')?.length).toBe(3);
  const scoresAlone = {
    ...previous,
    findings: [],
    requiredFixes: [],
    revisionNotes: null,
    blockingIssues: [],
  };
  const scored = { ...critic, context: { ...critic.context, previous: scoresAlone } };
  expect(under(criticAssignment(scored), 'Previous Review Feedback')?.slice(1)).toEqual([
    'code_quality is 60, below 70: one function',
    'overall score is 74, below 75',
  ]);
});

test('FLOW-05 FLOW-13 an auditor gets criteria, files, assessment, commands and three signals, in order', () => {
  const sections = auditorAssignment(auditor);
  expect(headings(sections)).toEqual([
    'Audit Assignment',
    'Ticket',
    'Acceptance Criteria',
    'Files to Verify',
    'Critic Assessment (PASSED)',
    'Verification Commands',
    'How to Judge',
    'Answer Format',
    'Required Output Signal',
  ]);
  expect(under(sections, 'Critic Assessment (PASSED)')).toEqual(['Code style: COMPLIANT']);
  expect(under(sections, 'How to Judge')).toEqual([
    '- Give every criterion above exactly once, by its id, as VERIFIED or FAILED with the evidence you saw yourself',
    ...treeRules.map((rule) => `- ${rule}`),
  ]);
  const prompt = renderPrompt(sections, { delimiter: sampleDelimiter, agentFile: '# Auditor' });
  expect(prompt.startsWith('# Auditor\n\n---\n\n## Audit Assignment\n')).toBe(true);
  expect(prompt).toContain('\nTask ID: API-1\nTOKEN: tok\n');
  expect(prompt).toContain('\nYou MUST end your audit with one of:\n');
  for (const name of ['AUDIT_PASSED', 'AUDIT_FAILED', 'AUDIT_BLOCKED'])
    expect(prompt).toContain(`${name}: API-1`);
  expect(prompt.endsWith('\nBegin audit.\n')).toBe(true);
});
