import { withJournal } from '../../project/kept/read-run.ts';
import { foldJournal } from '../../run/index.ts';
import { GauntletError } from '../../model/error.ts';
import { choices } from '../../model/events.ts';
import type { Choice } from '../../model/events.ts';
import { type Job, jobNamed, type State } from '../../state/index.ts';
import { notesOf } from '../../project/settings/judging-config.ts';
import { keptConfig } from '../../project/settings/judging-config.ts';
import { clusterKnown } from '../../app/cluster/address.ts';
import { currentRun } from '../../app/cluster/copy-note.ts';
import { decidedWords } from '../decide/decided-words.ts';
import {
  type DecisionMessage,
  askingJob,
  notAsked,
  recordAnswer,
  soundAnswer,
} from '../../app/steer/record-answer.ts';
import { type CallWith, cliCommand } from '../command.ts';
import type { OptionDefinition } from '../option-types.ts';
import { listDecisions } from '../decide/list-decisions.ts';
import { runOf } from '../../project/kept/read-run.ts';
import {
  type KeptReview,
  keptReviews,
  reviewNamed,
  waitingReviews,
} from '../../project/kept/kept-reviews.ts';
import { chooseEpic, type RunFilter, resumeCommand } from '../../project/kept/choose-run.ts';
import { type EpicPlace, epicsAt, repositoryAt } from '../../project/state-folder.ts';
import { personOf } from '../../project/person.ts';
import type { SteeringDelivery } from '../../app/steer/deliver-to-cluster.ts';
import { type Answer, answer } from '../../project/answer.ts';

const meanings: Readonly<Record<Choice, string>> = {
  retry: 'one more round, with your reason in the prompt',
  repair: 'send the remediator to repair the base',
  accept: 'accept the risk: it lands, with your name and reason on record',
  manual: 'take over by hand: gauntlet ticket open shows where, gauntlet resume picks up your commits',
  fail: 'give up this ticket; the rest of the epic continues',
  answer: 'answer the developer’s question with --reason',
  override: 'continue although checks fail at base; recorded with your name',
  halt: 'stop the run',
};

const options = [
  ...choices.map((choice) => [`--${choice}`, meanings[choice]] as const),
  ['--reason <text>', 'why, or the answer to a question; recorded with your name'],
  ['--epic <id>', 'the epic (default: that of the latest unfinished run)'],
  ['--dry-run', 'show what would be recorded; record nothing'],
] as const satisfies readonly OptionDefinition[];

type DecideCall = CallWith<typeof options>;

/** Lists what a person has to decide, or decides one of them. */
export const decide = cliCommand({
  name: 'decide',
  summary: 'show open decisions, or make one',
  operands: [['[ticket]', 'ticket or job (default: list all open decisions)']],
  options,
  run: decideOne,
});

async function decideOne(call: DecideCall): Promise<Answer> {
  const here = repositoryAt(call.io.cwd);
  const [ticket] = call.operands;
  if (ticket === undefined) return await listDecisions(call, here, call.options.epic);
  const asked = call.options.epic === undefined ? reviewNamed(here, ticket) : undefined;
  if (asked !== undefined && asked.state.question !== null) return decideReview(call, asked);
  const reviews = keptReviews(here);
  if (reviews.length > 0 && epicsAt(here).length === 0 && call.options.epic === undefined)
    throw notAsked(
      ticket,
      waitingReviews(reviews).map(({ review }) => review),
    );
  const place = chooseEpic(call.options.epic, call.io, asksAbout(ticket));
  await currentRun(place, clusterKnown(call.io), call.io);
  const { state, kept } = await withJournal(place, (reader) => ({
    state: foldJournal(reader).state,
    kept: keptConfig(reader.read(), here.top, place.id),
  }));
  const isLook = choices.every((choice) => call.options[choice] !== true);
  if (isLook) return await listDecisions(call, here, place.id, askingJob(state, ticket).id);
  const answer = understood(call, state, ticket);
  const isTrial = call.options.dryRun === true;
  // A person who corrected the configuration expects the next try to use it.
  if (answer.choice === 'retry') for (const note of notesOf(kept)) call.io.say(`note: ${note}`);
  const delivered = isTrial ? undefined : await recordAnswer(place, answer, clusterKnown(call.io));
  return said(answer, delivered, place);
}

/** Fits runs that ask about a ticket. */
function asksAbout(ticket: string): RunFilter {
  return ({ state }) => state !== null && (jobNamed(state, ticket)?.question ?? null) !== null;
}

/** Answers what a review asks (LOOP-06, LOOP-08): recorded with name and reason, and the first answer wins. */
async function decideReview(call: DecideCall, review: KeptReview): Promise<Answer> {
  const resume = resumeCommand(review);
  const answer = understood(call, runOf(review).state, review.state.job);
  const { choice, by, why } = answer;
  const isTrial = call.options.dryRun === true;
  const delivered = isTrial ? undefined : await recordAnswer(review, answer, undefined);
  const words = decidedWords(review.branch, { ...answer, next: blockedBy(answer, resume) }, delivered);
  const decided = { review: review.branch, choice, by, why };
  return tellDecided({ decided, delivered, resume }, words);
}

function understood(call: DecideCall, state: State, ticket: string): DecisionMessage {
  const job = askingJob(state, ticket);
  const why = call.options.reason ?? '';
  return soundAnswer(job, { choice: chosen(call, job), by: personOf(call.io), why });
}

function chosen(call: DecideCall, job: Job): Choice {
  const [choice, ...more] = choices.filter((each) => call.options[each] === true);
  if (choice !== undefined && more.length === 0) return choice;
  const offered = job.question?.options ?? [];
  throw new GauntletError('USAGE_INVALID', 'name exactly one choice', {
    hint: `Offered: ${offered.map((option) => `--${option}`).join(', ')}.`,
  });
}

/** A review that a person takes over ends as blocked. */
function blockedBy({ choice }: DecisionMessage, resume: string): string {
  return choice === 'manual'
    ? `${resume}, which ends the review as blocked. Then fix the findings on the branch.`
    : resume;
}

function said(answer: DecisionMessage, delivered: SteeringDelivery | undefined, place: EpicPlace): Answer {
  const { kind: _, ...decided } = answer;
  const { ticket, choice } = answer;
  const resume = resumeCommand(place);
  // A ticket that is taken over is handed over by the coordinator.
  const next =
    choice === 'manual' ? `${resume}, then: gauntlet ticket open ${ticket} --epic ${place.id}` : resume;
  const words = decidedWords(ticket, { ...answer, next }, delivered);
  return tellDecided({ decided, delivered, resume }, words);
}

type Told = {
  readonly decided: object;
  readonly delivered: SteeringDelivery | undefined;
  readonly resume: string;
};

function tellDecided({ decided, delivered, resume }: Told, words: string): Answer {
  const next = delivered === 'told' ? resume.replace(' resume ', ' status ') : resume;
  return answer({ decided, delivered: delivered ?? 'dry-run', next }, [words]);
}
