import type { ScanAudit, ScanAuditFinding } from '../../model/scan-audit.ts';
import type { Severity } from '../../model/severity.ts';
import { line, openFindings } from './plain.ts';

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

/** An audit as the commands that GitHub Actions turns into annotations; what it would drop is said. */
export function writeGithubAnnotations(audit: ScanAudit, command = 'gauntlet audit'): string {
  const shown = openFindings(audit).filter(({ baseline }) => baseline !== 'known');
  const lines = kinds.flatMap((kind) => {
    const own = [
      ...(kind === 'error' ? audit.crashes.map(failure) : []),
      ...(kind === 'warning' ? acceptance(audit) : []),
      ...shown
        .filter(({ severity }) => kindOf[severity] === kind)
        .map((finding) => annotation(finding, audit.prefix)),
    ];
    const more = own.length - MOST;
    return [
      ...own.slice(0, MOST).map((rest) => `::${kind} ${rest}\n`),
      ...(more > 0 ? [`+${more} more (${kind}): ${command} --format text\n`] : []),
    ];
  });
  return lines.join('');
}

function failure({ rule, file, because }: ScanAudit['crashes'][number]): string {
  return `title=gauntlet::${data(`${rule} failed${file === '' ? '' : ` on ${file}`}: ${because}`)}`;
}

function acceptance({ accepted, findings }: ScanAudit): readonly string[] {
  return accepted === undefined
    ? []
    : [`title=gauntlet::${data(`${findings.length} not fixed, ${accepted}`)}`];
}

function annotation(finding: ScanAuditFinding, prefix: string): string {
  const { rule, severity, message, fix, file, line: at } = finding;
  const properties = [
    ...(file === '' ? [] : [`file=${property(prefix + file)}`]),
    ...(file === '' || at === 0 ? [] : [`line=${at}`]),
    `title=${property(`${rule} ${severity}`)}`,
  ];
  return `${properties.join(',')}::${data(`${message.replace(/\.$/, '')}. ${fix}`)}`;
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
