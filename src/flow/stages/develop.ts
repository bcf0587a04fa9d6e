import type { AssignmentEvent } from '../../model/events.ts';
import { mergeConflictRule } from '../../model/feedback.ts';
import type { Feedback } from '../../model/feedback.ts';
import type { Delivery, Workspace } from '../../ports/git.ts';
import type { ResultDraft } from '../../ports/records.ts';
import { parseDeveloper } from '../../formats/index.ts';
import type { DeveloperAnswer } from '../../formats/index.ts';
import { developerAssignment, reworkAssignment, withLimits } from '../../dispatch/index.ts';
import type { Section } from '../../dispatch/index.ts';
import { setupFailure } from '../../gates/index.ts';
import { type BroughtIn, bringWorkIn } from '../bring-in.ts';
import { needsTip, runsOf } from '../dossier.ts';
import { leaveOf, limitsFor } from '../leave.ts';
import { earlierExposed } from '../earlier-milestones.ts';
import { feedbackOf, noFeedback } from '../feedback.ts';
import { lastWork } from '../last-work.ts';
import { nameList } from '../name-list.ts';
import { onRecord } from '../on-record.ts';
import { shownFiles, withheldIn } from '../privacy.ts';
import { briefOf, folderName, head, ticketOf } from '../site.ts';
import type { Cast, Site, StageWork } from '../site.ts';
import { takeTurn, unclear, voided } from '../turn.ts';
import type { TurnEnd } from '../turn.ts';
import { spokenBy } from '../who-answered.ts';
import { conflictIn } from './landing.ts';

/** What one developer run left in the hub, for the stages after it. */
export type Delivered = Delivery &
  Partial<Pick<BroughtIn, 'putBack'>> & { readonly answer: DeveloperAnswer | null };

/** Send a developer, and bring what it did into the hub. What it says about it is a claim (FLOW-08). */
export const develop: StageWork = async (site, assignment, cancel) => {
  const cast = site.inputs.cast.developer;
  if (cast === undefined) return noAgent(assignment, 'developer');
  const room = await workplace(site, assignment, cancel);
  if (cancel.aborted) return undefined;
  if (room.kind === 'trouble') return room.draft;
  const turn = await developerTurn(
    site,
    assignment,
    { cast, workspace: room.workspace, env: room.env, visible: room.visible },
    cancel,
  );
  if (turn.kind === 'cancelled') return undefined;
  if (turn.kind === 'trouble') return putDown(site, assignment, room.workspace, turn.draft);
  return deliver(site, assignment, room.workspace, turn);
};

/** Stopped by a budget or a usage limit, whoever is sent next goes on from there: what was paid for is not thrown away. */
export async function putDown(
  site: Site,
  assignment: AssignmentEvent,
  workspace: Workspace,
  draft: ResultDraft,
): Promise<ResultDraft> {
  const isOutOfMoney = draft.type === 'agent_failed' && draft.trouble === 'budget';
  if (isOutOfMoney || draft.type === 'agent_limited') await bringIn(site, assignment, workspace, null);
  return draft;
}

export function noAgent(assignment: AssignmentEvent, role: string): ResultDraft {
  const because = `gauntlet.yaml names no agent for the role ${role}`;
  return { ...head(assignment), type: 'agent_failed', trouble: 'authentication', because };
}

export type Workplace =
  | {
      readonly kind: 'ready';
      readonly workspace: Workspace;
      readonly env: Readonly<Record<string, string>>;
      /** What setup linked to, outside the workspace. */
      readonly visible: readonly string[];
    }
  | { readonly kind: 'trouble'; readonly draft: ResultDraft };

/**
 * A clean workspace, ready to work in, and proved to be the one that was recorded (DISPATCH-05). Where the agent has
 * answered already, or is only asked to say it more clearly, its work is in there and nothing is touched.
 */
export async function workplace(
  site: Site,
  assignment: AssignmentEvent,
  cancel: AbortSignal,
): Promise<Workplace> {
  const { records, workspaces } = site;
  const dossier = site.dossier(assignment.ticket);
  const earlier = runsOf(dossier, 'develop').filter((run) => run < assignment.run);
  const kept = await keptWorkspace(site, assignment, earlier);
  if (kept !== undefined && (await isAnswered(site, assignment)))
    return { kind: 'ready', workspace: kept, env: {}, visible: [] };
  const workspace =
    kept ??
    (await workspaces.open(folderName(assignment.ticket), {
      base: dossier.base,
      head: await lastWork(records, dossier, assignment.run),
      merge: needsTip(dossier) ? site.tipWhenSent(assignment.run) : null,
    }));
  await records.put(assignment.run, 'workspace', workspace);
  const problems = kept === undefined ? await workspaces.prove(workspace) : [];
  if (problems.length > 0) return { kind: 'trouble', draft: voided(assignment, problems) };
  return readied(site, assignment, workspace, cancel);
}

async function keptWorkspace(
  site: Site,
  assignment: AssignmentEvent,
  earlier: readonly number[],
): Promise<Workspace | undefined> {
  const of = async (run: number): Promise<Workspace> =>
    onRecord(
      (await site.records.get(run, 'workspace')) as Workspace | undefined,
      `the workspace of run ${run}`,
    );
  if (await isAnswered(site, assignment)) return of(assignment.run);
  const before = assignment.clarification === 0 ? undefined : earlier.at(-1);
  if (before === undefined) return undefined;
  const workspace = await of(before);
  // Whoever is asked on another machine goes on from what was delivered.
  const delivered = (await site.records.get(before, 'delivered')) as Delivered | undefined;
  const isElsewhere =
    delivered !== undefined &&
    !(await site.workspaces.holds(workspace, folderName(assignment.ticket), delivered.commit));
  return isElsewhere ? undefined : workspace;
}

async function isAnswered(site: Site, { run }: AssignmentEvent): Promise<boolean> {
  return (await site.records.get(run, 'answer')) !== undefined;
}

async function readied(
  site: Site,
  assignment: AssignmentEvent,
  workspace: Workspace,
  cancel: AbortSignal,
): Promise<Workplace> {
  const [environment] = site.plan.environments;
  if (environment === undefined) return { kind: 'ready', workspace, env: {}, visible: [] };
  const folder = site.records.folder(assignment.run);
  const what = { setup: site.plan.setup, environment, isInPlace: withheldIn(site) !== null };
  const wanted = await site.setups.ready(workspace.path, what, folder, cancel);
  // A remediator may be sent to repair the very setup: it works without one (REAL-03).
  const isBare = wanted.kind === 'broken' && assignment.type === 'remediation_dispatched';
  const bare = { ...what, setup: null, environment: { ...environment, setup: null } };
  const ready = isBare ? await site.setups.ready(workspace.path, bare, folder, cancel) : wanted;
  await site.workspaces.withdraw(workspace);
  if (ready.kind === 'ready')
    return { kind: 'ready', workspace, env: ready.env, visible: ready.visible ?? [] };
  const because = setupFailure(ready);
  return { kind: 'trouble', draft: { ...head(assignment), type: 'developer_blocked', because } };
}

type Place = {
  readonly cast: Cast;
  readonly workspace: Workspace;
  readonly env: Readonly<Record<string, string>>;
  readonly visible: readonly string[];
};

async function developerTurn(
  site: Site,
  assignment: AssignmentEvent,
  { cast, workspace, env, visible }: Place,
  cancel: AbortSignal,
): Promise<TurnEnd> {
  const known = await feedbackOf(site, assignment.ticket);
  const isTold = known.at(-1)?.findings.some(({ rule }) => rule === mergeConflictRule) === true;
  const feedbacks = isTold ? known : [...known, ...unmerged(assignment, workspace)];
  const changed = feedbacks.length === 0 ? [] : await changedFiles(site, assignment, workspace);
  const sections = async (token: string | null): Promise<readonly Section[]> => {
    const earlier = await earlierExposed(site, assignment);
    const sections = told(site, assignment, { token, feedbacks, filesModified: changed, earlier });
    return withLimits(sections, await limitsFor(site, assignment));
  };
  const turn = {
    role: 'developer',
    auditor: null,
    cast,
    cwd: workspace.path,
    readOnly: false,
    env,
    visible,
    sections,
  } as const;
  return takeTurn(site, assignment, turn, cancel);
}

/** Of its own: what was merged in from the epic branch is nobody's previous work. */
async function changedFiles(
  site: Site,
  { run }: AssignmentEvent,
  workspace: Workspace,
): Promise<readonly string[]> {
  const base = (await site.hub.mergeBase(site.tipWhenSent(run), workspace.head)) ?? workspace.base;
  return shownFiles(site, base, workspace.head);
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
  readonly earlier: readonly string[];
};

function told(site: Site, assignment: AssignmentEvent, { token, feedbacks, filesModified, earlier }: Told) {
  const { answers, notes } = site.dossier(assignment.ticket);
  const people = { answers, notes, lessons: site.lessons?.() ?? [] };
  const brief = { ...briefOf(site, ticketOf(site, assignment.ticket)), earlier };
  const [oldest, ...rest] = feedbacks;
  if (oldest === undefined) return developerAssignment({ brief, token, ...people });
  return reworkAssignment({ brief, token, ...people, filesModified, feedbacks: [oldest, ...rest] });
}

type Answered = Extract<TurnEnd, { kind: 'answered' }>;

/** Whatever was said, what was done is brought in: work is never lost for a missing signal. */
async function deliver(
  site: Site,
  assignment: AssignmentEvent,
  workspace: Workspace,
  said: Answered,
): Promise<ResultDraft> {
  const about = { ticket: assignment.ticket, tickets: site.inputs.epic.tickets.map(({ id }) => id) };
  const answer = parseDeveloper(said.text, said.token === null ? about : { ...about, token: said.token });
  const delivery = await bringIn(site, assignment, workspace, answer);
  const result = { ...head(assignment), used: said.used, ...spokenBy(said.by) };
  switch (answer.verdict) {
    case 'unknown':
      return unclear(site, assignment, said.used, answer.reasons);
    case 'ready':
      return { ...result, type: 'developer_ready_for_review', ...handedIn(delivery) };
    case 'question':
      return { ...result, type: 'developer_question', question: questionText(answer) };
    case 'blocked':
      return { ...result, type: 'developer_blocked', because: blockerText(answer) };
    case 'incomplete':
      return {
        ...result,
        type: 'developer_incomplete',
        blocker: answer.blocker?.kind ?? 'other',
        on: answer.blocker?.dependency ?? null,
        because: blockerText(answer),
      };
  }
}

/** The commit that is judged from here on, and what the person is told was put back. */
export function handedIn({ commit, tree, putBack = [] }: Delivered) {
  const names = nameList(putBack.map(({ path }) => path));
  return { commit, tree, ...(names.length === 0 ? {} : { putBack: names }) };
}

/** Fetches into the hub and keeps what the next stages ask for. */
export async function bringIn(
  site: Site,
  assignment: AssignmentEvent,
  workspace: Workspace,
  answer: DeveloperAnswer | null,
): Promise<Delivered> {
  const ticket = ticketOf(site, assignment.ticket);
  const delivery = await bringWorkIn(site, {
    workspace,
    name: folderName(assignment.ticket),
    run: assignment.run,
    title: ticket.title,
    leave: leaveOf(site, ticket),
    withheld: withheldIn(site),
    baseOf: (commit) => site.hub.mergeBase(site.tipWhenSent(assignment.run), commit),
  });
  const delivered = { ...delivery, answer };
  await site.records.put(assignment.run, 'delivered', delivered);
  return delivered;
}

function questionText({ question }: DeveloperAnswer): string {
  if (question === null) return 'it asks, but not what';
  const options = question.options.map((option) => `- ${option}`);
  return [question.question, ...options, question.context].filter(Boolean).join('\n').slice(0, 4000);
}

function blockerText({ blocker, summary }: DeveloperAnswer): string {
  const said = [blocker?.text, blocker?.needed, summary].filter(Boolean).join(' — ');
  return (said || 'it does not say why').slice(0, 1000);
}
