import type { Finding } from '../../model/finding.ts';
import { type Report, wordsOf } from '../../model/report.ts';
import type { Severity } from '../../model/severity.ts';
import { crashText, newFindings, notPassed, line } from './plain.ts';

/** GitHub shows this many of a kind for one step and drops the rest without a word. */
const MOST = 10;

const kinds = ['error', 'warning', 'notice'] as const;

const kindOf: Readonly<Record<Severity, (typeof kinds)[number]>> = {
  CRITICAL: 'error',
  HIGH: 'error',
  MEDIUM: 'warning',
  LOW: 'notice',
  INFO: 'notice',
};

/** A report as the commands that GitHub Actions turns into annotations; what it would drop is said. */
export function writeGithubAnnotations(report: Report, command = 'gauntlet audit'): string {
  const shown = newFindings(report);
  const lines = kinds.flatMap((kind) => {
    const own = [
      ...(kind === 'error' ? notPassed(report).map(crashText).map(titled) : []),
      ...(kind === 'warning' && report.accepted !== undefined
        ? [titled(`${report.findings.length} not fixed, ${report.accepted}`)]
        : []),
      ...shown
        .filter(({ severity }) => kindOf[severity] === kind)
        .map((finding) => annotation(finding, report.prefix)),
    ];
    const more = own.length - MOST;
    return [
      ...own.slice(0, MOST).map((rest) => `::${kind} ${rest}\n`),
      ...(more > 0 ? [`+${more} more (${kind}): ${command} --format text\n`] : []),
    ];
  });
  return lines.join('');
}

function titled(text: string): string {
  return `title=gauntlet::${data(text)}`;
}

function annotation(finding: Finding, prefix: string): string {
  const { rule, severity, fix, file, line: at } = finding;
  const properties = [
    ...(file === '' ? [] : [`file=${property(prefix + file)}`]),
    ...(file === '' || at === 0 ? [] : [`line=${at}`]),
    `title=${property(`${rule} ${severity}`)}`,
  ];
  return `${properties.join(',')}::${data(`${wordsOf(finding).replace(/\.$/, '')}. ${fix}`)}`;
}

/** The text of a command ends with its line. */
function data(text: string): string {
  return line(text).replaceAll('%', '%25');
}

/** A property ends with a comma, and all of them with two colons. A name of a file keeps its odd characters, encoded. */
function property(text: string): string {
  return text.replace(/[%:,\p{C}\p{Zl}\p{Zp}]/gu, (mark) => encoded(mark));
}

function encoded(mark: string): string {
  return [...new TextEncoder().encode(mark)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}
