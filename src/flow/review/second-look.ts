import { secondLookAssignment } from '../../dispatch/index.ts';
import { type ClaimOpinion, parseSecondLook } from '../../formats/index.ts';
import type { Finding } from '../../model/finding.ts';
import type { ReviewDraft } from '../../model/review-events.ts';
import { type Assigned, type Doubted, judgesFor, standingOf, toDoubt } from '../../review/index.ts';
import { withheldBy } from '../privacy.ts';
import { askReader } from './ask-reader.ts';
import type { Desk } from './desk.ts';
import { linesAt } from './lines-at.ts';
import { roundAnswer, type RoundFindings } from './round-answer.ts';

/** As many as a prompt shows whole; what nobody was asked about stays. */
const MOST_CLAIMS = 20;

/** Lines before and after the one that a claim names. */
const AROUND = 8;

export type Judged = { readonly found: RoundFindings; readonly before: RoundFindings | null };

/** One judge with a fresh context is asked whether what has to be fixed really holds. Only a majority sets it aside. */
export async function secondLook(
  desk: Desk,
  at: Assigned,
  { found, before }: Judged,
  cancel: AbortSignal,
): Promise<ReviewDraft | undefined> {
  const { critic, failOn, id } = desk.inputs;
  const judges = judgesFor[desk.inputs.secondLook];
  const failed = (because: string, final: boolean, used = { usd: 0, tokens: 0 }): ReviewDraft => {
    return { type: 'critic_failed', run: at.run, used, because: because.slice(0, 2000), final };
  };
  if (critic === null) return failed('there is nobody to take a second look', true);
  const known = found.doubted ?? toDoubt(found.open, failOn).map(undoubted);
  const isOpen = new Set(known.filter((each) => standingOf(each, judges) === 'open').map(byFingerprint));
  const asked = found.open.filter(({ fingerprint }) => isOpen.has(fingerprint)).slice(0, MOST_CLAIMS);
  const claims = await withCode(desk, at.commit, asked);
  const sections = (token: string | null) => secondLookAssignment({ id, token, claims });
  const said = await askReader(desk, at, { cast: critic, sections }, cancel);
  if (said.kind === 'cancelled') return undefined;
  if (said.kind === 'failed') return failed(said.because, said.final, said.used);
  const read = parseSecondLook(said.text, { claims: claims.length, token: said.token });
  if (!read.ok) return failed(`not a second look: ${read.because}`, false, said.used);
  const opinions = new Map(asked.map(({ fingerprint }, nth) => [fingerprint, read.opinions[nth]]));
  const doubted = known.map((each) =>
    isOpen.has(each.fingerprint) ? heard(each, opinions.get(each.fingerprint)) : each,
  );
  const after = partedBy(found, doubted, judges);
  await desk.records.put(at.run, 'findings', after);
  const answer = roundAnswer(desk, at.round, after, before);
  const wanting = answer.mustFix === 0 ? (after.wanting ?? null) : null;
  return {
    type: 'critic_answered',
    run: at.run,
    used: said.used,
    verdict: wanting !== null ? 'unknown' : answer.mustFix === 0 ? 'clean' : 'unclean',
    ...answer,
    undecided: doubted.filter((each) => standingOf(each, judges) === 'open').length,
    refuted: after.setAside.filter(({ refuted }) => refuted !== undefined).length,
    because: wanting ?? '',
  };
}

function undoubted({ fingerprint }: Finding): Doubted {
  return { fingerprint, refuted: [], kept: 0 };
}

function byFingerprint({ fingerprint }: Doubted): string {
  return fingerprint;
}

/** Whatever is not a plain refutation keeps the finding. */
function heard(doubted: Doubted, opinion: ClaimOpinion | undefined): Doubted {
  if (opinion?.verdict !== 'refuted') return { ...doubted, kept: doubted.kept + 1 };
  return { ...doubted, refuted: [...doubted.refuted, opinion.reason] };
}

function partedBy(found: RoundFindings, doubted: readonly Doubted[], judges: number): RoundFindings {
  const reasons = new Map(
    doubted
      .filter((each) => standingOf(each, judges) === 'refuted')
      .map(({ fingerprint, refuted }) => [fingerprint, refuted.join('; ')]),
  );
  const refuted = found.open.flatMap((finding) => {
    const because = reasons.get(finding.fingerprint);
    return because === undefined ? [] : [{ ...finding, refuted: because }];
  });
  return {
    ...found,
    open: found.open.filter(({ fingerprint }) => !reasons.has(fingerprint)),
    setAside: [...found.setAside, ...refuted],
    doubted,
  };
}

async function withCode(desk: Desk, commit: string, findings: readonly Finding[]) {
  const denied = withheldBy(desk.inputs.config.privacy.deny);
  const files = findings.map(({ file }) => file).filter((file) => denied?.has(file) !== true);
  const lines = await linesAt(desk, commit, files);
  return findings.map((finding) => ({ finding, around: codeAround(finding, lines.get(finding.file) ?? []) }));
}

function codeAround({ line }: Finding, lines: readonly string[]): string {
  if (line === 0) return '';
  const from = Math.max(0, line - 1 - AROUND);
  return lines
    .slice(from, line + AROUND)
    .map((text, nth) => `${from + nth + 1}: ${text.slice(0, 200)}`)
    .join('\n');
}
