import type { AssignmentEvent } from '../../model/events.ts';
import type { Provenance } from '../../model/provenance.ts';
import type { Auditor } from '../../model/team.ts';
import type { ResultDraft } from '../../ports/records.ts';
import { parseAuditReport, parseFindingsDocument, parseRequirements } from '../../formats/index.ts';
import type { ParsedFindings, RequirementsDocument } from '../../formats/index.ts';
import { convergenceReport, needsRecovery } from '../../audit/index.ts';
import { recoveryAssignment, reviewerAssignment, teamAuditorAssignment } from '../../dispatch/index.ts';
import { isHeld, jobAt } from '../../state/index.ts';
import { shownChange, shownFiles, withheldIn } from '../privacy.ts';
import { head, jobOf } from '../site.ts';
import type { Site, StageWork } from '../site.ts';
import { unclear } from '../turn.ts';
import { spokenBy } from '../who-answered.ts';
import { noAgent } from './develop.ts';
import { hear } from './judge.ts';
import type { Bench, Heard } from './judge.ts';

/** What an audit is about: a milestone's tickets and requirements, or the run's. */
export type AuditScope = {
  readonly title: string;
  readonly tickets: readonly string[];
  /** Path of its requirements document; null without one. */
  readonly requirements: string | null;
};

export function scopeOf(site: Site, assignment: AssignmentEvent): AuditScope {
  const index = jobOf(site, assignment)?.audit?.scope ?? -1;
  const { epic } = site.inputs;
  const milestone = epic.milestones[index];
  if (milestone === undefined) {
    // Without tickets the audit is of what is there, against what somebody says is asked for.
    const requirements = epic.tickets.length === 0 ? epic.original : null;
    return { title: epic.title, tickets: epic.tickets.map(({ id }) => id), requirements };
  }
  const tickets = epic.tickets.filter((ticket) => ticket.milestone === milestone.id).map(({ id }) => id);
  return { title: milestone.title, tickets, requirements: milestone.requirements };
}

/** As the base has them: a branch that could shorten the list, or tick it, would judge itself (P9). */
async function requirementsOf(site: Site, scope: AuditScope): Promise<string | undefined> {
  return fileAtBase(site, scope.requirements);
}

async function fileAtBase(site: Site, path: string | null): Promise<string | undefined> {
  if (path === null || withheldIn(site)?.has(path) === true) return undefined;
  const bytes = await site.hub.file(site.state().base, path);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** What changed; where nothing was to be changed, everything. */
async function filesToJudge(site: Site, commit: string): Promise<readonly string[]> {
  if (site.inputs.epic.tickets.length > 0) return shownFiles(site, site.state().base, commit);
  return (await site.hub.paths(commit)).filter((path) => withheldIn(site)?.has(path) !== true);
}

/** How far the requirements are ticked, and whether somebody has to look at the open ones first (TEAM-24). */
export const survey: StageWork = async (site, assignment) => {
  const scope = scopeOf(site, assignment);
  const text = await requirementsOf(site, scope);
  const about = { ...head(assignment), type: 'survey_done' } as const;
  if (text === undefined) return { ...about, recover: false, requirements: null };
  const { convergence } = site.inputs.config;
  const read = parseRequirements(text, convergence);
  const recover = needsRecovery(
    convergenceReport(assignment.ticket, read),
    {
      mode: 'milestones',
      retriesUsed: jobOf(site, assignment)?.audit?.recoveries ?? 0,
      retriesAllowed: site.plan.gating.reviewRecoveryRetries,
    },
    convergence,
  );
  await site.records.put(assignment.run, 'requirements', read);
  const { total, checked, reviewCycles } = read;
  return { ...about, recover, requirements: { total, checked, cycles: reviewCycles } };
};

/** A reviewer looks at the requirements nobody has ticked; what it says goes to the audit as evidence, not as a tick. */
export const recover: StageWork = async (site, assignment, cancel) => {
  const cast = site.inputs.cast.reviewer;
  if (cast === undefined) return noAgent(assignment, 'reviewer');
  const scope = scopeOf(site, assignment);
  const read = parseRequirements((await requirementsOf(site, scope)) ?? '');
  const bench: Bench = {
    role: 'reviewer',
    auditor: null,
    cast,
    commit: site.state().tip,
    sections: (token) => recoveryAssignment({ id: assignment.ticket, token, items: openItems(read) }),
  };
  const hearing = await hear(site, assignment, bench, cancel);
  if (hearing.kind === 'over') return hearing.draft;
  await site.records.put(assignment.run, 'recovery', hearing.said.text);
  const { used, by } = hearing.said;
  return { ...head(assignment), used, ...spokenBy(by), type: 'recovery_done' };
};

function openItems(read: RequirementsDocument) {
  return read.items.filter(({ checked }) => !checked).map(({ id, text }) => ({ id, text }));
}

/** One auditor of the team, in its seat; with the team switched off, the one reviewer who stands in for it (TEAM-11). */
export const team: StageWork = async (site, assignment, cancel) => {
  const auditor = site.plan.gating.team.auditors[assignment.seat];
  return auditor === undefined
    ? standIn(site, assignment, cancel)
    : oneAuditor(site, assignment, auditor, cancel);
};

async function oneAuditor(
  site: Site,
  assignment: AssignmentEvent,
  auditor: Auditor,
  cancel: AbortSignal,
): Promise<ResultDraft | undefined> {
  const cast = site.inputs.cast[auditor] ?? site.inputs.cast.auditor;
  if (cast === undefined) return noAgent(assignment, 'auditor');
  const scope = scopeOf(site, assignment);
  const commit = await auditedCommit(site, assignment);
  const requirements = (await requirementsOf(site, scope)) ?? criteriaText(site, scope);
  const files = await filesToJudge(site, commit);
  const original = (await fileAtBase(site, site.inputs.epic.original)) ?? '';
  const { freshScans, scanLines } = await import('../scans.ts');
  const scans = scanLines(auditor, await freshScans(site, commit), withheldIn(site));
  const sections = (token: string | null) =>
    teamAuditorAssignment({
      auditor,
      id: assignment.ticket,
      title: scope.title,
      token,
      requirements,
      files,
      original,
      scans,
      maxLibraryChecks: site.plan.gating.team.maxLibraryChecks,
    });
  const hearing = await hear(site, assignment, { role: 'auditor', auditor, cast, commit, sections }, cancel);
  if (hearing.kind === 'over') return hearing.draft;
  const report = parseAuditReport(hearing.said.text, { auditor });
  if (!report.complete) return unclear(site, assignment, hearing.said.used, report.reasons);
  const findings = signed(report.findings, hearing.said);
  await site.records.put(assignment.run, 'auditorReport', { ...report, findings });
  return reported(assignment, hearing.said, report.summary.score);
}

type Signed<Finding> = Finding & { readonly by?: Provenance };

/** The document of the one reviewer, as it is kept. */
export type SignedFindings = Omit<ParsedFindings, 'findings'> & {
  readonly findings: readonly Signed<ParsedFindings['findings'][number]>[];
};

/** Each finding says who found it: reports of several auditors are merged later. */
function signed<F>(findings: readonly F[], { by }: Heard): readonly Signed<F>[] {
  return findings.map((finding) => ({ ...finding, ...spokenBy(by) }));
}

function reported(assignment: AssignmentEvent, { used, by }: Heard, score: number): ResultDraft {
  const about = { ...head(assignment), used, ...spokenBy(by) };
  return { ...about, type: 'team_auditor_reported', score: Math.min(1, Math.max(0, score)) };
}

/** Without a requirements document the tickets' own criteria are what was required. */
function criteriaText(site: Site, scope: AuditScope): string {
  const wanted = site.inputs.epic.tickets.filter(({ id }) => scope.tickets.includes(id));
  return wanted
    .flatMap(({ id, acceptance }) =>
      acceptance.map((criterion) => `- [ ] ${id}-${criterion.id} ${criterion.text}`),
    )
    .join('\n');
}

async function standIn(
  site: Site,
  assignment: AssignmentEvent,
  cancel: AbortSignal,
): Promise<ResultDraft | undefined> {
  const cast = site.inputs.cast.reviewer;
  if (cast === undefined) return noAgent(assignment, 'reviewer');
  const { epic, epicFile, base } = site.inputs;
  const commit = await auditedCommit(site, assignment);
  const round = {
    id: assignment.ticket,
    title: scopeOf(site, assignment).title,
    branch: `epic/${epic.id}`,
    baseBranch: base.ref,
    ticketFile: epicFile,
    round: assignment.round,
    findingsPath: `reviews/${assignment.ticket.replace(':', '-')}/round-${assignment.round}.md`,
  };
  const { diff } = await shownChange(site, site.state().base, commit);
  const sections = (token: string | null) => reviewerAssignment({ round, token, expectedFiles: [], diff });
  const bench = { role: 'reviewer', auditor: null, cast, commit, sections } as const;
  const hearing = await hear(site, assignment, bench, cancel);
  if (hearing.kind === 'over') return hearing.draft;
  const { ticket, round: nth } = assignment;
  const parsed = parseFindingsDocument(hearing.said.text, { ticket, round: nth });
  if (parsed.verdict === 'unknown') return unclear(site, assignment, hearing.said.used, parsed.reasons);
  const findings = signed(parsed.findings, hearing.said);
  const kept: SignedFindings = { ...parsed, findings };
  await site.records.put(assignment.run, 'findings', kept);
  return reported(assignment, hearing.said, parsed.verdict === 'clean' ? 1 : 0);
}

/** The epic tip; in a round of fixes the tip with every fix of the round that waits for the score (TEAM-18). */
export async function auditedCommit(site: Site, assignment: AssignmentEvent): Promise<string> {
  const state = site.state();
  const held = (jobOf(site, assignment)?.audit?.fixes ?? [])
    .map((index) => jobAt(state, index))
    .filter(isHeld);
  let commit = state.tip;
  for (const fix of held) {
    const merged = await site.lander.merge({
      commit: fix.commit ?? '',
      tip: commit,
      ticket: fix.id.replace(':', '-'),
      run: assignment.run,
      title: 'Fix what the audit found',
      at: assignment.at,
    });
    if (merged.kind === 'merged') commit = merged.commit;
  }
  return commit;
}
