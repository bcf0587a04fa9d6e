import { isMustFix } from '../../model/severity.ts';
import type { Severity } from '../../model/severity.ts';
import type { DocumentFinding } from './findings-document.ts';
import { sanitize } from '../sanitize.ts';
import { inCode, readLocated } from '../text/location.ts';

export type FindingsDocument = {
  readonly ticket: string;
  readonly round: number;
  readonly reviewer: string;
  readonly date: string;
  readonly branch: string;
  readonly findings: readonly DocumentFinding[];
  readonly recommendation: string;
};

/** The founding document (LOOP-03): worst first, numbered through, with the counts as they are. */
export function writeFindingsDocument(document: FindingsDocument): string {
  const of = (has: (severity: Severity) => boolean) =>
    document.findings.filter(({ severity }) => has(severity));
  const critical = of((severity) => severity === 'CRITICAL');
  const important = of((severity) => severity === 'HIGH');
  const minor = of((severity) => !isMustFix(severity));
  return [
    `# Story ${clean(document.ticket)} Code Review Findings - Round ${document.round}`,
    '',
    `**Reviewer:** ${clean(document.reviewer)}`,
    `**Date:** ${clean(document.date)}`,
    `**Branch:** ${clean(document.branch)}`,
    '',
    '## Critical Issues (Must Fix)',
    '',
    ...critical.flatMap((finding, index) => findingLines(finding, index + 1)),
    '## Important Issues (Should Fix)',
    '',
    ...important.flatMap((finding, index) => findingLines(finding, critical.length + index + 1)),
    '## Minor Issues (Nice to Have)',
    '',
    ...minor.flatMap((finding, index) =>
      findingLines(finding, critical.length + important.length + index + 1),
    ),
    '## Summary',
    '',
    `- **Total findings:** ${document.findings.length}`,
    `- **Critical:** ${critical.length}`,
    `- **Important:** ${important.length}`,
    `- **Minor:** ${minor.length}`,
    `- **Recommendation:** ${clean(document.recommendation)}`,
    '',
  ].join('\n');
}

function clean(text: string): string {
  return sanitize(text, { singleLine: true });
}

/** The heading "Minor" alone is read as LOW, so the other two say what they are. */
function findingLines(finding: DocumentFinding, number: number): readonly string[] {
  const category = clean(finding.category.replace(/[[\]*]/g, ' '));
  const lines = [
    `${number}. **[${category}]:** ${clean(finding.title)}`,
    `   - **File:** ${location(finding)}`,
    `   - **Problem:** ${clean(finding.problem)}`,
    `   - **Impact:** ${clean(finding.impact)}`,
    `   - **Fix:** ${clean(finding.fix)}`,
  ];
  const exact = finding.severity === 'MEDIUM' || finding.severity === 'INFO';
  if (exact) lines.push(`   - **Severity:** ${finding.severity}`);
  return [...lines.map((line) => line.trimEnd()), ...outputLines(finding), ''];
}

/** In a fence, each line behind a bar: nothing that a program prints ends the fence or begins a finding. */
function outputLines({ output = [] }: DocumentFinding): readonly string[] {
  if (output.length === 0) return [];
  return ['', '   ~~~text', ...output.map((line) => `   | ${clean(line)}`.trimEnd()), '   ~~~'];
}

/** Paths that would be misread stand in code marks, and then always with a line, so that none is looked for inside. */
function location({ file, line }: DocumentFinding): string {
  const path = clean(file);
  if (path === '') return '';
  const after = line > 0 ? `:${line}` : '';
  const read = readLocated(`${path}${after}`);
  const isPlain = read.file === path && read.line === line && !path.includes(', ');
  return isPlain ? `${path}${after}` : `${inCode(path)}:${line}`;
}
