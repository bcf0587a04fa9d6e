import { ontoOf, type AssignmentEvent } from '../../src/model/events.ts';
import { flakyWithout } from '../../src/state/index.ts';
import type { State } from '../../src/state/index.ts';
import { ownersIn } from './work-sets.ts';
import { gateKey, inDoubt, infrastructureWorks, prove, sparing, strikes, truthOf } from './world.ts';
import type { Breach, Head, Result, World } from './world.ts';

type Court = { readonly state: State; readonly breach: Breach };

/** The check that says what a tree is worth. */
export const CHECK = 'unit';

/** A landing gate: what the tree is worth, by one run of its checks or by two. */
export function gateFor(world: World, assignment: AssignmentEvent, head: Head, court: Court): Result {
  const { ticket, run, commit } = assignment;
  const truth = truthOf(world, commit);
  const onto = ontoOf(assignment) ?? world.tipWhenSent.get(run);
  if (truth.tip !== onto) court.breach(`QUEUE-01: ${ticket} is gated against ${onto}, not ${truth.tip}`);
  if (assignment.type !== 'landing_gate_started')
    return court.breach(`${ticket} is gated by accident`) as never;
  world.gateTrees.set(run, truth.tree);
  if (!infrastructureWorks(world))
    return { ...head, type: 'landing_gate_broken', because: 'runner not found', ...inDoubt(world) };
  if (assignment.checks !== undefined)
    return checksOf(world, { ...assignment, checks: assignment.checks }, head);
  if (strikes(world, 'hookRefuses'))
    return { ...head, type: 'landing_gate_failed', findings: ['refused by a hook'] };
  const red = { ...head, type: 'landing_gate_failed', findings: ['red after merge'] } as const;
  const known = resultBefore(world, assignment, court.breach);
  if (known === undefined && world.checked.has(commit ?? ''))
    court.breach(`QUEUE-03: the checks of ${commit} have run and run again`);
  const first = known ?? (isGreen(world, truth.green) ? 'green' : 'red');
  if (first === 'green') return passed(world, assignment, head);
  if (assignment.apart === true) {
    world.redOnce.add(run);
    return { ...red, once: true };
  }
  if (!isGreen(world, truth.green)) return red;
  return flickered(world, assignment, head, court);
}

/** Some of its checks, beside others. */
function checksOf(
  world: World,
  { run, commit, checks }: AssignmentEvent & { readonly checks: readonly string[] },
  head: Head,
): Result {
  const { tree, green } = truthOf(world, commit);
  const red = checks.includes(CHECK) && !isGreen(world, green) ? [CHECK] : [];
  if (red.length > 0) world.redOnce.add(run);
  world.ranChecks.set(run, checks);
  if (checks.includes(CHECK)) world.checked.add(commit ?? '');
  return { ...head, type: 'landing_checks_run', tree, red };
}

function isGreen(world: World, green: boolean): boolean {
  return green && !strikes(world, 'flake');
}

/** What the runs that it takes over came to. */
function resultBefore(
  world: World,
  { ticket, commit, reuse = [] }: AssignmentEvent & { readonly reuse?: readonly number[] | undefined },
  breach: Breach,
): 'green' | 'red' | undefined {
  const { tree } = truthOf(world, commit);
  for (const run of reuse)
    if (world.gateTrees.get(run) !== tree)
      breach(`QUEUE-01: ${ticket} takes over run ${run} of another tree`);
  const isKnown = reuse.some((run) => world.ranChecks.get(run)?.includes(CHECK) !== false);
  if (!isKnown) return undefined;
  return reuse.some((run) => world.redOnce.has(run)) ? 'red' : 'green';
}

/** Red and then green: acquitted only where the check was so without this ticket (law 13). */
function flickered(world: World, assignment: AssignmentEvent, head: Head, { state, breach }: Court): Result {
  const { ticket, commit } = assignment;
  const isKnown = flakyWithout(state, { id: ticket }).includes(CHECK);
  const isFlaky = world.flakes.some((owners) => !owners.has(ticket));
  if (isKnown && !isFlaky) breach(`QUEUE-03: ${ticket} is acquitted of a red that nobody else had`);
  world.flakes.push(new Set([...ownersIn(world, commit ?? ''), ticket]));
  const flaky = { flaky: [CHECK] };
  if (isKnown) return { ...passed(world, assignment, head), ...flaky };
  return { ...head, ...flaky, type: 'landing_gate_failed', findings: ['red, then green'] };
}

function passed(world: World, assignment: AssignmentEvent, head: Head): Extract<Result, { tree: string }> {
  const { tree } = truthOf(world, assignment.commit);
  const spared = sparing(world);
  prove(world, tree, spared.spared);
  world.gated.add(gateKey(world, assignment));
  return { ...head, type: 'landing_gate_passed', tree, ...spared };
}
