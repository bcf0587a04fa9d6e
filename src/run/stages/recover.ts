import { parseAuditReport } from '../../formats/index.ts';
import { admit, unjudged, unjudgedWords, withRecovery } from '../../audit/index.ts';
import { recoveryAssignment } from '../../prompts/index.ts';
import { standingIn } from '../team-audit/item-verdicts.ts';
import { head } from '../stage-context.ts';
import type { StageWork } from '../stage-context.ts';
import { unclear } from '../agent-call/turn.ts';
import { spokenBy } from '../agent-call/who-answered.ts';
import { judgedCommit, recoveriesOf, scopeOf, shownAt } from '../team-audit/audit-scope.ts';
import type { Recovered } from '../team-audit/audit-scope.ts';
import { readDocuments, requirementsIn } from '../team-audit/scope-documents.ts';
import { noAgent } from './develop.ts';
import { askJudge } from './judge.ts';
import type { JudgeCall } from './judge.ts';
import { signed } from '../team-audit/milestone.ts';

/**
 * A reviewer judges the requirements that no review has looked at (TEAM-24). Like an auditor's report, its answer counts
 * only where it gives every one of them a verdict; what it finds goes into the score and keeps the boxes open.
 */
export const recover: StageWork = async (context, assignment, cancel) => {
  const agent = context.inputs.cast.reviewer;
  if (agent === undefined) return noAgent(assignment, 'reviewer');
  const documents = await readDocuments(context, scopeOf(context, assignment.ticket));
  const items = requirementsIn(
    (await standingIn(context, documents, assignment.ticket)).map(({ unreviewed }) => ({
      items: unreviewed,
    })),
  );
  const commit = await judgedCommit(context, assignment);
  const sections = (token: string | null) => recoveryAssignment({ id: assignment.ticket, token, items });
  const call: JudgeCall = { role: 'reviewer', auditor: null, agent, commit, sections };
  const judgeAnswer = await askJudge(context, assignment, call, cancel);
  if (judgeAnswer.kind === 'over') return judgeAnswer.draft;
  const { used, by, text } = judgeAnswer.said;
  const said = parseAuditReport(text, { auditor: 'requirements' });
  const isShown = await shownAt(context, commit, said.findings);
  const requirements = requirementsIn(documents);
  const own = said.complete ? admit(said, { auditor: 'requirements', requirements, isShown }) : said;
  const reasons = own.complete ? unjudgedWords(unjudged(own, items)) : own.reasons;
  // What an answer finds open counts, whatever it leaves out or a later one says.
  const before = (await recoveriesOf(context, assignment.ticket)).findLast(
    (each) => each.isPartial === true && each.commit === commit,
  );
  const answer = { ...own, findings: signed(own.findings, judgeAnswer.said) };
  const report = withRecovery(answer, before?.report.findings ?? [], requirements);
  const open = report.findings.filter(({ verdict }) => verdict !== 'PASS');
  const isBroken = judgeAnswer.kind === 'broken';
  const isPartial = isBroken || !own.complete || reasons.length > 0;
  const kept: Recovered = isPartial
    ? { commit, report: { ...report, findings: open, complete: false, reasons }, isPartial }
    : { commit, report };
  if (!isBroken || open.length > 0) await context.records.put(assignment.run, 'recovery', kept);
  if (isBroken) return judgeAnswer.draft;
  if (isPartial) return unclear(context, assignment, used, reasons);
  const done = { type: 'recovery_done', items: items.length, open: open.length } as const;
  return { ...head(assignment), used, ...spokenBy(by), ...done };
};
