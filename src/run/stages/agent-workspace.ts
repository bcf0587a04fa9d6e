import type { AssignmentEvent } from '../../model/events.ts';
import { baseScopes, branchScopes, landedScopes, type SetupScopes } from '../../model/checks.ts';
import type { OpenAt, Workspace } from '../../ports/git.ts';
import type { ResultDraft } from '../../ports/records.ts';
import { setupFailure } from '../../gates/index.ts';
import { needsTip, runsOf } from '../loop/dossier.ts';
import type { Dossier } from '../loop/dossier.ts';
import { lastWork } from '../records/last-work.ts';
import { withheldIn } from '../agent-call/privacy.ts';
import { folderName, head } from '../stage-context.ts';
import type { StageContext } from '../stage-context.ts';
import { takeTurn, voidResult } from '../agent-call/turn.ts';
import type { Turn, TurnEnd } from '../agent-call/turn.ts';
import { onRecord } from '../records/run-records.ts';

/** A workspace that is ready to work in. */
type Ready = {
  readonly kind: 'ready';
  readonly workspace: Workspace;
  readonly env: Readonly<Record<string, string>>;
  /** What setup linked to, outside the workspace. */
  readonly visible: readonly string[];
};

export type Workplace = Ready | { readonly kind: 'trouble'; readonly draft: ResultDraft };

/**
 * A clean workspace, ready to work in, and proved to be the one that was recorded (DISPATCH-05). Where the agent has
 * answered already, or is only asked to say it more clearly, its work is in there and nothing is touched.
 */
export async function workplace(
  context: StageContext,
  assignment: AssignmentEvent,
  cancel: AbortSignal,
): Promise<Workplace> {
  const { records, workspaces } = context;
  const dossier = context.dossier(assignment.ticket);
  const earlier = runsOf(dossier, 'develop').filter((run) => run < assignment.run);
  const kept = await keptWorkspace(context, assignment, earlier);
  if (kept !== undefined && (await isAnswered(context, assignment)))
    return { kind: 'ready', workspace: kept, env: {}, visible: [] };
  const start = kept === undefined ? await startOf(context, assignment, dossier) : undefined;
  const workspace =
    start === undefined
      ? onRecord(kept, 'the workspace')
      : await workspaces.open(folderName(assignment.ticket), start);
  await records.put(assignment.run, 'workspace', workspace);
  const problems = kept === undefined ? await workspaces.prove(workspace) : [];
  if (problems.length > 0) return { kind: 'trouble', draft: voidResult(assignment, problems) };
  return readied(
    context,
    assignment,
    { workspace, scopes: scopesOf(context, start, workspace.path) },
    cancel,
  );
}

/** A workspace in which nobody has worked yet holds code that landed; any other one serves itself alone. */
function scopesOf({ inputs }: StageContext, start: OpenAt | undefined, path: string): SetupScopes {
  const { id } = inputs.epic;
  if (start === undefined || start.head !== start.base || start.merge !== null) return branchScopes(path, id);
  return start.base === inputs.base.commit ? baseScopes : landedScopes(id);
}

/** Where work goes on from: a fixer of a review from the commit that was judged. */
async function startOf(
  context: StageContext,
  { run, commit }: AssignmentEvent,
  dossier: Dossier,
): Promise<OpenAt> {
  if (context.review !== undefined)
    return {
      base: context.inputs.base.commit,
      head: onRecord(commit ?? undefined, 'the judged commit'),
      merge: null,
    };
  return {
    base: dossier.base,
    head: await lastWork(context.records, dossier, run),
    merge: needsTip(dossier) ? context.tipWhenSent(run) : null,
  };
}

async function keptWorkspace(
  context: StageContext,
  assignment: AssignmentEvent,
  earlier: readonly number[],
): Promise<Workspace | undefined> {
  const of = async (run: number): Promise<Workspace> =>
    onRecord(await context.records.get(run, 'workspace'), `the workspace of run ${run}`);
  if (await isAnswered(context, assignment)) return of(assignment.run);
  const before = assignment.clarification === 0 ? undefined : earlier.at(-1);
  if (before === undefined) return undefined;
  const workspace = await of(before);
  // Whoever is asked on another machine goes on from what was delivered.
  const delivered = await context.records.get(before, 'delivered');
  const isElsewhere =
    delivered !== undefined &&
    !(await context.workspaces.holds(workspace, folderName(assignment.ticket), delivered.commit));
  return isElsewhere ? undefined : workspace;
}

async function isAnswered(context: StageContext, { run }: AssignmentEvent): Promise<boolean> {
  return (await context.records.get(run, 'answer')) !== undefined;
}

async function readied(
  context: StageContext,
  assignment: AssignmentEvent,
  { workspace, scopes }: { readonly workspace: Workspace; readonly scopes: SetupScopes },
  cancel: AbortSignal,
): Promise<Workplace> {
  const [environment] = context.plan.environments;
  if (environment === undefined) return { kind: 'ready', workspace, env: {}, visible: [] };
  const folder = context.records.folder(assignment.run);
  const what = { setup: context.plan.setup, environment, isInPlace: withheldIn(context) !== null, scopes };
  const wanted = await context.setups.ready(workspace.path, what, folder, cancel);
  // A remediator may be sent to repair the very setup: it works without one (REAL-03).
  const isBare = wanted.kind === 'broken' && assignment.type === 'remediation_dispatched';
  const bare = { ...what, setup: null, environment: { ...environment, setup: null } };
  const ready = isBare ? await context.setups.ready(workspace.path, bare, folder, cancel) : wanted;
  await context.workspaces.withdraw(workspace);
  if (ready.kind === 'ready') {
    const { env, port, stores, visible = [] } = ready;
    return { kind: 'ready', workspace, env: { ...port, ...stores, ...env }, visible };
  }
  const because = setupFailure(ready);
  return { kind: 'trouble', draft: { ...head(assignment), type: 'developer_blocked', because } };
}

/** Lets an agent work in a workspace. */
export function workIn(
  context: StageContext,
  assignment: AssignmentEvent,
  { workspace, env, visible, ...worker }: Ready & Pick<Turn, 'role' | 'agent' | 'sections'>,
  cancel: AbortSignal,
): Promise<TurnEnd> {
  const { role, agent, sections } = worker;
  const place = { cwd: workspace.path, readOnly: false, env, visible };
  return takeTurn(context, assignment, { role, auditor: null, agent, ...place, sections }, cancel);
}
