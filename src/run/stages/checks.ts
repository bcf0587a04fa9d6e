import type { Claim } from '../../model/claim.ts';
import { ontoOf } from '../../model/event-kind.ts';
import type { AssignmentEvent } from '../../model/events.ts';
import type { FeedbackKind } from '../../model/feedback.ts';
import { isPutBack } from '../../model/finding.ts';
import type { RepairDoubt } from '../../model/repair-doubt.ts';
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
import { runsOf } from '../loop/dossier.ts';
import { noFeedback } from '../records/earlier-feedback.ts';
import { nameList } from '../records/name-list.ts';
import { protectedBy } from './leave.ts';
import { onRecord } from '../records/on-record.ts';
import { head, jobOf, ticketOf } from '../stage-context.ts';
import type { StageContext, StageWork } from '../stage-context.ts';
import { takeOutOf } from '../scans/take-out.ts';
import { repairedFiles } from '../scans/ticket-files.ts';
import { keepFeedback } from './audit.ts';
import { mergeInstead } from './behind.ts';
import type { BroughtDelivery } from '../records/bring-in.ts';
import { baseUnder, lastDelivery, withRepair } from './judge.ts';
import { boundTicket } from '../team-audit/scored-rounds.ts';

/** Everything that has to hold before a critic sees a commit (EPIC-02). No model is asked. */
export const validate: StageWork = async (site, assignment, cancel) => {
  const commit = assignment.commit ?? '';
  const base = await baseUnder(site, assignment, commit);
  const own = await deliveryOf(site, assignment.ticket, commit);
  const context = await contextFor(site, assignment, cancel);
  const ticket = await boundTicket(site, assignment.ticket);
  // Review can be switched off for a ticket: then its own checks judge it and nothing else (EPIC-10).
  const judging = {
    ...context,
    takeOut: takeOutOf(site),
    require: site.inputs.config.require,
    ...(ticket.review ? { scan: scanChanged(site) } : {}),
  };
  const work = { ticket, base, head: commit, delivery: own, claimed: claimOf(own) };
  const alone = await runGates(judging, work);
  const merge = await mergeInstead(site, assignment, { ticket, base, validation: alone });
  const onTip = { ticket, tip: site.tipWhenSent(assignment.run), candidate: merge ?? '' };
  const validation = merge === undefined ? alone : await landingGate(context, onTip);
  const { tree } = await site.hub.commit(merge ?? commit);
  if (cancel.aborted) return undefined;
  await keepValidation(site, assignment, validation, 'validation');
  const about = { ...head(assignment), commit };
  const proof = proofOf(validation);
  switch (validation.outcome) {
    case 'pass':
      return {
        ...about,
        ...proof,
        ...sparedBy(site, validation),
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
async function deliveryOf(site: StageContext, job: string, commit: string): Promise<BroughtDelivery | null> {
  if (site.dossier(job).manual === commit) return null;
  const delivered = await lastDelivery(site, job);
  return onRecord(
    delivered?.commit === commit ? delivered : undefined,
    `the delivery of ${commit} by ${job}`,
  );
}

function claimOf(delivered: BroughtDelivery | null): BroughtDelivery['answer'] {
  return delivered?.answer ?? null;
}

/** Run what was claimed: evidence for an audit that passed, the base for one that says it is broken (FLOW-08, FLOW-12). */
export const confirm: StageWork = async (site, assignment, cancel) => {
  const claim = assignment.claim ?? 'audit_pass';
  const result =
    claim === 'audit_pass'
      ? await confirmAudit(site, assignment, cancel)
      : await confirmBroken(site, assignment, cancel);
  return cancel.aborted ? undefined : result;
};

async function confirmAudit(
  site: StageContext,
  assignment: AssignmentEvent,
  cancel: AbortSignal,
): Promise<ResultDraft> {
  const about = { ...head(assignment), claim: 'audit_pass' } as const;
  const run = runsOf(site.dossier(assignment.ticket), 'audit').at(-1) ?? -1;
  const heard = await site.records.get(run, 'audit');
  const { commands } = onRecord(heard?.verdict === 'pass' ? heard : undefined, 'the audit that passed');
  const context = await contextFor(site, assignment, cancel);
  const ticket = ticketOf(site, assignment.ticket);
  const confirmed = await confirmCriteria(context, ticket, await withRepair(site, assignment), commands);
  await site.records.put(assignment.run, 'confirmation', confirmed);
  const { unmet, unfounded, broken, doubt } = confirmed;
  if (unmet.length > 0) {
    const failedCriteria = unmet.map((reason) => ({ criterion: 'evidence', reason }));
    await keepFeedback(site, assignment, {
      failedCriteria,
      revisionNotes: 'the auditor passed the work, but these commands fail on it',
    });
    return { ...about, type: 'claim_refuted', fault: 'work', because: unmet.join('; ').slice(0, 1000) };
  }
  if (broken !== null)
    return { ...about, type: 'claim_unchecked', because: broken.slice(0, 1000), ...inDoubt(doubt) };
  if (unfounded.length > 0) return refuted(site, assignment, 'audit_pass', unfounded.join('; '));
  return { ...about, type: 'claim_confirmed' };
}

async function confirmBroken(
  site: StageContext,
  assignment: AssignmentEvent,
  cancel: AbortSignal,
): Promise<ResultDraft> {
  const claim = assignment.claim === 'infra_blocked' ? 'infra_blocked' : 'audit_blocked';
  const about = { ...head(assignment), claim } as const;
  const context = await contextFor(site, assignment, cancel);
  const { confirmed, because, red, doubt } = await confirmBlocked(
    context,
    site.tipWhenSent(assignment.run),
    await namedChecks(site, assignment),
  );
  if (confirmed) {
    await site.records.put(assignment.run, 'confirmedRed', red);
    return { ...about, type: 'claim_confirmed', ...inDoubt(doubt) };
  }
  if (claim === 'infra_blocked') {
    const revisionNotes = `the checks you reported as broken are not: ${because}`;
    await keepFeedback(site, assignment, { kind: 'incomplete', revisionNotes });
  }
  return refuted(site, assignment, claim, because);
}

/** Only the claim is wrong, not the work; the next auditor is told what was measured. */
async function refuted(
  site: StageContext,
  assignment: AssignmentEvent,
  claim: Claim,
  why: string,
): Promise<ResultDraft> {
  const because = why.slice(0, 1000);
  await site.records.put(assignment.run, 'refuted', because);
  return { ...head(assignment), claim, type: 'claim_refuted', fault: 'claim', because };
}

/** The checks that whoever claims to be blocked named. */
async function namedChecks(site: StageContext, assignment: AssignmentEvent): Promise<readonly string[]> {
  if (assignment.claim === 'infra_blocked') {
    const delivered = await lastDelivery(site, assignment.ticket);
    return delivered?.answer?.blocker?.checks ?? [];
  }
  const run = runsOf(site.dossier(assignment.ticket), 'audit').at(-1) ?? -1;
  const answer = await site.records.get(run, 'audit');
  return answer?.preExisting ?? [];
}

/** What the gates need of this run; what was flaky or accepted as red at base is known to them. */
export async function contextFor(
  site: StageContext,
  assignment: AssignmentEvent,
  cancel: AbortSignal,
): Promise<GateContext> {
  const state = site.state();
  const measured = await lastBaseline(site.records, site.dossier('baseline'));
  await learnBaseline(site, site.dossier('baseline'), measured ?? {});
  const accepted = await confirmedRed(site.records, state.infrastructure.accepted);
  // A remediation is there to make these checks pass: for it they count.
  const isRepair = jobOf(site, assignment)?.kind === 'remediation';
  return {
    hub: site.hub,
    workspaces: site.workspaces,
    processes: site.processes,
    setups: site.setups,
    measurements: site.measurements,
    epic: site.inputs.epic,
    tip: ontoOf(assignment) ?? site.tipWhenSent(assignment.run),
    plan: site.plan,
    protect: protectedBy(site),
    ...(state.base === '' ? {} : { epicBase: state.base }),
    repairedFiles: (commit) => repairedFiles(site, commit),
    matches,
    folder: site.records.folder(assignment.run),
    excused: excusedChecks(state, measured, accepted),
    atBase: [...accepted, ...(measured?.cells ?? [])],
    redNow: async () => {
      const runs = isRepair ? [] : site.state().infrastructure.confirmed;
      return new Set((await confirmedRed(site.records, runs)).map(({ check }) => check));
    },
    flaky: new Set([...(measured?.flaky ?? []), ...flakyWithout(state, { id: assignment.ticket })]),
    hooks: site.inputs.hooks,
    cancel,
  };
}

function scanChanged(site: StageContext): NonNullable<GateContext['scan']> {
  return async (base, head, only) => {
    // Loaded when it comes to that: what parses programs is as large as all the rest together.
    const { scansOfChange, unseenFinding } = await import('../scans/scan-parts.ts');
    const { findings, crashes } = await scansOfChange(site, base, head, only);
    // The gate for secrets looks at tests and documents too.
    return [...findings.filter(({ source }) => source.name !== 'secret'), ...crashes.map(unseenFinding)];
  };
}

export async function keepValidation(
  site: StageContext,
  assignment: AssignmentEvent,
  validation: Validation,
  kind: FeedbackKind,
): Promise<void> {
  await site.records.put(assignment.run, 'validation', validation);
  if (validation.outcome !== 'fail' || validation.once === true) return;
  const attempt = jobOf(site, assignment)?.attempt ?? 0;
  const { environments } = validation;
  // What was put back is for people to read: agents are told its name, not what somebody wrote there.
  const findings = validation.findings.map((each) => (isPutBack(each) ? { ...each, evidence: '' } : each));
  const feedback = { ...noFeedback, attempt, kind, findings, environments };
  await site.records.put(assignment.run, 'feedback', feedback);
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
