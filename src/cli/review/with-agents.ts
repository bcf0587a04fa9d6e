import { openAgents } from '../../agents/index.ts';
import type { OpenedAgents } from '../../agents/index.ts';
import { type Desk, driveReview, foldReview, linesAt, type ReviewInputs } from '../../flow/index.ts';
import type { Repository } from '../../git/index.ts';
import { comparisonAt } from '../../git/index.ts';
import { openReviewLog, type ReviewLog } from '../../journal/index.ts';
import { reviewDimensions } from '../../model/dimensions.ts';
import { GauntletError } from '../../model/error.ts';
import { ownCommits, type ReviewState, reviewOptions } from '../../review/index.ts';
import type { ReviewCall } from './options.ts';
import { type Interrupts, interrupts } from '../run/interrupts.ts';
import { clock, ids, milepostFor } from '../run/ports.ts';
import { clean } from '../say-error.ts';
import { askHere } from './ask-here.ts';
import { documentPath, putDocument } from './document.ts';
import { lookAt } from './look.ts';
import { openReviewPlace, type ReviewPlace } from './places.ts';
import { rememberShown } from './remember.ts';
import { progressLine } from './progress-line.ts';
import { openStepView, type StepView } from '../step-view.ts';
import { askedLike } from './same-question.ts';
import { resultOf, type ReviewResult, UNCONFINED } from './result.ts';

export type Agreed = {
  /** What the review is called in paths. */
  readonly place: string;
  readonly inputs: Omit<ReviewInputs, 'programs'>;
  readonly notes: readonly string[];
  /** Ask again although the same was asked before. */
  readonly fresh: boolean;
};

/** What is otherwise for whoever lets many reviews be done one after the other. */
type Otherwise<Known> = {
  /** Asked first, with everything the review would go by. */
  readonly recall?: (inputs: ReviewInputs) => Known | undefined;
  /** Listens instead of the review itself. */
  readonly stop?: Interrupts;
  /** Shows what runs, and is told the lines that stay. */
  readonly view?: StepView;
};

/** A review with agents: begun, gone on with where an earlier one was stopped, or answered from what is on record. */
export async function reviewWithAgents<Known = never>(
  call: ReviewCall,
  repository: Repository,
  agreed: Agreed,
  { recall = () => undefined, stop, view }: Otherwise<Known> = {},
): Promise<ReviewResult | Known> {
  const place = await openReviewPlace(repository, agreed.place, view?.programs);
  try {
    const agents = await agentsFor(call, place, agreed.inputs);
    const inputs: ReviewInputs = { ...agreed.inputs, programs: agents.files };
    const recalled = recall(inputs);
    if (recalled !== undefined) return recalled;
    const log = openReviewLog(place.folder);
    const before = foldReview(log.events);
    const known = await sameBefore(place, before, inputs);
    const branchAt = inputs.isBranch ? inputs.head : undefined;
    if (known !== undefined && before.ended !== null && isSettled(before) && !agreed.fresh) {
      const when = new Date(before.ended.at).toISOString();
      const note = `nothing changed since ${when}: that verdict holds, nobody was asked again (--fresh asks)`;
      const notes = [...agreed.notes, note];
      return await resultOf(before, place.records, { inputs: known, notes, branchAt });
    }
    const isOpen = known !== undefined && before.ended === null;
    if (!isOpen) await begin(log, inputs, await place.records.keep(inputs), before);
    const judged = isOpen ? known : inputs;
    const going = { repository, place, log, inputs: judged, agents, notes: agreed.notes };
    return await goOn(call, { ...going, stop, view });
  } finally {
    place.close();
  }
}

/** Goes on with what was begun, whatever the files around it say by now (P9). */
export async function resumeReview(
  call: ReviewCall,
  repository: Repository,
  id: string,
): Promise<ReviewResult> {
  const view = openStepView(call);
  const place = await openReviewPlace(repository, id, view.programs);
  try {
    const log = openReviewLog(place.folder);
    const { opened } = foldReview(log.events);
    if (opened === null) throw new GauntletError('USAGE_INVALID', 'no review has been started there');
    const inputs = await keptInputs(place.records, opened.inputs);
    const agents = await agentsFor(call, place, inputs);
    return await goOn(call, { repository, place, log, inputs, agents, notes: [], view });
  } finally {
    view.close();
    place.close();
  }
}

/** What the newest review of the branch goes by, if the same is asked again: also where the branch stands at its fixes. */
async function sameBefore(
  { records }: ReviewPlace,
  before: ReviewState,
  inputs: ReviewInputs,
): Promise<ReviewInputs | undefined> {
  const { opened, commits, ended, head } = before;
  if (opened === null || !ownCommits(before).includes(inputs.head)) return undefined;
  // A verdict is about one commit; fixes that were not taken are another.
  if (ended !== null && inputs.head !== head && commits.length === 0) return undefined;
  const known = await keptInputs(records, opened.inputs);
  return (await records.keep(askedLike(known, inputs, before))) === opened.inputs ? known : undefined;
}

/** What a review was begun with; one that an earlier version began had a single reviewer, whom it asked for no scores. */
async function keptInputs(records: ReviewPlace['records'], hash: string): Promise<ReviewInputs> {
  const kept = (await records.kept(hash)) as ReviewInputs;
  const scoring = { dimensions: reviewDimensions, scoresNeeded: false };
  const before = { reviewers: 1, tool: '', depthBecause: [], surroundings: {}, allowRed: [], ...scoring };
  return { ...before, ...kept };
}

/** One that says something about the change, and would say it again. */
function isSettled({ ended }: ReviewState): boolean {
  return ended !== null && ended.status !== 'unknown';
}

async function begin(log: ReviewLog, inputs: ReviewInputs, hash: string, before: ReviewState): Promise<void> {
  if (before.opened !== null && before.ended === null) {
    const because = 'another review of the branch was asked for';
    await log.append({ type: 'review_ended', status: 'unknown', because, limit: false }, clock.now());
  }
  const { branch, base, from, head, rounds, fix, failOn } = inputs;
  const opened = { inputs: hash, branch, base: base.found, from, head, rounds, fix, failOn };
  await log.append({ type: 'review_opened', ...opened }, clock.now());
}

async function agentsFor(
  call: ReviewCall,
  { processes }: ReviewPlace,
  inputs: Omit<ReviewInputs, 'programs'> & Partial<Pick<ReviewInputs, 'programs'>>,
): Promise<OpenedAgents> {
  const settings = [inputs.reviewer, inputs.fixer].flatMap((cast) => (cast === null ? [] : [cast.settings]));
  const { configFolder, programs } = inputs;
  const pinned = programs === undefined ? {} : { pinned: programs };
  const agents = await openAgents({ processes, settings, configFolder, env: call.io.env, ...pinned });
  const problems = new Set<string>();
  for (const each of settings) {
    const problem = await agents.problem(each);
    if (problem !== undefined) problems.add(problem);
  }
  if (problems.size === 0) return agents;
  throw new GauntletError('ENVIRONMENT_UNFIT', `agents cannot be started: ${[...problems].join('; ')}`, {
    hint: 'gauntlet doctor shows which agents are here; gauntlet review --no-agents needs none.',
  });
}

type Going = {
  readonly repository: Repository;
  readonly place: ReviewPlace;
  readonly log: ReviewLog;
  readonly inputs: ReviewInputs;
  readonly agents: OpenedAgents;
  readonly notes: readonly string[];
  readonly stop?: Interrupts | undefined;
  readonly view?: StepView | undefined;
};

/** Above the line that shows the running program, where there is one. */
function sayFor({ io }: ReviewCall, { view }: Going): (text: string) => void {
  return (text) => (view === undefined ? io.stderr.write(clean(text)) : view.note(text));
}

function notesOf({ inputs, place, notes }: Going): readonly string[] {
  const isRun = inputs.checks && inputs.config.verify.length > 0;
  return isRun && place.processes.enforcement !== 'enforced' ? [...notes, UNCONFINED] : notes;
}

async function goOn(call: ReviewCall, going: Going): Promise<ReviewResult> {
  const { repository, place, log, inputs, agents } = going;
  const state = foldReview(log.events);
  const say = sayFor(call, going);
  const stop = going.stop ?? interrupts(say);
  // What an earlier coordinator left running would go on writing where the next one starts.
  if (state.at !== null) await place.processes.reap([place.records.folder(state.at.run)]);
  let now = state;
  const desk: Desk = {
    inputs,
    ports: { ...place, workspaces: place.workspaces.basedOn({ ref: inputs.base.name, commit: inputs.from }) },
    agents,
    records: place.records,
    clock,
    ids,
    branch: inputs.isBranch ? repository.localBranch(inputs.branch) : null,
    async look(head) {
      const comparison = comparisonAt(repository.state, inputs, head);
      const look = await lookAt(comparison, inputs.config, { depth: inputs.depth, isAsked: true });
      return { findings: look.findings, broken: look.crashes };
    },
    putDocument: (round, text) =>
      putDocument(repository.top, documentPath(inputs.config.review.path, inputs.id, round), text),
    spent: () => now.spent,
  };
  try {
    const end = await driveReview({
      desk,
      state,
      append: (draft) => log.append(draft, clock.now()),
      onEvent(event, after) {
        now = after;
        const line = progressLine(event, after, inputs);
        if (line !== undefined && !call.json) say(line);
      },
      ask: (asking) => askHere(call, place.folder, asking, { inputs, options: reviewOptions(asking) }),
      milepost: milepostFor(call.io) ?? (() => undefined),
      drain: stop.drain,
      cancel: stop.kill,
    });
    const branchAt = await desk.branch?.stand();
    const told = { inputs, notes: notesOf(going), branchAt, signal: stop.signal() };
    const result = await resultOf(end, place.records, told);
    const lines = await linesAt(
      desk,
      end.head,
      result.findings.map(({ file }) => file),
    );
    const shown = {
      branch: inputs.branch,
      open: result.findings,
      linesOf: (path: string) => lines.get(path),
      learning: inputs.config.learning,
    };
    return { ...result, regressions: await rememberShown(repository.state, shown) };
  } finally {
    if (going.stop === undefined) stop.close();
    await place.workspaces.retire(false);
  }
}
