import type { Hub, Lander, Merge } from '../../ports/git.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Clock } from '../../ports/surroundings.ts';
import { verify } from '../../gates/index.ts';
import type { CheckResult, GateContext } from '../../gates/index.ts';
import { jobNamed, landingNow } from '../../state/index.ts';
import type { State } from '../../state/index.ts';
import { foreignTip, proveTip } from './prove-tip.ts';
import { admitted, placed } from './settle-decisions.ts';
import type { Draft } from '../../model/events.ts';

/** What moving the epic branch outside a run takes: the lease is held, so nobody lands meanwhile. */
export type TipPorts = {
  readonly journal: Journal;
  readonly hub: Hub;
  readonly lander: Lander;
  readonly clock: Clock;
  readonly gate: GateContext;
  /** The id of the epic. */
  readonly epic: string;
  /** In a cluster: makes known to the others what was merged for a job, before anybody is sent to it. */
  readonly share?: ((job: string) => Promise<void>) | undefined;
};

export type Moved =
  | { readonly kind: 'moved'; readonly commit: string; readonly state: State }
  | { readonly kind: 'nothing'; readonly because: string }
  | { readonly kind: 'conflict'; readonly files: readonly string[] }
  /** The checks do not pass on what would be the new tip: nothing was moved. */
  | { readonly kind: 'red'; readonly cells: readonly CheckResult[] };

export type Undo = {
  readonly ticket: string;
  readonly title: string;
  readonly by: string;
  readonly why: string;
};

/** Take one landed ticket back, through the gate (BEYOND-12). The commit stays in the history: nothing is thrown away. */
export async function undoTicket(ports: TipPorts, state: State, undo: Undo): Promise<Moved> {
  const landed = landedCommit(ports.journal, undo.ticket);
  if (jobNamed(state, undo.ticket)?.status !== 'completed' || landed === undefined)
    return { kind: 'nothing', because: `${undo.ticket} has not landed` };
  const { ticket, title, by, why } = undo;
  const busy = await standing(ports, state);
  if (busy !== undefined) return busy;
  const merged = await ports.lander.revert({ commit: landed, ticket, title, ...whenAndWhere(ports, state) });
  return move(ports, state, merged, (commit, tree) => ({
    type: 'ticket_undone',
    v: 1,
    ticket,
    commit,
    tree,
    by,
    why,
  }));
}

function landedCommit(journal: Journal, ticket: string): string | undefined {
  let commit: string | undefined;
  for (const event of journal.read()) {
    if (event.type === 'task_complete' && event.ticket === ticket) commit = event.commit;
  }
  return commit;
}

export type Sync = { readonly ref: string; readonly by: string };

/** Bring what has happened on the base since into the epic branch, through the gate (BEYOND-13). */
export async function syncBase(ports: TipPorts, state: State, { ref, by }: Sync): Promise<Moved> {
  const busy = await standing(ports, state);
  if (busy !== undefined) return busy;
  const base = await ports.hub.adopt(ref);
  if (await ports.hub.isAncestor(base.commit, state.tip))
    return { kind: 'nothing', because: `the epic branch already contains everything of ${ref}` };
  const merged = await ports.lander.sync({ base: base.commit, name: ref, ...whenAndWhere(ports, state) });
  return move(ports, state, merged, (commit, tree) => ({
    type: 'base_synced',
    v: 1,
    base: base.commit,
    commit,
    tree,
    by,
  }));
}

/**
 * The branch stands where the journal says, and nobody is half-way onto it. Candidates for the old tip are merged anew
 * when the run goes on.
 */
async function standing({ lander, epic }: TipPorts, state: State): Promise<Moved | undefined> {
  const landing = landingNow(state);
  if (landing !== undefined)
    return { kind: 'nothing', because: `${landing.id} is being landed; first: gauntlet resume ${epic}` };
  await proveTip({ lander, epic }, state);
  return undefined;
}

/** Trailers say which run made a commit; these are made by none, and are known by the event that follows. */
function whenAndWhere({ clock }: TipPorts, state: State): { tip: string; run: number; at: number } {
  return { tip: state.tip, run: state.runs, at: Math.max(state.at, clock.now()) };
}

/** The event is durable before the branch moves; a start that finds only the event moves the branch. */
async function move(
  ports: TipPorts,
  state: State,
  merged: Merge,
  draft: (commit: string, tree: string) => Draft,
): Promise<Moved> {
  if (merged.kind === 'conflict') return { kind: 'conflict', files: merged.files };
  const { cells } = await verify(ports.gate, merged.commit);
  const red = cells.filter((cell) => cell.status !== 'PASS' && ports.gate.excused?.has(cell.check) !== true);
  if (red.length > 0) return { kind: 'red', cells: red };
  const at = Math.max(state.at, ports.clock.now());
  const event = placed(draft(merged.commit, merged.tree), state.seq + 1, at);
  const after = admitted(state, event);
  // What is merged from the base is no ticket's: it goes with whatever is shared.
  await ports.share?.('ticket' in event ? event.ticket : 'baseline');
  await ports.journal.append([event]);
  const landed = await ports.lander.land(merged.commit);
  if (landed.kind === 'foreign') throw foreignTip(ports.epic, { tip: landed.tip, expected: merged.commit });
  return { kind: 'moved', commit: merged.commit, state: after };
}
