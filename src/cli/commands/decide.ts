import { recall } from '../../run/index.ts';
import { readJournal } from '../../journal/index.ts';
import { GauntletError } from '../../model/error.ts';
import { choices } from '../../model/events.ts';
import type { Choice } from '../../model/events.ts';
import { decisionLines, openDecisions } from '../../report/index.ts';
import type { OpenDecision } from '../../report/index.ts';
import { type Job, jobNamed, type State } from '../../state/index.ts';
import { notesOf } from '../config-origin.ts';
import { keptConfig } from '../kept-config.ts';
import { clusterKnown } from '../cluster/address.ts';
import { currentRun } from '../cluster/current-run.ts';
import { decidedWords } from '../decide/decided-words.ts';
import {
  type DecisionMessage,
  askingJob,
  notAsked,
  recordAnswer,
  soundAnswer,
} from '../decide/record-answer.ts';
import { type CallWith, cliCommand } from '../command.ts';
import type { OptionDefinition } from '../option-types.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { failuresOf, type LastOutput, lastOutputLines, lastOutputOf } from '../last-output.ts';
import { clean } from '../say-error.ts';
import { runOf, titlesOf } from '../read-run.ts';
import { type KeptReview, keptReviews, reviewNamed, waitingReviews } from '../review/kept-reviews.ts';
import { chooseEpic, type Fits } from '../choose-run.ts';
import { epicsAt, repositoryAt } from '../state-folder.ts';
import { personOf } from '../person.ts';
import type { SteeringDelivery } from '../steer/deliver-to-cluster.ts';
import { reply } from '../reply.ts';

const meanings: Readonly<Record<Choice, string>> = {
  retry: 'one more round, with your reason in the prompt',
  repair: 'send the remediator to repair the base',
  accept: 'accept the risk: it lands, with your name and reason on record',
  manual: 'take over by hand: gauntlet ticket open shows where, gauntlet resume picks up your commits',
  fail: 'give up this ticket; the rest of the epic continues',
  answer: 'answer the developer’s question with --reason',
  override: 'continue although the base is red; recorded',
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
  operands: [['[ticket]', 'the job to decide about (default: show all open decisions)']],
  options,
  run: decideOne,
});

async function decideOne(call: DecideCall): Promise<ExitCode> {
  const here = repositoryAt(call.io.cwd);
  const [ticket] = call.operands;
  const asked = call.options.epic === undefined ? reviewNamed(here, ticket) : undefined;
  if (asked !== undefined && asked.state.question !== null) return decideReview(call, asked);
  const reviews = keptReviews(here);
  const waiting = waitingReviews(reviews);
  if (reviews.length > 0 && epicsAt(here).length === 0 && call.options.epic === undefined) {
    if (ticket === undefined) return listReviews(call, waiting);
    throw notAsked(
      ticket,
      waiting.map(({ review }) => review),
    );
  }
  const place = chooseEpic(call.options.epic, call.io, asksAbout(ticket));
  await currentRun(place, clusterKnown(call.io), (text) => call.io.stderr.write(text));
  const reader = readJournal(place.journal);
  const { state, inputs } = recall(reader);
  const kept = keptConfig(reader.read(), here.top, place.id);
  reader.close();
  if (ticket === undefined) {
    const open = openDecisions(state, titlesOf(place, inputs === null ? null : { inputs }));
    const jobs = open.map((each) => ({ id: each.ticket, status: 'escalated' as const }));
    const failures = await failuresOf(place, jobs);
    const decisions = open.map((each) => ({
      ...each,
      lastOutput: lastOutputOf(place, failures.get(each.ticket)),
    }));
    return list(call, state, decisions, waiting);
  }
  const answer = understood(call, state, ticket);
  const isTrial = call.options.dryRun === true;
  // A person who corrected the configuration expects the next try to use it.
  if (answer.choice === 'retry')
    for (const note of notesOf(kept)) call.io.stderr.write(clean(`note: ${note}`));
  return said(call, answer, isTrial ? undefined : await recordAnswer(place, answer, clusterKnown(call.io)));
}

/** Answers what a review asks (LOOP-06, LOOP-08): recorded with name and reason, and the first answer wins. */
async function decideReview(call: DecideCall, review: KeptReview): Promise<ExitCode> {
  const answer = understood(call, runOf(review).state, review.state.job);
  const { choice, by, why } = answer;
  const isTrial = call.options.dryRun === true;
  const delivered = isTrial ? undefined : await recordAnswer(review, answer, undefined);
  const words = decidedWords(review.branch, { ...answer, ...blockedBy(answer) }, delivered);
  return tellDecided(call, { review: review.branch, choice, by, why }, delivered, words);
}

/** Fits runs that ask about a ticket; without one those that ask about anything. */
function asksAbout(ticket: string | undefined): Fits {
  return ({ state }) =>
    state !== null &&
    (ticket === undefined ? state.asking.size > 0 : (jobNamed(state, ticket)?.question ?? null) !== null);
}

const NONE = 'Nothing has to be decided.\n';

type Waiting = ReturnType<typeof waitingReviews>;

function listReviews(call: DecideCall, waiting: Waiting): ExitCode {
  const value = { epic: null, decisionsNeeded: [], reviews: waiting };
  if (waiting.length === 0) return reply(call, value, NONE);
  return reply(call, value, reviewLines(waiting), exitCodes.person);
}

function reviewLines(waiting: Waiting): readonly string[] {
  return waiting.flatMap(({ review, because, document, options: offered }) => [
    `review of ${review}: ${because}${document === null ? '' : ` (${document})`}`,
    `  gauntlet decide ${review} --${offered.join('|--')} --reason "…"`,
  ]);
}

type Open = readonly (OpenDecision & { readonly lastOutput: LastOutput | null })[];

function list(call: DecideCall, state: State, open: Open, waiting: Waiting): ExitCode {
  const reviews = waiting.length === 0 ? {} : { reviews: waiting };
  const value = { epic: state.plan.epic, decisionsNeeded: open, ...reviews };
  if (open.length + waiting.length === 0) return reply(call, value, NONE);
  const lines = open.flatMap((each) => [
    ...decisionLines([each]),
    ...(each.because === each.headline ? [] : [`  why: ${each.because}`]),
    ...lastOutputLines(each.ticket, each.lastOutput),
  ]);
  return reply(call, value, [...reviewLines(waiting), ...lines], exitCodes.person);
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
function blockedBy({ choice }: Pick<DecisionMessage, 'choice'>): { readonly next?: string } {
  return choice === 'manual'
    ? { next: 'gauntlet resume, which ends the review as blocked. Then fix the findings on the branch.' }
    : {};
}

/** A ticket that is taken over is handed over by the coordinator. */
function nextOf({ ticket, choice }: DecisionMessage): string {
  return choice === 'manual' ? `gauntlet resume, then: gauntlet ticket open ${ticket}` : 'gauntlet resume';
}

function said(call: DecideCall, answer: DecisionMessage, delivered: SteeringDelivery | undefined): ExitCode {
  const { kind: _, ...decided } = answer;
  const words = decidedWords(answer.ticket, { ...answer, next: nextOf(answer) }, delivered);
  return tellDecided(call, decided, delivered, words);
}

function tellDecided(
  call: DecideCall,
  decided: object,
  delivered: SteeringDelivery | undefined,
  words: string,
): ExitCode {
  const next = delivered === 'told' ? 'gauntlet status' : 'gauntlet resume';
  return reply(call, { decided, delivered: delivered ?? 'dry-run', next }, [words]);
}
