import type { CalibratedJudge } from '../../model/calibration.ts';
import { type CheckEvidence, evidenceLines } from '../../model/evidence.ts';
import { type Finding, placeOf } from '../../model/finding.ts';
import { headline, type Outcome } from '../../model/outcome.ts';
import { notComputedBeside, openAtBase, redAtBaseLine, type RedAtBase } from '../../model/outcome.ts';
import type { Spend } from '../../model/usage.ts';
import { isAtLeast, type Severity } from '../../model/severity.ts';
import type { ComparedCommits } from '../../ports/compared.ts';
import type { RunRecords } from '../../run/index.ts';
import type { Depth } from '../../model/team.ts';
import { findingsOf, outputOf, type ReviewInputs } from '../../run/index.ts';
import type { CheckAtBase } from '../../gates/index.ts';
import {
  combineScores,
  countsText,
  type ReviewStatus,
  type RoundCounts,
  type RoundScores,
  statusOf,
} from '../../review/index.ts';
import {
  agreement,
  count,
  decidedLines,
  isSaidAtBase,
  reviewOutcome,
  scoresLine,
} from '../../report/index.ts';
import type { ReviewState } from '../../state/index.ts';
import { judgesOf } from '../calibrate/judge.ts';
import type { ShownCalibration } from '../calibrate/calibration-store.ts';
import type { PostedReview } from '../pull-request/post-comment.ts';
import type { ChangedLines } from './depth.ts';
import type { ConfigOrigin } from '../../project/settings/judging-config.ts';
import { type ExitCode, exitCodes, outcomeExitCode } from '../../model/exit-codes.ts';
import { shellWord } from '../../model/names.ts';

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
  readonly outcome: Outcome;
  /** Checks that are red at base and on the change: said first, and never a pass unless a person allowed them. */
  readonly redAtBase: readonly RedAtBase[];
  /** The checks that ran on the change, with the number of their tests where the output says it. */
  readonly checks: readonly CheckAtBase[];
  /** What the result of each check rests on: its tests by name, or its exit code alone. */
  readonly evidence: readonly CheckEvidence[];
  readonly compared: { readonly base: string; readonly from: string; readonly head: string };
  readonly files: number;
  /** Lines added and removed; missing in results of older versions. */
  readonly lines?: ChangedLines;
  /** Findings that hold on to nothing, and those that somebody dismissed or waived: shown, never counted. */
  readonly setAside: readonly Finding[];
  readonly dismissed: readonly Finding[];
  /** Fingerprints of findings that were fixed once and are back. */
  readonly regressions: readonly string[];
  /** What could not be computed: never a pass. */
  readonly notComputed: readonly string[];
  readonly notes: readonly string[];
  /** Whose configuration it went by. */
  readonly configuration?: ConfigOrigin;
  /** What a person has to decide, and how; null where nobody is asked. */
  readonly decision: Decision | null;
  /** What to do where a reviewer gave no result. */
  readonly next?: string;
  /** What a person decided last, who and why; null where nobody did. */
  readonly decided: ReviewState['choice'];
  /** How deep it looked and why, and how many reviewers each round had; none without agents. */
  readonly depth: {
    readonly depth: Depth;
    readonly because: readonly string[];
    readonly reviewers: number;
    readonly risk?: number;
  };
  /** What the last round's scores come to, recomputed; null where nobody gave any (EPIC-04, EPIC-05). */
  readonly scores: RoundScores | null;
  readonly durationMs: number;
  /** What agents used for it. */
  readonly spent: Spend;
  /** Whose verdict it is, and what is known of how far they can be relied on here (BEYOND-04). */
  readonly judgedBy: readonly CalibratedJudge[];
  readonly calibrations: readonly ShownCalibration[];
  /** With `--pr`: what the pull request was told, or would be. */
  readonly pullRequest?: PostedReview & { readonly repository: string };
};

type Decision = {
  readonly because: string;
  readonly document: string | null;
  readonly options: readonly string[];
  readonly command: string;
};

/** Said once in every verdict that rests on programs of the repository which could do anything. */
export const UNCONFINED =
  'the checks ran without a sandbox (no bubblewrap): nothing confined what they read, write or send';

const UNHEARD = 'gauntlet doctor (checks the agents); then review again, or without agents: --no-agents';

/** Checks that are red at base, and that nobody allowed, are never a pass for any reader (REAL-02). */
export function redParts(
  redAtBase: readonly RedAtBase[],
  notComputed: readonly string[],
): Pick<ReviewResult, 'redAtBase' | 'notComputed'> {
  return { redAtBase, notComputed: [...openAtBase(redAtBase).map(redAtBaseLine), ...notComputed] };
}

export function comparedOf({ base, from, head }: ComparedCommits): ReviewResult['compared'] {
  return { base: base.commit, from, head };
}

/** For hooks: nothing where nothing has to be done. */
export function hookLines(result: ReviewResult, gate: Severity, all: boolean): readonly string[] {
  const isBare = result.notComputed.length + result.redAtBase.length + result.commits.length === 0;
  return result.status === 'clean' && isBare && !all ? [] : reviewLines(result, gate, all);
}

/** What a person reads: the worst first and the mild ones folded. */
export function reviewLines(result: ReviewResult, gate: Severity, all: boolean): readonly string[] {
  const { findings } = result;
  const open = findings.filter(({ severity }) => isAtLeast(severity, gate));
  const mild = findings.filter((finding) => !open.includes(finding));
  const loose = result.setAside.length;
  const red = result.redAtBase.map(redAtBaseLine);
  return [
    ...red,
    ...openAtBase(result.redAtBase).map(
      ({ check }) => `         fix it at base, or allow it: --allow-red ${shellWord(check)}`,
    ),
    ...open.flatMap((finding) => findingLines(finding, result)),
    ...(all ? mild.flatMap((finding) => findingLines(finding, result)) : []),
    ...notComputedBeside(result).map((what) => `no result: ${what}`),
    summaryLine(result),
    ...evidenceLines(result.evidence).map((line) => `  ${line}`),
    ...result.calibrations.map(({ words }) => `  ${words}`),
    ...(result.scores === null ? [] : [`  ${scoresLine(result.scores)}`]),
    ...result.rounds
      .slice(-1)
      .flatMap(({ document }) => (document === null ? [] : [`  report: ${document}`])),
    ...(result.decision === null
      ? []
      : [`  ${result.decision.because}`, `  next: ${result.decision.command}`]),
    ...(result.next === undefined ? [] : [`  next: ${result.next}`]),
    ...decidedLines(result).map((line) => `  ${line}`),
    ...(mild.length === 0 || all ? [] : [`  ${countsText(mild)} hidden (use --all)`]),
    ...(loose === 0 ? [] : [`  not counted: ${count(loose, 'finding')} that could not be tied to the code`]),
    ...(result.dismissed.length === 0
      ? []
      : [`  dismissed or waived before: ${count(result.dismissed.length, 'finding')}`]),
  ];
}

function summaryLine({ outcome, branch, base, compared, files, lines }: ReviewResult): string {
  const size =
    lines === undefined || lines.added + lines.removed === 0 ? '' : `, +${lines.added} −${lines.removed}`;
  return `REVIEW  ${headline(outcome)}   ${branch} against ${base} (${compared.from.slice(0, 7)}), ${count(files, 'file')} changed${size}`;
}

const MOST_QUOTED = 6;

function findingLines(
  finding: Finding,
  { regressions, depth }: Pick<ReviewResult, 'regressions' | 'depth'>,
): readonly string[] {
  const { severity, rule, evidence, fix, fingerprint, title, message, impact = '' } = finding;
  const lines = evidence.split('\n').filter((text) => text.trim() !== '');
  const isOutput = finding.source.kind === 'gate' && lines.length > MOST_QUOTED;
  const quote = isOutput ? outputOf(finding, MOST_QUOTED - 1) : lines.slice(0, MOST_QUOTED);
  const said = agreement(finding, depth.reviewers);
  const back = regressions.includes(fingerprint) ? '  regression: it was fixed before' : '';
  return [
    `${severity.padEnd(8)} ${rule}  ${placeOf(finding)}  ${title ?? message}`,
    ...quote.map((text) => `         | ${text}`),
    ...(title === undefined ? [] : [`         problem: ${message}`]),
    ...(impact === '' ? [] : [`         impact: ${impact}`]),
    ...(fix === '' ? [] : [`         fix: ${fix}`]),
    `         id: ${fingerprint}${said === '' ? '' : `  ${said}`}${back}`,
  ];
}

type Telling = {
  readonly inputs: ReviewInputs;
  readonly notes: readonly string[];
  /** Where the branch stands; undefined where there is none. */
  readonly branchAt?: string | undefined;
  readonly signal?: 'SIGINT' | 'SIGTERM' | undefined;
};

/** A check that its `paths` spared has proved nothing about this change: landing it runs all of them. */
export function checksNotRun(findings: readonly Pick<Finding, 'rule' | 'message'>[]): readonly string[] {
  return findings.filter(({ rule }) => rule === 'check-not-needed').map(({ message }) => message);
}

/** The result of a review with agents, from its events and what its last round kept. */
export async function resultOf(
  state: ReviewState,
  records: RunRecords,
  { inputs, notes, branchAt, signal }: Telling,
): Promise<ReviewResult> {
  const atEnd = await records.get(state.run, 'roundFindings');
  const found = atEnd ?? (await findingsOf({ records }, state.answers));
  const looked = await records.get(state.run, 'mechanical');
  const redAtBase = looked?.redAtBase ?? found?.redAtBase ?? [];
  const outcome = reviewOutcome(state, { redAtBase, known: atEnd?.open ?? [], branchAt, held: false });
  const status = statusOf(outcome, state.ended?.status ?? 'escalated');
  const isSignal = outcome.verdict === 'interrupted' && signal === 'SIGTERM';
  const isAside = state.commits.length > 0 && branchAt !== undefined && branchAt !== state.head;
  const because = state.ended === null ? 'interrupted; run it again to continue' : state.ended.because;
  const isUnheard = state.ended?.status === 'unknown' && !isSaidAtBase(because, redAtBase);
  const isMissing =
    isUnheard ||
    (status === 'unknown' && state.ended?.status !== 'accepted' && state.ended?.status !== 'clean');
  const { rounds, setAside, dismissed, findings } = {
    findings: found?.open ?? [],
    setAside: found?.setAside ?? [],
    dismissed: found?.dismissed ?? [],
    rounds: state.answers.map(({ round, critical, important, minor, document }) => {
      return { round, critical, important, minor, document };
    }),
  };
  return {
    branch: inputs.branch,
    base: inputs.base.found,
    status,
    rounds,
    findings,
    commits: state.commits,
    exitCode: isSignal ? exitCodes.terminated : (outcomeExitCode(outcome) ?? exitCodes.bug),
    outcome,
    compared: { base: inputs.base.commit, from: inputs.from, head: state.head },
    files: inputs.files,
    setAside,
    dismissed,
    regressions: [],
    ...redParts(redAtBase, isMissing && !isSaidAtBase(because, redAtBase) ? [because] : []),
    checks: looked?.checks ?? [],
    evidence: looked?.evidence ?? [],
    notes: [
      ...notes,
      ...checksNotRun(found?.open ?? []),
      ...unmeasured(state, inputs),
      ...(isAside ? takeNote(state) : []),
    ],
    ...(isUnheard && !state.ended.limit ? { next: UNHEARD } : {}),
    decision: state.question === null ? null : decisionOf(state, inputs.branch),
    decided: state.choice,
    depth: { depth: inputs.depth, because: inputs.depthBecause, reviewers: inputs.reviewers },
    scores: combineScores(inputs.dimensions, found?.scored ?? []),
    durationMs: 0,
    spent: state.spent,
    judgedBy: found === null ? [] : judgesOf(inputs, found.by ?? []),
    calibrations: [],
  };
}

function decisionOf(state: ReviewState, branch: string): Decision {
  const { because, options } = state;
  return {
    because,
    document: state.answers.at(-1)?.document ?? null,
    options,
    command: `gauntlet decide ${shellWord(branch)} --${options.join('|--')} --reason "…"`,
  };
}

function unmeasured({ commits }: ReviewState, { config }: ReviewInputs): readonly string[] {
  const isMeasured = commits.length === 0 || config.review.coverage !== null;
  return isMeasured ? [] : ['the coverage of the fixes was not measured: review.coverage is not set'];
}

/** Fixes that wait beside a branch that somebody has checked out. */
function takeNote({ ref }: ReviewState): readonly string[] {
  if (ref === null || ref.startsWith('refs/heads/')) return [];
  return [
    `your checkout has uncommitted changes, so the fixes are kept at ${ref}; apply them with: git merge --ff-only ${ref}`,
  ];
}
