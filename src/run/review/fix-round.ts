import { bareFinding, type Finding } from '../../model/finding.ts';
import type { GateRule } from '../../model/feedback.ts';
import { isMustFix } from '../../model/severity.ts';
import { nothingSpent, type Spend } from '../../model/usage.ts';
import type { Workspace } from '../../ports/git.ts';
import type { ResultDraft } from '../../ports/records.ts';
import { fixerAssignment, withChecks, withLimits } from '../../prompts/index.ts';
import { parseDeveloper } from '../../formats/index.ts';
import { findingsOfChange, type Permission, loadChanges } from '../../gates/index.ts';
import { matches } from '../../plan/index.ts';
import { reviewIn } from '../../state/index.ts';
import {
  collectDelivery,
  type DeveloperDelivery,
  type CollectedDelivery,
} from '../records/collect-delivery.ts';
import { limitsAt } from '../stages/work-limits.ts';
import { nameList } from '../records/name-list.ts';
import { withheldIn } from '../agent-call/privacy.ts';
import { folderName, head } from '../stage-context.ts';
import { workIn, workplace } from '../stages/agent-workspace.ts';
import type { Sections } from '../agent-call/turn.ts';
import type { BranchRun, ReviewContext } from './review-context.ts';
import { checkChange, checkHooks, hooksRefuseAll, noChecks } from './check-change.ts';
import { coverageProblem } from './coverage.ts';
import { troubleIn } from './trouble.ts';
import { documentPath } from './document-text.ts';

/**
 * Step C: a fixer in a private workspace. What it hands in is a change like any other: it is taken only if it weakens no
 * test, adds no secret, and leaves the checks no redder than they were (P10).
 */
export async function fixRound(
  context: ReviewContext,
  at: BranchRun,
  findings: readonly Finding[],
  cancel: AbortSignal,
): Promise<ResultDraft | undefined> {
  const { records } = context;
  const { inputs, branch } = context.review;
  const agent = inputs.fixer;
  const failed = (because: string, used: Spend = nothingSpent, final = false): ResultDraft => {
    return { ...head(at), type: 'fixer_failed', used, because: because.slice(0, 2000), final };
  };
  if (agent === null || branch === null) return failed('there is no fixer, or no branch', nothingSpent, true);
  const ready = (await refusedHooks(context, at, cancel)) ?? (await readyPlace(context, at, cancel));
  if (cancel.aborted) return undefined;
  if (typeof ready === 'string') return failed(ready, nothingSpent, true);
  const sections = await sectionsFor(context, at, findings);
  const said = await workIn(context, at, { ...ready, role: 'fixer', agent, sections }, cancel);
  if (said.kind === 'cancelled') return undefined;
  if (said.kind === 'trouble') {
    const { because, final } = troubleIn(said, 'fixer');
    return failed(because, said.draft.used, final);
  }
  const answer = parseDeveloper(said.text, {
    ticket: inputs.id,
    ...(said.token === null ? {} : { token: said.token }),
  });
  // What it says of its work is a claim; the gates and the next reviewer look at the work itself. But one that says it
  // could not go on is believed.
  if (answer.verdict === 'blocked' || answer.verdict === 'question') {
    const why = answer.blocker?.text ?? answer.reasons.join('; ');
    return failed(`the fixer did not deliver (${answer.verdict}): ${why}`, said.used);
  }
  const delivered = await delivery(context, at, ready.workspace, findings);
  if (typeof delivered === 'string') return failed(delivered, said.used);
  const isUnchanged = delivered.tree === (await context.hub.commit(at.commit)).tree;
  if (isUnchanged && answer.verdict === 'unknown')
    return failed(
      `the fixer changed nothing, and its answer does not count: ${answer.reasons.join('; ')}`,
      said.used,
    );
  const told = { ...head(at), type: 'fixer_delivered', used: said.used, ...putBackNames(delivered) } as const;
  if (isUnchanged) return { ...told, commit: at.commit, commits: [] };
  const problems = await problemsOf(context, at, delivered.commit, cancel);
  if (cancel.aborted) return undefined;
  if (problems.length > 0) {
    await records.put(at.run, 'refused', problems);
    return failed(`its fix was rejected: ${problems.map(({ message }) => message).join('; ')}`, said.used);
  }
  const commits = (await context.hub.log(at.commit, delivered.commit)).map(({ commit }) => commit);
  return { ...told, commit: delivered.commit, commits };
}

function putBackNames({ putBack = [] }: DeveloperDelivery): { putBack?: readonly string[] } {
  const names = nameList(putBack.map(({ path }) => path));
  return names.length === 0 ? {} : { putBack: names };
}

async function readyPlace(context: ReviewContext, at: BranchRun, cancel: AbortSignal) {
  const place = await workplace(context, at, cancel);
  if (place.kind === 'ready') return place;
  return 'because' in place.draft && place.draft.because !== undefined ? place.draft.because : 'no workspace';
}

/** What the fixer is told. */
async function sectionsFor(
  context: ReviewContext,
  at: BranchRun,
  findings: readonly Finding[],
): Promise<Sections> {
  const { inputs } = context.review;
  const round = {
    id: inputs.id,
    title: inputs.title,
    branch: inputs.branch,
    baseBranch: inputs.base.found,
    ticketFile: inputs.purpose?.file ?? null,
    round: at.round,
    findingsPath:
      reviewIn(context.state())?.answers.at(-1)?.document ??
      documentPath(inputs.config.review.path, inputs.id, at.round),
  };
  const coverageFloor = inputs.config.review.coverage?.floor ?? null;
  const purpose = inputs.purpose === null ? {} : { purpose: inputs.purpose.text };
  const told = await earlierRefusals(context, at, findings);
  const seen = { hub: context.hub, commit: at.commit, withheld: withheldIn(context) };
  const limits = await limitsAt(seen, await fixerPermission(context, at, findings), []);
  return (token) => {
    const assignment = fixerAssignment({ round, token, findings: told, coverageFloor, ...purpose });
    return withLimits(withChecks(assignment, context.plan), limits);
  };
}

/** Why no fix could be committed whatever the fixer does; known before it is paid. */
async function refusedHooks(
  context: ReviewContext,
  at: BranchRun,
  cancel: AbortSignal,
): Promise<string | undefined> {
  const { id, config, hooks } = context.review.inputs;
  if (hooks === undefined || (await context.records.get(at.run, 'answer')) !== undefined) return undefined;
  const folder = context.records.folder(at.run);
  return hooksRefuseAll(context, { id, config, hooks, base: at.commit, folder, cancel });
}

/** A try whose work was refused is told why, as findings. */
async function earlierRefusals(
  context: ReviewContext,
  at: BranchRun,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  const refused = (await context.records.get(at.run - 1, 'refused')) ?? [];
  return at.try === 0 ? findings : [...findings, ...refused];
}

/**
 * What it did, as commits `fix: address code review round N - …`. Its commits so named stay; from the first of another
 * name on, and what it left uncommitted, becomes one such commit of ours.
 */
async function delivery(
  context: ReviewContext,
  at: BranchRun,
  workspace: Workspace,
  findings: readonly Finding[],
): Promise<DeveloperDelivery | string> {
  const kept = await context.records.get(at.run, 'delivered');
  if (kept !== undefined) return kept;
  const { hub } = context;
  const wanted = `fix: address code review round ${at.round} - `;
  const title = `${wanted}findings of the review`;
  const delivered = await collectDelivery(context, {
    workspace,
    name: folderName(at.ticket),
    run: at.run,
    title,
    permission: await fixerPermission(context, at, findings),
    withheld: withheldIn(context),
    baseOf: async () => Promise.resolve(at.commit),
  });
  if (delivered.problems.length > 0) return delivered.problems.join('; ');
  const { tree } = delivered;
  const last = await lastNamed(context, at.commit, delivered, wanted);
  const commit =
    (await hub.commit(last)).tree === tree
      ? { commit: last, tree }
      : await context.review.branch?.squash({
          tree,
          parents: [last],
          message: title,
          at: context.clock.now(),
        });
  if (commit === undefined) return 'there is no branch to commit to';
  const handed = { ...delivered, ...commit, answer: null };
  await context.records.put(at.run, 'delivered', handed);
  return handed;
}

/** The last commit up to which all of the fixer's have the wanted name. Where work was put back, none of them stays. */
async function lastNamed(
  { hub }: ReviewContext,
  from: string,
  { commit, putBack }: CollectedDelivery,
  wanted: string,
): Promise<string> {
  type Log = Awaited<ReturnType<typeof hub.log>>;
  const firstOther = (log: Log): number =>
    log.findIndex(({ subject }) => !subject.startsWith(wanted) || subject.length === wanted.length);
  const log = await hub.log(from, commit);
  const other = firstOther(log);
  const last = (other < 0 ? log.at(-1) : log[other - 1])?.commit ?? from;
  const isKept =
    putBack.length === 0 && (await hub.isAncestor(from, last)) && firstOther(await hub.log(from, last)) < 0;
  return isKept ? last : from;
}

/** What the branch itself changes, and what was found fault with, is for the fixer to change. */
async function fixerPermission(
  { hub, review: { inputs } }: ReviewContext,
  at: BranchRun,
  findings: readonly Finding[],
): Promise<Permission> {
  const changed = await hub.changes(inputs.from, at.commit);
  const own = new Set([...changed.map(({ path }) => path), ...findings.map(({ file }) => file)]);
  const { protect } = inputs.config;
  return { protect, matches, mayChange: (path) => own.has(path), maySet: () => true };
}

async function problemsOf(
  context: ReviewContext,
  at: BranchRun,
  head: string,
  cancel: AbortSignal,
): Promise<readonly Finding[]> {
  const { id, config, checks, allowRed: allowed } = context.review.inputs;
  const changes = await loadChanges(context.hub, at.commit, head);
  const sides = { base: at.commit, head, changes };
  const detected = await findingsOfChange(context.hub, sides, { protect: config.protect, matches });
  const wrong = detected.filter(({ severity }) => isMustFix(severity));
  if (wrong.length > 0) return wrong;
  const folder = context.records.folder(at.run);
  const call = { id, config, base: at.commit, head, allowed, folder, cancel };
  const checked = checks ? await checkChange(context, call) : noChecks;
  const { hooks } = context.review.inputs;
  const hooked = hooks === undefined ? noChecks : await checkHooks(context, { ...call, hooks });
  const red = [...checked.findings, ...hooked.findings].filter(({ severity }) => isMustFix(severity));
  const broken = [...checked.broken, ...hooked.broken].map((because) =>
    gateFinding('check-not-computed', because),
  );
  if (red.length + broken.length > 0) return [...red, ...broken];
  const coverage = await coverageProblem(context, call, context.plan.limits);
  return coverage === undefined ? [] : [gateFinding('coverage', coverage)];
}

function gateFinding(rule: GateRule, message: string): Finding {
  const source = { kind: 'gate', name: 'fix' } as const;
  return {
    ...bareFinding,
    source,
    rule,
    severity: 'HIGH',
    message,
    fingerprint: rule,
    grounding: 'located',
  };
}
