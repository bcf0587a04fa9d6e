import type { AssignmentEvent } from '../../model/events.ts';
import type { FeedbackKind } from '../../model/feedback.ts';
import type { ResultDraft } from '../../ports/records.ts';
import type { AuditorAnswer } from '../../formats/index.ts';
import {
  baseline as measure,
  confirmBlocked,
  confirmCriteria,
  landingGate,
  validate as runGates,
} from '../../gates/index.ts';
import type { GateContext, Validation } from '../../gates/index.ts';
import { matches } from '../../plan/index.ts';
import { excusedChecks, lastBaseline } from '../baseline-of.ts';
import { runsOf } from '../dossier.ts';
import { noFeedback } from '../feedback.ts';
import { nameList } from '../name-list.ts';
import { onRecord } from '../on-record.ts';
import { head, jobOf, ticketOf } from '../site.ts';
import type { Site, StageWork } from '../site.ts';
import { keepFeedback } from './audit.ts';
import type { Delivered } from './develop.ts';
import { baseUnder, lastDelivery } from './judge.ts';

/** Every check at the base, before anybody is charged with one that was red before (design: baseline). */
export const baseline: StageWork = async (site, assignment, cancel) => {
  const tip = site.tipWhenSent(assignment.run);
  const measured = await measure(await contextFor(site, assignment, cancel), tip);
  if (cancel.aborted) return undefined;
  await site.records.put(assignment.run, 'baseline', measured);
  const { red, inconclusive } = measured;
  const named = { red: nameList(red), inconclusive: nameList(inconclusive) };
  return { ...head(assignment), type: 'baseline_measured', ...named };
};

/** Everything that has to hold before a critic sees a commit (EPIC-02). No model is asked. */
export const validate: StageWork = async (site, assignment, cancel) => {
  const commit = assignment.commit ?? '';
  const base = await baseUnder(site, assignment, commit);
  const own = await deliveryOf(site, assignment.ticket, commit);
  const { tree } = await site.hub.commit(commit);
  const validation = await runGates(await contextFor(site, assignment, cancel), {
    ticket: ticketOf(site, assignment.ticket),
    base,
    head: commit,
    delivery: own,
    claimed: claimOf(own),
  });
  if (cancel.aborted) return undefined;
  await keepValidation(site, assignment, validation, 'validation');
  const about = { ...head(assignment), commit };
  switch (validation.outcome) {
    case 'pass':
      return { ...about, type: 'validation_passed', tree, changed: validation.changed };
    case 'broken':
      return { ...head(assignment), type: 'validation_broken', because: validation.because.slice(0, 1000) };
    case 'fail':
      return { ...about, type: 'validation_failed', findings: namesOf(validation) };
  }
};

/** How this very commit was delivered; null for what a person committed by hand. */
async function deliveryOf(site: Site, job: string, commit: string): Promise<Delivered | null> {
  if (site.dossier(job).manual === commit) return null;
  const delivered = await lastDelivery(site, job);
  return onRecord(delivered?.commit === commit ? delivered : undefined, `how ${job} delivered ${commit}`);
}

function claimOf(delivered: Delivered | null): Delivered['answer'] {
  return delivered?.answer ?? null;
}

/** Every verification and code gate on the exact tree that would land (DISPATCH-07). */
export const gate: StageWork = async (site, assignment, cancel) => {
  const candidate = assignment.commit ?? '';
  const { tree } = await site.hub.commit(candidate);
  const ticket = ticketOf(site, assignment.ticket);
  const context = await contextFor(site, assignment, cancel);
  const tip = site.tipWhenSent(assignment.run);
  const validation = await landingGate(context, { ticket, tip, candidate });
  if (cancel.aborted) return undefined;
  await keepValidation(site, assignment, validation, 'landing');
  switch (validation.outcome) {
    case 'pass':
      return { ...head(assignment), type: 'landing_gate_passed', tree };
    case 'broken':
      return { ...head(assignment), type: 'landing_gate_broken', because: validation.because.slice(0, 1000) };
    case 'fail':
      return { ...head(assignment), type: 'landing_gate_failed', findings: namesOf(validation) };
  }
};

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
  site: Site,
  assignment: AssignmentEvent,
  cancel: AbortSignal,
): Promise<ResultDraft> {
  const about = { ...head(assignment), claim: 'audit_pass' } as const;
  const run = runsOf(site.dossier(assignment.ticket), 'audit').at(-1) ?? -1;
  const heard = (await site.records.get(run, 'audit')) as AuditorAnswer | undefined;
  const { commands } = onRecord(heard?.verdict === 'pass' ? heard : undefined, 'the audit that passed');
  const context = await contextFor(site, assignment, cancel);
  const ticket = ticketOf(site, assignment.ticket);
  const confirmed = await confirmCriteria(context, ticket, assignment.commit ?? '', commands);
  await site.records.put(assignment.run, 'confirmation', confirmed);
  if (confirmed.refuted.length > 0) {
    const failedCriteria = confirmed.refuted.map((reason) => ({ criterion: 'evidence', reason }));
    await keepFeedback(site, assignment, {
      failedCriteria,
      revisionNotes: 'the auditor passed what does not hold',
    });
    return { ...about, type: 'claim_refuted', because: confirmed.refuted.join('; ').slice(0, 1000) };
  }
  if (confirmed.broken !== null)
    return { ...about, type: 'claim_unchecked', because: confirmed.broken.slice(0, 1000) };
  return { ...about, type: 'claim_confirmed' };
}

async function confirmBroken(
  site: Site,
  assignment: AssignmentEvent,
  cancel: AbortSignal,
): Promise<ResultDraft> {
  const claim = assignment.claim === 'infra_blocked' ? 'infra_blocked' : 'audit_blocked';
  const about = { ...head(assignment), claim } as const;
  const context = await contextFor(site, assignment, cancel);
  const { confirmed, because } = await confirmBlocked(
    context,
    site.tipWhenSent(assignment.run),
    await namedChecks(site, assignment),
  );
  if (confirmed) return { ...about, type: 'claim_confirmed' };
  const kind = claim === 'infra_blocked' ? 'incomplete' : 'audit';
  await keepFeedback(site, assignment, {
    kind,
    revisionNotes: `what was said to be broken is not: ${because}`,
  });
  return { ...about, type: 'claim_refuted', because: because.slice(0, 1000) };
}

/** The checks that whoever claims to be blocked named. */
async function namedChecks(site: Site, assignment: AssignmentEvent): Promise<readonly string[]> {
  if (assignment.claim === 'infra_blocked') {
    const delivered = await lastDelivery(site, assignment.ticket);
    return delivered?.answer?.blocker?.checks ?? [];
  }
  const run = runsOf(site.dossier(assignment.ticket), 'audit').at(-1) ?? -1;
  const answer = (await site.records.get(run, 'audit')) as AuditorAnswer | undefined;
  return answer?.preExisting ?? [];
}

/** What the gates need of this run; what was flaky or accepted as red at base is known to them. */
export async function contextFor(
  site: Site,
  assignment: AssignmentEvent,
  cancel: AbortSignal,
): Promise<GateContext> {
  const measured = await lastBaseline(site.records, site.dossier('baseline'));
  return {
    hub: site.hub,
    workspaces: site.workspaces,
    processes: site.processes,
    setups: site.setups,
    epic: site.inputs.epic,
    plan: site.plan,
    // The epic rules this run from a copy of its own; a branch that rewrites it would rule the next one.
    // Requirements are ticked by the coordinator alone (TEAM-26), and read at the base whatever a branch makes of them.
    protect: [...site.inputs.config.protect, site.inputs.epicFile, ...requirementDocuments(site)],
    matches,
    folder: site.records.folder(assignment.run),
    excused: excusedChecks(site.state(), measured),
    flaky: new Set(measured?.flaky),
    cancel,
  };
}

function requirementDocuments(site: Site): readonly string[] {
  return site.inputs.epic.milestones.flatMap(({ requirements }) => requirements ?? []);
}

async function keepValidation(
  site: Site,
  assignment: AssignmentEvent,
  validation: Validation,
  kind: FeedbackKind,
): Promise<void> {
  await site.records.put(assignment.run, 'validation', validation);
  if (validation.outcome !== 'fail') return;
  const attempt = jobOf(site, assignment)?.attempt ?? 0;
  const { findings, environments } = validation;
  const feedback = { ...noFeedback, attempt, kind, findings, environments };
  await site.records.put(assignment.run, 'feedback', feedback);
}

function namesOf({ findings }: Validation): readonly string[] {
  return nameList(findings.map(({ rule, fingerprint }) => `${rule} ${fingerprint}`));
}
