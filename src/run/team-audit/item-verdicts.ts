import type { AuditorReport } from '../../model/audit.ts';
import type { ItemVerdict, NamedItem, Standing } from '../../audit/index.ts';
import { isNotJudged, parseRequirements, standingOf } from '../../audit/index.ts';
import { isSettled, jobNamed } from '../../state/index.ts';
import type { Job, State } from '../../state/index.ts';
import { countedOf, documentsOf, RUN_AUDIT } from './requirement-documents.ts';
import type { KeptDocument } from './requirement-documents.ts';
import type { StageContext } from '../stage-context.ts';
import { recoveriesOf, scopeOf } from './audit-scope.ts';
import { itemFinder, readDocuments } from './scope-documents.ts';
import type { ItemFinder, ScopeDocument } from './scope-documents.ts';

/**
 * Verdicts of critics and recovery reviews of this run about the items of a document, written into it or not: those of
 * one audit, or of all milestones that share the document.
 */
export async function itemVerdicts(
  context: StageContext,
  state: State,
  document: KeptDocument,
  of: 'audit' | 'document' = 'audit',
): Promise<readonly ItemVerdict[]> {
  const own = itemFinder(await readDocuments(context, scopeOf(context, document.audit)), document.path);
  const critics = criticsOn(context, state, document, { meant: own, of });
  const audits = new Set([document.audit, RUN_AUDIT]);
  const recovered = await Promise.all(
    [...audits].map((audit) => recoveredIn(context, state, audit, document)),
  );
  return [...critics, ...recovered.flat()];
}

/** A ticket that names an item and has not landed reviewed fails it if its critic did, and otherwise leaves it open. */
function criticsOn(
  context: StageContext,
  state: State,
  { audit, path }: KeptDocument,
  { meant, of }: { readonly meant: ItemFinder; readonly of: 'audit' | 'document' },
): readonly ItemVerdict[] {
  const { tickets, milestones } = context.inputs.epic;
  const documents = new Map(milestones.map(({ id, requirements }) => [id, requirements]));
  return tickets.flatMap(({ id, milestone, requirements }) => {
    const job = jobNamed(state, id);
    const isDone = isReviewed(job);
    const kept = documents.get(milestone ?? '') ?? null;
    const isOwn = kept === null ? audit === RUN_AUDIT : `audit:${milestone}` === audit;
    const isHeard = isOwn || (of === 'document' && kept === path);
    if (isDone ? !isHeard : (kept ?? path) !== path) return [];
    const failures = isOwn ? (job?.failures.review ?? 0) : 0;
    const verdict = isDone ? 'pass' : failures > 0 ? 'fail' : 'unknown';
    return requirements
      .flatMap((item) => meant({ id: item, title: '' }))
      .map((item): ItemVerdict => ({ item, role: 'critic', auditor: null, verdict, failures, ticket: id }));
  });
}

function isReviewed(job: Job | undefined): boolean {
  return job?.status === 'completed' && job.evidence.reviewed !== null;
}

/**
 * The last verdict of a recovery review about each item. A PASS without a file shows nothing. Open items of another
 * commit than the audited one may be fixed since: nobody knows until somebody looks again.
 */
async function recoveredIn(
  context: StageContext,
  state: State,
  audit: string,
  { path }: KeptDocument,
): Promise<readonly ItemVerdict[]> {
  const reviews = await recoveriesOf(context, audit);
  if (reviews.length === 0) return [];
  const meant = itemFinder(await readDocuments(context, scopeOf(context, audit)), path);
  const last = new Map<string, ItemVerdict>();
  for (const { commit, report } of reviews) {
    const isNow = commit === jobNamed(state, audit)?.commit;
    for (const finding of report.findings.toSorted(worstLast))
      for (const item of meant(finding)) {
        const isMet = finding.verdict === 'PASS' && finding.file !== '';
        const isOpen = finding.verdict !== 'PASS' && isNow;
        const verdict = isMet ? 'pass' : isOpen ? 'fail' : 'unknown';
        last.set(item, { item, role: 'reviewer', auditor: null, verdict, commit, audit });
      }
  }
  return [...last.values()];
}

function worstLast(a: AuditorReport['findings'][number], b: typeof a): number {
  return Number(b.verdict === 'PASS') - Number(a.verdict === 'PASS');
}

export type StandingDocument = Standing<NamedItem> & { readonly document: ScopeDocument };

/** The documents of an audit's scope with the verdicts of this run, whether they are written yet or not. */
export async function standingIn(
  context: StageContext,
  documents: readonly ScopeDocument[],
  audit: string,
): Promise<readonly StandingDocument[]> {
  const { convergence } = context.inputs.config;
  return Promise.all(
    documents.map(async (document) => {
      const counted = countedOf(document.path, parseRequirements(document.text, convergence), convergence);
      const verdicts = await itemVerdicts(context, context.state(), document, 'document');
      const name = document.audit.slice(document.audit.indexOf(':') + 1);
      const standing = standingOf(name, { items: document.items, counted }, verdicts, convergence);
      const isUnderWay = underWay(context, document);
      const judged = audit === RUN_AUDIT ? await judgedInMilestones(context, document) : new Set();
      const unreviewed = standing.unreviewed.filter(({ id }) => !isUnderWay(id) && !judged.has(id));
      return { document, ...standing, unreviewed };
    }),
  );
}

/** The items of a document that a recovery review or an auditor of a milestone has judged, at whichever commit. */
async function judgedInMilestones(
  context: StageContext,
  { path }: ScopeDocument,
): Promise<ReadonlySet<string>> {
  const audits = documentsOf(context.inputs.epic).filter((each) => each.path === path);
  const judged = audits.map(async ({ audit }) => {
    if (audit === RUN_AUDIT) return [];
    const reports = jobNamed(context.state(), audit)?.audit?.reports ?? [];
    const given = reports.flatMap((each) =>
      each === null ? [] : [context.records.get(each.run, 'auditorReport')],
    );
    const recovered = (await recoveriesOf(context, audit)).map(({ report }) => report);
    const meant = itemFinder(await readDocuments(context, scopeOf(context, audit)), path);
    return [...(await Promise.all(given)), ...recovered]
      .flatMap((report) => report?.findings ?? [])
      .filter((each) => !isNotJudged(each) && (each.verdict !== 'PASS' || each.file !== ''))
      .flatMap(({ id }) => meant({ id, title: '' }));
  });
  return new Set((await Promise.all(judged)).flat());
}

/** Whether a ticket names the item and has not come to its end: its critic is going to look. */
function underWay(context: StageContext, document: ScopeDocument): (item: string) => boolean {
  const meant = itemFinder([document], document.path);
  const open = context.inputs.epic.tickets.filter(({ id }) => {
    const job = jobNamed(context.state(), id);
    return job !== undefined && !isSettled(job);
  });
  const items = new Set(
    open.flatMap(({ requirements }) => requirements.flatMap((id) => meant({ id, title: '' }))),
  );
  return (item) => items.has(item);
}

/** Documents of which this run has had more review cycles than its journal says, counted anew. */
export async function newlyCounted(context: StageContext) {
  const documents = await readDocuments(context, scopeOf(context, RUN_AUDIT));
  const standing = await standingIn(context, documents, RUN_AUDIT);
  return standing.flatMap(({ document: { audit }, counted }) => {
    const known = jobNamed(context.state(), audit)?.audit?.requirements ?? null;
    if (known !== null && known.cycles >= counted.cycles) return [];
    return [{ type: 'requirements_counted', v: 1, ticket: audit, counted } as const];
  });
}
