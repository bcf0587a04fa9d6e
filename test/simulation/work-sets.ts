import type { RunPlan } from '../../src/model/events.ts';
import type { World } from './world.ts';
import { newCommit, strikes, truthOf } from './world.ts';

/** Everything that is in a commit. */
export function worksIn(world: World, commit: string): ReadonlySet<string> {
  return world.sets.of.get(commit) ?? new Set([commit]);
}

/** The tickets whose work is in a commit. */
export function ownersIn(world: World, commit: string): ReadonlySet<string> {
  return new Set([...worksIn(world, commit)].flatMap((work) => world.sets.owner.get(work) ?? []));
}

/** Work of a developer on the tip; `isNothing`: it changes nothing. */
export function commitWork(
  world: World,
  ticket: string,
  { isBad, isComplete, isNothing }: { isBad: boolean; isComplete: boolean; isNothing: boolean },
): string {
  const before = worksIn(world, world.tip);
  if (isNothing) return commitSet(world, before, { complete: isComplete, tip: world.tip, from: null });
  const name = `w${world.made + 1}`;
  world.sets.owner.set(name, ticket);
  if (isBad) world.sets.bad.add(name);
  const others = [...world.sets.owner].filter(([other, whose]) => whose !== ticket && !before.has(other));
  if (others.length > 0 && strikes(world, 'pairRed'))
    world.sets.pairs.add(`${world.random.pick(others)[0]} ${name}`);
  const made = { complete: isComplete, tip: world.tip, from: null };
  return commitSet(world, new Set([...before, name]), made);
}

/** The plan with the commits of branches that somebody has made already. */
export function withBrought(world: World): RunPlan {
  const { plan } = world.scenario;
  const tickets = plan.tickets.map((ticket) => {
    if (ticket.adopts === undefined) return ticket;
    const made = { isBad: strikes(world, 'badWork'), isComplete: true, isNothing: false };
    const commit = commitWork(world, ticket.id, made);
    return { ...ticket, adopts: { ...ticket.adopts, commit, tree: truthOf(world, commit).tree } };
  });
  return { ...plan, tickets };
}

/** The merge of work with a commit; what it comes to depends on nothing but the two sets. */
export function commitMerge(world: World, commit: string, onto: string): string {
  const mine = worksIn(world, commit);
  const works = new Set([...worksIn(world, onto), ...mine]);
  const { complete } = truthOf(world, commit);
  const tree = treeOf(world, works);
  // A merge that brings nothing new cannot break anything.
  if (works.size > mine.size && !world.sets.badTrees.has(tree))
    world.sets.badTrees.set(tree, strikes(world, 'badMerge'));
  return commitSet(world, works, { complete, tip: onto, from: commit });
}

function commitSet(
  world: World,
  works: ReadonlySet<string>,
  made: { complete: boolean; tip: string; from: string | null },
): string {
  const tree = treeOf(world, works);
  const commit = newCommit(world, { ...made, tree, green: isGreen(world, works, tree) });
  world.sets.of.set(commit, works);
  return commit;
}

function isGreen({ sets }: World, works: ReadonlySet<string>, tree: string): boolean {
  if (sets.badTrees.get(tree) === true) return false;
  for (const work of works) if (sets.bad.has(work)) return false;
  for (const pair of sets.pairs) if (pair.split(' ').every((work) => works.has(work))) return false;
  return true;
}

function treeOf({ sets }: World, works: ReadonlySet<string>): string {
  const key = [...works].toSorted().join(' ');
  const known = sets.trees.get(key) ?? `tree-${sets.trees.size}`;
  sets.trees.set(key, known);
  return known;
}
