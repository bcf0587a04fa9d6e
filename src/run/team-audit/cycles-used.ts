import type { AuditFinding } from '../../model/audit.ts';
import { count } from '../../model/amounts.ts';
import type { AssignmentEvent } from '../../model/events.ts';
import { isNotJudged, usedUp } from '../../audit/index.ts';
import { itemVerdicts, standingIn } from './item-verdicts.ts';
import { judgeOf } from './requirement-evidence.ts';
import type { StageContext } from '../stage-context.ts';
import { scopeOf } from './audit-scope.ts';
import { itemFinder, readDocuments } from './scope-documents.ts';
import type { ItemFinder, ScopeDocument } from './scope-documents.ts';
import { scoredRounds } from './scored-rounds.ts';

/**
 * What a person is asked before the next round of an audit: an item that this round has open has used up its review
 * cycles (TEAM-12). Each scored round that has it open is one of them, as the Review Log counts them.
 */
export async function cyclesUsed(
  context: StageContext,
  assignment: AssignmentEvent,
  findings: readonly AuditFinding[],
): Promise<string | undefined> {
  const documents = await readDocuments(context, scopeOf(context, assignment.ticket));
  const before = await scoredRounds(context, assignment.ticket, assignment.run);
  const rounds = [...before.map((round) => round.findings), findings];
  const words: string[] = [];
  for (const own of documents) {
    if (judgeOf(context.state(), own.audit) !== assignment.ticket) continue;
    const asked = await usedIn(context, assignment, { own, meant: itemFinder(documents, own.path), rounds });
    if (asked !== undefined) words.push(asked);
  }
  return words.length === 0 ? undefined : joined(words);
}

type Judged = {
  readonly own: ScopeDocument;
  readonly meant: ItemFinder;
  /** What each scored round found, the last one last. */
  readonly rounds: readonly (readonly AuditFinding[])[];
};

async function usedIn(
  context: StageContext,
  assignment: AssignmentEvent,
  { own, meant, rounds: found }: Judged,
): Promise<string | undefined> {
  const { convergence } = context.inputs.config;
  const rounds = found.map((all) => [
    ...new Set(all.flatMap((each) => (each.verdict === 'PASS' || isNotJudged(each) ? [] : meant(each)))),
  ]);
  const verdicts = await itemVerdicts(context, context.state(), own);
  if (usedUp(own.items, verdicts, rounds, convergence).length === 0) return undefined;
  const [standing] = await standingIn(context, [own], assignment.ticket);
  const open = [...new Set([...(standing?.open ?? []), ...(rounds.at(-1) ?? [])])];
  const total = own.items.length;
  return askWords(own.path, { total, checked: total - open.length, open }, convergence.maxCycles);
}

type Open = {
  readonly total: number;
  readonly checked: number;
  readonly open?: readonly string[] | undefined;
};

export function askWords(path: string, { total, checked, open = [] }: Open, most: number): string {
  const names = open.slice(0, 20).join(', ');
  const left = `${total - checked} of ${total} requirements in ${path} are open`;
  return `${left}, and at least one of them has had ${count(most, 'review cycle')}, the limit: ${names}`;
}

/** One question about several documents. */
export function joined(words: readonly string[]): string {
  return words.join('; ').slice(0, 4000);
}
