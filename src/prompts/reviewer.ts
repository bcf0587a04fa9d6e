import type { ReviewDimension } from '../model/dimensions.ts';
import { reportForm } from './answer-format.ts';
import { dimensionSections, reviewRules } from './critic.ts';
import { diffSections } from './files.ts';
import { type RoundFields, roundParts, purposeSections } from './round.ts';
import { chapter, data, listed, section, type Section, words, type Words } from './section.ts';

/** What a reviewer of one round is told. Nothing of earlier rounds or fixes: it sees the code alone (LOOP-02). */
export type ReviewerInput = {
  readonly round: RoundFields;
  readonly token: string | null;
  /** What the story said it would touch; empty when it did not say. */
  readonly expectedFiles: readonly string[];
  /** Paths that the branch changed; left out where nobody says. */
  readonly files?: readonly string[];
  /** What the branch changed since the base (base...branch). */
  readonly diff?: string;
  /** What else has to be looked at, where more is asked than the change alone. */
  readonly further?: readonly Section[];
  /** What the change is meant to do, where that is said. */
  readonly purpose?: string;
  /** What it may score, or has to; left out where nothing is scored. */
  readonly scoring?: Scoring;
};

export type Scoring = {
  readonly dimensions: readonly ReviewDimension[];
  readonly commit: string;
  /** Whether the scores have to be there: then the report is the only answer. */
  readonly isNeeded: boolean;
};

/** A fresh review of a branch against its base, with the categorisation rules (LOOP-09, LOOP-10). */
export function reviewerAssignment(input: ReviewerInput): readonly Section[] {
  return [
    chapter('Review Assignment', ...roundParts(input.round, input.token)),
    ...listed('Expected Files', input.expectedFiles, { intro: 'A change outside these deserves a look.' }),
    ...purposeSections(input.purpose),
    ...listed('Changed Files', input.files ?? []),
    ...diffSections(input.diff),
    ...(input.further ?? []),
    section('Instructions', words(...reviewerInstructions.map((line) => `- ${line}`))),
    section('How to Judge', words(...reviewRules.map((rule) => `- ${rule}`))),
    section('Categories', words(...categoryRules.map(categoryText))),
    ...scoringSections(input),
    formatSection(input),
  ];
}

/** What the report has to say that the head of the assignment does not: the round, counted as a revision, and the commit. */
function scoringSections({ scoring, round }: ReviewerInput): readonly Section[] {
  if (scoring === undefined) return [];
  const facts = [`Final commit: ${scoring.commit}`, `Revision count: ${round.round - 1}`];
  return [...dimensionSections(scoring.dimensions), section('Review Context', data(facts))];
}

function formatSection({ round, scoring }: ReviewerInput): Section {
  const pattern = [
    words(
      'Answer with exactly this document and nothing before, between or after it. Whatever must change is a finding; repeat an entry for each:',
    ),
    words(...findingsTemplate(round.round)),
  ];
  const report = scoring === undefined ? [] : scoredForm(scoring);
  const forms = scoring?.isNeeded === true ? report : [...pattern, ...report];
  return section('Findings Format', ...forms, words('Begin review.'));
}

function scoredForm({ dimensions, isNeeded }: Scoring): readonly Words[] {
  const intro = isNeeded
    ? 'Answer with this report, which has the scores of the dimensions, and nothing before or after it:'
    : 'Or, instead of the document, answer with this report, which has the scores of the dimensions, and nothing before or after it:';
  return reportForm(dimensions, intro);
}

export const reviewerInstructions: readonly string[] = [
  'Review the code changes on the branch compared with the base branch (base...branch)',
  'Read the story file, where one is given, and check that its acceptance criteria are met',
];

export type CategoryRule = {
  readonly severity: 'Critical' | 'Important' | 'Minor';
  readonly weight: 'MUST-FIX' | 'NICE-TO-HAVE';
  readonly categories: readonly string[];
};

/** Which kinds of finding belong under which heading; none may be filed lower (LOOP-10). */
export const categoryRules: readonly CategoryRule[] = [
  {
    severity: 'Critical',
    weight: 'MUST-FIX',
    categories: [
      'security vulnerabilities',
      'crashes',
      'data loss',
      'ADR violations',
      'hook violations',
      'missing critical tests',
    ],
  },
  {
    severity: 'Important',
    weight: 'MUST-FIX',
    categories: [
      'performance issues',
      'incomplete implementation',
      'architectural concerns',
      'significant test gaps',
    ],
  },
  {
    severity: 'Minor',
    weight: 'NICE-TO-HAVE',
    categories: ['code style', 'naming conventions', 'documentation', 'minor refactoring'],
  },
];

function categoryText({ severity, weight, categories }: CategoryRule): string {
  return `- ${severity} (${weight}): ${categories.join(', ')}`;
}

/** The founding document as a pattern to fill in; angle brackets keep it from being read as findings. */
function findingsTemplate(round: number): readonly string[] {
  return [
    `# Story <id> Code Review Findings - Round ${round}`,
    '',
    '**Reviewer:** Agent (Fresh Context)',
    '**Date:** <YYYY-MM-DD HH:MM>',
    '**Branch:** <branch>',
    '',
    '## Critical Issues (Must Fix)',
    '',
    '<number>. **<category>:** <description>',
    '   - **File:** <path>:<line>',
    '   - **Problem:** <what is wrong>',
    '   - **Impact:** <why it matters>',
    '   - **Fix:** <what to do>',
    '',
    '## Important Issues (Should Fix)',
    '',
    '## Minor Issues (Nice to Have)',
    '',
    '## Summary',
    '',
    '- **Total findings:** <n>',
    '- **Critical:** <n>',
    '- **Important:** <n>',
    '- **Minor:** <n>',
    '- **Recommendation:** <APPROVE, or FIX where a finding must be fixed>',
  ];
}
