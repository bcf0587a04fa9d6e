import type { AssignmentEvent } from '../../model/events.ts';
import { bareFinding } from '../../model/finding.ts';
import type { Feedback } from '../../model/feedback.ts';
import type { Provenance } from '../../model/provenance.ts';
import type { ResultDraft } from '../../ports/records.ts';
import { parseAuditor } from '../../formats/index.ts';
import type { AuditorAnswer } from '../../formats/index.ts';
import { auditorAssignment } from '../../prompts/index.ts';
import { runsOf } from '../loop/dossier.ts';
import { nameList } from '../records/name-list.ts';
import { briefOf, commitOf, head, ticketOf } from '../stage-context.ts';
import type { StageContext, StageWork } from '../stage-context.ts';
import { ruledAnswer } from '../settle-judge-answer.ts';
import { unclear } from '../agent-call/turn.ts';
import { spokenBy } from '../agent-call/who-answered.ts';
import { environmentsIn, kindOfDisagreement } from './disagreement-kind.ts';
import { noAgent } from './develop.ts';
import {
  baseUnder,
  changeUnder,
  claimedFiles,
  grounded,
  askJudge,
  provedAbout,
  withRepair,
} from './judge.ts';
import type { JudgeAnswer } from './judge.ts';
import { keepFeedback } from '../records/earlier-feedback.ts';

/** The acceptance auditor: are the criteria met? A pass is a claim until the coordinator has run the evidence (FLOW-08). */
export const audit: StageWork = async (context, assignment, cancel) => {
  const { cast } = context.inputs;
  if (cast.auditor === undefined) return noAgent(assignment, 'auditor');
  const commit = commitOf(assignment);
  const judged = await withRepair(context, assignment);
  const sections = await assignmentFor(context, assignment, judged);
  const call = {
    role: 'auditor',
    auditor: null,
    agent: cast.auditor,
    commit: judged,
    sections,
    expected: { criteria: ticketOf(context, assignment.ticket).acceptance },
  } as const;
  const judgeAnswer = await askJudge(context, assignment, call, cancel);
  return conclude(context, assignment, commit, judgeAnswer);
};

async function assignmentFor(context: StageContext, assignment: AssignmentEvent, judged: string) {
  const ticket = ticketOf(context, assignment.ticket);
  const { files: git, withheld, diff } = await changeUnder(context, assignment, judged);
  const claimed = await claimedFiles(context, assignment.ticket, git);
  const assessment = await assessments(context, assignment);
  const refuted = await refutedClaims(context, assignment);
  const proved = await provedAbout(context, assignment.ticket, judged);
  return (token: string | null) =>
    auditorAssignment({
      brief: briefOf(context, ticket),
      token,
      files: { git, withheld, diff, claimed },
      assessment,
      refuted,
      proved,
      people: context.dossier(assignment.ticket),
    });
}

/** What the critics who passed this attempt wrote (FLOW-03). */
async function assessments(context: StageContext, { ticket: job }: AssignmentEvent): Promise<string> {
  const dossier = context.dossier(job);
  const texts: string[] = [];
  for (const [key] of dossier.runs) {
    if (!key.startsWith('review:')) continue;
    const run = runsOf(dossier, 'review', Number(key.slice('review:'.length))).at(-1);
    const text = run === undefined ? undefined : await context.records.get(run, 'assessment');
    if (text !== undefined) texts.push(text);
  }
  return texts.join('\n\n');
}

/** What the coordinator measured where an earlier auditor of this delivery made a claim that does not hold (REAL-05). */
async function refutedClaims(
  context: StageContext,
  { ticket: job }: AssignmentEvent,
): Promise<readonly string[]> {
  const dossier = context.dossier(job);
  const delivered = runsOf(dossier, 'develop').at(-1) ?? -1;
  const texts: string[] = [];
  for (const run of runsOf(dossier, 'confirm')) {
    const text = run > delivered ? await context.records.get(run, 'refuted') : undefined;
    if (text !== undefined) texts.push(text);
  }
  return texts;
}

async function conclude(
  context: StageContext,
  assignment: AssignmentEvent,
  commit: string,
  judgeAnswer: JudgeAnswer,
): Promise<ResultDraft | undefined> {
  const { ticket: job } = assignment;
  const { acceptance: criteria } = ticketOf(context, job);
  const ruled = await ruledAnswer(context, assignment, judgeAnswer, ({ text, token }) =>
    parseAuditor(text, { ticket: job, ...(token === null ? {} : { token }), criteria }),
  );
  if (ruled.kind === 'over') return ruled.draft;
  const { answer, used } = ruled;
  await context.records.put(assignment.run, 'audit', answer);
  if (ruled.kind === 'unclear') return unclear(context, assignment, used, answer.reasons);
  const about = { ...head(assignment), used, commit, ...spokenBy(ruled.said.by) };
  if (answer.verdict === 'fail') return failed(context, assignment, about, answer);
  if (answer.verdict === 'blocked') return { ...about, type: 'auditor_blocked', because: blockedBy(answer) };
  return { ...about, type: 'auditor_pass' };
}

type About = Pick<ResultDraft, 'v' | 'ticket' | 'run' | 'used'> & {
  readonly commit: string;
  readonly by?: Provenance;
};

async function failed(
  context: StageContext,
  assignment: AssignmentEvent,
  about: About,
  answer: AuditorAnswer,
) {
  const source = { kind: 'auditor', name: 'acceptance', ...spokenBy(about.by ?? null) } as const;
  const head = { ...bareFinding, source, rule: 'acceptance', severity: 'HIGH' } as const;
  const base = await baseUnder(context, assignment, about.commit);
  const said = answer.findings.map(({ file, line, message }) => ({ ...head, file, line, message }));
  const { kept, setAside } = await grounded(context, said, { ...about, base, quotesHold: false });
  await context.records.put(assignment.run, 'setAside', setAside);
  await keepFeedback(context, assignment, 'audit', {
    findings: kept,
    requiredFixes: answer.requiredFixes,
    notes: answer.notes,
    failedCriteria: failedIn(answer),
    environments: environmentsIn(answer),
    passingCriteria: [
      ...answer.passing,
      ...answer.criteria.filter(({ status }) => status === 'VERIFIED').map(({ criterion }) => criterion),
    ],
  });
  const criteria = answer.criteria.filter(({ status }) => status !== 'VERIFIED');
  const names = [
    ...criteria.map(({ criterion }) => criterion),
    ...kept.map(({ fingerprint }) => fingerprint),
  ];
  return {
    ...about,
    type: 'auditor_fail',
    findings: nameList(names),
    wanting: kindOfDisagreement(answer, ticketOf(context, assignment.ticket).acceptance),
  } as const;
}

/** An audit that fails and names no criterion is still a reason: the developer is told so. */
function failedIn({ criteria, reasons }: AuditorAnswer): Feedback['failedCriteria'] {
  const failed = criteria.filter(({ status }) => status !== 'VERIFIED');
  if (failed.length === 0) return [{ criterion: 'not named', reason: reasons.join('; ') }];
  return failed.map(({ criterion, evidence }) => ({ criterion, reason: evidence }));
}

function blockedBy(answer: AuditorAnswer): string {
  const said = [...answer.preExisting, answer.summary].filter(Boolean).join('; ');
  return (said === '' ? 'it does not name the blocker' : said).slice(0, 1000);
}
