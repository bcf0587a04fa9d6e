import { crashText, newFindings } from '../findings/plain.ts';
import { type Finding, placeOf } from '../../model/finding.ts';
import { isFailing, type Report, wordsOf } from '../../model/report.ts';
import type { Severity } from '../../model/severity.ts';
import type { Paint, Tint } from '../line.ts';
import { bytes, count, duration, quoted } from '../say.ts';
import { countsText, leftText, scoresText, standingLines, verdictOf } from './audit-words.ts';

export type AuditTextOptions = {
  readonly paint: Paint;
  /** Every finding of every rule, because these were asked for by name. */
  readonly all: boolean;
  /** How the folder was named on the command line; empty for where one stands. */
  readonly path: string;
};

/** A rule that finds the same thing over and over shows this many places; the rest is a command away. */
const MOST_OF_A_RULE = 5;
/** More than this nobody reads on a screen. */
const MOST_RULES = 40;

const tints: Readonly<Record<Severity, Exclude<Tint, 'plain'>>> = {
  CRITICAL: 'error',
  HIGH: 'error',
  MEDIUM: 'warning',
  LOW: 'quiet',
  INFO: 'quiet',
};

/** What a person is told in ten seconds: the worst first, a rule at a time, and the verdict where the eye ends up. */
export function auditText(audit: Report, options: AuditTextOptions): readonly string[] {
  const groups = groupsOf(newFindings(audit));
  const shown = options.all ? groups : groups.slice(0, MOST_RULES);
  const hidden = groups.slice(shown.length).reduce((sum, group) => sum + group.length, 0);
  return [
    ...shown.flatMap((group) => groupLines(group, options)),
    ...(hidden === 0
      ? []
      : [
          `+${hidden} more findings of ${groups.length - shown.length} rules: ${command('--json', options)}`,
          '',
        ]),
    ...closing(audit, options),
  ];
}

/** By severity and rule, in the order of the findings, which is worst first. */
function groupsOf(findings: readonly Finding[]): readonly (readonly Finding[])[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = `${finding.severity} ${finding.rule}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [...groups.values()];
}

function groupLines(group: readonly Finding[], options: AuditTextOptions): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const { severity, rule, fix } = first;
  const most = options.all || group.length === MOST_OF_A_RULE + 1 ? group.length : MOST_OF_A_RULE;
  const more = group.length - most;
  const word = options.paint(tints[severity], severity.padEnd(8));
  return [
    `${word} ${rule}${group.length === 1 ? '' : `  ${group.length} findings`}`,
    ...group.slice(0, Math.max(most, 0)).flatMap(placeLines),
    ...(more > 0 ? [`  +${more} more: ${command(`--rule ${rule}`, options)}`] : []),
    `  fix: ${quoted(fix)}`,
    '',
  ];
}

function placeLines(finding: Finding): readonly string[] {
  const { file, line, evidence } = finding;
  const said = `  ${placeOf({ file: quoted(file), line })}  ${quoted(wordsOf(finding))}`;
  return evidence === '' ? [said] : [said, `    | ${quoted(evidence, 160)}`];
}

function command(flags: string, { path }: AuditTextOptions): string {
  const isPlain = /^[\w./-]+$/.test(path);
  return `gauntlet audit${path === '' ? '' : isPlain ? ` ${path}` : ' PATH'} ${flags}`;
}

function closing(audit: Report, { paint }: AuditTextOptions): readonly string[] {
  const { word, tint, because } = verdictOf(audit);
  const example = audit.findings.find((finding) => isFailing(finding, audit.failOn))?.rule;
  const looked = `scanned ${count(audit.scanned.files, 'file')} (${bytes(audit.scanned.bytes)}) in ${duration(audit.durationMs)}`;
  const since = audit.since;
  return [
    `${paint(tint, `AUDIT ${word}`)}  ${because}`,
    `  findings: ${countsText(audit)}`,
    `  ${scoresText(audit)}`,
    ...standingLines(audit).map((line) => `  ${line}`),
    `  ${looked}${since === null ? '' : `; reported only what is in ${count(since.files, 'file')} changed since ${quoted(since.ref, 80)}`}`,
    ...audit.left.map((left) => `  skipped: ${leftText(left)}`),
    ...audit.unresolved.map(
      ({ rule, what, count: many }) => `  could not analyse: ${many} ${quoted(what)} (${rule})`,
    ),
    ...audit.notes.map((note) => `  note: ${quoted(note)}`),
    ...audit.crashes.map((crash) => `  ${quoted(crashText(crash), 900)}`),
    ...(example === undefined ? [] : [`next: gauntlet explain ${example}`]),
  ];
}
