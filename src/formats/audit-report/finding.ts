import { openSeverity, type AuditVerdict, type ReportedFinding } from '../../model/audit.ts';
import { severityFrom, worse, type Severity } from '../../model/severity.ts';
import { CONTINUATION, fieldText, type Block } from './read-blocks.ts';
import { openingFence } from '../text/lines.ts';
import {
  bare,
  idText,
  noHeading,
  readFindingHeading,
  titleText,
  verdictFrom,
  type FindingHeading,
} from './heading.ts';
import { nowhere, parseLocations, writeLocation } from './location.ts';
import { sanitize } from '../sanitize.ts';

/** A finding, and what had to be guessed to read it. */
export type ReadFinding = { readonly finding: ReportedFinding; readonly complaints: readonly string[] };

/** Reads a heading and its bullets. Whatever is unclear is read as the worse of what it can mean. */
export function readFinding(block: Block): ReadFinding {
  const heading = readFindingHeading(block.heading) ?? noHeading;
  const complaints: string[] = [];
  const verdict = readVerdict(block, heading, complaints);
  const severity = verdict === 'PASS' ? null : readSeverity(block, heading, complaints);
  const [place = nowhere, ...others] = textsOf(block, 'file').flatMap(parseLocations);
  const also = others.map((location) => `Also in: ${writeLocation(location)}`);
  const finding = {
    verdict,
    severity,
    id: heading.id || idText(textOf(block, 'requirement')),
    title: heading.title || titleText(textOf(block, 'description')),
    ...place,
    evidence: fieldText([...textsOf(block, 'evidence'), ...also].join('\n')),
    fixHint: fieldText(textsOf(block, 'fix hint').join('\n')),
  };
  return { finding, complaints };
}

/** The worst that heading and bullets say; a heading that puts a verdict where the severity belongs says two. */
function readVerdict(block: Block, heading: FindingHeading, complaints: string[]): AuditVerdict {
  const second = verdictFrom(heading.severity) === undefined ? [] : [heading.severity];
  const given = [heading.verdict, ...second, ...textsOf(block, 'verdict').map(bare)].filter(Boolean);
  const words = given.length === 0 ? [''] : given;
  const verdicts = words.map(verdictFrom);
  const unknown = verdicts.indexOf(undefined);
  if (unknown >= 0) complaints.push(`verdict ${quote(words[unknown])} is not known and counts as FAIL`);
  if (new Set(verdicts).size > 1 && unknown < 0) complaints.push(`its verdicts differ: ${words.join(', ')}`);
  if (unknown >= 0 || verdicts.includes('FAIL')) return 'FAIL';
  return verdicts.includes('PARTIAL') ? 'PARTIAL' : 'PASS';
}

/** The worst that is said, and without a known word in its place no less than HIGH. */
function readSeverity(block: Block, heading: FindingHeading, complaints: string[]): Severity {
  const words = [heading.severity, ...textsOf(block, 'severity').map(bare)].filter(Boolean);
  const known = words.map(severityFrom);
  if (words.length > 0 && !known.includes(undefined)) return worstOf(known.flatMap((one) => one ?? []));
  const severity = worstOf(['HIGH', ...known.flatMap((one) => one ?? []), ...heading.severities]);
  const word = words[known.indexOf(undefined)];
  complaints.push(`severity ${quote(word)} is not known and counts as ${severity}`);
  return severity;
}

function worstOf(given: readonly Severity[]): Severity {
  return given.reduce(worse);
}

/** The finding as our format can hold it: writing and reading such a one changes nothing. */
export function writableFinding(finding: ReportedFinding): ReportedFinding {
  const written = sanitize(writeLocation(finding), { singleLine: true });
  const [place = nowhere] = parseLocations(written);
  return {
    verdict: finding.verdict,
    severity: finding.verdict === 'PASS' ? null : openSeverity(finding),
    id: idText(finding.id),
    title: titleText(finding.title),
    ...place,
    evidence: fieldText(finding.evidence),
    fixHint: fieldText(finding.fixHint),
  };
}

/** The finding's section, with further bullets between heading and place where a report needs them. */
export function writeFinding(finding: ReportedFinding, more: readonly string[] = []): readonly string[] {
  const { verdict, severity, id, title, evidence, fixHint } = finding;
  const parts = [verdict, severity ?? '-', id === '' ? '-' : id, title];
  return [
    `### ${parts.join(' | ')}`.trimEnd(),
    ...more,
    `- **File**: ${writeLocation(finding)}`,
    ...writeField('Evidence', evidence),
    ...writeField('Fix Hint', fixHint),
    '',
  ];
}

/** A bullet; text of several lines, or one that would open a fence, goes below it, indented. */
export function writeField(label: string, text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.length === 1 && openingFence(text, 0, text.length, true) === undefined)
    return [`- **${label}**: ${text}`];
  const indented = lines.map((line) => (line === '' ? '' : ' '.repeat(CONTINUATION) + line));
  return [`- **${label}**:`, ...indented];
}

export function textsOf(block: Block, name: string): readonly string[] {
  return block.fields.filter((field) => field.name === name).map((field) => field.text);
}

export function textOf(block: Block, name: string): string {
  return textsOf(block, name)[0] ?? '';
}

function quote(word = ''): string {
  return `"${sanitize(word, { singleLine: true, maxLength: 40 })}"`;
}
