import { classRules, overallMinimum, type ReviewDimension, skippable } from '../model/dimensions.ts';
import { section, type Section, words, type Words } from './section.ts';

/**
 * What an answer has to look like to be believed, as strict as the parsers are: patterns to fill in, and the rules that
 * a pattern cannot show. The patterns stand in code fences with holes in angle brackets, so that repeating them says
 * nothing.
 */
export function developerFormat(): Section {
  return formatSection(developerPatterns, developerRules);
}

/** With several environments a fail says what came of each, so that the developer sees where it fails. */
export function auditorFormat(environments: number): Section {
  return formatSection(auditorPatterns(environments > 1), [...formRules, ...auditorRules, ...closingRules]);
}

/** Every dimension is scored: the numbers decide (FOUND-02). */
export function criticFormat(dimensions: readonly ReviewDimension[]): Section {
  return formatSection(criticPatterns(dimensions), [
    ...formRules,
    ...criticRules(dimensions),
    ...closingRules,
  ]);
}

function formatSection(patterns: readonly (readonly string[])[], rules: readonly string[]): Section {
  return section(
    'Answer Format',
    words('Close with one of these, filled in and without the code fence:'),
    ...patterns.map((pattern) => words('```text', ...pattern, '```')),
    words(...rules.map((rule) => `- ${rule}`)),
  );
}

/** A pass with anything beside its form is asked for again, which costs another run. */
const formRules: readonly string[] = [
  'Answer in exactly this form, nothing before or after it',
  'A pass must not contradict itself: what must change goes under issues or fixes and makes it a fail, all else under Notes',
];

const closingRules: readonly string[] = [
  'Write exactly one closing line, at the start of a line and outside code fences and quotes',
  'Below it use these headings and no others; omit a heading with nothing under it; indent what goes on below an entry',
  'If you are offered a tool named submit_verdict, hand the verdict in with it instead; it returns the errors of an invalid verdict',
];

const developerPatterns: readonly (readonly string[])[] = [
  [
    'READY_FOR_REVIEW: <ticket> <token>',
    '',
    'Files Modified:',
    '- <path>: <what changed>',
    '',
    'Tests Written:',
    '- <path>: <what it proves>',
    '',
    'Environment Verification Matrix:',
    '',
    '| Check | Environment | Exit Code | Result |',
    '| --- | --- | --- | --- |',
    '| <check> | <environment> | <exit code> | <PASS or FAIL> |',
    '',
    'Notes:',
    '- <what you decided where the ticket is open, and what else you noticed>',
    '',
    'Summary: <one sentence>',
  ],
];

const developerRules: readonly string[] = [
  'The matrix has one row for each verification command in each environment, with the exit code you saw',
  'The coordinator runs all of them again on your commit: a PASS for a check that fails is recorded as a false claim',
  'Under another closing line, use the headings given for it below',
];

function scoreLines(dimensions: readonly ReviewDimension[]): readonly string[] {
  if (dimensions.length === 0) return [];
  return ['Dimension Scores:', ...dimensions.map(({ id }) => `- ${id}: <0 to 100> - <why>`), ''];
}

const criticPatterns = (dimensions: readonly ReviewDimension[]): readonly (readonly string[])[] => [
  [
    'REVIEW_PASSED: <ticket> <token>',
    '',
    'Files Reviewed:',
    '- <path>',
    '',
    'Quality Assessment:',
    '- Code style: COMPLIANT',
    '- Error handling: ADEQUATE',
    '- Naming: CONSISTENT',
    '- Architecture: ALIGNED',
    '',
    ...scoreLines(dimensions),
    'Notes:',
    '- <an observation that needs no change>',
    '',
    'Summary: <one sentence>',
  ],
  [
    'REVIEW_FAILED: <ticket> <token>',
    '',
    'Files Reviewed:',
    '- <path>',
    '',
    ...(dimensions.length === 0 ? [] : ['Dimension Scores:', '- <each of them, as above>', '']),
    'Blocking Issues:',
    '- <dimension>: <what is wrong and blocks a pass at any score>; required: <what has to be done>',
    '',
    'Issues Found:',
    '- <path>:<line>: <what is wrong>',
    '',
    'Required Fixes:',
    '- <what has to be done>',
    '',
    'Priority: <HIGH, MEDIUM or LOW>',
    '',
    'Notes:',
    '- <as above>',
    '',
    'Summary: <one sentence>',
  ],
];

const criticRules = (dimensions: readonly ReviewDimension[]): readonly string[] => [
  'A pass names every file of Files to Review under Files Reviewed, one path a line',
  'A pass has all four lines of the assessment with exactly these words; with any other word fail the review',
  `A pass scores every dimension from 0 to 100. ${skippable(dimensions, 'n/a - <reason>')}`,
  `The coordinator recomputes the scores: a critical dimension below ${classRules.critical.minimum}, an important one below ${classRules.important.minimum}, or less than ${overallMinimum} overall sends the work back`,
  'A fail names at least one issue, blocking issue or fix; a pass has none of them',
  'Report each fault once: at its line under Issues Found, or under Blocking Issues if it has no line. Required Fixes has only fixes that no issue names',
];

const auditorPatterns = (isByEnvironment: boolean): readonly (readonly string[])[] => [
  [
    'AUDIT_PASSED: <ticket> <token>',
    '',
    'Verification Results:',
    '- <criterion>: VERIFIED - <evidence>',
    '',
    'Commands Executed:',
    '- <command> (<environment>): PASS',
    '',
    'Notes:',
    '- <an observation that needs no change>',
    '',
    'Summary: <one sentence>',
  ],
  [
    'AUDIT_FAILED: <ticket> <token>',
    '',
    'Failed Criteria:',
    '- <criterion>: FAILED - <evidence>',
    '',
    'Issues Found:',
    '- <path>:<line>: <what is wrong>',
    '',
    'Required Fixes:',
    '- <what has to be done>',
    '',
    'Passing Criteria:',
    '- <criterion>',
    ...(isByEnvironment ? ['', 'Commands Executed:', '- <command> (<environment>): <PASS or FAIL>'] : []),
  ],
  ['AUDIT_BLOCKED: <ticket> <token>', '', 'Pre-existing Failures:', '- <check>: <what fails>'],
];

const auditorRules: readonly string[] = [
  'A pass gives every criterion once, by its id alone, as VERIFIED, and no other; a criterion that is met in part is FAILED',
  'VERIFIED and FAILED are the only words: what does not apply, was skipped or could not be checked is FAILED with the reason',
  'A pass has no command that failed, no issue, no required fix and no failure from before',
  'A fail names at least one failed criterion. Use Issues Found and Required Fixes for file and line, and for problems outside the criteria',
  'The coordinator runs every command you report as PASS again on that commit',
];

/** The report of the founding epic review: scores instead of words, recomputed by the coordinator. */
export function reportForm(dimensions: readonly ReviewDimension[], intro: string): readonly Words[] {
  const scores = dimensions.map(({ id }, index) => {
    const comma = index === dimensions.length - 1 ? '' : ',';
    return `    "${id}": { "score": <0 to 100> }${comma}`;
  });
  return [
    words(intro),
    words('```text', ...reportPattern(scores), '```'),
    words(
      `- ${skippable(dimensions, '"score": null, "reason": "<why>"')}`,
      `- The scores are recomputed; a pass needs ${overallMinimum} or more overall and no blocking issue`,
      '- A fail says why in blocking_issues or revision_notes; a pass has neither, and no finding of severity error',
    ),
  ];
}

function reportPattern(scores: readonly string[]): readonly string[] {
  return [
    '{ "ticket_id": "<ticket>", "token": "<token>", "commit": "<final commit>", "revision_count": <revision count>,',
    '  "status": "<pass or fail>", "overall_score": <0 to 100>,',
    '  "dimension_scores": {',
    ...scores,
    '  },',
    '  "findings": [{ "dimension": "<dimension>", "severity": "<error, warning or info>", "file": "<path>", "line": <line>,',
    '    "message": "<what is wrong, with the text quoted>", "suggestion": "<what to do>" }],',
    '  "blocking_issues": [{ "dimension": "<dimension>", "message": "<what is wrong>", "required_action": "<what to do>" }],',
    '  "revision_notes": <null or "what to change">, "approved": <true or false>,',
    '  "pass_criteria_met": { "all_critical_dimensions_pass": <true or false>, "no_blocking_issues": <true or false>,',
    '    "overall_score_above_threshold": <true or false> } }',
  ];
}
