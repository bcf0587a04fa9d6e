import type { Finding } from '../../model/finding.ts';
import type { ReviewDraft } from '../../model/review-events.ts';
import { isAtLeast, type Severity } from '../../model/severity.ts';
import { ground, reviewerAssignment } from '../../dispatch/index.ts';
import type { Grounded } from '../../dispatch/index.ts';
import { parseFindingsDocument } from '../../formats/index.ts';
import type { ParsedFindings } from '../../formats/index.ts';
import { matches } from '../../plan/index.ts';
import type { Assigned } from '../../review/index.ts';
import {
  documentFindings,
  mergeFindings,
  ranked,
  sortOut,
  type SortedOut,
  toDoubt,
} from '../../review/index.ts';
import type { Said } from './ask.ts';
import { askReader } from './ask-reader.ts';
import { checkChange } from './check-change.ts';
import type { Desk, MechanicalLook } from './desk.ts';
import { linesAt } from './lines-at.ts';
import { roundAnswer, type RoundFindings } from './round-answer.ts';
import { shownDiff } from './shown-diff.ts';

/** One round: what needs no model, then a fresh reviewer on the read-only export of the commit (LOOP-02, LOOP-03). */
export async function reviewRound(
  desk: Desk,
  at: Assigned,
  before: RoundFindings | null,
  cancel: AbortSignal,
): Promise<ReviewDraft | undefined> {
  const mechanical = await mechanicalLook(desk, at, cancel);
  if (cancel.aborted) return undefined;
  const said = await hearReviewer(desk, at, cancel);
  if (said.kind === 'cancelled') return undefined;
  const { used } = said;
  const failed = (because: string, final = false): ReviewDraft => {
    return { type: 'reviewer_failed', run: at.run, used, because: because.slice(0, 2000), final };
  };
  if (said.kind === 'failed') return failed(said.because, said.final);
  // Outside a ticket the id is only a name of ours: a document may call the change otherwise.
  const ticket = desk.inputs.purpose === null ? {} : { ticket: desk.inputs.id };
  const parsed = parseFindingsDocument(said.text, { ...ticket, round: at.round });
  if (parsed.verdict === 'unknown') return failed(`not a review: ${parsed.reasons.join('; ')}`);
  const { kept, setAside } = await groundedIn(desk, at.commit, parsed, said.by);
  const merged = ranked(mergeFindings([...mechanical.findings, ...kept]));
  const { open, dismissed } = await excusedIn(desk, at.commit, merged);
  const wanting = wantingIn(setAside, mechanical, desk.inputs.failOn);
  const impacts = parsed.findings.map(({ problem, impact }) => [problem, impact] as const);
  const found: RoundFindings = { open, setAside, dismissed, impacts, wanting: wanting?.because ?? null };
  const doubted = toDoubt(open, desk.inputs.failOn).length;
  if (wanting !== null && !open.some(({ severity }) => isAtLeast(severity, desk.inputs.failOn)))
    return failed(wanting.because, wanting.final);
  await desk.records.put(at.run, 'findings', found);
  const answer = roundAnswer(desk, at.round, found, before);
  const verdict = answer.mustFix === 0 ? 'clean' : 'unclean';
  return { type: 'reviewer_answered', run: at.run, used, verdict, ...answer, doubted };
}

/** What keeps a round from being clean where nothing has to be fixed. */
function wantingIn(
  setAside: readonly Finding[],
  { broken }: MechanicalLook,
  gate: Severity,
): { readonly because: string; readonly final: boolean } | null {
  // Something serious was said of code that is not there: neither a reason for a fix nor a clean bill.
  if (setAside.some(({ severity }) => isAtLeast(severity, gate)))
    return { because: 'what has to be fixed, by its word, could not be tied to the code', final: false };
  return broken.length === 0 ? null : { because: `not computed: ${broken.join('; ')}`, final: true };
}

/** Kept with the run: a restart does not run the project's checks again. */
async function mechanicalLook(desk: Desk, at: Assigned, cancel: AbortSignal): Promise<MechanicalLook> {
  const kept = (await desk.records.get(at.run, 'mechanical')) as MechanicalLook | undefined;
  if (kept !== undefined) return kept;
  const { id, config, from, checks } = desk.inputs;
  const look = await desk.look(at.commit);
  const checked = checks
    ? await checkChange(desk.ports, {
        id,
        config,
        base: from,
        head: at.commit,
        folder: desk.records.folder(at.run),
        cancel,
      })
    : { findings: [], broken: [] };
  const all = {
    findings: [...look.findings, ...checked.findings],
    broken: [...look.broken, ...checked.broken],
  };
  if (!cancel.aborted) await desk.records.put(at.run, 'mechanical', all);
  return all;
}

async function hearReviewer(desk: Desk, at: Assigned, cancel: AbortSignal): Promise<Said> {
  const { inputs } = desk;
  const { files, diff } = await shownDiff(desk, at.commit);
  const round = {
    id: inputs.id,
    title: inputs.title,
    branch: inputs.branch,
    baseBranch: `${inputs.base.found} (${inputs.from})`,
    ticketFile: inputs.purpose?.file ?? null,
    round: at.round,
    findingsPath: `round-${at.round}.md`,
  };
  const purpose = inputs.purpose === null ? {} : { purpose: inputs.purpose.text };
  const sections = (token: string | null) =>
    reviewerAssignment({ round, token, expectedFiles: [], files, diff, ...purpose });
  return askReader(desk, at, { cast: inputs.reviewer, sections }, cancel);
}

/** What a person has dismissed is not asked about again, while it stands in the code it was dismissed in. */
async function excusedIn(desk: Desk, commit: string, findings: readonly Finding[]): Promise<SortedOut> {
  const lines = await linesAt(
    desk,
    commit,
    findings.map(({ file }) => file),
  );
  return sortOut(findings, desk.inputs.excuses, { linesOf: (path) => lines.get(path), matches });
}

async function groundedIn(
  desk: Desk,
  commit: string,
  parsed: ParsedFindings,
  by: Extract<Said, { kind: 'answered' }>['by'],
): Promise<Grounded> {
  const plain = (file: string): string => file.replace(/^(?:\.\/)+/, '');
  const files = parsed.findings.map(({ file }) => plain(file));
  const lines = await linesAt(desk, commit, files);
  const named = documentFindings(
    parsed.findings.map((finding) => ({ ...finding, file: plain(finding.file) })),
    'reviewer',
    ({ file, line }) => lines.get(file)?.[line - 1],
  ).map((finding) => (by === null ? finding : { ...finding, source: { ...finding.source, by } }));
  return ground(named, {
    fileLines: (path) => lines.get(path),
    criteria: desk.inputs.purpose?.criteria ?? [],
    rules: [],
    requiredPaths: [],
    quotesNeeded: false,
    quotesHold: true,
  });
}
