import { type AssignmentEvent, ontoOf } from '../../model/events.ts';
import type { ResultDraft } from '../../ports/records.ts';
import { landingGate, verify } from '../../gates/index.ts';
import type { CheckResult, GateContext, GatedCandidate } from '../../gates/index.ts';
import { gatesUnder } from '../../state/index.ts';
import { nameList } from '../records/name-list.ts';
import { commitOf, head, jobOf } from '../stage-context.ts';
import type { StageContext, StageWork } from '../stage-context.ts';
import { brokenBy, gateContextFor, keepValidation, namesOf, proofOf, sparedBy, why } from './checks.ts';
import { boundTicket } from '../team-audit/scored-rounds.ts';

/** Every verification and code gate on the exact tree that would land (DISPATCH-07). */
export const gate: StageWork = async (context, assignment, cancel) => {
  const candidate = commitOf(assignment);
  const { tree } = await context.hub.commit(candidate);
  const ticket = await boundTicket(context, assignment.ticket);
  if (assignment.type !== 'landing_gate_started') return undefined;
  const plain = await gateContextFor(context, assignment, cancel);
  const tip = ontoOf(assignment) ?? context.tipWhenSent(assignment.run);
  const gateContext = { ...plain, tip, candidate: await candidateOf(context, assignment, cancel) };
  if (assignment.checks !== undefined) {
    const ran = await someChecks(context, assignment, gateContext);
    return cancel.aborted ? undefined : ran;
  }
  const validation = await landingGate(gateContext, { ticket, tip, candidate });
  if (cancel.aborted) return undefined;
  await keepValidation(context, assignment, validation, 'landing');
  switch (validation.outcome) {
    case 'pass':
      return {
        ...head(assignment),
        ...proofOf(validation),
        ...sparedBy(context, validation),
        type: 'landing_gate_passed',
        tree,
      };
    case 'broken':
      return { ...head(assignment), type: 'landing_gate_broken', ...brokenBy(validation) };
    case 'fail':
      return {
        ...head(assignment),
        ...proofOf(validation),
        type: 'landing_gate_failed',
        findings: namesOf(validation),
        ...why(validation),
        ...(validation.once === true && { once: true }),
      };
  }
};

/** Some checks of a gate, beside others: they come to a verdict only together. */
async function someChecks(
  context: StageContext,
  assignment: Started,
  gateContext: GateContext,
): Promise<ResultDraft> {
  const { checks = [] } = assignment;
  const commit = commitOf(assignment);
  const { cells } = await verify(gateContext, commit, { checks });
  await context.records.put(assignment.run, 'cells', cells);
  const broken = cells.find(({ status }) => status === 'BROKEN');
  if (broken !== undefined)
    return { ...head(assignment), type: 'landing_gate_broken', because: broken.details.slice(0, 1000) };
  const red = cells.filter(
    ({ status, check }) => status === 'FAIL' && gateContext.excused?.has(check) !== true,
  );
  const because = red.map(({ check, details }) => `${check}: ${details.split('\n', 1)[0]}`).join('; ');
  const { tree } = await context.hub.commit(commit);
  return {
    ...head(assignment),
    type: 'landing_checks_run',
    tree,
    red: nameList(red.map(({ check }) => check)),
    ...(red.length > 0 && { because: because.slice(0, 1000) }),
  };
}

type Started = Extract<AssignmentEvent, { type: 'landing_gate_started' }>;

/** How its checks run: with what the runs named in the assignment found on the same tree. */
async function candidateOf(
  context: StageContext,
  assignment: Started,
  cancel: AbortSignal,
): Promise<GatedCandidate> {
  const { run, apart = false, reuse = [] } = assignment;
  const known = await Promise.all(reuse.map((other) => cellsOf(context, other)));
  return {
    commit: commitOf(assignment),
    cells: known.flat(),
    apart,
    keep: (cells) =>
      context.records.put(
        run,
        'cells',
        cells.map((cell) => ({ ...cell, log: '' })),
      ),
    parent: (cell) => cellUnder(context, assignment, cell, cancel),
  };
}

async function cellsOf({ records }: StageContext, run: number): Promise<readonly CheckResult[]> {
  return (await records.get(run, 'validation'))?.cells ?? (await records.get(run, 'cells')) ?? [];
}

/** Milliseconds between two looks. */
const LOOK_AGAIN = 250;

/**
 * The check as the gate of the candidate's parent found it, wherever that runs. It is waited for as long as the check itself
 * takes: by then running it on the parent costs no more.
 */
async function cellUnder(
  context: StageContext,
  assignment: Started,
  { check, environment, ms }: Pick<CheckResult, 'check' | 'environment' | 'ms'>,
  cancel: AbortSignal,
): Promise<CheckResult | undefined> {
  const until = context.clock.now() + ms + 4 * LOOK_AGAIN;
  for (;;) {
    const job = jobOf(context, assignment.ticket);
    const runs = job === undefined ? [] : gatesUnder(context.state(), job);
    for (const run of runs) {
      const found = (await cellsOf(context, run)).find(
        (cell) => cell.check === check && cell.environment === environment,
      );
      if (found !== undefined && found.status !== 'BROKEN' && !found.flaky) return found;
    }
    if (runs.length === 0 || cancel.aborted || context.clock.now() >= until) return undefined;
    await new Promise<void>((resolve) => {
      context.clock.wake(context.clock.now() + LOOK_AGAIN, resolve);
    });
  }
}
