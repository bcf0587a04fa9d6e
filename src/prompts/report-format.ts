import type { Auditor } from '../model/team.ts';
import { section, type Section, words } from './section.ts';

/** The report an auditor of the team answers with, as a pattern to fill in (TEAM-04). */
export function auditReportFormat(auditor: Auditor): readonly Section[] {
  return [
    section(
      'Report Format',
      words(
        'Answer with exactly this report and nothing before, between or after it; repeat the entry for everything you checked:',
      ),
      words('```text', ...auditReportTemplate(auditor), '```'),
      words(...reportRules.map((rule) => `- ${rule}`)),
      words('Begin audit.'),
    ),
  ];
}

/** What is between angle brackets is filled in. */
export function auditReportTemplate(auditor: Auditor): readonly string[] {
  const name = `${auditor.charAt(0).toUpperCase()}${auditor.slice(1)}`;
  return [
    `# ${name} Audit Report`,
    '',
    '## FINDINGS',
    '',
    '### <verdict> | <severity> | <id> | <title>',
    '- **File**: <path>:<line>',
    '- **Evidence**: <what you saw>',
    '- **Fix Hint**: <what to do>',
    '',
    '## SUMMARY',
    '- Total checked: <n>',
    '- PASS: <n>',
    '- FAIL: <n>',
    '- PARTIAL: <n>',
    '- Score: <PASS divided by total, 0 to 1>',
  ];
}

const reportRules: readonly string[] = [
  'The verdict is PASS, FAIL or PARTIAL; the severity CRITICAL, HIGH, MEDIUM, LOW or INFO, or "-" for a PASS',
  'Write an entry for everything you checked, also for what is in order: the score is PASS divided by all of them',
  'Whatever must change is a FAIL or PARTIAL entry; indent the second line of a text',
  'Omit the code fence; the SUMMARY has to be there and to agree with the entries, or the report counts as cut short',
  'Report what you find, however much or little it is; what you could not check is not a PASS',
];
