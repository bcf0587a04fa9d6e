import type { AuditorReport } from '../../model/audit.ts';
import type { AssignmentEvent } from '../../model/events.ts';
import { type IsUntouched, withRecovery } from '../../audit/index.ts';
import { runsOf } from '../loop/dossier.ts';
import { requestItems, type RequestItems } from '../../audit/index.ts';
import { isHeld, jobAt } from '../../state/index.ts';
import type { Job } from '../../state/index.ts';
import { shownChange, withheldIn } from '../agent-call/privacy.ts';
import type { VisibleFiles } from '../agent-call/privacy.ts';
import { documentsOf, type KeptDocument } from './requirement-documents.ts';
import { linesAt } from '../records/lines-at.ts';
import { folderName, jobOf } from '../stage-context.ts';
import type { StageContext } from '../stage-context.ts';
import { isAnyIn, landedFiles } from '../scans/ticket-files.ts';
import type { LandedFiles } from '../scans/ticket-files.ts';
import { fileAtBase, requiredOf } from './scope-documents.ts';
import { onRecord } from '../records/run-records.ts';

/** What an audit is about: a milestone's tickets and requirements, or the run's. */
export type AuditScope = {
  readonly title: string;
  readonly tickets: readonly string[];
  /** Its requirements documents, each once: the run's are all of them (TEAM-16). */
  readonly documents: readonly KeptDocument[];
};

export function scopeOf(context: StageContext, audit: string): AuditScope {
  const index = jobOf(context, audit)?.audit?.scope ?? -1;
  const { epic } = context.inputs;
  const milestone = epic.milestones[index];
  if (milestone === undefined) {
    // One document of two milestones is one document.
    const all = documentsOf(epic);
    const documents = [...new Map(all.toReversed().map((kept) => [kept.path, kept])).values()].toReversed();
    return { title: epic.title, tickets: epic.tickets.map(({ id }) => id), documents };
  }
  const tickets = epic.tickets.filter((ticket) => ticket.milestone === milestone.id).map(({ id }) => id);
  const documents = documentsOf(epic).filter(({ audit }) => audit === `audit:${milestone.id}`);
  return { title: milestone.title, tickets, documents };
}

/** Whose work is in a commit, as the audit of a milestone sees it; `loose`: of no milestone. */
export type WorkByMilestone = {
  readonly own: LandedFiles;
  readonly loose: LandedFiles;
  readonly others: LandedFiles;
};

/**
 * What is this audit's matter at the commit it judges (DISPATCH-14). A milestone's is not what only tickets of other
 * milestones have changed; everything else stays in sight, what tickets of no milestone changed too, and all of it where
 * the history does not say what its own tickets changed. Fixes that wait for the score are merged into that commit.
 */
export async function matterOf(
  context: StageContext,
  audit: string,
  commit: string,
): Promise<(path: string) => boolean> {
  return matterIn(await workIn(context, audit, commit));
}

export function matterIn(work: WorkByMilestone | null): (path: string) => boolean {
  if (work === null) return () => true;
  const { own, loose, others } = work;
  return (path) => own.files.has(path) || loose.files.has(path) || !others.files.has(path);
}

/** Null: an audit of everything, or one of which the history does not say what its tickets changed. */
export async function workIn(
  context: StageContext,
  audit: string,
  commit: string,
): Promise<WorkByMilestone | null> {
  const milestone = jobOf(context, audit)?.audit?.scope ?? -1;
  if (milestone === -1) return null;
  const landedFor = (isMeant: (of: number) => boolean): Promise<LandedFiles> =>
    landedFiles(context, commit, (job) => isWork(job) && isMeant(milestoneOf(context, job)));
  const own = await landedFor((of) => of === milestone);
  if (own.untold.length > 0) return null;
  const loose = await landedFor((of) => of === -1);
  if (await isAnyIn(context, commit, loose.untold)) return null;
  const others = await landedFor((of) => of !== milestone && of !== -1);
  return { own, loose, others };
}

function isWork({ kind }: Job): boolean {
  return kind === 'ticket' || kind === 'fix';
}

/** A fix is work for the milestone whose audit asked for it; -1 is the run as a whole. */
function milestoneOf(context: StageContext, job: Job): number {
  const state = context.state();
  if (job.kind === 'ticket') return state.plan.tickets[job.index]?.milestone ?? -1;
  return jobAt(state, job.owner).audit?.scope ?? -1;
}

/** The text of every requirement that a finding of this audit can name, by its id (TEAM-08). */
export async function requirementTexts(
  context: StageContext,
  audit: string,
): Promise<ReadonlyMap<string, string>> {
  const { items } = await requiredOf(context, scopeOf(context, audit));
  const asked = context.plan.reconcile ? ((await requestOf(context))?.items ?? []) : [];
  return new Map([...items, ...asked].map((item) => [item.id, item.text]));
}

/** The request or PRD as the base has it, item by item; an epic without one is itself the request (TEAM-19). */
export async function requestOf(context: StageContext): Promise<RequestItems | undefined> {
  const { original, title, description } = context.inputs.epic;
  const text = original === null ? [title, '', description].join('\n') : await fileAtBase(context, original);
  return text === undefined ? undefined : requestItems(text);
}

/** What changed since somebody last looked, else since the base; where nothing was to be changed, everything. */
export async function changeToJudge(
  context: StageContext,
  commit: string,
  seen: string | null,
  isMatter: (path: string) => boolean = () => true,
): Promise<Pick<VisibleFiles, 'files' | 'diff'>> {
  const base = seen ?? (context.inputs.epic.tickets.length > 0 ? context.state().base : null);
  if (base !== null) return shownChange(context, base, commit, isMatter);
  const paths = await context.hub.paths(commit);
  return {
    files: paths.filter((path) => withheldIn(context)?.has(path) !== true && isMatter(path)),
    diff: '',
  };
}

/** What the survey has fixed for everybody who judges; older journals leave it to each of them. */
export async function judgedCommit(context: StageContext, assignment: AssignmentEvent): Promise<string> {
  return assignment.commit ?? candidateOf(context, assignment);
}

/**
 * The epic tip; in a round of fixes the tip with every fix of the round that waits for the score (TEAM-18). It is kept under
 * the name of the audit: what is exchanged between machines is what bears the name of the job.
 */
export async function candidateOf(context: StageContext, assignment: AssignmentEvent): Promise<string> {
  let commit = context.tipWhenSent(assignment.run);
  for (const fix of heldFixes(context, assignment.ticket)) {
    const merged = await context.lander.merge({
      commit: onRecord(fix.commit ?? undefined, `the commit of ${fix.id}`),
      tip: commit,
      ticket: folderName(assignment.ticket),
      run: assignment.run,
      title: 'Fix the audit findings',
      at: assignment.at,
      isTrial: true,
    });
    if (merged.kind === 'merged') commit = merged.commit;
  }
  return commit;
}

function heldFixes(context: StageContext, audit: string): readonly Job[] {
  const state = context.state();
  return (jobOf(context, audit)?.audit?.fixes ?? []).map((index) => jobAt(state, index)).filter(isHeld);
}

/** A recovery review as it is kept: its report, and the commit it judged. One that left items out has its open findings. */
export type Recovered = {
  readonly commit: string;
  readonly report: AuditorReport;
  readonly isPartial?: true;
};

/** The recovery reviews of an audit, the oldest first, with their runs. */
export async function recoveriesOf(context: StageContext, audit: string) {
  const runs = runsOf(context.dossier(audit), 'recover');
  const kept = await Promise.all(runs.map((run) => context.records.get(run, 'recovery')));
  return kept.flatMap((each, at) => (each === undefined ? [] : [{ ...each, run: runs[at] ?? -1 }]));
}

type JudgedBy = { readonly ticket: string; readonly run: number; readonly commit: string };

/**
 * What the last recovery review said before a judge's run, where it found something open: at the same commit, or with no
 * score in between. Other tickets may land between the two, and that fixes nothing.
 */
async function recoveryBefore(
  context: StageContext,
  { ticket, run, commit }: JudgedBy,
): Promise<AuditorReport | undefined> {
  const scores = runsOf(context.dossier(ticket), 'score');
  const last = (await recoveriesOf(context, ticket)).findLast(
    (each) => each.commit === commit || !scores.some((at) => at > each.run && at < run),
  )?.report;
  return last?.findings.some(({ verdict }) => verdict !== 'PASS') === true ? last : undefined;
}

/** The recovery review as the score counts it: null where one was due and gave no usable answer. */
export async function recoveryToScore(
  context: StageContext,
  assignment: Pick<AssignmentEvent, 'ticket' | 'run'>,
  commit: string,
): Promise<AuditorReport | null | undefined> {
  const missing = isUnreviewed(context, assignment.ticket) ? null : undefined;
  return (await recoveryBefore(context, { ...assignment, commit })) ?? missing;
}

/** Whether a recovery review of this audit was due and gave no usable answer. */
export function isUnreviewed(context: StageContext, audit: string): boolean {
  return jobOf(context, audit)?.audit?.unreviewed === true;
}

/** A report from before the fixes that wait for a score, and the commit it saw. */
export type EarlierReport = { readonly report: AuditorReport; readonly commit: string };

/**
 * What the auditor in this seat said before the round of fixes; null outside of one, or where nothing counts. The
 * requirements auditor answers for what a recovery review found open: nobody is sent to review that again.
 */
export async function earlierReport(
  context: StageContext,
  assignment: AssignmentEvent,
  seat: number,
): Promise<EarlierReport | null> {
  const reported = jobOf(context, assignment.ticket)?.audit?.reports[seat] ?? null;
  if (reported?.commit === undefined || heldFixes(context, assignment.ticket).length === 0) return null;
  const { commit } = reported;
  const report = await context.records.get(reported.run, 'auditorReport');
  if (report === undefined) return null;
  const { auditors } = context.plan.gating.team;
  const isCarrier = seat === Math.max(0, auditors.indexOf('requirements'));
  const judged = { ticket: assignment.ticket, run: reported.run, commit };
  const recovered = isCarrier ? await recoveryBefore(context, judged) : undefined;
  if (recovered === undefined) return { report, commit };
  const { items } = await requiredOf(context, scopeOf(context, assignment.ticket));
  return { report: withRecovery(report, recovered.findings, items), commit };
}

/** Whether a commit has the file or folder that somebody names. */
export async function thereAt(context: StageContext, commit: string): Promise<(file: string) => boolean> {
  const there = withFolders(await context.hub.paths(commit));
  return (file) => pathIn(there, file) !== undefined;
}

/** Whether a commit has the file, and the line if one is named, that a PASS is about: a folder shows nothing. */
export async function shownAt(
  context: StageContext,
  commit: string,
  named: readonly { readonly file: string }[],
): Promise<(place: { readonly file: string; readonly line: number }) => boolean> {
  const there = new Set(await context.hub.paths(commit));
  const paths = named.flatMap(({ file }) => pathIn(there, file) ?? []);
  const lines = await linesAt(context, commit, paths);
  return ({ file, line }) => {
    const own = lines.get(pathIn(there, file) ?? '');
    return own !== undefined && line <= Math.max(1, own.length - (own.at(-1) === '' ? 1 : 0));
  };
}

/** Judges work in an export and may name a file by the whole path of it: what its end names is what is meant. */
function pathIn(there: ReadonlySet<string>, file: string): string | undefined {
  const parts = file.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) return undefined;
  const ends = file.startsWith('/') ? parts.map((_, from) => parts.slice(from)) : [parts];
  return ends.map((end) => end.join('/')).find((path) => there.has(path));
}

function withFolders(paths: readonly string[]): ReadonlySet<string> {
  const there = new Set(paths);
  for (const path of paths) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      if (there.has(folder)) break;
      there.add(folder);
    }
  }
  return there;
}

/** Verdicts are bound to the commit they saw: what a later one changed, or does not have, they say nothing about. */
export async function untouchedSince(
  context: StageContext,
  seen: string,
  commit: string,
): Promise<IsUntouched> {
  const changed = new Set((await context.hub.changes(seen, commit)).map(({ path }) => path));
  const there = new Set(await context.hub.paths(commit));
  return (file) => there.has(file) && !changed.has(file);
}
