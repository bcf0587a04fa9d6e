import type { AssignmentEvent, Trouble } from '../../model/events.ts';
import type { Provenance } from '../../model/provenance.ts';
import type { Auditor, Role } from '../../model/team.ts';
import type { Spend } from '../../model/usage.ts';
import type { AgentEnd, ExpectedVerdict } from '../../ports/agents.ts';
import type { ResultDraft } from '../../ports/records.ts';
import { clarifiedPrompt, renderPrompt } from '../../prompts/index.ts';
import type { Section } from '../../prompts/index.ts';
import { redactPrompt, withoutSecrets } from './redact-prompt.ts';
import { runsOf } from '../loop/dossier.ts';
import { viewFor, withNotice } from './privacy.ts';
import { free, head } from '../stage-context.ts';
import type { AgentPart, StageContext } from '../stage-context.ts';
import { openTap } from './call-meter.ts';
import { whoAnswered } from './who-answered.ts';

export type Sections = (token: string | null) => readonly Section[] | Promise<readonly Section[]>;

/** One turn of an agent, as a stage describes it. */
export type Turn = {
  readonly role: Role;
  readonly auditor: Auditor | null;
  readonly agent: AgentPart;
  readonly cwd: string;
  readonly readOnly: boolean;
  readonly env: Readonly<Record<string, string>>;
  /** What it has to see beside the workspace. */
  readonly visible: readonly string[];
  /** What it is told, asked for only where it has not answered yet; the token is issued here. */
  readonly sections: Sections;
  readonly expected?: ExpectedVerdict | undefined;
  /** Why what was said does not count: looked at once it has ended, and before anything it said is kept. */
  readonly proof?: () => Promise<readonly string[]>;
};

export type TurnEnd =
  | (AgentReply & { readonly kind: 'answered'; readonly used: Spend })
  /**
   * It gave no whole answer: this is what the run came to. `stop` says how it ended; null: nothing that it said counts.
   * `said`: what it printed until then. That may speak against the work, and is never a pass.
   */
  | {
      readonly kind: 'trouble';
      readonly draft: ResultDraft;
      readonly stop: Stop | null;
      readonly said: AgentReply;
    }
  | { readonly kind: 'cancelled' };

type Issued = { readonly token: string | null; readonly delimiter: string };
type Conversation = { readonly session: string | null; readonly prompt: string };

/**
 * Let an agent take its turn, once: what it answered is kept before anything else is done with it, so that a restarted
 * coordinator goes on with the answer instead of paying for another.
 */
export async function takeTurn(
  context: StageContext,
  assignment: AssignmentEvent,
  turn: Turn,
  cancel: AbortSignal,
): Promise<TurnEnd> {
  const { records } = context;
  const issued = await issue(context, assignment, turn);
  const kept = await records.get(assignment.run, 'answer');
  const end = kept ?? (await ask(context, { assignment, turn, issued, cancel }));
  if (end.stop.kind === 'cancelled') return { kind: 'cancelled' };
  const by = whoAnswered(end.by);
  const { used } = context.meter.charge(assignment, {
    usage: end.usage,
    settings: turn.agent.settings,
    model: by?.model ?? null,
    isFree: cameToNothing.has(end.stop.kind),
  });
  const problems = kept === undefined ? ((await turn.proof?.()) ?? []) : [];
  if (problems.length > 0)
    return {
      kind: 'trouble',
      stop: null,
      said: { text: '', token: issued.token, by },
      draft: named(context, assignment, voidResult(assignment, problems, used)),
    };
  if (kept === undefined) await records.put(assignment.run, 'answer', end);
  const said = { text: end.text, token: issued.token, by };
  if (end.stop.kind === 'finished') return { kind: 'answered', ...said, used };
  const draft = named(context, assignment, troubleOf(assignment, end.stop, used));
  return { kind: 'trouble', stop: end.stop, said, draft };
}

/** The token is random per dispatch, and issued once: the same run asked again gets the same one. */
async function issue(context: StageContext, { run }: AssignmentEvent, turn: Turn): Promise<Issued> {
  const kept = await context.records.get(run, 'issued');
  if (kept !== undefined) return kept;
  const token = turn.agent.settings.token ? context.ids.word(24) : null;
  const issued = { token, delimiter: context.ids.word(16) };
  await context.records.put(run, 'issued', issued);
  return issued;
}

type Asked = {
  readonly assignment: AssignmentEvent;
  readonly turn: Turn;
  readonly issued: Issued;
  readonly cancel: AbortSignal;
};

async function ask(context: StageContext, { assignment, turn, issued, cancel }: Asked): Promise<AgentEnd> {
  const { prompt, session } = await conversation(context, assignment, turn, issued);
  await context.records.put(assignment.run, 'prompt', prompt);
  const { limits } = context.plan;
  const tap = await openTap(context, assignment, turn.agent.settings);
  const end = await context.agents.call(
    {
      role: turn.role,
      auditor: turn.auditor,
      epic: context.inputs.epic.id,
      // A review is known by the name that its prompts have.
      ticket: context.review?.inputs.id ?? assignment.ticket,
      attempt: assignment.attempt,
      try: assignment.try,
      round: assignment.round,
      clarification: assignment.clarification,
      prompt,
      token: issued.token,
      expected: turn.expected,
      settings: turn.agent.settings,
      cwd: turn.cwd,
      readOnly: turn.readOnly,
      ...viewFor(context, turn.visible),
      env: turn.env,
      timeout: turn.agent.settings.timeout ?? limits.agentTimeout,
      stall: limits.stall,
      session,
      mayGoOn: tap.mayGoOn,
      folder: context.records.folder(assignment.run),
    },
    cancel,
  );
  const { stop, usage } = await tap.close(end);
  return { ...end, stop, usage, text: withoutSecrets(end.text, issued.token) };
}

/** A clarification goes on with the conversation before it; everything else starts a fresh one. */
async function conversation(
  context: StageContext,
  assignment: AssignmentEvent,
  turn: Turn,
  issued: Issued,
): Promise<Conversation> {
  const sections = redactPrompt(await withNotice(context, assignment, await turn.sections(issued.token)));
  const options = { delimiter: issued.delimiter, agentFile: turn.agent.text };
  const earlier = assignment.clarification === 0 ? undefined : await unclearRun(context, assignment);
  if (earlier === undefined) return { prompt: renderPrompt(sections, options), session: null };
  const answer = await context.records.get(earlier, 'answer');
  const reasons = await context.records.get(earlier, 'reasons');
  const prompt = clarifiedPrompt(
    sections,
    { answer: answer?.text ?? '', reasons: reasons ?? [assignment.because] },
    options,
  );
  return { prompt, session: answer?.session ?? null };
}

/** The run whose answer has to be made clear; one that met a limit in between has said nothing. */
async function unclearRun(
  context: StageContext,
  { ticket: job, stage, seat, run }: AssignmentEvent,
): Promise<number | undefined> {
  const earlier = runsOf(context.dossier(job), stage, seat).filter((other) => other < run);
  for (const other of earlier.toReversed())
    if ((await context.records.get(other, 'reasons')) !== undefined) return other;
  return earlier.at(-1);
}

/** What the agent said before in this conversation, each time not clear enough to count; the oldest first. */
export async function unclearAnswers(
  context: StageContext,
  { ticket: job, stage, seat, run, clarification }: AssignmentEvent,
): Promise<readonly AgentReply[]> {
  const found: AgentReply[] = [];
  for (const other of runsOf(context.dossier(job), stage, seat).toReversed()) {
    if (found.length === clarification) break;
    if (other >= run || (await context.records.get(other, 'reasons')) === undefined) continue;
    const { text = '', by = null } = (await context.records.get(other, 'answer')) ?? {};
    const token = (await context.records.get(other, 'issued'))?.token ?? null;
    found.unshift({ text, token, by: whoAnswered(by) });
  }
  return found;
}

/** The words of an agent, the token that they had to repeat, and who said them. */
export type AgentReply = {
  readonly text: string;
  readonly token: string | null;
  readonly by: Provenance | null;
};

/** Nothing that was said or done in this run counts. */
export function voidResult(
  assignment: AssignmentEvent,
  problems: readonly string[],
  used: Spend = free,
): ResultDraft {
  const because = problems.join('; ').slice(0, 1000);
  return { ...head(assignment), used, type: 'agent_failed', trouble: 'void', because };
}

/** Ends at which no model has answered, if the agent says nothing else. */
const cameToNothing: ReadonlySet<AgentEnd['stop']['kind']> = new Set(['limit', 'authentication', 'missing']);

type Stop = Exclude<AgentEnd['stop'], { kind: 'finished' | 'cancelled' }>;

function troubleOf(assignment: AssignmentEvent, stop: Stop, used: Spend): ResultDraft {
  const about = { ...head(assignment), used };
  if (stop.kind === 'limit') {
    const until = stop.until !== null && Number.isFinite(stop.until) ? stop.until : null;
    return { ...about, type: 'agent_limited', until };
  }
  // A program that is not there will not be there at the next try either.
  const trouble: Trouble = stop.kind === 'missing' ? 'authentication' : stop.kind;
  return { ...about, type: 'agent_failed', trouble, because: stop.because.slice(0, 1000) };
}

/** Nothing that counts was said: why, kept for the question that goes back. */
export async function unclear(
  context: StageContext,
  assignment: AssignmentEvent,
  used: Spend,
  reasons: readonly string[],
): Promise<ResultDraft> {
  await context.records.put(assignment.run, 'reasons', reasons);
  const because = reasons.join('; ').slice(0, 1000);
  return named(context, assignment, { ...head(assignment), used, type: 'agent_unclear', because });
}

/** Five auditors sit at one job: whatever goes wrong with one of them says with which. */
function named(context: StageContext, { stage, seat }: AssignmentEvent, draft: ResultDraft): ResultDraft {
  const auditor = stage === 'team' ? context.plan.gating.team.auditors[seat] : undefined;
  if (auditor === undefined || (draft.type !== 'agent_failed' && draft.type !== 'agent_unclear'))
    return draft;
  return { ...draft, because: `${auditor} auditor: ${draft.because}`.slice(0, 1000) };
}
