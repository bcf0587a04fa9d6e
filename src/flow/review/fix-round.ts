import type { Finding } from '../../model/finding.ts';
import type { ReviewDraft } from '../../model/review-events.ts';
import { isMustFix } from '../../model/severity.ts';
import type { Commit, Workspace } from '../../ports/git.ts';
import { fixerAssignment, withChecks, withLimits } from '../../dispatch/index.ts';
import { parseDeveloper } from '../../formats/index.ts';
import { type Leave, loadChanges, setupFailure } from '../../gates/index.ts';
import { completeLimits, matches, planOf } from '../../plan/index.ts';
import type { Assigned } from '../../review/index.ts';
import { bareEpic } from '../../model/bare-epic.ts';
import { type BroughtIn, bringWorkIn } from '../bring-in.ts';
import { limitsAt } from '../leave.ts';
import { nameList } from '../name-list.ts';
import { placesFor, viewFor, withheldBy } from '../privacy.ts';
import { askAgent, type Question } from './ask.ts';
import { checkChange, checkHooks, hooksRefuseAll, noChecks } from './check-change.ts';
import { coverageProblem } from './coverage.ts';
import type { Desk } from './desk.ts';
import { detectChange } from './detect-change.ts';

/** The name of the fixer's workspace among those of the review. */
const WORKSPACE = 'branch';

/**
 * Step C: a fixer in a private workspace. What it hands in is a change like any other: it is taken only if it weakens no
 * test, adds no secret, and leaves the checks no redder than they were (P10).
 */
export async function fixRound(
  desk: Desk,
  at: Assigned,
  findings: readonly Finding[],
  cancel: AbortSignal,
): Promise<ReviewDraft | undefined> {
  const { inputs, records } = desk;
  const cast = inputs.fixer;
  const free = { usd: 0, tokens: 0 };
  const failed = (because: string, used = free, final = false): ReviewDraft => {
    return { type: 'fixer_failed', run: at.run, used, because: because.slice(0, 2000), final };
  };
  if (cast === null || desk.branch === null)
    return failed('there is nobody to fix, or no branch', free, true);
  const ready = (await refusedHooks(desk, at, cancel)) ?? (await workplace(desk, at, cancel));
  if (cancel.aborted) return undefined;
  if (typeof ready === 'string') return failed(ready, free, true);
  const question = await questionFor(desk, at, findings, ready);
  const said = await askAgent(desk, at, { cast, ...question }, cancel);
  if (said.kind === 'cancelled') return undefined;
  if (said.kind === 'failed') return failed(said.because, said.used, said.final);
  const answer = parseDeveloper(said.text, {
    ticket: inputs.id,
    ...(said.token === null ? {} : { token: said.token }),
  });
  // What it says of its work is a claim; the gates and the next reviewer look at the work itself. But one that says it
  // could not go on is believed.
  if (answer.verdict === 'blocked' || answer.verdict === 'question') {
    const why = answer.blocker?.text ?? answer.reasons.join('; ');
    return failed(`the fixer did not hand in (${answer.verdict}): ${why}`, said.used);
  }
  const delivered = await delivery(desk, at, ready.workspace, findings);
  if (typeof delivered === 'string') return failed(delivered, said.used);
  const isUnchanged = delivered.tree === (await desk.ports.hub.commit(at.commit)).tree;
  if (isUnchanged && answer.verdict === 'unknown')
    return failed(
      `the fixer changed nothing, and said nothing that counts: ${answer.reasons.join('; ')}`,
      said.used,
    );
  const told = { type: 'fixer_delivered', run: at.run, used: said.used, ...putBackNames(delivered) } as const;
  if (isUnchanged) return { ...told, commit: at.commit, commits: [] };
  const problems = await problemsOf(desk, at, delivered.commit, cancel);
  if (cancel.aborted) return undefined;
  if (problems.length > 0) {
    await records.put(at.run, 'refused', problems);
    return failed(`its fix was not taken: ${problems.map(({ message }) => message).join('; ')}`, said.used);
  }
  const commits = (await desk.ports.hub.log(at.commit, delivered.commit)).map(({ commit }) => commit);
  return { ...told, commit: delivered.commit, commits };
}

function putBackNames({ putBack = [] }: Handed): { putBack?: readonly string[] } {
  const names = nameList(putBack.map(({ path }) => path));
  return names.length === 0 ? {} : { putBack: names };
}

type Ready = {
  readonly workspace: Workspace;
  readonly env: Readonly<Record<string, string>>;
  readonly visible: readonly string[];
};

/** What the fixer is told, and where it works. */
async function questionFor(
  desk: Desk,
  at: Assigned,
  findings: readonly Finding[],
  { workspace, env, visible }: Ready,
): Promise<Omit<Question, 'cast'>> {
  const { inputs } = desk;
  const round = {
    id: inputs.id,
    title: inputs.title,
    branch: inputs.branch,
    baseBranch: inputs.base.found,
    ticketFile: inputs.purpose?.file ?? null,
    round: at.round,
    findingsPath: `round-${at.round}.md`,
  };
  const coverageFloor = inputs.config.review.coverage?.floor ?? null;
  const plan = planOf(bareEpic(inputs.id, inputs.from), inputs.config);
  const told = await earlierRefusals(desk, at, findings);
  const workspaces = placesFor(desk.ports.workspaces, inputs.config);
  const seen = { hub: desk.ports.hub, commit: at.commit, withheld: withheldBy(inputs.config.privacy.deny) };
  const limits = await limitsAt(seen, await leaveOfFixer(desk, at, findings), []);
  return {
    sections: (token) => {
      const assignment = fixerAssignment({ round, token, findings: told, coverageFloor });
      return withLimits(withChecks(assignment, plan), limits);
    },
    cwd: workspace.path,
    readOnly: false,
    env,
    ...viewFor({ workspaces }, visible),
  };
}

/** Why no fix could be committed whatever the fixer does; known before it is paid. */
async function refusedHooks(desk: Desk, at: Assigned, cancel: AbortSignal): Promise<string | undefined> {
  const { id, config, hooks } = desk.inputs;
  if (hooks === undefined || (await desk.records.get(at.run, 'answer')) !== undefined) return undefined;
  const folder = desk.records.folder(at.run);
  return hooksRefuseAll(desk.ports, { id, config, hooks, base: at.commit, folder, cancel });
}

/** Where the agent has answered already its work is in the workspace, and nothing is touched. */
async function workplace(desk: Desk, at: Assigned, cancel: AbortSignal): Promise<Ready | string> {
  const { records, inputs, ports } = desk;
  const workspaces = placesFor(ports.workspaces, inputs.config);
  const kept = (await records.get(at.run, 'workspace')) as Workspace | undefined;
  if (kept !== undefined && (await records.get(at.run, 'answer')) !== undefined)
    return { workspace: kept, env: {}, visible: [] };
  const workspace = await workspaces.open(WORKSPACE, { base: inputs.from, head: at.commit, merge: null });
  await records.put(at.run, 'workspace', workspace);
  const problems = await workspaces.prove(workspace);
  if (problems.length > 0) return problems.join('; ');
  const [environment] = planOf(bareEpic(inputs.id, inputs.from), inputs.config).environments;
  if (environment === undefined) return { workspace, env: {}, visible: [] };
  const isInPlace = withheldBy(inputs.config.privacy.deny) !== null;
  const what = { setup: inputs.config.setup, environment, isInPlace };
  const ready = await ports.setups.ready(workspace.path, what, records.folder(at.run), cancel);
  await workspaces.withdraw(workspace);
  if (ready.kind === 'broken') return setupFailure(ready);
  return { workspace, env: ready.env, visible: ready.visible ?? [] };
}

/** A try whose work was refused is told why, as findings. */
async function earlierRefusals(
  desk: Desk,
  at: Assigned,
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  const refused = ((await desk.records.get(at.run - 1, 'refused')) as readonly Finding[] | undefined) ?? [];
  return at.try === 0 ? findings : [...findings, ...refused];
}

/**
 * What it did, as commits `fix: address code review round N - …`. Where it gave its commits other names, or left work
 * uncommitted, all of it becomes one such commit of ours.
 */
async function delivery(
  desk: Desk,
  at: Assigned,
  workspace: Workspace,
  findings: readonly Finding[],
): Promise<Handed | string> {
  const kept = (await desk.records.get(at.run, 'delivered')) as Handed | undefined;
  if (kept !== undefined) return kept;
  const { hub } = desk.ports;
  const { config } = desk.inputs;
  const workspaces = placesFor(desk.ports.workspaces, config);
  const wanted = `fix: address code review round ${at.round} - `;
  const title = `${wanted}findings of the review`;
  const delivered = await bringWorkIn(
    { hub, workspaces },
    {
      workspace,
      name: WORKSPACE,
      run: at.run,
      title,
      leave: await leaveOfFixer(desk, at, findings),
      withheld: withheldBy(config.privacy.deny),
      baseOf: async () => Promise.resolve(at.commit),
    },
  );
  if (delivered.problems.length > 0) return delivered.problems.join('; ');
  const log = await hub.log(at.commit, delivered.commit);
  const isNamed = log.every(({ subject }) => subject.startsWith(wanted) && subject.length > wanted.length);
  const isOnTop = await hub.isAncestor(at.commit, delivered.commit);
  const commit =
    isNamed && isOnTop
      ? { commit: delivered.commit, tree: delivered.tree }
      : await desk.branch?.squash({
          tree: delivered.tree,
          parent: at.commit,
          message: title,
          at: desk.clock.now(),
        });
  if (commit === undefined) return 'there is no branch to commit to';
  const handed = { ...commit, putBack: delivered.putBack };
  await desk.records.put(at.run, 'delivered', handed);
  return handed;
}

/** What the branch itself changes, and what was found fault with, is for the fixer to change. */
async function leaveOfFixer(
  { ports, inputs }: Desk,
  at: Assigned,
  findings: readonly Finding[],
): Promise<Leave> {
  const changed = await ports.hub.changes(inputs.from, at.commit);
  const own = new Set([...changed.map(({ path }) => path), ...findings.map(({ file }) => file)]);
  const { protect } = inputs.config;
  return { protect, matches, mayChange: (path) => own.has(path), maySet: () => true };
}

/** Records from before anything was put back do not say so. */
type Handed = Commit & Partial<Pick<BroughtIn, 'putBack'>>;

async function problemsOf(
  desk: Desk,
  at: Assigned,
  head: string,
  cancel: AbortSignal,
): Promise<readonly Finding[]> {
  const { id, config, checks, allowRed: allowed } = desk.inputs;
  const changes = await loadChanges(desk.ports.hub, at.commit, head);
  const detected = detectChange(changes, { protect: config.protect, mayChange: () => false });
  const wrong = detected.filter(({ severity }) => isMustFix(severity));
  if (wrong.length > 0) return wrong;
  const folder = desk.records.folder(at.run);
  const call = { id, config, base: at.commit, head, allowed, folder, cancel };
  const checked = checks ? await checkChange(desk.ports, call) : noChecks;
  const { hooks } = desk.inputs;
  const hooked = hooks === undefined ? noChecks : await checkHooks(desk.ports, { ...call, hooks });
  const red = [...checked.findings, ...hooked.findings].filter(({ severity }) => isMustFix(severity));
  const broken = [...checked.broken, ...hooked.broken].map((because) =>
    gateFinding('check-not-computed', because),
  );
  if (red.length + broken.length > 0) return [...red, ...broken];
  const coverage = await coverageProblem(desk, call, completeLimits(config.limits));
  return coverage === undefined ? [] : [gateFinding('coverage', coverage)];
}

function gateFinding(rule: string, message: string): Finding {
  return {
    source: { kind: 'gate', name: 'fix' },
    rule,
    severity: 'HIGH',
    file: '',
    line: 0,
    message,
    evidence: '',
    fix: '',
    fingerprint: rule,
    grounding: 'located',
  };
}
