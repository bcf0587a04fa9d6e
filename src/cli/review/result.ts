import type { Finding } from '../../model/finding.ts';
import { isAtLeast, type Severity } from '../../model/severity.ts';
import type { Compared } from '../../ports/compared.ts';
import { countsText, ranked, type ReviewStatus, type RoundCounts } from '../../review/index.ts';
import { count } from '../../report/index.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';

export type ReviewRound = RoundCounts & { readonly round: number; readonly document: string | null };

/** `gauntlet review --json`. The first seven are the contract; the rest says how it came to be. */
export type ReviewResult = {
  readonly branch: string;
  readonly base: string;
  readonly status: ReviewStatus;
  readonly rounds: readonly ReviewRound[];
  readonly findings: readonly Finding[];
  readonly commits: readonly string[];
  readonly exitCode: ExitCode;
  readonly compared: { readonly base: string; readonly from: string; readonly head: string };
  readonly files: number;
  /** Findings that hold on to nothing, and those that somebody dismissed or waived: shown, never counted. */
  readonly setAside: readonly Finding[];
  readonly dismissed: readonly Finding[];
  /** What could not be computed: never a pass. */
  readonly notComputed: readonly string[];
  readonly notes: readonly string[];
  readonly durationMs: number;
};

const codes: Readonly<Record<ReviewStatus, ExitCode>> = {
  clean: exitCodes.passed,
  accepted: exitCodes.passed,
  unclean: exitCodes.wanting,
  escalated: exitCodes.person,
  blocked: exitCodes.person,
  unknown: exitCodes.environment,
};

export function exitCodeOfReview(status: ReviewStatus): ExitCode {
  return codes[status];
}

export function comparedOf({ base, from, head }: Compared): ReviewResult['compared'] {
  return { base: base.commit, from, head };
}

/** What a person reads: nothing where there is nothing to say, else the worst first and the mild ones folded. */
export function reviewLines(result: ReviewResult, gate: Severity, all: boolean): readonly string[] {
  const findings = ranked(result.findings);
  const open = findings.filter(({ severity }) => isAtLeast(severity, gate));
  const mild = findings.filter((finding) => !open.includes(finding));
  const isQuiet = result.status === 'clean' && result.notComputed.length === 0;
  if (isQuiet && !all) return [];
  return [
    ...open.flatMap(findingLines),
    ...(all ? mild.flatMap(findingLines) : []),
    ...result.notComputed.map((what) => `not computed: ${what}`),
    summaryLine(result, open),
    ...(mild.length === 0 || all ? [] : [`  folded: ${countsText(mild)} (--all shows them)`]),
    ...(result.setAside.length === 0
      ? []
      : [`  set aside: ${count(result.setAside.length, 'finding')} that could not be tied to the code`]),
    ...(result.dismissed.length === 0
      ? []
      : [`  dismissed or waived before: ${count(result.dismissed.length, 'finding')}`]),
  ];
}

function summaryLine(
  { status, branch, base, compared, files }: ReviewResult,
  open: readonly Finding[],
): string {
  const what = open.length === 0 ? '' : `: ${countsText(open)}`;
  return `${status}${what}   ${branch} against ${base} (${compared.from.slice(0, 7)}), ${count(files, 'file')} changed`;
}

export function findingLines(finding: Finding): readonly string[] {
  const { severity, rule, file, line, message, evidence, fix, fingerprint } = finding;
  const place = file === '' ? 'project' : line === 0 ? file : `${file}:${line}`;
  const quote = evidence
    .split('\n')
    .slice(0, 6)
    .filter((text) => text.trim() !== '');
  return [
    `${severity.padEnd(8)} ${rule}  ${place}  ${message}`,
    ...quote.map((text) => `         | ${text}`),
    ...(fix === '' ? [] : [`         fix: ${fix}`]),
    `         ${fingerprint}`,
  ];
}
