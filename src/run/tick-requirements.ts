import type { AuditFinding } from '../model/audit.ts';
import type { AssignmentEvent, Event } from '../model/events.ts';
import type { CountedRequirements } from '../model/convergence.ts';
import type { Auditor } from '../model/team.ts';
import {
  type AuditScore,
  cyclesDue,
  cyclesOf,
  isNotJudged,
  type ItemVerdict,
  replaceOldReviews,
  ticksFrom,
} from '../audit/index.ts';
import { appendReviewLog, parseRequirements, raiseCycles, tick, untick } from '../audit/index.ts';
import type { RequirementItem, RequirementsDocument } from '../audit/index.ts';
import { hookGate, verify } from '../gates/index.ts';
import { fixRoundsOf } from '../plan/index.ts';
import type { Merge } from '../ports/git.ts';
import { jobNamed } from '../state/index.ts';
import type { State } from '../state/index.ts';
import { runsOf } from './dossier.ts';
import { itemVerdicts } from './item-verdicts.ts';
import { nameList } from './name-list.ts';
import { issueOf, type Objections } from './objections.ts';
import { countedOf, documentsOf, type KeptDocument, RUN_AUDIT } from './requirement-documents.ts';
import type { Site } from './site.ts';
import { scopeOf } from './stages/audit-scope.ts';
import { contextFor } from './stages/checks.ts';
import { type ItemFinder, itemFinder, readDocuments } from './stages/scope-documents.ts';
import { scoredRounds } from './stages/scored-rounds.ts';

/** What an audit of a milestone lets the coordinator write into its requirements document. */
type Bookkeeping = {
  readonly audit: string;
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly ticked: readonly string[];
  readonly unticked: readonly string[];
  readonly counted: CountedRequirements;
};

/** Whose verdicts about the requirements of these audits have not been written yet. */
export function unwritten(site: Site, state: State, events: Iterable<Event>): readonly string[] {
  const written = new Set<string>();
  for (const event of events) {
    if (event.type === 'requirements_ticked') written.add(event.ticket);
    // An audit that was held again may say otherwise.
    else if (event.type === 'audit_ended') written.delete(event.ticket);
  }
  const { epic } = site.inputs;
  // `gauntlet audit` without `--fix` reports, and changes no file.
  if (epic.tickets.length === 0 && fixRoundsOf(site.plan.gating) === 0) return [];
  return documentsOf(epic)
    .map(({ audit }) => audit)
    .filter((audit) => !written.has(audit) && jobNamed(state, audit)?.audit?.phase === 'over');
}

type Due = { readonly audit: string; readonly at: number; readonly objections: Objections };

/**
 * The ticks, cycles and log rows of one audit as the next commit of the epic branch (TEAM-26): made by the coordinator
 * alone, on verdicts of critics and the test auditor, with every other byte of the document as it was. Undefined where
 * there is nothing to write, or the checks do not pass with it.
 */
export async function tickCandidate(
  site: Site,
  state: State,
  { audit, at, objections }: Due,
): Promise<(Extract<Merge, { kind: 'merged' }> & Bookkeeping) | undefined> {
  const kept = await bookkeeping(site, state, audit, objections);
  if (kept === undefined) return undefined;
  const title = `Tick requirements after ${audit.replace(':', ' ')}`;
  const { path, bytes } = kept;
  const merged = await site.lander.rewrite({ path, bytes, title, tip: state.tip, run: state.runs, at });
  if (merged.kind === 'conflict') return undefined;
  const last = { run: runsOf(site.dossier(audit), 'score').at(-1) ?? 0 } as AssignmentEvent;
  const context = await contextFor(site, last, new AbortController().signal);
  const { cells } = await verify(context, merged.commit);
  const isRed = cells.some((cell) => cell.status !== 'PASS' && context.excused?.has(cell.check) !== true);
  const isRefused =
    !isRed && (await hookGate(context, { base: state.tip, head: merged.commit })).outcome !== 'pass';
  return isRed || isRefused ? undefined : { ...merged, ...kept };
}

async function bookkeeping(
  site: Site,
  state: State,
  audit: string,
  objections: Objections,
): Promise<Bookkeeping | undefined> {
  const document = documentsOf(site.inputs.epic).find((kept) => kept.audit === audit);
  if (document === undefined) return undefined;
  const { path } = document;
  const text = await textAt(site, state.tip, path);
  const wanted = await textAt(site, state.base, path);
  if (text === undefined || wanted === undefined) return undefined;
  const read = parseRequirements(text);
  const base = parseRequirements(wanted);
  const evidence = await evidenceOn(site, state, document);
  const isAsAsked = (item: string) => textOf(read.items, item) === textOf(base.items, item);
  const found = ticksFrom(evidence.verdicts);
  const ticked = found.tick.filter((item) => !evidence.open.has(item) && isAsAsked(item));
  const failed = [...new Set([...found.untick, ...evidence.open.keys()])].filter(
    (item) => textOf(read.items, item) !== undefined,
  );
  // A critic fails work that has not landed: the branch is as it was, and so is its box.
  const atTip = ticksFrom(evidence.verdicts.filter(({ role }) => role !== 'critic')).untick;
  const unticked = failed.filter((item) => evidence.open.has(item) || atTip.includes(item));
  const passed = evidence.verdicts.flatMap(({ item, verdict }) =>
    verdict === 'pass' && isAsAsked(item) ? [item] : [],
  );
  const cycles = [...new Set([...ticked, ...failed, ...passed])].flatMap((item) => {
    const all = cyclesOf(item, audit, reviewsOf(item, evidence, objections));
    return cyclesDue(all, writtenBy(audit, item, read).slice(writtenBy(audit, item, base).length));
  });
  const edited = cycles.reduce(
    (done, { item }) => raiseCycles(done, [item]).text,
    untick(tick(text, ticked).text, unticked).text,
  );
  const rows = cycles.flatMap(({ item, rows: said }, at) => {
    const before = read.items.find(({ id }) => id === item)?.cycles ?? 0;
    const cycle = before + cycles.slice(0, at + 1).filter((each) => each.item === item).length;
    return said.map((row) => ({ ...row, item, cycle }));
  });
  const done = appendReviewLog(edited, rows);
  // Without its row in the log nobody could tell who ticked it.
  if (done.problems.length > 0 || done.text === text) return undefined;
  const { convergence } = site.inputs.config;
  const counted = countedOf(path, parseRequirements(done.text, convergence), convergence);
  return { audit, path, bytes: new TextEncoder().encode(done.text), ticked, unticked, counted };
}

function reviewsOf(item: string, { verdicts, open, earlier }: Evidence, objections: Objections) {
  const own = verdicts.filter((each) => each.item === item);
  return {
    verdicts: own,
    objections: own.flatMap(({ ticket = '', failures = 0 }) => {
      const said = objections.get(ticket) ?? [];
      return Array.from({ length: failures }, (_, at) => said.at(at - failures) ?? '');
    }),
    rounds: earlier.flatMap((items) => (items.has(item) ? [items.get(item) ?? []] : [])),
    issues: open.get(item) ?? [],
  };
}

/** The verdict of each review of an item that rows of this audit have in the Review Log. */
function writtenBy(audit: string, item: string, { log }: RequirementsDocument): readonly string[] {
  const own = log.filter((row) => row.item === item && `${row.details}:`.startsWith(`${audit}:`));
  return [...Map.groupBy(own, ({ cycle }) => cycle).values()].map((rows) => rows.at(-1)?.verdict ?? '');
}

async function textAt(site: Site, commit: string, path: string): Promise<string | undefined> {
  const bytes = await site.hub.file(commit, path);
  return bytes === undefined ? undefined : faithfulText(bytes);
}

/** Undefined where the document has it never, or more than once. */
function textOf(items: readonly RequirementItem[], item: string): string | undefined {
  const [only, second] = items.filter(({ id }) => id === item);
  return second === undefined ? only?.text : undefined;
}

/** Undefined where the document is no text, and would not come back as it was. */
function faithfulText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

type OpenItems = ReadonlyMap<string, readonly string[]>;

type Evidence = {
  readonly verdicts: readonly ItemVerdict[];
  /** Items that the last score of the audit, or of the run's, has something against, and what. */
  readonly open: OpenItems;
  /** The same for each scored round of the audit before the last. */
  readonly earlier: readonly OpenItems[];
};

/**
 * What critics, recovery reviews and the test auditor said about items that the document has, and what speaks against
 * them. A pass has to name its item; what speaks against one is heard by title and text as well.
 */
async function evidenceOn(site: Site, state: State, document: KeptDocument): Promise<Evidence> {
  const { audit, path } = document;
  const meant = await finderOf(site, audit, path);
  const said = await itemVerdicts(site, state, document);
  const rounds = (await scoredRounds(site, audit)).map(({ findings }) => findings.filter(isOpen));
  const score = await lastScore(site, audit);
  // Without a score there is no ground for a tick; a critic that failed an item did so with or without an audit.
  if (score === undefined)
    return { verdicts: said.filter(({ verdict }) => verdict === 'fail'), open: new Map(), earlier: [] };
  const meantByRun = await finderOf(site, RUN_AUDIT, path);
  const ofRun = ((await lastScore(site, RUN_AUDIT))?.findings ?? []).filter(isOpen);
  const { auditors } = site.plan.gating.team;
  const reports = jobNamed(state, audit)?.audit?.reports ?? [];
  const alone = await aloneReview(site, document, auditors.length > 0 ? undefined : reports[0]?.run, meant);
  const open = openItems([
    ...alone.named,
    ...score.findings.filter(isOpen).map((finding) => ({ finding, items: meant(finding) })),
    ...ofRun.map((finding) => ({ finding, items: meantByRun(finding) })),
  ]);
  const earlier = rounds
    .slice(0, -1)
    .map((findings) => openItems(findings.map((finding) => ({ finding, items: meant(finding) }))));
  const team = await Promise.all(
    auditors.map((auditor, seat) => teamVerdicts(site, auditor, reports[seat] ?? null, meant)),
  );
  const verdicts = replaceOldReviews([...said, ...alone.verdicts, ...team.flat()], (item) =>
    earlier.some((items) => items.has(item)),
  );
  return { verdicts, open, earlier };
}

type Named = { readonly finding: Parameters<typeof issueOf>[0]; readonly items: readonly string[] };

type AloneReview = { readonly named: readonly Named[]; readonly verdicts: readonly ItemVerdict[] };

/** Findings of the one reviewer fail the items that they name; a clean review passes all others (TEAM-11). */
async function aloneReview(
  site: Site,
  { audit, path }: KeptDocument,
  run: number | undefined,
  meant: ItemFinder,
): Promise<AloneReview> {
  const review = run === undefined ? undefined : await site.records.get(run, 'findings');
  if (review === undefined) return { named: [], verdicts: [] };
  const named = review.findings.map(({ category, title, problem, file, line }) => ({
    finding: { title: problem, file, line },
    items: [...meant({ id: category, title }), ...meant({ id: '', title: problem })],
  }));
  const failed = new Set(named.flatMap(({ items }) => items));
  const documents = await readDocuments(site, scopeOf(site, { ticket: audit }));
  const verdicts = documents
    .flatMap((each) => (each.path === path ? each.items : []))
    .flatMap(({ name }) => meant({ id: name, title: '' }))
    .filter((item) => review.verdict === 'clean' || failed.has(item))
    .map((item): ItemVerdict => {
      const verdict = failed.has(item) ? 'fail' : 'pass';
      return { item, role: 'auditor', auditor: null, verdict };
    });
  return { named, verdicts };
}

/** What one auditor's report says about items of the document. */
async function teamVerdicts(
  site: Site,
  auditor: Auditor,
  reported: { readonly run: number; readonly commit?: string | undefined } | null,
  meant: ItemFinder,
): Promise<readonly ItemVerdict[]> {
  if (reported === null) return [];
  const { run, commit } = reported;
  const report = await site.records.get(run, 'auditorReport');
  return (report?.findings ?? []).flatMap(({ id, title, verdict }) =>
    meant({ id, title: verdict === 'PASS' ? '' : title }).map((item): ItemVerdict => ({
      item,
      role: 'auditor',
      auditor,
      verdict: verdict === 'PASS' ? 'pass' : 'fail',
      commit,
    })),
  );
}

function openItems(found: readonly Named[]): OpenItems {
  const open = new Map<string, string[]>();
  for (const { finding, items } of found)
    for (const item of items) open.set(item, [...(open.get(item) ?? []), issueOf(finding)]);
  return open;
}

function isOpen(finding: AuditFinding): boolean {
  return finding.verdict !== 'PASS' && !isNotJudged(finding);
}

async function finderOf(site: Site, audit: string, path: string): Promise<ItemFinder> {
  return itemFinder(await readDocuments(site, scopeOf(site, { ticket: audit })), path);
}

async function lastScore(site: Site, audit: string): Promise<AuditScore | undefined> {
  const run = runsOf(site.dossier(audit), 'score').at(-1);
  return run === undefined ? undefined : await site.records.get(run, 'score');
}

export function ticksDraft({
  audit,
  path,
  commit,
  tree,
  ticked,
  unticked,
  counted,
}: Bookkeeping & Extract<Merge, { kind: 'merged' }>) {
  const names = { ticked: nameList(ticked), unticked: nameList(unticked) };
  return { type: 'requirements_ticked', v: 1, ticket: audit, path, commit, tree, counted, ...names } as const;
}
