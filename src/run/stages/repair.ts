import type { AssignmentEvent } from '../../model/events.ts';
import { mergeRepeated } from '../../model/audit.ts';
import type { ResultDraft } from '../../ports/records.ts';
import { parseDeveloper, parseRemediator } from '../../formats/index.ts';
import {
  auditFixAssignment,
  remediatorAssignment,
  scanFixAssignment,
  withChecks,
  withLimits,
} from '../../prompts/index.ts';
import type { Section } from '../../prompts/index.ts';
import { tipChecksIn } from '../../state/index.ts';
import { lastBaseline } from '../records/baseline-of.ts';
import { earlierFeedback } from '../records/earlier-feedback.ts';
import { limitsFor } from './work-limits.ts';
import { head } from '../stage-context.ts';
import type { AgentRole, StageContext, StageWork } from '../stage-context.ts';
import { unclear } from '../agent-call/turn.ts';
import { spokenBy } from '../agent-call/who-answered.ts';
import { blockerText, keepDelivery, handedIn, noAgent, keepPartialWork } from './develop.ts';
import { workIn, workplace } from './agent-workspace.ts';
import { requirementTexts } from '../team-audit/audit-scope.ts';
import { fixGroup, type ScoredRound } from '../team-audit/scored-rounds.ts';

/** Fix what is red at base (REMEDY-01). What it changes is a change like any other: gates, critic, landing (REMEDY-02). */
export const remediate: StageWork = async (context, assignment, cancel) => {
  const job = tipChecksIn(context.state()).at(-1) ?? 'baseline';
  const measured = await lastBaseline(context.records, context.dossier(job));
  const feedbacks = await earlierFeedback(context, assignment.ticket);
  const { notes } = context.dossier(assignment.ticket);
  const sections = (token: string | null) =>
    remediatorAssignment({
      id: assignment.ticket,
      token,
      because: context.state().infrastructure.because,
      checks: (measured?.cells ?? []).filter(({ status }) => status !== 'PASS'),
      feedbacks,
      notes,
    });
  return repair(context, assignment, { role: 'remediator', sections, conclude: remediated }, cancel);
};

/** Fix one group of what an audit found, and nothing else (TEAM-08). */
export const fix: StageWork = async (context, assignment, cancel) => {
  const { group, rounds, round, wanted } = await fixGroup(context, assignment.ticket);
  const about = {
    id: assignment.ticket,
    files: wanted?.files ?? [],
    findings: mergeRepeated((wanted?.findings ?? []).flatMap((position) => round?.findings[position] ?? [])),
  };
  const requirements =
    group === null ? new Map<string, string>() : await requirementTexts(context, group.audit);
  const isAlone = context.plan.gating.team.auditors.length === 0;
  const sections = (token: string | null) =>
    isAlone
      ? scanFixAssignment({ ...about, token, pass: rounds.length, log: passLog(rounds) })
      : auditFixAssignment({ ...about, token, round: assignment.round, requirements });
  return repair(context, assignment, { role: 'fixer', sections, conclude: fixed }, cancel);
};

/** What each earlier pass left, so that nobody tries the same again. */
function passLog(rounds: readonly ScoredRound[]): readonly string[] {
  return rounds.slice(1).map(({ round: { open } }, index) => {
    const still = open.map(({ file }) => file).filter((file) => file !== '');
    return `Findings open after pass ${index + 1}: ${open.length}${still.length === 0 ? '' : `, in ${[...new Set(still)].slice(0, 20).join(', ')}`}`;
  });
}

/** `blocked` is what keeps it from being done, where the agent says that it cannot be. */
type Conclusion = {
  readonly isDone: boolean;
  readonly reasons: readonly string[];
  readonly blocked?: string;
};

type Repair = {
  readonly role: Extract<AgentRole, 'remediator' | 'fixer'>;
  readonly sections: (token: string | null) => readonly Section[];
  readonly conclude: (text: string, expected: { ticket: string; token?: string }) => Conclusion;
};

async function repair(
  context: StageContext,
  assignment: AssignmentEvent,
  { role, sections, conclude }: Repair,
  cancel: AbortSignal,
): Promise<ResultDraft | undefined> {
  const agent = context.inputs.cast[role];
  if (agent === undefined) return noAgent(assignment, role);
  const place = await workplace(context, assignment, cancel);
  if (cancel.aborted) return undefined;
  if (place.kind === 'trouble') return place.draft;
  const limits = await limitsFor(context, assignment);
  const told = (token: string | null) => withLimits(withChecks(sections(token), context.plan), limits);
  const end = await workIn(context, assignment, { ...place, role, agent, sections: told }, cancel);
  if (end.kind === 'cancelled') return undefined;
  if (end.kind === 'trouble') return keepPartialWork(context, assignment, place.workspace, end.draft);
  const delivered = await keepDelivery(context, assignment, place.workspace, null);
  const { ticket } = assignment;
  const expected = { ticket, ...(end.token === null ? {} : { token: end.token }) };
  const { isDone, reasons, blocked } = conclude(end.text, expected);
  const about = { ...head(assignment), used: end.used, ...spokenBy(end.by) };
  if (blocked !== undefined)
    return { ...about, type: 'developer_incomplete', blocker: 'other', on: null, because: blocked };
  if (!isDone) return unclear(context, assignment, end.used, reasons);
  return { ...about, type: 'developer_ready_for_review', ...handedIn(delivered) };
}

const remediated: Repair['conclude'] = (text, expected) => {
  const { verdict, reasons, blocker, needed, summary } = parseRemediator(text, expected);
  if (verdict !== 'incomplete') return { isDone: verdict === 'complete', reasons };
  return { isDone: false, reasons, blocked: blockerText(blocker, needed, summary) };
};

/** A fixer that says it is not ready has left its findings open: the audit will say so. */
const fixed: Repair['conclude'] = (text, expected) => {
  const { verdict, reasons } = parseDeveloper(text, expected);
  return { isDone: verdict !== 'unknown', reasons };
};
