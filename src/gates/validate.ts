import type { FileChange } from '../detect/index.ts';
import type { DeveloperAnswer } from '../formats/index.ts';
import type { Ticket } from '../model/epic.ts';
import { type CheckEvidence, joinEvidence } from '../model/evidence.ts';
import type { EnvironmentResult } from '../model/feedback.ts';
import type { Finding } from '../model/finding.ts';
import type { RedAtBase } from '../model/outcome.ts';
import { isMustFix } from '../model/severity.ts';
import type { GateOutcome } from '../model/verdict.ts';
import { affectedBy, neededBy } from './checks/affected.ts';
import { baseChecks } from './base-tests/base-checks.ts';
import { baseline, type CheckAtBase, checksIn, redAtBaseIn } from './checks/baseline.ts';
import type { GateContext } from './context.ts';
import { criteriaChecks } from './criteria/criteria.ts';
import { type DeliveryFacts, type Gate, type GateRun, runGate, type Work } from './gate.ts';
import { landingGates, validationGates } from './gates.ts';
import { gitFacts } from './changes/git-facts.ts';
import { loadChanges } from './changes/load-changes.ts';
import { noticed } from './evidence/noticed.ts';
import { allHooks } from './checks/repository-hooks.ts';
import { testsRun } from './base-tests/tests-not-run.ts';
import { testsNotice } from './evidence/tests-notice.ts';
import { verification } from './verification.ts';
import { resultOf, runChecks, verify, type VerificationResult } from './checks/verify.ts';
import type { CheckResult } from './checks/check-result.ts';

/** What all gates together came to. Must-fix findings fail; what could not be computed is broken, never a pass. */
export type Validation = {
  readonly outcome: 'pass' | 'fail' | 'broken';
  readonly findings: readonly Finding[];
  readonly environments: readonly EnvironmentResult[];
  /** The same with logs and their hashes. */
  readonly cells: readonly CheckResult[];
  /** What each check's result rests on. Missing in records of older versions. */
  readonly evidence?: readonly CheckEvidence[];
  /** Whether the tree differs from base at all: whether that is wrong is for the caller to say. */
  readonly changed: boolean;
  readonly because: string;
  readonly gates: readonly GateOutcome[];
  /** Checks that are red on this commit and at base. Only `checkGate` looks. */
  readonly redAtBase?: readonly RedAtBase[];
  /** Only checks are red, in one run that another one is to confirm. */
  readonly once?: boolean;
  /** Every check that ran on this commit, with the number of its tests. Only `checkGate` reports them. */
  readonly checks?: readonly CheckAtBase[];
};

export type TicketWork = {
  readonly ticket: Ticket | null;
  /** Merge base of the epic tip and `head`. */
  readonly base: string;
  readonly head: string;
  readonly delivery: DeliveryFacts | null;
  readonly claimed: DeveloperAnswer | null;
};

/** Everything that has to hold before a critic sees a commit (EPIC-02). */
export async function validate(context: GateContext, work: TicketWork): Promise<Validation> {
  return judge(context, work, validationGates);
}

/** The landing gate: every verification and code gate on the exact merged tree (DISPATCH-07). */
export async function landingGate(
  context: GateContext,
  what: { readonly ticket: Ticket | null; readonly tip: string; readonly candidate: string },
): Promise<Validation> {
  const work = { ticket: what.ticket, base: what.tip, head: what.candidate, delivery: null, claimed: null };
  const validation = await judge(context, work, landingGates);
  const failed = validation.gates.filter(({ status }) => status === 'fail').map(({ gate }) => gate);
  const isOnce = context.candidate?.apart === true && failed.length === 1 && failed[0] === 'verification';
  return isOnce ? { ...validation, once: true } : validation;
}

/**
 * The checks on a change that is no ticket's, also with base's versions of what defines them. A check that is red at
 * base too is charged with what is worse than there; base is measured only where something is red. `allowed`: checks
 * that a person allowed to be red. Where base is the commit itself nothing came before it, and nothing excuses a red check.
 */
export async function checkGate(
  context: GateContext,
  { base, head, allowed }: Pick<TicketWork, 'base' | 'head'> & { readonly allowed: readonly string[] },
): Promise<Validation> {
  const changes = await context.hub.changes(base, head).catch(() => []);
  const { needed } = affectedBy(context, changes);
  const matrix = verify(context, head, { checks: needed.map(({ id }) => id), observe: true });
  const loaded = loadChanges(context.hub, base, head);
  loaded.catch(() => undefined);
  const red = new Set(
    (await matrix).cells.filter(({ status }) => status === 'FAIL').map(({ check }) => check),
  );
  const plan = { ...context.plan, verify: context.plan.verify.filter(({ id }) => red.has(id)) };
  const isFirst = base === head;
  const before = red.size === 0 || isFirst ? null : await baseline({ ...context, plan }, base);
  const likely =
    before?.doubt?.reason === 'submodule_empty' ? (before.doubt.because.split('\n')[0] ?? '') : '';
  const work = { ticket: null, base, head, delivery: null, claimed: null };
  const known = { ...context, excused: new Set(before?.red), atBase: before?.cells ?? [] };
  const started = { matrixOf: () => matrix, loaded };
  const gates = isFirst ? [verification] : [verification, testsRun, baseChecks, testsNotice, noticed];
  const validation = await judge(known, work, gates, started);
  return {
    ...validation,
    checks: checksIn(context, (await matrix).cells),
    redAtBase: redAtBaseIn(before?.checks ?? [], (id) => (allowed.includes(id) ? '--allow-red' : null)).map(
      (each) => (likely === '' ? each : { ...each, reason: `${each.reason}. ${likely}` }),
    ),
  };
}

/** The hooks of the repository on commits that are not a ticket's. */
export async function hookGate(
  context: GateContext,
  { base, head }: Pick<TicketWork, 'base' | 'head'>,
): Promise<Validation> {
  return judge(context, { ticket: null, base, head, delivery: null, claimed: null }, [allHooks]);
}

/** Work that goes on already when judging begins. */
type Started = {
  readonly matrixOf: (changes: readonly FileChange[]) => Promise<VerificationResult>;
  readonly loaded: Promise<readonly FileChange[]>;
};

async function judge(
  context: GateContext,
  given: TicketWork,
  gates: readonly Gate[],
  started: Partial<Started> = {},
): Promise<Validation> {
  const { matrixOf = (changes: readonly FileChange[]) => verifyAffected(context, given, changes) } = started;
  let matrix: Promise<VerificationResult> | undefined;
  let changes: readonly FileChange[] = [];
  const verified = () => (matrix ??= matrixOf(changes));
  let criteria: Promise<VerificationResult> | undefined;
  const commands = given.ticket === null ? [] : criteriaChecks(given.ticket);
  const proved = () => (criteria ??= runChecks(context, given.head, commands));
  const bare: Work = { ...given, changes: [], verified, proved };
  // Without these facts there is nothing to compare the work with.
  const facts = await runGate(gitFacts, context, bare);
  if (facts.outcome.status !== 'pass') return summed([facts], true);
  const reading: Gate = {
    name: 'changes',
    asks: 'Can the change be read?',
    check: async ({ hub }) => {
      changes = await (started.loaded ?? loadChanges(hub, given.base, given.head));
      return { detected: [] };
    },
  };
  const read = await runGate(reading, context, bare);
  if (read.outcome.status !== 'pass') return summed([facts, read], true);
  const work: Work = { ...bare, changes };
  const runs = [facts];
  for (const gate of gates.filter(({ applies }) => applies?.(context) !== false))
    if (
      (gate.needsGreen !== true && !isRedOnce(context, runs)) ||
      runs.every(({ outcome }) => outcome.status === 'pass')
    )
      runs.push(await runGate(gate, context, work));
  return summed(runs, work.changes.length > 0);
}

/** A check was red on a candidate, and another run confirms that: then everything else is asked. */
function isRedOnce({ candidate }: GateContext, runs: readonly GateRun[]): boolean {
  return (
    candidate?.apart === true &&
    runs.some(({ outcome }) => outcome.gate === 'verification' && outcome.status === 'fail')
  );
}

function verifyAffected(
  context: GateContext,
  { ticket, head }: Pick<TicketWork, 'ticket' | 'head'>,
  changes: readonly Pick<FileChange, 'path'>[],
): Promise<VerificationResult> {
  const needed = neededBy(context, ticket, changes);
  return verify(context, head, { checks: needed.map(({ id }) => id), observe: true });
}

function summed(runs: readonly GateRun[], changed: boolean): Validation {
  const findings = runs.flatMap((run) => run.findings);
  const cells = runs.flatMap((run) => run.cells);
  const gates = runs.map((run) => run.outcome);
  return {
    ...verdictOf(findings, gates),
    findings,
    environments: cells.map(resultOf),
    cells,
    evidence: joinEvidence(runs.flatMap((run) => run.evidence)),
    changed,
    gates,
  };
}

function verdictOf(
  findings: readonly Finding[],
  gates: readonly GateOutcome[],
): Pick<Validation, 'outcome' | 'because'> {
  const mustFix = findings.filter((finding) => isMustFix(finding.severity));
  const [first] = mustFix;
  if (first !== undefined) {
    const more = mustFix.length === 1 ? '' : ` (and ${mustFix.length - 1} more)`;
    const [detail = ''] = first.evidence.split('\n');
    const said = detail === '' ? `${first.rule}: ${first.message}` : `${first.message} ${detail}`;
    const where = first.file === '' || said.includes(first.file) ? '' : `${first.file}: `;
    return { outcome: 'fail', because: `${where}${said}${more}` };
  }
  const broken = gates.find((gate) => gate.status === 'broken');
  if (broken !== undefined) return { outcome: 'broken', because: broken.reason };
  return { outcome: 'pass', because: 'every gate passed' };
}
