import type { AssignmentEvent } from '../../model/events.ts';
import { mergeConflictRule } from '../../model/feedback.ts';
import type { Feedback } from '../../model/feedback.ts';
import type { Workspace } from '../../ports/git.ts';
import type { ResultDraft } from '../../ports/records.ts';
import { parseDeveloper } from '../../formats/index.ts';
import type { DeveloperAnswer } from '../../formats/index.ts';
import { developerAssignment, reworkAssignment, withLimits } from '../../prompts/index.ts';
import { lastBaseline } from '../records/baseline-of.ts';
import { collectDelivery, type DeveloperDelivery } from '../records/collect-delivery.ts';
import { permissionOf, limitsFor } from './work-limits.ts';
import { earlierExposed } from '../team-audit/earlier-milestones.ts';
import { earlierFeedback, noFeedback } from '../records/earlier-feedback.ts';
import { nameList } from '../records/name-list.ts';
import { shownFiles, withheldIn } from '../agent-call/privacy.ts';
import { briefOf, folderName, head, ticketOf } from '../stage-context.ts';
import type { StageContext, StageWork } from '../stage-context.ts';
import { requirementsFor } from '../team-audit/ticket-requirements.ts';
import { unclear } from '../agent-call/turn.ts';
import type { Sections, TurnEnd } from '../agent-call/turn.ts';
import { spokenBy } from '../agent-call/who-answered.ts';
import { conflictIn } from './landing.ts';
import { workIn, workplace } from './agent-workspace.ts';

/** Send a developer, and bring what it did into the hub. What it says about it is a claim (FLOW-08). */
export const develop: StageWork = async (context, assignment, cancel) => {
  const agent = context.inputs.cast.developer;
  if (agent === undefined) return noAgent(assignment, 'developer');
  const room = await workplace(context, assignment, cancel);
  if (cancel.aborted) return undefined;
  if (room.kind === 'trouble') return room.draft;
  const sections = await sectionsFor(context, assignment, room.workspace);
  const turn = await workIn(context, assignment, { ...room, role: 'developer', agent, sections }, cancel);
  if (turn.kind === 'cancelled') return undefined;
  if (turn.kind === 'trouble') return keepPartialWork(context, assignment, room.workspace, turn.draft);
  return deliver(context, assignment, room.workspace, turn);
};

/** Stopped by a budget or a usage limit, whoever is sent next goes on from there: what was paid for is not thrown away. */
export async function keepPartialWork(
  context: StageContext,
  assignment: AssignmentEvent,
  workspace: Workspace,
  draft: ResultDraft,
): Promise<ResultDraft> {
  const isOutOfMoney = draft.type === 'agent_failed' && draft.trouble === 'budget';
  if (isOutOfMoney || draft.type === 'agent_limited')
    await keepDelivery(context, assignment, workspace, null);
  return draft;
}

export function noAgent(assignment: AssignmentEvent, role: string): ResultDraft {
  const because = `gauntlet.yaml names no agent for the role ${role}`;
  return { ...head(assignment), type: 'agent_failed', trouble: 'authentication', because };
}

async function sectionsFor(
  context: StageContext,
  assignment: AssignmentEvent,
  workspace: Workspace,
): Promise<Sections> {
  const known = await earlierFeedback(context, assignment.ticket);
  const isTold = known.at(-1)?.findings.some(({ rule }) => rule === mergeConflictRule) === true;
  const feedbacks = isTold ? known : [...known, ...unmerged(assignment, workspace)];
  const changed = feedbacks.length === 0 ? [] : await changedFiles(context, assignment, workspace);
  return async (token) => {
    const earlier = await earlierExposed(context, assignment);
    const requirements = await requirementsFor(context, ticketOf(context, assignment.ticket));
    const { red = null } = (await lastBaseline(context.records, context.dossier('baseline'))) ?? {};
    const base = { commit: workspace.base, red };
    const more = { filesModified: changed, requirements, earlier, base };
    const sections = told(context, assignment, { token, feedbacks, ...more });
    return withLimits(sections, await limitsFor(context, assignment));
  };
}

/** Of its own: what was merged in from the epic branch is nobody's previous work. */
async function changedFiles(
  context: StageContext,
  { run }: AssignmentEvent,
  workspace: Workspace,
): Promise<readonly string[]> {
  const base = (await context.hub.mergeBase(context.tipWhenSent(run), workspace.head)) ?? workspace.base;
  return shownFiles(context, base, workspace.head);
}

/** What it waited for does not fit what it has done so far: it has to know which files are marked. */
function unmerged(
  { attempt, because }: AssignmentEvent,
  { conflicts = [] }: Workspace & { readonly conflicts?: readonly string[] },
): readonly Feedback[] {
  if (conflicts.length === 0) return [];
  return [
    {
      ...noFeedback,
      attempt,
      kind: 'landing',
      findings: conflicts.map(conflictIn),
      revisionNotes: because || null,
    },
  ];
}

type Told = {
  readonly token: string | null;
  readonly feedbacks: readonly Feedback[];
  readonly filesModified: readonly string[];
  readonly requirements: readonly string[];
  readonly earlier: readonly string[];
  readonly base: { readonly commit: string; readonly red: readonly string[] | null };
};

function told(
  context: StageContext,
  assignment: AssignmentEvent,
  { token, feedbacks, filesModified, ...more }: Told,
) {
  const { answers, notes } = context.dossier(assignment.ticket);
  const people = { answers, notes, lessons: context.lessons?.() ?? [] };
  const brief = { ...briefOf(context, ticketOf(context, assignment.ticket)), ...more };
  const [oldest, ...rest] = feedbacks;
  if (oldest === undefined) return developerAssignment({ brief, token, ...people });
  const rework = { judged: assignment.commit, filesModified, feedbacks: [oldest, ...rest] } as const;
  return reworkAssignment({ brief, token, ...people, ...rework });
}

type Answered = Extract<TurnEnd, { kind: 'answered' }>;

/** Whatever was said, what was done is brought in: work is never lost for a missing signal. */
async function deliver(
  context: StageContext,
  assignment: AssignmentEvent,
  workspace: Workspace,
  said: Answered,
): Promise<ResultDraft> {
  const about = { ticket: assignment.ticket, tickets: context.inputs.epic.tickets.map(({ id }) => id) };
  const answer = parseDeveloper(said.text, said.token === null ? about : { ...about, token: said.token });
  const delivery = await keepDelivery(context, assignment, workspace, answer);
  const result = { ...head(assignment), used: said.used, ...spokenBy(said.by) };
  const { blocker, summary } = answer;
  const because = blockerText(blocker?.text, blocker?.needed, summary);
  switch (answer.verdict) {
    case 'unknown':
      return unclear(context, assignment, said.used, answer.reasons);
    case 'ready':
      return { ...result, type: 'developer_ready_for_review', ...handedIn(delivery) };
    case 'question':
      return { ...result, type: 'developer_question', question: questionText(answer) };
    case 'blocked':
      return { ...result, type: 'developer_blocked', because };
    case 'incomplete':
      return {
        ...result,
        type: 'developer_incomplete',
        blocker: blocker?.kind ?? 'other',
        on: blocker?.dependency ?? null,
        because,
      };
  }
}

/** The commit that is judged from here on, and what the person is told was put back. */
export function handedIn({ commit, tree, putBack = [] }: DeveloperDelivery) {
  const names = nameList(putBack.map(({ path }) => path));
  return { commit, tree, ...(names.length === 0 ? {} : { putBack: names }) };
}

/** Fetches into the hub and keeps what the next stages ask for. */
export async function keepDelivery(
  context: StageContext,
  assignment: AssignmentEvent,
  workspace: Workspace,
  answer: DeveloperAnswer | null,
): Promise<DeveloperDelivery> {
  const ticket = ticketOf(context, assignment.ticket);
  const delivery = await collectDelivery(context, {
    workspace,
    name: folderName(assignment.ticket),
    run: assignment.run,
    title: ticket.title,
    permission: permissionOf(context, ticket),
    withheld: withheldIn(context),
    baseOf: (commit) => context.hub.mergeBase(context.tipWhenSent(assignment.run), commit),
  });
  const delivered = { ...delivery, answer };
  await context.records.put(assignment.run, 'delivered', delivered);
  return delivered;
}

function questionText({ question }: DeveloperAnswer): string {
  if (question === null) return 'it announces a question but asks none';
  const options = question.options.map((option) => `- ${option}`);
  return [question.question, ...options, question.context].filter(Boolean).join('\n').slice(0, 4000);
}

/** The sentences of somebody who cannot go on, as one reason. */
export function blockerText(...sentences: readonly (string | undefined)[]): string {
  const said = sentences.filter(Boolean).join(' — ');
  return (said || 'it does not say why').slice(0, 1000);
}
