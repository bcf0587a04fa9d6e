import { type Reconciliation, reconcile as match } from '../../audit/index.ts';
import { reconciliationAssignment } from '../../prompts/index.ts';
import { parseAuditReport } from '../../formats/index.ts';
import type { RequestItems } from '../../audit/index.ts';
import { head, jobOf } from '../stage-context.ts';
import type { StageContext, StageWork } from '../stage-context.ts';
import { unclear } from '../agent-call/turn.ts';
import { spokenBy } from '../agent-call/who-answered.ts';
import { changeToJudge, judgedCommit, requestOf, shownAt } from '../team-audit/audit-scope.ts';
import { noAgent } from './develop.ts';
import { askJudge } from './judge.ts';
import { lastRecord } from '../records/run-records.ts';

/** The work of a whole run held against what was asked for in the beginning, item by item (TEAM-19). */
export const reconcile: StageWork = async (context, assignment, cancel) => {
  const agent = context.inputs.cast.requirements ?? context.inputs.cast.auditor;
  if (agent === undefined) return noAgent(assignment, 'auditor');
  const commit = await judgedCommit(context, assignment);
  const asked = await requestOf(context);
  if (asked === undefined || !asked.whole || asked.items.length === 0)
    return { ...head(assignment), type: 'agent_failed', trouble: 'void', because: notAsked(asked) };
  const { epic } = context.inputs;
  const { files } = await changeToJudge(context, commit, null);
  const { title, tickets } = epic;
  const about = { id: assignment.ticket, title, items: asked.items, tickets, files };
  const sections = (token: string | null) => reconciliationAssignment({ ...about, token });
  const call = { role: 'auditor', auditor: 'requirements', agent, commit, sections } as const;
  const judgeAnswer = await askJudge(context, assignment, call, cancel);
  if (judgeAnswer.kind === 'over') return judgeAnswer.draft;
  const { used, by, text } = judgeAnswer.said;
  const report = parseAuditReport(text, { auditor: 'requirements' });
  const isShown = await shownAt(context, commit, report.findings);
  const matched = match(asked.items, report, { commit, isShown });
  if (matched.kind === 'unclear')
    return judgeAnswer.kind === 'broken'
      ? judgeAnswer.draft
      : unclear(context, assignment, used, matched.reasons);
  const findings = matched.reconciliation.findings.map((finding) => ({ ...finding, ...spokenBy(by) }));
  const open = findings.filter(({ verdict }) => verdict !== 'PASS').length;
  if (judgeAnswer.kind === 'broken' && open === 0) return judgeAnswer.draft;
  await context.records.put(assignment.run, 'reconciliation', { ...matched.reconciliation, findings });
  const done = { type: 'reconciliation_done', commit, items: asked.items.length, open } as const;
  return { ...head(assignment), used, ...spokenBy(by), ...done };
};

function notAsked(asked: RequestItems | undefined): string {
  if (asked === undefined) return 'the original request cannot be read at base, or is withheld';
  return asked.whole
    ? 'the original request asks for nothing'
    : 'the original request has too many items, or too long ones';
}

/** What was found for this commit: null where somebody should have looked and gave no result, undefined where nobody had to. */
export async function reconciliationAt(
  context: StageContext,
  audit: string,
  commit: string,
): Promise<Reconciliation | null | undefined> {
  if (!context.plan.reconcile || jobOf(context, audit)?.audit?.scope !== -1) return undefined;
  const kept = await lastRecord(context, audit, 'reconcile', 'reconciliation');
  return kept?.commit === commit ? kept : null;
}
