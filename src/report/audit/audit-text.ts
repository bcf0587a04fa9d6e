import { crashText, newFindings } from '../findings/plain.ts';
import { type Finding, placeOf } from '../../model/finding.ts';
import { isFailing, type Report, wordsOf } from '../../model/report.ts';
import { severityRank, type Severity } from '../../model/severity.ts';
import type { Paint, Tint } from '../line.ts';
import { bytes, count, duration, quoted } from '../say.ts';
import { countsText, hintLines, leftText, notJudgedLines, seenLines } from './audit-words.ts';
import { standingLines, unresolvedText } from './audit-words.ts';

export type AuditTextOptions = {
  readonly paint: Paint;
  /** Every finding of every rule, with its code and its fix: asked for, or these rules were asked for by name. */
  readonly all: boolean;
  /** How the folder was named on the command line; empty for where one stands. */
  readonly path: string;
};

/** More lines of findings than this nobody reads in a first audit. */
const MOST_LINES = 20;
/** So many findings of one rule are told one by one; more of them have one cause, and are one line. */
const FEW = 3;

const tints: Readonly<Record<Severity, Exclude<Tint, 'plain'>>> = {
  CRITICAL: 'error',
  HIGH: 'error',
  MEDIUM: 'warning',
  LOW: 'quiet',
  INFO: 'quiet',
};

/** What a person is told in ten seconds: what is worth most first, and the verdict where the eye ends up. */
export function auditText(audit: Report, options: AuditTextOptions): readonly string[] {
  const groups = ranked(groupsOf(newFindings(audit)), audit);
  if (options.all)
    return [...groups.flatMap((group) => groupLines(group, options)), ...closing(audit, options)];
  const patterns = groups.flatMap((group) => (group.length > FEW ? [group] : group.map((each) => [each])));
  const shown = patterns.slice(0, MOST_LINES);
  const hidden = patterns.slice(MOST_LINES).flat();
  const rules = new Set(hidden.map(({ rule }) => rule)).size;
  const behind =
    hidden.length > 0
      ? `+${hidden.length} more findings of ${count(rules, 'rule')}: ${command('--all', options)}`
      : `  show all locations, code and fixes: ${command('--all', options)}`;
  return [
    ...shown.map((pattern) => patternLine(pattern, options)),
    ...(patterns.length === 0 ? [] : [behind, '']),
    ...closing(audit, options),
  ];
}

/** What fails first; then by harm times how often the rule was useful to readers. */
function ranked(
  groups: readonly (readonly Finding[])[],
  { rules, failOn }: Report,
): readonly (readonly Finding[])[] {
  const useful = new Map(rules.map(({ id, useful: share }) => [id, share ?? UNREAD]));
  const worth = ([first]: readonly Finding[]): number => {
    if (first === undefined) return 0;
    const fails = isFailing(first, failOn) ? 100 : 0;
    return fails + (severityRank(first.severity) + 1) * (useful.get(first.rule) ?? UNREAD);
  };
  return groups.toSorted((a, b) => worth(b) - worth(a));
}

/** The share that is taken for a rule of which nothing was read. */
const UNREAD = 0.5;

/** One line for all findings of one cause: how many, the first places, and what is wrong at the first. */
function patternLine(pattern: readonly Finding[], { paint }: AuditTextOptions): string {
  const [first] = pattern;
  if (first === undefined) return '';
  const word = paint(tints[first.severity], first.severity.padEnd(8));
  const places = pattern.slice(0, FEW).map(({ file, line }) => placeOf({ file: quoted(file), line }));
  const more = pattern.length > FEW ? ` and ${pattern.length - FEW} more places` : '';
  return `${word} ${first.rule}  ${places.join(', ')}${more}  ${quoted(wordsOf(first))}`;
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
  const word = options.paint(tints[severity], severity.padEnd(8));
  return [
    `${word} ${rule}${group.length === 1 ? '' : `  ${group.length} findings`}`,
    ...group.flatMap(placeLines),
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

/** How much the rules had to go by: what is not understood cannot be found missing. */
function closing(audit: Report, options: AuditTextOptions): readonly string[] {
  const { paint } = options;
  const { verdict, word, because } = audit.outcome;
  const tint = verdict === 'passed' ? 'good' : verdict === 'failed' ? 'error' : 'warning';
  const example = audit.findings.find((finding) => isFailing(finding, audit.failOn))?.rule;
  const looked = `scanned ${count(audit.scanned.files, 'file')} (${bytes(audit.scanned.bytes)}) in ${duration(audit.durationMs)}`;
  const since = audit.since;
  return [
    `AUDIT  ${paint(tint, word)}${because === '' ? '' : `: ${quoted(because, 400)}`}`,
    `  open findings: ${countsText(audit)}`,
    ...hintLines(audit, command('--profile all', options)).map((line) => `  ${line}`),
    ...notJudgedLines(audit).map((line) => `  ${line}`),
    ...standingLines(audit).map((line) => `  ${line}`),
    `  ${looked}${since === null ? '' : `; reporting only findings in ${count(since.files, 'file')} changed since ${quoted(since.ref, 80)}`}`,
    ...seenLines(audit).map((line) => `  understood: ${quoted(line)}`),
    ...audit.left.map((left) => `  skipped: ${leftText(left)}`),
    ...audit.unresolved.map((each) => `  could not analyse: ${quoted(unresolvedText(each))}`),
    ...audit.notes.map((note) => `  note: ${quoted(note)}`),
    ...audit.crashes.map((crash) => `  ${quoted(crashText(crash), 900)}`),
    ...(example === undefined ? [] : [`next: gauntlet explain ${example}`]),
  ];
}
