import type { Event } from '../../model/events.ts';
import type { CountedRequirements } from '../../model/convergence.ts';
import { cyclesDue, cyclesOf, type LoggedCycle, ticksFrom } from '../../audit/index.ts';
import { appendReviewLog, parseRequirements, raiseCycles, tick, untick } from '../../audit/index.ts';
import type { RequirementItem, RequirementsDocument } from '../../audit/index.ts';
import { hookGate, verify } from '../../gates/index.ts';
import { fixRoundsOf } from '../../plan/index.ts';
import type { Merge } from '../../ports/git.ts';
import { jobNamed } from '../../state/index.ts';
import type { State } from '../../state/index.ts';
import { runsOf } from '../loop/dossier.ts';
import { nameList } from '../records/name-list.ts';
import type { Objections } from './critic-objections.ts';
import { countedOf, documentsOf, RUN_AUDIT } from './requirement-documents.ts';
import { type RequirementEvidence, evidenceOn, judgeOf, logName } from './requirement-evidence.ts';
import type { StageContext } from '../stage-context.ts';
import { gateContextFor } from '../stages/checks.ts';

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
export function unwritten(context: StageContext, state: State, events: Iterable<Event>): readonly string[] {
  const written = new Set<string>();
  for (const event of events) {
    if (event.type === 'requirements_ticked') written.add(event.ticket);
    if (event.type !== 'audit_ended') continue;
    // An audit that was held again may say otherwise; the run's is about every document.
    if (event.ticket === RUN_AUDIT) written.clear();
    else written.delete(event.ticket);
  }
  const { epic } = context.inputs;
  // `gauntlet audit` without `--fix` reports, and changes no file.
  if (epic.tickets.length === 0 && fixRoundsOf(context.plan.gating) === 0) return [];
  const isOver = (audit: string): boolean => jobNamed(state, audit)?.audit?.phase === 'over';
  // The run's audit is about every document: before its end nothing is said for good, unless the run ends without it.
  if (!isOver(RUN_AUDIT) && (state.status === 'escalated' || state.status === 'limit')) return [];
  return documentsOf(epic)
    .map(({ audit }) => audit)
    .filter((audit) => !written.has(audit) && isOver(audit) && isOver(judgeOf(state, audit)));
}

type Due = { readonly audit: string; readonly at: number; readonly objections: Objections };

/**
 * The ticks, cycles and log rows of one audit as the next commit of the epic branch (TEAM-26): made by the coordinator
 * alone, on verdicts of critics and the test auditor, with every other byte of the document as it was. Undefined where
 * there is nothing to write, or the checks do not pass with it.
 */
export async function tickCandidate(
  context: StageContext,
  state: State,
  { audit, at, objections }: Due,
): Promise<(Extract<Merge, { kind: 'merged' }> & Bookkeeping) | undefined> {
  const kept = await bookkeeping(context, state, audit, objections);
  if (kept === undefined) return undefined;
  const title = `Tick requirements after ${logName(state, audit).replace(':', ' ')}`;
  const { path, bytes } = kept;
  const merged = await context.lander.rewrite({ path, bytes, title, tip: state.tip, run: state.runs, at });
  if (merged.kind === 'conflict') return undefined;
  const last = { ticket: audit, run: runsOf(context.dossier(audit), 'score').at(-1) ?? 0 };
  const gateContext = await gateContextFor(context, last, new AbortController().signal);
  const { cells } = await verify(gateContext, merged.commit);
  const isRed = cells.some((cell) => cell.status !== 'PASS' && gateContext.excused?.has(cell.check) !== true);
  const isRefused =
    !isRed && (await hookGate(gateContext, { base: state.tip, head: merged.commit })).outcome !== 'pass';
  return isRed || isRefused ? undefined : { ...merged, ...kept };
}

async function bookkeeping(
  context: StageContext,
  state: State,
  audit: string,
  objections: Objections,
): Promise<Bookkeeping | undefined> {
  const document = documentsOf(context.inputs.epic).find((kept) => kept.audit === audit);
  if (document === undefined) return undefined;
  const { path } = document;
  const text = await textAt(context, state.tip, path);
  const wanted = await textAt(context, state.base, path);
  if (text === undefined || wanted === undefined) return undefined;
  const read = parseRequirements(text);
  const base = parseRequirements(wanted);
  const evidence = await evidenceOn(context, state, document);
  const isAsAsked = (item: string) => textOf(read.items, item) === textOf(base.items, item);
  const found = ticksFrom(evidence.verdicts);
  const ticked = found.tick.filter((item) => !evidence.open.has(item) && isAsAsked(item));
  const failed = [...new Set([...found.untick, ...evidence.open.keys()])].filter(
    (item) => textOf(read.items, item) !== undefined,
  );
  // A critic fails work that has not landed: the branch is as it was, and so is its box.
  const atTip = ticksFrom(evidence.verdicts.filter(({ role }) => role !== 'critic')).untick;
  const isTicked = (item: string) => read.items.some(({ id, checked }) => id === item && checked);
  const unticked = failed.filter(
    (item) => isTicked(item) && (evidence.open.has(item) || atTip.includes(item)),
  );
  const passed = [...evidence.verdicts, ...evidence.ofRun.verdicts].flatMap(({ item, verdict }) =>
    verdict === 'pass' && isAsAsked(item) ? [item] : [],
  );
  const name = logName(state, audit);
  const cycles = [...new Set([...ticked, ...failed, ...passed])].flatMap((item) => {
    const all = cyclesOf(item, name, reviewsOf(item, evidence, objections));
    return cyclesDue(all, loggedBy(name, item, read).slice(loggedBy(name, item, base).length));
  });
  const begun = cycles.filter(({ into }) => into === undefined);
  const edited = begun.reduce(
    (done, { item }) => raiseCycles(done, [item]).text,
    untick(tick(text, ticked).text, unticked).text,
  );
  const rows = cycles.flatMap((each) => {
    const { item, rows: said, into } = each;
    const before = read.items.find(({ id }) => id === item)?.cycles ?? 0;
    const own = begun.filter((other) => other.item === item);
    return said.map((row) => ({ ...row, item, cycle: into ?? before + own.indexOf(each) + 1 }));
  });
  const done = appendReviewLog(edited, rows);
  // Without its row in the log nobody could tell who ticked it.
  if (done.problems.length > 0 || done.text === text) return undefined;
  const { convergence } = context.inputs.config;
  const counted = countedOf(path, parseRequirements(done.text, convergence), convergence);
  return { audit, path, bytes: new TextEncoder().encode(done.text), ticked, unticked, counted };
}

function reviewsOf(
  item: string,
  { verdicts, issues, earlier, ofRun }: RequirementEvidence,
  objections: Objections,
) {
  const own = verdicts.filter((each) => each.item === item);
  return {
    verdicts: own,
    objections: own.flatMap(({ ticket = '', failures = 0 }) => {
      const said = objections.get(ticket) ?? [];
      return Array.from({ length: failures }, (_, at) => said.at(at - failures) ?? '');
    }),
    rounds: earlier.flatMap(({ said, by }) =>
      said.has(item) ? [{ said: said.get(item) ?? [], by: by.get(item) ?? [] }] : [],
    ),
    issues: issues.get(item) ?? [],
    ofRun: {
      verdicts: ofRun.verdicts.filter((each) => each.item === item),
      issues: ofRun.issues.get(item) ?? [],
    },
  };
}

/** Each review of an item that rows of this audit, and the run's beside them, have in the Review Log. */
function loggedBy(audit: string, item: string, { log }: RequirementsDocument): readonly LoggedCycle[] {
  const isOf = (by: string, { details }: { readonly details: string }): boolean =>
    `${details}:`.startsWith(`${by}:`);
  const own = log.filter((row) => row.item === item && (isOf(audit, row) || isOf(RUN_AUDIT, row)));
  return [...Map.groupBy(own, ({ cycle }) => cycle)].flatMap(([cycle, rows]) =>
    rows.some((row) => isOf(audit, row)) || rows.every((row) => isOf(RUN_AUDIT, row))
      ? [{ cycle, rows: rows.map((row) => ({ ...row, verdict: row.verdict === 'PASS' ? 'PASS' : 'FAIL' })) }]
      : [],
  );
}

async function textAt(context: StageContext, commit: string, path: string): Promise<string | undefined> {
  const bytes = await context.hub.file(commit, path);
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
