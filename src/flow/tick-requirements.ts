import type { AuditorReport } from '../model/audit.ts';
import type { AssignmentEvent, Event } from '../model/events.ts';
import type { CountedRequirements } from '../model/convergence.ts';
import { type AuditScore, type ItemVerdict, ticksFrom } from '../audit/index.ts';
import { appendReviewLog, parseRequirements, raiseCycles, tick, untick } from '../formats/index.ts';
import type { RequirementItem } from '../formats/index.ts';
import { hookGate, verify } from '../gates/index.ts';
import type { Merge } from '../ports/git.ts';
import { jobNamed } from '../state/index.ts';
import type { Job, State } from '../state/index.ts';
import { runsOf } from './dossier.ts';
import { itemVerdicts } from './item-verdicts.ts';
import { nameList } from './name-list.ts';
import { countedOf, documentsOf, type KeptDocument, RUN_AUDIT } from './requirement-documents.ts';
import type { Site } from './site.ts';
import { scopeOf } from './stages/audit-scope.ts';
import { contextFor } from './stages/checks.ts';
import { type ItemFinder, itemFinder, readDocuments } from './stages/scope-documents.ts';

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
  return documentsOf(site.inputs.epic)
    .map(({ audit }) => audit)
    .filter((audit) => !written.has(audit) && isJudged(jobNamed(state, audit)));
}

function isJudged(job: Job | undefined): boolean {
  return job?.audit?.phase === 'over' && job.audit.outcome !== 'off' && job.audit.outcome !== 'skipped';
}

/**
 * The ticks, cycles and log rows of one audit as the next commit of the epic branch (TEAM-26): made by the coordinator
 * alone, on verdicts of critics and the test auditor, with every other byte of the document as it was. Undefined where
 * there is nothing to write, or the checks do not pass with it.
 */
export async function tickCandidate(
  site: Site,
  state: State,
  { audit, at }: { readonly audit: string; readonly at: number },
): Promise<(Extract<Merge, { kind: 'merged' }> & Bookkeeping) | undefined> {
  const kept = await bookkeeping(site, state, audit);
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

async function bookkeeping(site: Site, state: State, audit: string): Promise<Bookkeeping | undefined> {
  const document = documentsOf(site.inputs.epic).find((kept) => kept.audit === audit);
  if (document === undefined) return undefined;
  const { path } = document;
  const text = await textAt(site, state.tip, path);
  const wanted = await textAt(site, state.base, path);
  if (text === undefined || wanted === undefined) return undefined;
  const { items } = parseRequirements(text);
  const evidence = await evidenceOn(site, state, document);
  const isAsAsked = (item: string) => textOf(items, item) === textOf(parseRequirements(wanted).items, item);
  const found = ticksFrom(evidence.verdicts);
  const ticked = found.tick.filter((item) => !evidence.open.has(item) && isAsAsked(item));
  // Passed by one judge and failed by the audit: it was reviewed, and stays open.
  const failed = [...found.untick, ...found.tick.filter((item) => evidence.open.has(item))];
  const judged = [...ticked, ...failed];
  const edited = raiseCycles(untick(tick(text, ticked).text, failed).text, judged).text;
  const rows = judged.map((item) => ({
    cycle: (items.find(({ id }) => id === item)?.cycles ?? 0) + 1,
    reviewer: reviewersOf(item, evidence),
    item,
    verdict: ticked.includes(item) ? 'PASS' : 'FAIL',
    details: audit,
  }));
  const done = appendReviewLog(edited, rows);
  // Without its row in the log nobody could tell who ticked it.
  if (done.problems.length > 0 || done.text === text) return undefined;
  const { convergence } = site.inputs.config;
  const counted = countedOf(path, parseRequirements(done.text, convergence), convergence);
  return { audit, path, bytes: new TextEncoder().encode(done.text), ticked, unticked: failed, counted };
}

/** Those whose verdict decided: where a judge's pass did not, the audit that found something against it. */
function reviewersOf(item: string, { verdicts, open }: Evidence): string {
  const own = verdicts.filter((each) => each.item === item);
  const isOverruled = open.has(item) && own.every(({ verdict }) => verdict === 'pass');
  return isOverruled ? 'audit' : [...new Set(own.map(nameOf))].join(', ');
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

function nameOf({ role }: ItemVerdict): string {
  return role === 'critic' ? 'critic' : role === 'reviewer' ? 'recovery review' : 'test auditor';
}

type Evidence = {
  readonly verdicts: readonly ItemVerdict[];
  /** Items that the last score of the audit, or of the run's, has something against, whoever found it. */
  readonly open: ReadonlySet<string>;
};

/**
 * What critics, recovery reviews and the test auditor said about items that the document has, and what speaks against
 * them. A pass has to name its item; what speaks against one is heard by title and text as well.
 */
async function evidenceOn(site: Site, state: State, document: KeptDocument): Promise<Evidence> {
  const { audit, path } = document;
  const meant = await finderOf(site, audit, path);
  const score = await lastScore(site, audit);
  const meantByRun = await finderOf(site, RUN_AUDIT, path);
  const ofRun = ((await lastScore(site, RUN_AUDIT))?.findings ?? []).filter(isOpen).flatMap(meantByRun);
  // An audit of which no score is left is no ground for a tick.
  if (score === undefined) return { verdicts: [], open: new Set() };
  const open = score.findings.filter(isOpen).flatMap(meant);
  const seat = site.plan.gating.team.auditors.indexOf('test');
  const run = jobNamed(state, audit)?.audit?.reports[seat]?.run;
  const report =
    run === undefined
      ? undefined
      : ((await site.records.get(run, 'auditorReport')) as AuditorReport | undefined);
  const tests = (report?.findings ?? []).flatMap(({ id, title, verdict }) =>
    meant({ id, title: verdict === 'PASS' ? '' : title }).map((item): ItemVerdict => ({
      item,
      role: 'auditor',
      auditor: 'test',
      verdict: verdict === 'PASS' ? 'pass' : 'fail',
    })),
  );
  const verdicts = [...(await itemVerdicts(site, state, document)), ...tests];
  return { verdicts, open: new Set([...open, ...ofRun]) };
}

function isOpen({ verdict }: AuditScore['findings'][number]): boolean {
  return verdict !== 'PASS';
}

async function finderOf(site: Site, audit: string, path: string): Promise<ItemFinder> {
  return itemFinder(await readDocuments(site, scopeOf(site, { ticket: audit })), path);
}

async function lastScore(site: Site, audit: string): Promise<AuditScore | undefined> {
  const run = runsOf(site.dossier(audit), 'score').at(-1);
  return run === undefined ? undefined : ((await site.records.get(run, 'score')) as AuditScore | undefined);
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
