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
export const recover: StageWork = async (site, assignment, cancel) => {
  const cast = site.inputs.cast.reviewer;
  if (cast === undefined) return noAgent(assignment, 'reviewer');
  const documents = await readDocuments(site, scopeOf(site, assignment));
  const items = requirementsIn(
    (await standingIn(site, documents, assignment.ticket)).map(({ unreviewed }) => ({ items: unreviewed })),
  );
  const commit = await judgedCommit(site, assignment);
  const sections = (token: string | null) => recoveryAssignment({ id: assignment.ticket, token, items });
  const bench: JudgeCall = { role: 'reviewer', auditor: null, cast, commit, sections };
  const hearing = await askJudge(site, assignment, bench, cancel);
  if (hearing.kind === 'over') return hearing.draft;
  const { used, by, text } = hearing.said;
  const said = parseAuditReport(text, { auditor: 'requirements' });
  const isShown = await shownAt(site, commit, said.findings);
  const requirements = requirementsIn(documents);
  const own = said.complete ? admit(said, { auditor: 'requirements', requirements, isShown }) : said;
  const reasons = own.complete ? unjudgedWords(unjudged(own, items)) : own.reasons;
  // What an answer finds open counts, whatever it leaves out or a later one says.
  const before = (await recoveriesOf(site, assignment.ticket)).findLast(
    (each) => each.isPartial === true && each.commit === commit,
  );
  const answer = { ...own, findings: signed(own.findings, hearing.said) };
  const report = withRecovery(answer, before?.report.findings ?? [], requirements);
  const open = report.findings.filter(({ verdict }) => verdict !== 'PASS');
  const isBroken = hearing.kind === 'broken';
  const isPartial = isBroken || !own.complete || reasons.length > 0;
  const kept: Recovered = isPartial
    ? { commit, report: { ...report, findings: open, complete: false, reasons }, isPartial }
    : { commit, report };
  if (!isBroken || open.length > 0) await site.records.put(assignment.run, 'recovery', kept);
  if (isBroken) return hearing.draft;
  if (isPartial) return unclear(site, assignment, used, reasons);
  const done = { type: 'recovery_done', items: items.length, open: open.length } as const;
  return { ...head(assignment), used, ...spokenBy(by), ...done };
};
