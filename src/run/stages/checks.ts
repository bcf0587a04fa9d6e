import type { Claim, AssignmentEvent, RepairDoubt } from '../../model/events.ts';
import type { FeedbackKind } from '../../model/feedback.ts';
import { isPutBack } from '../../model/finding.ts';
import type { ResultDraft } from '../../ports/records.ts';
import {
  brokenDoubt,
  confirmBlocked,
  confirmCriteria,
  landingGate,
  validate as runGates,
} from '../../gates/index.ts';
import type { GateContext, Validation } from '../../gates/index.ts';
import { matches } from '../../plan/index.ts';
import { flakyWithout } from '../../state/index.ts';
import { confirmedRed, excusedChecks, lastBaseline, learnBaseline } from '../records/baseline-of.ts';
import { nameList } from '../records/name-list.ts';
import { protectedBy } from './work-limits.ts';
import { commitOf, head, jobOf, ticketOf } from '../stage-context.ts';
import type { StageContext, StageWork } from '../stage-context.ts';
import { takeOutOf } from '../scans/take-out.ts';
import { repairedFiles } from '../scans/ticket-files.ts';
import { mergeInstead } from './merge-instead.ts';
import type { DeveloperDelivery } from '../records/collect-delivery.ts';
import { baseUnder, lastDelivery, withRepair } from './judge.ts';
import { boundTicket } from '../team-audit/scored-rounds.ts';
import { keepFeedback } from '../records/earlier-feedback.ts';
import { lastRecord, onRecord } from '../records/run-records.ts';

/** Everything that has to hold before a critic sees a commit (EPIC-02). No model is asked. */
export const validate: StageWork = async (context, assignment, cancel) => {
  const commit = commitOf(assignment);
  const base = await baseUnder(context, assignment, commit);
  const own = await deliveryOf(context, assignment.ticket, commit);
  const gateContext = await gateContextFor(context, assignment, cancel);
  const ticket = await boundTicket(context, assignment.ticket);
  // Review can be switched off for a ticket: then its own checks judge it and nothing else (EPIC-10).
  const judging = {
    ...gateContext,
    takeOut: takeOutOf(context),
    require: context.inputs.config.require,
    ...(ticket.review ? { scan: scanChanged(context) } : {}),
  };
  const work = { ticket, base, head: commit, delivery: own, claimed: claimOf(own) };
  const alone = await runGates(judging, work);
  const merge = await mergeInstead(context, assignment, { ticket, base, validation: alone });
  const tip = context.tipWhenSent(assignment.run);
  const validation =
    merge === undefined ? alone : await landingGate(gateContext, { ticket, tip, candidate: merge });
  const { tree } = await context.hub.commit(merge ?? commit);
  if (cancel.aborted) return undefined;
  await keepValidation(context, assignment, validation, 'validation');
  const about = { ...head(assignment), commit };
  const proof = proofOf(validation);
  switch (validation.outcome) {
    case 'pass':
      return {
        ...about,
        ...proof,
        ...sparedBy(context, validation),
        type: 'validation_passed',
        tree,
        changed: validation.changed,
      };
    case 'broken':
      return { ...head(assignment), type: 'validation_broken', ...brokenBy(validation) };
    case 'fail':
      return {
        ...about,
        ...proof,
        type: 'validation_failed',
        findings: namesOf(validation),
        ...why(validation),
      };
  }
};

/** How this very commit was delivered; null for what a person committed by hand. */
async function deliveryOf(
  context: StageContext,
  job: string,
  commit: string,
): Promise<DeveloperDelivery | null> {
  if (context.dossier(job).manual === commit) return null;
  const delivered = await lastDelivery(context, job);
  return onRecord(
    delivered?.commit === commit ? delivered : undefined,
    `the delivery of ${commit} by ${job}`,
  );
}

function claimOf(delivered: DeveloperDelivery | null): DeveloperDelivery['answer'] {
  return delivered?.answer ?? null;
}

/** Run what was claimed: evidence for an audit that passed, the base for one that says it is broken (FLOW-08, FLOW-12). */
export const confirm: StageWork = async (context, assignment, cancel) => {
  const claim = assignment.claim ?? 'audit_pass';
  const result =
    claim === 'audit_pass'
      ? await confirmAudit(context, assignment, cancel)
      : await confirmBroken(context, assignment, cancel);
  return cancel.aborted ? undefined : result;
};

async function confirmAudit(
  context: StageContext,
  assignment: AssignmentEvent,
  cancel: AbortSignal,
): Promise<ResultDraft> {
  const about = { ...head(assignment), claim: 'audit_pass' } as const;
  const passed = await lastRecord(context, assignment.ticket, 'audit', 'audit');
  const { commands } = onRecord(passed?.verdict === 'pass' ? passed : undefined, 'the audit that passed');
  const gateContext = await gateContextFor(context, assignment, cancel);
  const ticket = ticketOf(context, assignment.ticket);
  const confirmed = await confirmCriteria(
    gateContext,
    ticket,
    await withRepair(context, assignment),
    commands,
  );
  await context.records.put(assignment.run, 'confirmation', confirmed);
  const { unmet, unfounded, broken, doubt } = confirmed;
  if (unmet.length > 0) {
    const failedCriteria = unmet.map((reason) => ({ criterion: 'evidence', reason }));
    await keepFeedback(context, assignment, 'audit', {
      failedCriteria,
      revisionNotes: 'the auditor passed the work, but these commands fail on it',
    });
    return { ...about, type: 'claim_refuted', fault: 'work', because: unmet.join('; ').slice(0, 1000) };
  }
  if (broken !== null)
    return { ...about, type: 'claim_unchecked', because: broken.slice(0, 1000), ...inDoubt(doubt) };
  if (unfounded.length > 0) return refuted(context, assignment, 'audit_pass', unfounded.join('; '));
  return { ...about, type: 'claim_confirmed' };
}

async function confirmBroken(
  context: StageContext,
  assignment: AssignmentEvent,
  cancel: AbortSignal,
): Promise<ResultDraft> {
  const claim = assignment.claim === 'infra_blocked' ? 'infra_blocked' : 'audit_blocked';
  const about = { ...head(assignment), claim } as const;
  const gateContext = await gateContextFor(context, assignment, cancel);
  const { confirmed, because, red, doubt } = await confirmBlocked(
    gateContext,
    context.tipWhenSent(assignment.run),
    await namedChecks(context, assignment),
  );
  if (confirmed) {
    await context.records.put(assignment.run, 'confirmedRed', red);
    return { ...about, type: 'claim_confirmed', ...inDoubt(doubt) };
  }
  if (claim === 'infra_blocked') {
    const revisionNotes = `the checks you reported as broken are not: ${because}`;
    await keepFeedback(context, assignment, 'incomplete', { revisionNotes });
  }
  return refuted(context, assignment, claim, because);
}

/** Only the claim is wrong, not the work; the next auditor is told what was measured. */
async function refuted(
  context: StageContext,
  assignment: AssignmentEvent,
  claim: Claim,
  why: string,
): Promise<ResultDraft> {
  const because = why.slice(0, 1000);
  await context.records.put(assignment.run, 'refuted', because);
  return { ...head(assignment), claim, type: 'claim_refuted', fault: 'claim', because };
}

/** The checks that whoever claims to be blocked named. */
async function namedChecks(context: StageContext, assignment: AssignmentEvent): Promise<readonly string[]> {
  if (assignment.claim === 'infra_blocked') {
    const delivered = await lastDelivery(context, assignment.ticket);
    return delivered?.answer?.blocker?.checks ?? [];
  }
  const answer = await lastRecord(context, assignment.ticket, 'audit', 'audit');
  return answer?.preExisting ?? [];
}

/** What the gates need of this run; what was flaky or accepted as red at base is known to them. */
export async function gateContextFor(
  context: StageContext,
  assignment: Pick<AssignmentEvent, 'ticket' | 'run'>,
  cancel: AbortSignal,
): Promise<GateContext> {
  const state = context.state();
  const measured = await lastBaseline(context.records, context.dossier('baseline'));
  await learnBaseline(context, context.dossier('baseline'), measured ?? {});
  const accepted = await confirmedRed(context.records, state.infrastructure.accepted);
  // A remediation is there to make these checks pass: for it they count.
  const isRepair = jobOf(context, assignment.ticket)?.kind === 'remediation';
  return {
    hub: context.hub,
    workspaces: context.workspaces,
    processes: context.processes,
    setups: context.setups,
    measurements: context.measurements,
    epic: context.inputs.epic,
    tip: context.tipWhenSent(assignment.run),
    plan: context.plan,
    protect: protectedBy(context),
    ...(state.base === '' ? {} : { epicBase: state.base }),
    repairedFiles: (commit) => repairedFiles(context, commit),
    matches,
    folder: context.records.folder(assignment.run),
    excused: excusedChecks(state, measured, accepted),
    atBase: [...accepted, ...(measured?.cells ?? [])],
    redNow: async () => {
      const runs = isRepair ? [] : context.state().infrastructure.confirmed;
      return new Set((await confirmedRed(context.records, runs)).map(({ check }) => check));
    },
    flaky: new Set([...(measured?.flaky ?? []), ...flakyWithout(state, { id: assignment.ticket })]),
    hooks: context.inputs.hooks,
    cancel,
  };
}

function scanChanged(context: StageContext): NonNullable<GateContext['scan']> {
  return async (base, head, only) => {
    // Loaded when it comes to that: what parses programs is as large as all the rest together.
    const { scansOfChange, unseenFinding } = await import('../scans/lazy-scans.ts');
    const { findings, crashes } = await scansOfChange(context, base, head, only);
    // The gate for secrets looks at tests and documents too.
    return [...findings.filter(({ source }) => source.name !== 'secret'), ...crashes.map(unseenFinding)];
  };
}

export async function keepValidation(
  context: StageContext,
  assignment: AssignmentEvent,
  validation: Validation,
  kind: FeedbackKind,
): Promise<void> {
  await context.records.put(assignment.run, 'validation', validation);
  if (validation.outcome !== 'fail' || validation.once === true) return;
  const { environments } = validation;
  // What was put back is for people to read: agents are told its name, not what somebody wrote there.
  const findings = validation.findings.map((each) => (isPutBack(each) ? { ...each, evidence: '' } : each));
  await keepFeedback(context, assignment, kind, { findings, environments });
}

export function why({ because }: Validation): { readonly because: string } {
  return { because: because.slice(0, 1000) };
}

export function proofOf({
  evidence = [],
  cells,
}: Validation): Pick<Validation, 'evidence'> & { flaky?: string[] } {
  const flaky = [...new Set(cells.filter((cell) => cell.flaky).map(({ check }) => check))];
  return {
    ...(evidence.length > 0 && { evidence: evidence.slice(0, MOST_CHECKS) }),
    ...(flaky.length > 0 && { flaky }),
  };
}

/** Checks of the plan that this tree did not need by their `paths`. */
export function sparedBy(
  { plan }: StageContext,
  { cells }: Validation,
): { readonly spared?: readonly string[] } {
  const ran = new Set(cells.map(({ check }) => check));
  const spared = plan.verify.map(({ id }) => id).filter((id) => !ran.has(id));
  return spared.length === 0 ? {} : { spared };
}

/** As many as an event may carry. */
const MOST_CHECKS = 100;

export function brokenBy({ because, cells }: Validation) {
  return { because: because.slice(0, 1000), ...inDoubt(brokenDoubt(cells)) };
}

export function inDoubt(doubt: RepairDoubt | undefined): { readonly doubt?: RepairDoubt } {
  return doubt === undefined ? {} : { doubt };
}

export function namesOf({ findings }: Validation): readonly string[] {
  return nameList(findings.map(({ rule, fingerprint }) => `${rule} ${fingerprint}`));
}
