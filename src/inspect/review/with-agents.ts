import type { OpenedAgents } from '../../agents/index.ts';
import { comparisonAt, type Repository } from '../../git/index.ts';
import { putRound } from './document.ts';
import { lookAt } from './mechanical-findings.ts';
import { openReviewRun, type ReviewRunPlace } from './review-storage.ts';
import { rememberShown } from './remember.ts';
import { resultOf, type ReviewResult, UNCONFINED } from './result.ts';
import type { ReviewCall } from './review-call.ts';
import type { StepView } from './review-screen.ts';
import { askedLike } from './same-question.ts';
import { GauntletError } from '../../model/error.ts';
import type { Event } from '../../model/events.ts';
import { type Interrupts, interrupts } from '../../project/interrupts.ts';
import { keptAs } from '../../project/kept/records-at.ts';
import { isAttended } from '../../project/person.ts';
import { milepostFor, openRoleAgents } from '../../project/open-ports.ts';
import {
  linesAt,
  foldJournal,
  type FoldedJournal,
  type ReviewInputs,
  type ReviewWork,
  runReview,
} from '../../run/index.ts';
import { ownCommits, reviewIn, type ReviewState } from '../../state/index.ts';

export type AgentReviewInputs = {
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
  agreed: AgentReviewInputs,
  { recall: recallAnswer = () => undefined, stop, view }: Otherwise<Known> = {},
): Promise<ReviewResult | Known> {
  const place = await openReviewRun(repository, agreed.place, view?.programs);
  try {
    const agents = await agentsFor(call, place, agreed.inputs);
    const inputs: ReviewInputs = { ...agreed.inputs, programs: agents.files };
    const answer = recallAnswer(inputs);
    if (answer !== undefined) return answer;
    const recalled = foldJournal(place.journal);
    const before = reviewIn(recalled.state);
    const known = before === undefined ? undefined : await sameBefore(place, before, inputs);
    const isSame = before !== undefined && known !== undefined;
    const branchAt = inputs.isBranch ? inputs.head : undefined;
    if (isSame && isSettled(before) && !agreed.fresh) {
      const when = new Date(before.ended.at).toISOString();
      const note = `nothing changed since ${when}: the verdict is still valid, no agent was started (--fresh reviews again)`;
      const notes = [...agreed.notes, note];
      return await resultOf(before, place.records, { inputs: known, notes, branchAt });
    }
    const isOpen = isSame && before.ended === null;
    const opening = isOpen ? null : await place.records.keep(inputs);
    const going = { repository, place, recalled, opening, agents, notes: agreed.notes, stop, view };
    return await goOn(call, { ...going, inputs: isOpen ? known : inputs });
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
  const view = call.screen?.openSteps();
  const place = await openReviewRun(repository, id, view?.programs);
  try {
    const recalled = foldJournal(place.journal);
    const review = reviewIn(recalled.state);
    if (review === undefined) throw new GauntletError('USAGE_INVALID', 'no review has been started there');
    const inputs = await keptAs<ReviewInputs>(place.records, review.opened.inputs);
    const agents = await agentsFor(call, place, inputs);
    return await goOn(call, { repository, place, recalled, opening: null, inputs, agents, notes: [], view });
  } finally {
    view?.close();
    place.close();
  }
}

/** What the newest review of the branch goes by, if the same is asked again: also where the branch stands at its fixes. */
async function sameBefore(
  { records }: ReviewRunPlace,
  before: ReviewState,
  inputs: ReviewInputs,
): Promise<ReviewInputs | undefined> {
  const { opened, commits, ended, head } = before;
  if (!ownCommits(before).includes(inputs.head)) return undefined;
  // A verdict is about one commit; fixes that were not taken are another.
  if (ended !== null && inputs.head !== head && commits.length === 0) return undefined;
  const known = await keptAs<ReviewInputs>(records, opened.inputs);
  return (await records.keep(askedLike(known, inputs, before))) === opened.inputs ? known : undefined;
}

/** One that says something about the change, and would say it again. */
function isSettled(
  review: ReviewState,
): review is ReviewState & { ended: NonNullable<ReviewState['ended']> } {
  return review.ended !== null && review.ended.status !== 'unknown';
}

function agentsFor(
  { io }: ReviewCall,
  { processes }: ReviewRunPlace,
  inputs: Omit<ReviewInputs, 'programs'> & Partial<Pick<ReviewInputs, 'programs'>>,
): Promise<OpenedAgents> {
  const { reviewer, fixer, configFolder, programs } = inputs;
  const cast = { reviewer, ...(fixer === null ? {} : { fixer }) };
  const config = { ...inputs.config, review: { ...inputs.config.review, criticsBy: [] } };
  const wayOn = `Restore them, or start another review: gauntlet review ${inputs.branch}`;
  const pinned = programs === undefined ? {} : { programs, wayOn };
  return openRoleAgents(processes, { cast, config, configFolder, ...pinned }, io);
}

type Going = {
  readonly repository: Repository;
  readonly place: ReviewRunPlace;
  readonly recalled: FoldedJournal;
  /** Hash of what judges a review that begins now. */
  readonly opening: string | null;
  readonly inputs: ReviewInputs;
  readonly agents: OpenedAgents;
  readonly notes: readonly string[];
  readonly stop?: Interrupts | undefined;
  readonly view?: StepView | undefined;
};

/** Above the line that shows the running program, where there is one. */
function sayFor({ io }: ReviewCall, { view }: Going): (text: string) => void {
  return (text) => (view === undefined ? io.say(text) : view.note(text));
}

function notesOf({ inputs, place, notes }: Going): readonly string[] {
  const isRun = inputs.checks && inputs.config.verify.length > 0;
  return isRun && place.processes.enforcement !== 'enforced' ? [...notes, UNCONFINED] : notes;
}

function workOf({ repository, inputs, opening, recalled }: Going): ReviewWork {
  const { id, config } = inputs;
  // A reviewer who is heard later adds to the document of the round.
  const answers = opening === null ? (reviewIn(recalled.state)?.answers ?? []) : [];
  const places = new Map(answers.map(({ round, document }) => [round, document]));
  return {
    inputs,
    branch: inputs.isBranch ? repository.localBranch(inputs.branch) : null,
    async look(head) {
      const comparison = comparisonAt(repository.state, inputs, head);
      const look = await lookAt(comparison, inputs.config, { depth: inputs.depth, isAsked: true });
      return { findings: look.findings, broken: look.crashes };
    },
    putDocument(round, textOf) {
      const place = putRound(repository.top, { path: config.review.path, id }, textOf, places.get(round));
      places.set(round, place);
      return place;
    },
  };
}

async function goOn(call: ReviewCall, going: Going): Promise<ReviewResult> {
  const { repository, place, inputs, agents, recalled, opening } = going;
  const say = sayFor(call, going);
  const stop = going.stop ?? interrupts(say);
  const work = workOf(going);
  const asking = isAttended(call) ? call.screen?.askHere(place.mailbox, inputs) : undefined;
  try {
    const end = await runReview({
      ports: { ...place, agents, installed: () => undefined },
      work,
      opening,
      recalled,
      surroundings: { cores: navigator.hardwareConcurrency, people: asking !== undefined },
      milepost: milepostFor(call.io) ?? (() => undefined),
      onEvents(steps) {
        for (const { event, after } of steps) {
          const review = reviewIn(after);
          const line = review === undefined ? undefined : progressLine(event, review, inputs);
          if (line !== undefined && !call.json) say(line);
          if (review !== undefined) asking?.look(review);
        }
      },
      drain: asking === undefined ? stop.drain : AbortSignal.any([stop.drain, asking.left]),
      kill: stop.kill,
    });
    const review = reviewIn(end);
    if (review === undefined) throw new GauntletError('BUG', 'the review was not recorded');
    const branchAt = await work.branch?.stand();
    const told = { inputs, notes: notesOf(going), branchAt, signal: stop.signal() };
    const result = await resultOf(review, place.records, told);
    const files = result.findings.map(({ file }) => file);
    const lines = await linesAt(place, review.head, files);
    const shown = {
      branch: inputs.branch,
      head: review.head,
      open: result.findings,
      linesOf: (path: string) => lines.get(path),
      learning: inputs.config.learning,
    };
    return { ...result, regressions: await rememberShown(repository.state, shown) };
  } finally {
    asking?.close();
    if (going.stop === undefined) stop.close();
    await place.workspaces.retire(false);
  }
}

/** What is said on the way; undefined where nobody needs to know. */
function progressLine(
  event: Event,
  { round, heard }: ReviewState,
  { reviewer, fixer, reviewers }: Pick<ReviewInputs, 'reviewer' | 'fixer' | 'reviewers'>,
): string | undefined {
  const words = ((): string | undefined => {
    const again = 'try' in event && event.try > 0 ? ` (try ${event.try + 1})` : '';
    if (event.type === 'reviewer_dispatched') {
      const nth = reviewers > 1 ? `, reviewer ${heard + 1} of ${reviewers}` : '';
      return `${reviewer.settings.use} reviews ${event.commit?.slice(0, 7)}${nth}${again}`;
    }
    if (event.type === 'fixer_dispatched') return `${fixer?.settings.use ?? 'nobody'} fixes${again}`;
    if (event.type === 'reviewer_answered') {
      const { critical, important, minor, document, setAside } = event;
      const aside = setAside === 0 ? '' : `, ${setAside} not counted`;
      const at = document === null ? '' : `  ${document}`;
      return `${critical} critical, ${important} important, ${minor} minor${aside}${at}`;
    }
    if (event.type === 'reviewer_failed' || event.type === 'fixer_failed') return event.because;
    if (event.type === 'fix_taken') return `fixed in ${event.commit.slice(0, 7)}`;
    if (event.type !== 'fixer_delivered' || event.putBack === undefined) return undefined;
    return `reverted, protected: ${event.putBack.join(', ')}`;
  })();
  return words === undefined ? undefined : `round ${round}: ${words}`;
}
