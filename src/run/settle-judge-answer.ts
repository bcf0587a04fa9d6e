import type { AssignmentEvent } from '../model/events.ts';
import { type HeardAnswer, ruleOn } from '../model/verdict.ts';
import type { Spend } from '../model/usage.ts';
import type { ResultDraft } from '../ports/records.ts';
import type { StageContext } from './stage-context.ts';
import type { JudgeAnswer } from './stages/judge.ts';
import { type AgentReply, unclearAnswers, voidResult } from './agent-call/turn.ts';

/** What a judge's answers come to: one of them decides, it is asked again, or there is none. */
export type RuledAnswer<Answer> =
  | { readonly kind: 'over'; readonly draft: ResultDraft | undefined }
  | { readonly kind: 'unclear'; readonly answer: Answer; readonly used: Spend }
  | { readonly kind: 'counts'; readonly answer: Answer; readonly said: AgentReply; readonly used: Spend };

/** Reads all that a judge has said in this conversation, also before its process failed, and rules on it. */
export async function ruledAnswer<Answer extends HeardAnswer>(
  context: StageContext,
  assignment: AssignmentEvent,
  hearing: JudgeAnswer,
  read: (given: AgentReply) => Answer,
): Promise<RuledAnswer<Answer>> {
  if (hearing.kind === 'over') return hearing;
  const { used } = hearing.said;
  const all = [...(await unclearAnswers(context, assignment)), hearing.said];
  const answers = all.map(read);
  const isAsked = assignment.clarification >= Math.min(1, context.plan.limits.clarifications);
  // Nobody can ask a judge whose process has failed.
  const ruling = hearing.kind === 'heard' ? ruleOn(answers, isAsked) : ruleOn([...answers, null], true);
  const at = ruling.kind === 'fails' ? ruling.at : answers.length - 1;
  const [answer, said] = [answers[at], all[at]];
  if (ruling.kind === 'replace')
    return { kind: 'over', draft: voidResult(assignment, [REPLACED[ruling.because]], used) };
  if (answer === undefined || said === undefined || ruling.kind === 'nothing')
    return { kind: 'over', draft: hearing.kind === 'broken' ? hearing.draft : undefined };
  if (ruling.kind === 'ask') return { kind: 'unclear', answer, used };
  const fails = ruling.kind === 'fails' ? ({ verdict: 'fail', lacksReason: false } as const) : {};
  return { kind: 'counts', answer: { ...answer, ...fails }, said, used };
}

/** Why a pass does not count whose judge refused the work before (it may only want to please), or writes around its form. */
const REPLACED = {
  'turned around': 'it spoke against the work first, then passed it when asked for a clear answer',
  form: 'its pass had text outside of the form again after it was asked for the form alone',
} as const;
