import type { Finding } from '../../model/finding.ts';
import type { ReviewDraft } from '../../model/review-events.ts';
import { isAtLeast } from '../../model/severity.ts';
import { ground, reviewerAssignment } from '../../dispatch/index.ts';
import type { Grounded } from '../../dispatch/index.ts';
import { parseFindingsDocument } from '../../formats/index.ts';
import type { ParsedFindings } from '../../formats/index.ts';
import { matches } from '../../plan/index.ts';
import type { Assigned } from '../../review/index.ts';
import {
  countsOf,
  documentFindings,
  mergeFindings,
  ranked,
  sortOut,
  type SortedOut,
} from '../../review/index.ts';
import { placesFor } from '../privacy.ts';
import { askAgent, type Said } from './ask.ts';
import { checkChange } from './check-change.ts';
import type { Desk, MechanicalLook } from './desk.ts';
import { documentText } from './document-text.ts';
import { progressOf } from './progress.ts';
import { shownDiff } from './shown-diff.ts';

/** What one round found, as it is kept. */
export type RoundFindings = {
  readonly open: readonly Finding[];
  readonly setAside: readonly Finding[];
  readonly dismissed: readonly Finding[];
};

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
  const { failOn } = desk.inputs;
  const mustFix = open.filter(({ severity }) => isAtLeast(severity, failOn)).length;
  // Something serious was said of code that is not there: neither a reason for a fix nor a clean bill.
  if (mustFix === 0 && setAside.some(({ severity }) => isAtLeast(severity, failOn)))
    return failed('what has to be fixed, by its word, could not be tied to the code');
  if (mustFix === 0 && mechanical.broken.length > 0)
    return failed(`not computed: ${mechanical.broken.join('; ')}`, true);
  const found: RoundFindings = { open, setAside, dismissed };
  await desk.records.put(at.run, 'findings', found);
  const impacts = new Map(parsed.findings.map(({ problem, impact }) => [problem, impact]));
  const text = documentText(desk.inputs, {
    round: at.round,
    at: desk.clock.now(),
    findings: open.map((finding) => ({ ...finding, impact: impacts.get(finding.message) ?? '' })),
    isClean: mustFix === 0,
  });
  return {
    type: 'reviewer_answered',
    run: at.run,
    used,
    verdict: mustFix === 0 ? 'clean' : 'unclean',
    ...countsOf(open),
    mustFix,
    setAside: setAside.length,
    ...progressOf(before?.open ?? [], open, failOn),
    document: desk.putDocument(at.round, text),
  };
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
  const workspaces = placesFor(desk.ports.workspaces, inputs.config);
  const letGo = workspaces.holdExport(at.commit);
  try {
    const cwd = await workspaces.export(at.commit);
    const before = await workspaces.standing('branch');
    const proof = async (): Promise<readonly string[]> => {
      const tree = await workspaces.proveExport(at.commit);
      const after = await workspaces.standing('branch');
      const names = new Set([...Object.keys(before), ...Object.keys(after)]);
      const moved = [...names].filter((name) => before[name] !== after[name]);
      return [...tree, ...moved.map((name) => `${name} was changed during the review`)];
    };
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
    const purpose = inputs.purpose?.text;
    const sections = (token: string | null) =>
      reviewerAssignment({
        round,
        token,
        expectedFiles: [],
        files,
        diff,
        ...(purpose === undefined ? {} : { purpose }),
      });
    const { visible, hidden } = workspaces.forAgents;
    const place = { cwd, readOnly: true, visible, hidden, env: {} };
    return await askAgent(desk, at, { cast: inputs.reviewer, sections, proof, ...place }, cancel);
  } finally {
    letGo();
  }
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

/** The lines of files at a commit, by path; those that are not there are left out. */
export async function linesAt(
  { ports }: Pick<Desk, 'ports'>,
  commit: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const lines = new Map<string, readonly string[]>();
  for (const path of new Set(files)) {
    if (path === '' || path.startsWith('/') || path.split('/').includes('..')) continue;
    const bytes = await ports.hub.file(commit, path);
    if (bytes !== undefined) lines.set(path, new TextDecoder().decode(bytes).split(/\r?\n/));
  }
  return lines;
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
