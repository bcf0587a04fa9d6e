import type { AuditFinding } from '../../model/audit.ts';
import type { Auditor } from '../../model/team.ts';
import { isNotJudged, type ItemVerdict, replaceOldReviews } from '../../audit/index.ts';
import { jobNamed } from '../../state/index.ts';
import type { State } from '../../state/index.ts';
import { itemVerdicts } from './item-verdicts.ts';
import { issueOf } from './critic-objections.ts';
import { type KeptDocument, RUN_AUDIT } from './requirement-documents.ts';
import type { StageContext } from '../stage-context.ts';
import { scopeOf } from './audit-scope.ts';
import { type ItemFinder, itemFinder, readDocuments } from './scope-documents.ts';
import { scoredRounds } from './scored-rounds.ts';
import { lastRecord } from '../records/run-records.ts';

/** The audit whose score decides about a document: the run's, where the milestone's is switched off or was skipped. */
export function judgeOf(state: State, audit: string): string {
  const isSkipped = jobNamed(state, audit)?.audit?.outcome === 'skipped' && !isOff(state, RUN_AUDIT);
  return isOff(state, audit) || isSkipped ? RUN_AUDIT : audit;
}

/** The name of an audit in the Review Log: one that was switched off or skipped has judged nothing. */
export function logName(state: State, audit: string): string {
  if (!isOff(state, audit) && judgeOf(state, audit) === audit) return audit;
  return audit === RUN_AUDIT ? 'run' : audit.replace('audit:', 'milestone ');
}

function isOff(state: State, audit: string): boolean {
  return jobNamed(state, audit)?.audit?.outcome === 'off';
}

type OpenItems = ReadonlyMap<string, readonly string[]>;

export type RequirementEvidence = {
  readonly verdicts: readonly ItemVerdict[];
  /** Items that the last score of the audit, or of the run's, has something against, and what. */
  readonly open: OpenItems;
  /** The audit's own part of it. */
  readonly issues: OpenItems;
  /** What the run's audit said about items of another audit's document. */
  readonly ofRun: { readonly verdicts: readonly ItemVerdict[]; readonly issues: OpenItems };
  /** The same for each scored round of the audit before the last, with the names of those who said so. */
  readonly earlier: readonly { readonly said: OpenItems; readonly by: OpenItems }[];
};

/**
 * What critics, recovery reviews and the test auditor said about items that the document has, and what speaks against
 * them. A pass has to name its item; what speaks against one is heard by title and text as well.
 */
export async function evidenceOn(
  context: StageContext,
  state: State,
  document: KeptDocument,
): Promise<RequirementEvidence> {
  const { path } = document;
  const audit = judgeOf(state, document.audit);
  const meant = await finderOf(context, audit, path);
  const said = await itemVerdicts(context, state, document);
  const rounds = (await scoredRounds(context, audit)).map(({ findings }) => findings.filter(isOpen));
  const score = await lastRecord(context, audit, 'score', 'score');
  // Where an audit gave no score there is no ground for a tick; a critic that failed an item did so with or without one.
  if (score === undefined) {
    const verdicts = isOff(state, audit) ? said : said.filter(({ verdict }) => verdict === 'fail');
    return { verdicts, open: new Map(), issues: new Map(), earlier: [], ofRun: nothing };
  }
  const ofRun = audit === RUN_AUDIT ? nothing : await saidByRun(context, state, path);
  const { auditors } = context.plan.gating.team;
  const reports = jobNamed(state, audit)?.audit?.reports ?? [];
  const alone = await aloneReview(
    context,
    { audit, path },
    auditors.length > 0 ? undefined : reports[0]?.run,
    meant,
  );
  const issues = openItems([
    ...alone.named,
    ...score.findings.filter(isOpen).map((finding) => ({ finding, items: meant(finding) })),
  ]);
  const open = new Map([...ofRun.issues, ...issues]);
  const earlier = rounds.slice(0, -1).map((findings) => {
    const named = findings.map((finding) => ({ finding, items: meant(finding) }));
    const by = openItems(named, (finding) => judgeName(finding, auditors.length === 0));
    return { said: openItems(named), by };
  });
  const team = await teamSaid(context, state, audit, meant);
  const reviews = said.map((each) => ({
    ...each,
    isOfRun: each.audit === RUN_AUDIT && audit !== RUN_AUDIT,
  }));
  const verdicts = replaceOldReviews([...reviews, ...alone.verdicts, ...team], (item) =>
    earlier.some((round) => round.said.has(item)),
  );
  return { verdicts, open, issues, earlier, ofRun };
}

const nothing = { verdicts: [], issues: new Map() };

/** What the team of the run's audit said about the items of a milestone's document. */
async function saidByRun(
  context: StageContext,
  state: State,
  path: string,
): Promise<RequirementEvidence['ofRun']> {
  const meant = await finderOf(context, RUN_AUDIT, path);
  const found = ((await lastRecord(context, RUN_AUDIT, 'score', 'score'))?.findings ?? []).filter(isOpen);
  const issues = openItems(found.map((finding) => ({ finding, items: meant(finding) })));
  return { verdicts: await teamSaid(context, state, RUN_AUDIT, meant), issues };
}

async function teamSaid(
  context: StageContext,
  state: State,
  audit: string,
  meant: ItemFinder,
): Promise<readonly ItemVerdict[]> {
  const reports = jobNamed(state, audit)?.audit?.reports ?? [];
  const { auditors } = context.plan.gating.team;
  const said = auditors.map((auditor, seat) => teamVerdicts(context, auditor, reports[seat] ?? null, meant));
  return (await Promise.all(said)).flat();
}

type Named = { readonly finding: Parameters<typeof issueOf>[0]; readonly items: readonly string[] };

type AloneReview = { readonly named: readonly Named[]; readonly verdicts: readonly ItemVerdict[] };

/** Findings of the one reviewer fail the items that they name; a clean review passes all others (TEAM-11). */
async function aloneReview(
  context: StageContext,
  { audit, path }: KeptDocument,
  run: number | undefined,
  meant: ItemFinder,
): Promise<AloneReview> {
  const review = run === undefined ? undefined : await context.records.get(run, 'findings');
  if (review === undefined) return { named: [], verdicts: [] };
  const named = review.findings.map(({ category, title, problem, file, line }) => ({
    finding: { title: problem, file, line },
    items: [...meant({ id: category, title }), ...meant({ id: '', title: problem })],
  }));
  const failed = new Set(named.flatMap(({ items }) => items));
  const documents = await readDocuments(context, scopeOf(context, audit));
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
  context: StageContext,
  auditor: Auditor,
  reported: { readonly run: number; readonly commit?: string | undefined } | null,
  meant: ItemFinder,
): Promise<readonly ItemVerdict[]> {
  if (reported === null) return [];
  const { run, commit } = reported;
  const report = await context.records.get(run, 'auditorReport');
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

function openItems<F extends Named['finding']>(
  found: readonly { readonly finding: F; readonly items: readonly string[] }[],
  textOf: (finding: F) => string = issueOf,
): OpenItems {
  const open = new Map<string, string[]>();
  for (const { finding, items } of found)
    for (const item of items) open.set(item, [...(open.get(item) ?? []), textOf(finding)]);
  return open;
}

/** Who said it, as the Review Log names judges; `audit` for scans, suites and the original request. */
function judgeName({ auditor, source }: AuditFinding, isAlone: boolean): string {
  if (source !== 'agent') return 'audit';
  if (auditor === 'recovery') return 'recovery review';
  return isAlone ? 'reviewer' : `${auditor} auditor`;
}

function isOpen(finding: AuditFinding): boolean {
  return finding.verdict !== 'PASS' && !isNotJudged(finding);
}

async function finderOf(context: StageContext, audit: string, path: string): Promise<ItemFinder> {
  return itemFinder(await readDocuments(context, scopeOf(context, audit)), path);
}
