import type { AuditorReport } from '../model/audit.ts';
import type { AssignmentEvent, Event } from '../model/events.ts';
import { type AuditScore, type ItemVerdict, requirementFinder, ticksFrom } from '../audit/index.ts';
import { appendReviewLog, parseRequirements, raiseCycles, tick, untick } from '../formats/index.ts';
import type { RequirementItem } from '../formats/index.ts';
import { hookGate, verify } from '../gates/index.ts';
import type { Merge } from '../ports/git.ts';
import { jobNamed } from '../state/index.ts';
import type { Job, State } from '../state/index.ts';
import { runsOf } from './dossier.ts';
import { nameList } from './name-list.ts';
import type { Site } from './site.ts';
import { contextFor } from './stages/checks.ts';

/** What an audit of a milestone lets the coordinator write into its requirements document. */
type Bookkeeping = {
  readonly audit: string;
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly ticked: readonly string[];
  readonly unticked: readonly string[];
};

/** Whose verdicts about the requirements of these audits have not been written yet. */
export function unwritten(site: Site, state: State, events: Iterable<Event>): readonly string[] {
  const written = new Set<string>();
  for (const event of events) {
    if (event.type === 'requirements_ticked') written.add(event.ticket);
    // An audit that was held again may say otherwise.
    else if (event.type === 'audit_ended') written.delete(event.ticket);
  }
  return site.inputs.epic.milestones
    .filter(({ requirements }) => requirements !== null)
    .map(({ id }) => `audit:${id}`)
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
  const milestone = site.inputs.epic.milestones.find(({ id }) => `audit:${id}` === audit);
  const path = milestone?.requirements ?? null;
  if (path === null) return undefined;
  const text = await textAt(site, state.tip, path);
  const wanted = await textAt(site, state.base, path);
  if (text === undefined || wanted === undefined) return undefined;
  const { items } = parseRequirements(text);
  const evidence = await evidenceOn(site, state, { audit, path, items });
  const isAsAsked = (item: string) => textOf(items, item) === textOf(parseRequirements(wanted).items, item);
  const found = ticksFrom(evidence.verdicts);
  const ticked = found.tick.filter((item) => !evidence.open.has(item) && isAsAsked(item));
  const unticked = found.untick;
  const judged = [...ticked, ...unticked];
  const edited = raiseCycles(untick(tick(text, ticked).text, unticked).text, judged).text;
  const rows = judged.map((item) => ({
    cycle: (items.find(({ id }) => id === item)?.cycles ?? 0) + 1,
    reviewer: [...new Set(evidence.verdicts.filter((each) => each.item === item).map(nameOf))].join(', '),
    item,
    verdict: ticked.includes(item) ? 'PASS' : 'FAIL',
    details: audit,
  }));
  const done = appendReviewLog(edited, rows);
  // Without its row in the log nobody could tell who ticked it.
  if (done.problems.length > 0 || done.text === text) return undefined;
  return { audit, path, bytes: new TextEncoder().encode(done.text), ticked, unticked };
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
  return role === 'critic' ? 'critic' : 'test auditor';
}

type Evidence = {
  readonly verdicts: readonly ItemVerdict[];
  /** Items that the last score of the audit has something against, whoever found it. */
  readonly open: ReadonlySet<string>;
};

type Judged = {
  readonly audit: string;
  readonly path: string;
  readonly items: readonly RequirementItem[];
};

/**
 * What the critics of landed tickets and the test auditor said about items that the document has, and what speaks
 * against them. A pass has to name its item; what speaks against one is heard by title and text as well.
 */
async function evidenceOn(site: Site, state: State, { audit, path, items }: Judged): Promise<Evidence> {
  const meant = itemFinder(items);
  const score = await lastScore(site, audit);
  // An audit of which no score is left is no ground for a tick.
  const open =
    score === undefined
      ? items.map(({ id }) => id)
      : score.findings.filter(({ verdict }) => verdict !== 'PASS').flatMap(meant);
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
  return { verdicts: [...criticsOn(site, state, { audit, path, meant }), ...tests], open: new Set(open) };
}

type ItemFinder = (said: { readonly id: string; readonly title: string }) => readonly string[];

/** The id, as the document writes it, of the one item that is meant; nothing where two could be. */
function itemFinder(items: readonly RequirementItem[]): ItemFinder {
  const named = requirementFinder(items);
  const ids = Map.groupBy(
    items.map(({ id }) => id).filter((id) => id !== ''),
    (id) => named({ id, title: '' }),
  );
  return (said) => {
    const [only, ...more] = ids.get(named(said)) ?? [];
    return only === undefined || more.length > 0 ? [] : [only];
  };
}

/** A ticket that names an item and has not landed reviewed leaves open whether the item is met. */
function criticsOn(
  site: Site,
  state: State,
  { audit, path, meant }: { readonly audit: string; readonly path: string; readonly meant: ItemFinder },
): readonly ItemVerdict[] {
  const { tickets, milestones } = site.inputs.epic;
  const documents = new Map(milestones.map(({ id, requirements }) => [id, requirements]));
  return tickets.flatMap(({ id, milestone, requirements }) => {
    const isDone = isReviewed(jobNamed(state, id));
    const isOwn = `audit:${milestone}` === audit;
    const isOfDocument = (documents.get(milestone ?? '') ?? path) === path;
    if (isDone ? !isOwn : !isOfDocument) return [];
    return requirements
      .flatMap((item) => meant({ id: item, title: '' }))
      .map((item): ItemVerdict => ({
        item,
        role: 'critic',
        auditor: null,
        verdict: isDone ? 'pass' : 'unknown',
      }));
  });
}

async function lastScore(site: Site, audit: string): Promise<AuditScore | undefined> {
  const run = runsOf(site.dossier(audit), 'score').at(-1);
  return run === undefined ? undefined : ((await site.records.get(run, 'score')) as AuditScore | undefined);
}

function isReviewed(job: Job | undefined): boolean {
  return job?.status === 'completed' && job.evidence.reviewed !== null;
}

export function ticksDraft({
  audit,
  path,
  commit,
  tree,
  ticked,
  unticked,
}: Bookkeeping & Extract<Merge, { kind: 'merged' }>) {
  const names = { ticked: nameList(ticked), unticked: nameList(unticked) };
  return { type: 'requirements_ticked', v: 1, ticket: audit, path, commit, tree, ...names } as const;
}
