import {
  auditHealths,
  auditorOutcomes,
  findingSources,
  openSeverity,
  scoreText,
  type AuditFinding,
  type AuditHealth,
  type AuditorScore,
  type AuditTeamReport,
  type FixGroup,
} from '../../model/audit.ts';
import { mergeAuditFindings, sourceNames } from '../../model/audit.ts';
import { severityFrom } from '../../model/severity.ts';
import { auditJudges } from '../../model/team.ts';
import { readBlocks, type Block } from './read-blocks.ts';
import { readFinding, textOf, textsOf, writableFinding, writeField, writeFinding } from './finding.ts';
import { idText, titleText } from './heading.ts';
import { parseLocation } from './location.ts';
import { sanitize } from '../sanitize.ts';

export type ReadTeamReport = {
  /** null when the text is no AUDIT_REPORT.md at all. */
  readonly report: AuditTeamReport | null;
  readonly reasons: readonly string[];
};

const TITLE = 'Audit Report';
const AUDITORS = 'AUDITORS';
const GROUP = 'GROUP |';
const OTHERS = 'OTHER REPORTS OF THE FINDINGS ABOVE';

/**
 * AUDIT_REPORT.md: for people to read. `parseAuditTeamReport` gives the report back, with scores of two decimals. Findings
 * of several auditors at one place are one finding that names its sources; the other reports of it follow further down.
 */
export function writeAuditTeamReport(report: AuditTeamReport): string {
  const { totals } = report;
  return [
    `# ${TITLE}`,
    '',
    `- **Health**: ${report.health}`,
    `- **Overall score**: ${scoreText(report.overallScore)}`,
    `- **Checked**: ${totals.checked}`,
    `- **Pass**: ${totals.pass}`,
    `- **Fail**: ${totals.fail}`,
    `- **Partial**: ${totals.partial}`,
    `- **Fix rounds used**: ${report.fixRoundsUsed}`,
    `- **Duration**: ${report.durationSeconds} s`,
    ...(report.failOn === undefined ? [] : [`- **Fail on**: ${report.failOn}`]),
    '',
    `## ${AUDITORS}`,
    '',
    '| Auditor | Outcome | Checked | Pass | Fail | Partial | Score | Consistent |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |',
    ...report.auditors.map(writeAuditor),
    '',
    '## FINDINGS',
    '',
    ...writeFindings(report.findings),
    '## FIX GROUPS',
    '',
    ...report.fixGroups.flatMap(writeGroup),
  ].join('\n');
}

/** Reads AUDIT_REPORT.md back. A health that its own findings contradict is unknown, whoever wrote it. */
export function parseAuditTeamReport(text: string): ReadTeamReport {
  const keep = (heading: string) => heading === TITLE || heading === AUDITORS || heading.includes('|');
  const { blocks, whole } = readBlocks(text, { keep, unwrap: false });
  const title = blocks.find((block) => block.heading === TITLE);
  if (title === undefined) return { report: null, reasons: [`no heading "${TITLE}"`] };
  const reasons: string[] = whole ? [] : ['not all of the report could be read'];
  const findings = blocks
    .filter((block) => block.heading.includes('|') && !block.heading.startsWith(GROUP))
    .toSorted((a, b) => numberOf(a) - numberOf(b))
    .map((block) => readTeamFinding(block, reasons));
  const number = (name: string) => readNumber(textOf(title, name), name, reasons);
  const failOn = severityFrom(textOf(title, 'fail on'));
  const report = {
    ...(failOn === undefined ? {} : { failOn }),
    auditors: blocks
      .filter((block) => block.heading === AUDITORS)
      .flatMap((block) => readAuditors(block, reasons)),
    findings,
    totals: {
      checked: number('checked'),
      pass: number('pass'),
      fail: number('fail'),
      partial: number('partial'),
    },
    overallScore: number('overall score'),
    fixRoundsUsed: number('fix rounds used'),
    durationSeconds: number('duration'),
    fixGroups: blocks.filter((block) => block.heading.startsWith(GROUP)).map(readGroup),
  };
  const health = readHealth(textOf(title, 'health'), findings, reasons);
  // What was not read may be an open finding.
  return { report: { ...report, health: health === 'passed' && !whole ? 'unknown' : health }, reasons };
}

function writeAuditor(score: AuditorScore): string {
  const { auditor, outcome, checked, pass, fail, partial } = score;
  const cells = [
    auditor,
    outcome,
    checked,
    pass,
    fail,
    partial,
    scoreText(score.score),
    score.inconsistent ? 'no' : 'yes',
  ];
  return `| ${cells.join(' | ')} |`;
}

function readAuditors(block: Block, reasons: string[]): readonly AuditorScore[] {
  return block.lines.flatMap((line) => {
    const [, name, result, checked, pass, fail, partial, score, consistent] = line
      .split('|')
      .map((cell) => cell.trim());
    const auditor = auditJudges.find((known) => known === name);
    if (auditor === undefined) return [];
    const number = (text: string | undefined) => readNumber(text ?? '', `${auditor} row`, reasons);
    return {
      auditor,
      outcome: auditorOutcomes.find((known) => known === result) ?? 'no result',
      checked: number(checked),
      pass: number(pass),
      fail: number(fail),
      partial: number(partial),
      score: number(score),
      inconsistent: consistent !== 'yes',
    };
  });
}

function writeFindings(given: readonly AuditFinding[]): readonly string[] {
  const findings = given.map((finding) => ({ ...finding }));
  const merged = mergeAuditFindings(findings).filter(({ sources }) => sources.length > 1);
  const namesOf = new Map(merged.map((each) => [each.sources[0], sourceNames(each).map(idText).join(', ')]));
  const others = new Set(merged.flatMap(({ sources }) => sources.slice(1)));
  const write = (finding: AuditFinding, position: number): readonly string[] =>
    writeTeamFinding(finding, position, namesOf.get(finding));
  const numbered = findings.map((finding, position) => ({ finding, position }));
  const isOther = ({ finding }: { readonly finding: AuditFinding }): boolean => others.has(finding);
  return [
    ...numbered.filter((each) => !isOther(each)).flatMap((each) => write(each.finding, each.position)),
    ...(others.size === 0 ? [] : [`## ${OTHERS}`, '']),
    ...numbered.filter(isOther).flatMap((each) => write(each.finding, each.position)),
  ];
}

function writeTeamFinding(finding: AuditFinding, position: number, names?: string): readonly string[] {
  // What a scan found may carry names that no agent's report could: they must not become lines of this one.
  return writeFinding(writableFinding(finding), [
    `- **Number**: ${position + 1}`,
    `- **Auditor**: ${finding.auditor}`,
    `- **Source**: ${finding.source}`,
    ...(names === undefined ? [] : [`- **Reported by**: ${names}`]),
    ...(finding.description === undefined ? [] : [`- **Description**: ${titleText(finding.description)}`]),
  ]);
}

/** A finding without a readable number keeps its place among those of the same kind. */
function numberOf(block: Block): number {
  const number = Number(textOf(block, 'number'));
  return Number.isSafeInteger(number) ? number : 0;
}

function readTeamFinding(block: Block, reasons: string[]): AuditFinding {
  const { finding, complaints } = readFinding(block);
  const name = textOf(block, 'auditor');
  const auditor = auditJudges.find((known) => known === name);
  if (auditor === undefined) reasons.push(`${finding.id || 'a finding'}: no auditor named`);
  reasons.push(...complaints.map((complaint) => `${finding.id || 'a finding'}: ${complaint}`));
  const word = textOf(block, 'source');
  const source = findingSources.find((known) => known === word) ?? 'agent';
  const description = titleText(textOf(block, 'description'));
  const said = { ...finding, auditor: auditor ?? 'requirements', source } as const;
  return description === '' ? said : { ...said, description };
}

function writeGroup(group: FixGroup): readonly string[] {
  const numbers = group.findings.map((position) => position + 1).join(', ');
  const { round, about = [] } = group;
  return [
    `### ${GROUP} ${group.name} | ${group.severity}`,
    ...(round === undefined
      ? []
      : [`- **Sent in round**: ${round}`, `- **Finding ids**: ${about.map(idText).join(', ')}`]),
    ...(numbers === '' ? [] : [`- **Findings**: ${numbers}`]),
    ...group.files.flatMap((file) => writeField('File', sanitize(file, { singleLine: true }))),
    '',
  ];
}

function readGroup(block: Block): FixGroup {
  const [, name = '', severity = ''] = block.heading.split('|').map((part) => part.trim());
  const numbers = textOf(block, 'findings').match(/\d{1,7}/g) ?? [];
  const round = Number(textOf(block, 'sent in round'));
  const about = textOf(block, 'finding ids').split(', ').filter(Boolean);
  return {
    name,
    general: name === 'general',
    severity: openSeverity({ severity: severityFrom(severity) ?? null }),
    files: textsOf(block, 'file').map((text) => parseLocation(text).file),
    findings: numbers.map((digits) => Number(digits) - 1),
    ...(round > 0 ? { round, about } : {}),
  };
}

function readHealth(word: string, findings: readonly AuditFinding[], reasons: string[]): AuditHealth {
  const health = auditHealths.find((known) => known === word);
  if (health === undefined) {
    reasons.push('the health is not one of the known words');
    return 'unknown';
  }
  const isOpenCritical = findings.some(
    ({ verdict, severity }) => verdict !== 'PASS' && severity === 'CRITICAL',
  );
  if (health !== 'passed' || !isOpenCritical) return health;
  reasons.push('the health says passed while a CRITICAL finding is open');
  return 'unknown';
}

function readNumber(text: string, name: string, reasons: string[]): number {
  const value = Number(text.replace(/ s$/, ''));
  if (text !== '' && Number.isFinite(value) && value >= 0) return value;
  reasons.push(`${name}: no number`);
  return 0;
}
