import type { AssignmentEvent } from '../../model/events.ts';
import { evidenceLines } from '../../model/evidence.ts';
import type { Finding } from '../../model/finding.ts';
import type { Auditor, Role } from '../../model/team.ts';
import type { ExpectedVerdict } from '../../ports/agents.ts';
import type { ResultDraft } from '../../ports/records.ts';
import { inCode, readLocated } from '../../formats/index.ts';
import { ground } from '../../prompts/index.ts';
import type { Grounded } from '../../prompts/index.ts';
import { withFingerprints } from '../../review/index.ts';
import { runsOf } from '../loop/dossier.ts';
import { linesAt } from '../records/lines-at.ts';
import { shownChange } from '../agent-call/privacy.ts';
import type { VisibleFiles } from '../agent-call/privacy.ts';
import type { AgentPart, StageContext } from '../stage-context.ts';
import { commitOf, folderName, ticketOf } from '../stage-context.ts';
import { takeTurn } from '../agent-call/turn.ts';
import type { Sections, TurnEnd } from '../agent-call/turn.ts';
import type { DeveloperDelivery } from '../records/collect-delivery.ts';

export type JudgeCall = {
  readonly role: Role;
  readonly auditor: Auditor | null;
  readonly agent: AgentPart;
  readonly commit: string;
  readonly sections: Sections;
  readonly expected?: ExpectedVerdict;
};

/** What a judge said that changed nothing on the way. */
export type HeardJudge = Extract<TurnEnd, { kind: 'answered' }>;

export type JudgeAnswer =
  | { readonly kind: 'heard'; readonly said: HeardJudge }
  | { readonly kind: 'over'; readonly draft: undefined }
  /** Its process failed, with this result. Only what `said` has against the work counts. */
  | {
      readonly kind: 'broken';
      readonly draft: ResultDraft;
      readonly said: HeardJudge;
      readonly end: Extract<TurnEnd, { kind: 'trouble' }>;
    };

/**
 * Let somebody judge a commit in its read-only export. Whatever was said, a judge that changed what it judged, or the
 * settings and refs around it, has not judged it (P6): all of that is compared afterwards, whether the system enforces
 * it or not.
 */
export async function askJudge(
  context: StageContext,
  assignment: AssignmentEvent,
  call: JudgeCall,
  cancel: AbortSignal,
): Promise<JudgeAnswer> {
  const letGo = context.workspaces.holdExport(call.commit);
  try {
    return await askInExport(context, assignment, call, cancel);
  } finally {
    letGo();
  }
}

async function askInExport(
  context: StageContext,
  assignment: AssignmentEvent,
  call: JudgeCall,
  cancel: AbortSignal,
): Promise<JudgeAnswer> {
  const cwd = await context.workspaces.export(call.commit);
  const folder = folderName(assignment.ticket);
  const before = await context.workspaces.standing(folder);
  const proof = async (): Promise<readonly string[]> => {
    const tree = [...(await context.workspaces.proveExport(call.commit))];
    // It was changed by another judge meanwhile, and made anew: nobody knows which one this judge read.
    if ((await context.workspaces.export(call.commit)) !== cwd) tree.push('the export was replaced');
    const moved = differences(before, await context.workspaces.standing(folder));
    return [
      ...(tree.length === 0 ? [] : ['the judge changed what it was judging', ...tree]),
      ...(moved.length === 0 ? [] : ['settings or refs changed during the review', ...moved]),
    ];
  };
  const { commit: _, ...asked } = call;
  const turn = { ...asked, cwd, readOnly: true, env: {}, visible: [], proof };
  const end = await takeTurn(context, assignment, turn, cancel);
  if (end.kind === 'answered') return { kind: 'heard', said: end };
  if (end.kind === 'cancelled') return { kind: 'over', draft: undefined };
  const { draft } = end;
  return { kind: 'broken', draft, said: { kind: 'answered', ...end.said, used: draft.used }, end };
}

type Standing = Readonly<Record<string, string>>;

function differences(before: Standing, after: Standing): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    if (before[name] === after[name]) return [];
    const how =
      before[name] === undefined ? 'was added' : after[name] === undefined ? 'is gone' : 'was changed';
    return [`${name} ${how}`];
  });
}

/** What a judge is asked about: from where the ticket left the epic branch to the judged commit. */
export type Change = VisibleFiles & { readonly base: string; readonly commit: string };

/**
 * The commit that shows whether a ticket meets its criteria: the delivered one, merged with the epic tip where a repair
 * has landed since (REMEDY-02). It is the tree that would land.
 */
export async function withRepair(context: StageContext, assignment: AssignmentEvent): Promise<string> {
  const { ticket: job, run, at } = assignment;
  const commit = commitOf(assignment);
  if (!context.dossier(job).behind) return commit;
  const merge = { commit, tip: context.tipWhenSent(run), ticket: folderName(job), run, at, isTrial: true };
  const merged = await context.lander.merge({
    ...merge,
    title: 'Audit of the work with the repair merged in',
  });
  return merged.kind === 'merged' ? merged.commit : commit;
}

export async function changeUnder(
  context: StageContext,
  assignment: AssignmentEvent,
  commit = commitOf(assignment),
): Promise<Change> {
  const base = await baseUnder(context, assignment, commit);
  return { base, commit, ...(await shownChange(context, base, commit)) };
}

/** Where a commit left the epic branch, as that was when somebody was sent. */
export async function baseUnder(
  context: StageContext,
  { run }: AssignmentEvent,
  commit: string,
): Promise<string> {
  const tip = context.tipWhenSent(run);
  return (await context.hub.mergeBase(tip, commit)) ?? tip;
}

/** What the developer handed in last, with its report. */
export async function lastDelivery(
  context: StageContext,
  job: string,
): Promise<DeveloperDelivery | undefined> {
  for (const run of runsOf(context.dossier(job), 'develop').toReversed()) {
    const delivered = await context.records.get(run, 'delivered');
    if (delivered !== undefined) return delivered;
  }
  return undefined;
}

/** What checks proved about the judged commit: the delivered one, or its merge. Nothing where they did not pass. */
export async function provedAbout(
  context: StageContext,
  job: string,
  commit: string,
): Promise<readonly string[]> {
  const dossier = context.dossier(job);
  const delivered = dossier.manual ?? (await lastDelivery(context, job))?.commit;
  // A merge that a critic judges is the candidate whose gate passed last.
  const run = runsOf(dossier, delivered === commit ? 'validate' : 'gate').at(-1);
  if (run === undefined) return [];
  const validation = await context.records.get(run, 'validation');
  return validation?.outcome === 'pass' ? evidenceLines(validation.evidence ?? []) : [];
}

/**
 * The files that the developer says were changed: those listed, and changed ones that an entry of its tests names. A rework
 * lists what it changed itself, so files of earlier deliveries that are still changed are named too.
 */
export async function claimedFiles(
  context: StageContext,
  job: string,
  changed: readonly string[],
): Promise<readonly string[]> {
  const files = new Set<string>();
  for (const [nth, run] of runsOf(context.dossier(job), 'develop').toReversed().entries()) {
    const { filesModified = [], tests = [] } = (await context.records.get(run, 'delivered'))?.answer ?? {};
    const named = filesModified.map(({ file }) => file).filter((file) => nth === 0 || changed.includes(file));
    const tested = changed.filter((file) => tests.some((test) => test.includes(file)));
    for (const file of [...named, ...tested]) files.add(file);
  }
  return [...files];
}

type About = {
  readonly ticket: string;
  readonly commit: string;
  /** Issues may be about files that the work removes. */
  readonly base: string;
  readonly quotesHold: boolean;
};

/** Findings tied to the judged commit, each with its fingerprint; what holds on to nothing is set aside. */
export async function grounded(
  context: StageContext,
  said: readonly Finding[],
  about: About,
): Promise<Grounded> {
  const { epic } = context.inputs;
  const findings = await placed(context, said, about);
  const files = [
    ...findings.map(({ file }) => file.replace(/^(?:\.\/)+/, '')),
    ...epic.coordination.functions.map(({ file }) => file),
  ];
  const lines = new Map([
    ...(await linesAt(context, about.base, files)),
    ...(await linesAt(context, about.commit, files)),
  ]);
  const { acceptance } = ticketOf(context, about.ticket);
  const named = withFingerprints(findings, ({ file, line }) => lines.get(file)?.[line - 1]);
  return ground(named, {
    fileLines: (path) => lines.get(path),
    criteria: acceptance.map(({ id }) => id),
    rules: coordinationNames(epic.coordination),
    requiredPaths: epic.coordination.functions.map(({ file }) => file),
    quotesNeeded: false,
    quotesHold: about.quotesHold,
  });
}

/** Issues without a place that begin with a path: only the tree tells where one ends that has blanks, commas or brackets. */
async function placed(
  { hub }: StageContext,
  findings: readonly Finding[],
  { commit, base }: About,
): Promise<readonly Finding[]> {
  if (findings.every(({ file }) => file !== '')) return findings;
  const paths = [...(await hub.paths(commit)), ...(await hub.paths(base))];
  return findings.map((finding) => {
    const { file, message } = finding;
    const [path = ''] = paths
      .filter((each) => file === '' && message.startsWith(each))
      .toSorted((one, other) => other.length - one.length);
    const place = readLocated(`${inCode(path)}${message.slice(path.length)}`);
    return path === '' || place.file !== path ? finding : { ...finding, ...place };
  });
}

type Rules = StageContext['inputs']['epic']['coordination'];

function coordinationNames({ functions, interfaces }: Rules): readonly string[] {
  return [...functions, ...interfaces].map(({ name }) => name);
}
