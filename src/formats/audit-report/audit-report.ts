import type { AuditCounts, AuditorReport, ReportedFinding } from '../../model/audit.ts';
import { isMustFix, severityFrom } from '../../model/severity.ts';
import { auditJudges, type AuditJudge } from '../../model/team.ts';
import { readBlocks, type Block } from './read-blocks.ts';
import { claimsMore, compareClaims, readClaims, writeClaims } from './claims.ts';
import { readFinding, writableFinding, writeFinding } from './finding.ts';
import { isFindingHeading, readFindingHeading, verdictFrom } from './heading.ts';
import { isSummaryHeading } from './labels.ts';
import { outsideReasons } from '../outside.ts';
import { sanitize } from '../sanitize.ts';

/** More than any auditor should report; what is beyond is left out, and then the report is not complete. */
const MOST_FINDINGS = 1_000;
const MOST_REASONS = 150;
const MOST_COMPLAINTS = 50;
const LONGEST_REASON = 300;

const TITLE = /\baudit report\b/i;
const NOTES = 'READING NOTES';
const UNREAD = 'the SUMMARY counts findings that could not be read';
const NOTHING_CHECKED = 'nothing checked: no finding could be read';

/**
 * Reads an auditor's report (TEAM-04). Generous with the writing, merciless with what could be a pass: an unclear
 * verdict is FAIL, an unclear severity HIGH, and a report without findings or SUMMARY is not complete.
 */
export function parseAuditReport(
  text: string,
  expected: { readonly auditor?: AuditJudge } = {},
): AuditorReport {
  const direct = readReport(text, false);
  const mayBeWrapped = direct.findings.length === 0 && /```|~~~/.test(text);
  const read = mayBeWrapped ? readReport(text, true) : direct;
  const titled = titledAuditors(read.blocks);
  const auditor = expected.auditor ?? titled[0] ?? null;
  const isForeign = titled.length > 0 && auditor !== null && !titled.includes(auditor);
  // Somebody else's report says nothing about what was asked.
  const misled = isForeign ? [`the report is headed ${titled[0]}, not ${auditor}`] : [];
  const hasPass = read.findings.some(({ verdict }) => verdict === 'PASS');
  const around = hasPass ? outsideReasons(read.outside) : [];
  return assemble(auditor, { ...read, gaps: [...read.gaps, ...misled, ...around] });
}

/** A report made by us: counted, complete, and in agreement with itself. */
export function auditorReport(auditor: AuditJudge, given: readonly ReportedFinding[]): AuditorReport {
  const findings = given.map(writableFinding);
  const counts = countFindings(findings);
  const { score } = compareClaims(counts, null);
  return {
    auditor,
    findings,
    summary: { ...counts, score },
    claimed: { ...counts, score: Math.round(score * 1e6) / 1e6 },
    inconsistent: false,
    complete: findings.length > 0,
    reasons: findings.length > 0 ? [] : [NOTHING_CHECKED],
  };
}

/** The report file. What was read from an auditor's answer reads back to the same value, flaws included. */
export function writeAuditReport(report: AuditorReport): string {
  const { auditor, claimed, reasons } = report;
  const name = auditor === null ? '' : `${auditor.charAt(0).toUpperCase()}${auditor.slice(1)} `;
  const flaws = [
    ...(report.inconsistent ? ['- Inconsistent: yes'] : []),
    ...(report.complete ? [] : ['- Complete: no']),
  ];
  return [
    `# ${name}Audit Report`,
    '',
    '## FINDINGS',
    '',
    ...report.findings.flatMap((finding) => writeFinding(finding)),
    '## SUMMARY',
    ...(claimed === null ? [] : writeClaims(claimed)),
    ...flaws,
    ...(reasons.length === 0 ? [] : ['', `## ${NOTES}`, ...reasons.map((reason) => `- ${reason}`)]),
    '',
  ].join('\n');
}

type ReadReport = {
  readonly blocks: readonly Block[];
  readonly findings: readonly ReportedFinding[];
  /** About single findings. */
  readonly complaints: readonly string[];
  /** About the whole; each of them makes the report incomplete. */
  readonly gaps: readonly string[];
  /** What it says beside its form. */
  readonly outside: readonly string[];
};

function readReport(text: string, unwrap: boolean): ReadReport {
  let seen = 0;
  const keep = (heading: string): boolean => {
    if (isSummaryHeading(heading) || heading === NOTES || isTitle(heading)) return true;
    if (!isFindingHeading(heading)) return false;
    seen += 1;
    return seen <= MOST_FINDINGS;
  };
  const { blocks, whole, outside: around } = readBlocks(text, { keep, unwrap });
  const loose = blocks.flatMap(({ heading, lines }) => (heading === NOTES ? [] : lines));
  const outside = [...around, ...loose, ...blocks.filter(isGravePass).map(({ heading }) => heading)];
  const found = blocks.filter((block) => isFindingHeading(block.heading));
  const gaps = [
    ...(whole
      ? []
      : ['a code fence or comment is never closed, or the report is too long: part of it was not read']),
    ...(seen > MOST_FINDINGS ? [`only the first ${MOST_FINDINGS} findings were read`] : []),
  ];
  const empty = { blocks, outside, findings: [], complaints: [] };
  if (new Set(found.map((block) => block.fence)).size > 1) {
    return { ...empty, gaps: [...gaps, 'several code fences contain findings'] };
  }
  const read = found.map(readFinding);
  const complaints = read.flatMap(({ finding, complaints: all }, position) =>
    all.map((complaint) => `finding ${position + 1} (${finding.id || 'no id'}): ${complaint}`),
  );
  return { ...empty, findings: read.map(({ finding }) => finding), complaints, gaps };
}

/** A heading that passes something and says how bad it is. */
function isGravePass({ heading }: Block): boolean {
  const { verdict = '', severity = '' } = readFindingHeading(heading) ?? {};
  const grade = severityFrom(severity);
  return verdictFrom(verdict) === 'PASS' && grade !== undefined && isMustFix(grade);
}

function isTitle(heading: string): boolean {
  return TITLE.test(heading) && !heading.includes('|');
}

function titledAuditors(blocks: readonly Block[]): readonly AuditJudge[] {
  const title = blocks.find((block) => isTitle(block.heading))?.heading.toLowerCase() ?? '';
  const words = title.split(/[^a-z]+/);
  return auditJudges.filter((auditor) => words.includes(auditor));
}

function assemble(auditor: AuditJudge | null, read: ReadReport): AuditorReport {
  const { findings, blocks } = read;
  const counts = countFindings(findings);
  const claims = readClaims(blocks);
  const { score, differences } = compareClaims(counts, claims.claimed);
  const contradictions = [...claims.complaints, ...differences];
  const isCounted = claims.claimed !== null && claims.claimed.checked !== null;
  const gaps = [
    ...(findings.length > 0 ? [] : [NOTHING_CHECKED]),
    ...(isCounted ? [] : ['no SUMMARY says how many were checked: the report may be cut short']),
    ...(findings.length > 0 && (claims.mayHideOpen || claimsMore(counts, claims.claimed)) ? [UNREAD] : []),
    ...read.gaps,
  ];
  return {
    auditor,
    findings,
    summary: { ...counts, score },
    claimed: claims.claimed,
    inconsistent: contradictions.length > 0 || claims.saysInconsistent,
    complete: gaps.length === 0 && !claims.saysIncomplete,
    reasons: reasonsFrom(blocks, [...gaps, ...contradictions], read.complaints),
  };
}

/** Earlier notes first, so that a report read again has the same reasons in the same order. */
function reasonsFrom(
  blocks: readonly Block[],
  about: readonly string[],
  complaints: readonly string[],
): readonly string[] {
  const notes = blocks
    .filter((block) => block.heading === NOTES)
    .flatMap((block) => block.lines)
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(2));
  const beyond = complaints.length - MOST_COMPLAINTS;
  const more = beyond > 0 ? [`and ${beyond} more findings could be read only in part`] : [];
  const all = [...notes, ...about, ...complaints.slice(0, MOST_COMPLAINTS), ...more]
    .map((reason) => sanitize(reason, { singleLine: true, maxLength: LONGEST_REASON }))
    .filter((reason) => reason !== '');
  return [...new Set(all)].slice(0, MOST_REASONS);
}

function countFindings(findings: readonly ReportedFinding[]): AuditCounts {
  const count = (verdict: string) => findings.filter((finding) => finding.verdict === verdict).length;
  return { checked: findings.length, pass: count('PASS'), fail: count('FAIL'), partial: count('PARTIAL') };
}
