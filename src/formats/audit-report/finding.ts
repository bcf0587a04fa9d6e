import { openSeverity, type ReportedFinding } from '../../model/audit.ts';
import { severityFrom } from '../../model/severity.ts';
import { CONTINUATION, fieldText, type Block } from './read-blocks.ts';
import { openingFence } from './fencing.ts';
import { bare, idText, readFindingHeading, titleText, verdictFrom } from './heading.ts';
import { nowhere, parseLocations, writeLocation } from './location.ts';
import { sanitize } from '../sanitize.ts';

/** A finding, and what had to be guessed to read it. */
export type ReadFinding = { readonly finding: ReportedFinding; readonly complaints: readonly string[] };

/** Reads a heading and its bullets. Whatever is unclear is read as the worse of what it can mean. */
export function readFinding(block: Block): ReadFinding {
  const heading = readFindingHeading(block.heading) ?? { verdict: '', severity: '', id: '', title: '' };
  const verdictWord = heading.verdict || bare(textOf(block, 'verdict'));
  const severityWord = heading.severity || bare(textOf(block, 'severity'));
  const verdict = verdictFrom(verdictWord);
  const severity = severityFrom(severityWord);
  const complaints: string[] = [];
  if (verdict === undefined) complaints.push(`verdict ${quote(verdictWord)} is not known and counts as FAIL`);
  if (verdict !== 'PASS' && severity === undefined) {
    complaints.push(`severity ${quote(severityWord)} is not known and counts as HIGH`);
  }
  const [place = nowhere, ...others] = textsOf(block, 'file').flatMap(parseLocations);
  const also = others.map((location) => `Also in: ${writeLocation(location)}`);
  const finding = {
    verdict: verdict ?? 'FAIL',
    severity: verdict === 'PASS' ? null : (severity ?? 'HIGH'),
    id: heading.id || idText(textOf(block, 'requirement')),
    title: heading.title || titleText(textOf(block, 'description')),
    ...place,
    evidence: fieldText([...textsOf(block, 'evidence'), ...also].join('\n')),
    fixHint: fieldText(textsOf(block, 'fix hint').join('\n')),
  };
  return { finding, complaints };
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
  if (lines.length === 1 && openingFence(text) === undefined) return [`- **${label}**: ${text}`];
  const indented = lines.map((line) => (line === '' ? '' : ' '.repeat(CONTINUATION) + line));
  return [`- **${label}**:`, ...indented];
}

export function textsOf(block: Block, name: string): readonly string[] {
  return block.fields.filter((field) => field.name === name).map((field) => field.text);
}

export function textOf(block: Block, name: string): string {
  return textsOf(block, name)[0] ?? '';
}

function quote(word: string): string {
  return `"${sanitize(word, { singleLine: true, maxLength: 40 })}"`;
}
