import type { AuditorReport } from '../model/audit.ts';
import type { AssignmentEvent } from '../model/events.ts';
import { type ItemVerdict, ticksFrom } from '../audit/index.ts';
import { appendReviewLog, parseRequirements, raiseCycles, tick, untick } from '../formats/index.ts';
import { verify } from '../gates/index.ts';
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
export function unwritten(site: Site, state: State, written: ReadonlySet<string>): readonly string[] {
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
  return isRed ? undefined : { ...merged, ...kept };
}

async function bookkeeping(site: Site, state: State, audit: string): Promise<Bookkeeping | undefined> {
  const milestone = site.inputs.epic.milestones.find(({ id }) => `audit:${id}` === audit);
  const path = milestone?.requirements ?? null;
  const bytes = path === null ? undefined : await site.hub.file(state.tip, path);
  if (path === null || bytes === undefined) return undefined;
  const text = faithfulText(bytes);
  if (text === undefined) return undefined;
  const items = parseRequirements(text).items;
  const verdicts = await verdictsOn(site, state, audit, new Set(items.map(({ id }) => id)));
  const { tick: ticked, untick: unticked } = ticksFrom(verdicts);
  const judged = [...ticked, ...unticked];
  const edited = raiseCycles(untick(tick(text, ticked).text, unticked).text, judged).text;
  const rows = judged.map((item) => ({
    cycle: (items.find(({ id }) => id === item)?.cycles ?? 0) + 1,
    reviewer: [...new Set(verdicts.filter((each) => each.item === item).map(nameOf))].join(', '),
    item,
    verdict: ticked.includes(item) ? 'PASS' : 'FAIL',
    details: audit,
  }));
  const done = appendReviewLog(edited, rows).text;
  if (judged.length === 0) return undefined;
  return { audit, path, bytes: new TextEncoder().encode(done), ticked, unticked };
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

/** What the critics of landed tickets and the test auditor said about items that the document has. */
async function verdictsOn(
  site: Site,
  state: State,
  audit: string,
  known: ReadonlySet<string>,
): Promise<readonly ItemVerdict[]> {
  const landed = site.inputs.epic.tickets.filter(
    ({ id, milestone }) => `audit:${milestone}` === audit && isReviewed(jobNamed(state, id)),
  );
  const critics = landed.flatMap(({ requirements }) =>
    requirements.map((item): ItemVerdict => ({ item, role: 'critic', auditor: null, verdict: 'pass' })),
  );
  const seat = site.plan.gating.team.auditors.indexOf('test');
  const run = jobNamed(state, audit)?.audit?.reports[seat]?.run;
  const report =
    run === undefined
      ? undefined
      : ((await site.records.get(run, 'auditorReport')) as AuditorReport | undefined);
  const tests = (report?.findings ?? []).map(({ id, verdict }): ItemVerdict => ({
    item: id,
    role: 'auditor',
    auditor: 'test',
    verdict: verdict === 'PASS' ? 'pass' : 'fail',
  }));
  return [...critics, ...tests].filter(({ item }) => known.has(item));
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
