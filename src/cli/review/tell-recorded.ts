import { readReviewLog } from '../../journal/index.ts';
import { GauntletError } from '../../model/error.ts';
import type { ReviewEvent } from '../../model/review-events.ts';
import { nothingSpent, addSpend } from '../../model/usage.ts';
import { count, decidedLines, money } from '../../report/index.ts';
import { reviewOptions } from '../../review/index.ts';
import type { Call } from '../command.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { jsonLine, jsonText } from '../json-text.ts';
import { clean } from '../say-error.ts';
import { followReview } from './follow-review.ts';
import type { KeptReview } from './kept-reviews.ts';
import { costsByRole, standingWord } from './recorded.ts';

type EventsCall = Call<{
  readonly ticket: string | undefined;
  readonly type: string | undefined;
  readonly since: string | undefined;
  readonly verify: true | undefined;
  readonly follow: true | undefined;
}>;

/** `gauntlet status BRANCH`: where the newest review of a branch stands. */
export function tellReviewStatus(call: Call, review: KeptReview): ExitCode {
  const { branch, state } = review;
  const word = standingWord(review);
  const rounds = state.answers.map(({ round, critical, important, minor, document, commit }) => {
    return { round, critical, important, minor, document, commit };
  });
  const options = state.question === null ? [] : reviewOptions(state);
  if (call.json) {
    const { opened, head, commits, spent, because, choice: decided } = state;
    const value = {
      review: review.id,
      branch,
      base: opened?.base ?? '',
      head,
      status: word,
      rounds,
      commits,
    };
    call.io.stdout.write(jsonText({ ...value, options, because, decided, spent }));
    return exitCodes.passed;
  }
  const at = `${branch} against ${state.opened?.base ?? ''} at ${state.head.slice(0, 7)}`;
  const lines = [
    `review of ${at}: ${word}, round ${state.round} of ${state.maxRounds}`,
    ...rounds.map(
      (each) =>
        `  round ${each.round}: ${each.critical} critical, ${each.important} important, ${each.minor} minor  ${each.document ?? ''}`,
    ),
    ...(state.commits.length === 0
      ? []
      : [`  fixed in ${state.commits.map((id) => id.slice(0, 7)).join(', ')}`]),
    ...(state.because === '' || word === 'clean' ? [] : [`  ${state.because}`]),
    ...decidedLines({ decided: state.choice }).map((line) => `  ${line}`),
    ...(options.length === 0
      ? []
      : [`  next: gauntlet decide ${branch} --${options.join('|--')} --reason "…"`]),
    ...(word === 'interrupted' ? [`  next: gauntlet resume ${branch}`] : []),
  ];
  call.io.stdout.write(lines.map((line) => clean(line.trimEnd())).join(''));
  return exitCodes.passed;
}

/** `gauntlet events BRANCH`: what happened, one event per line. Reading proves the chain: damage is refused. */
export async function tellReviewEvents(call: EventsCall, review: KeptReview): Promise<ExitCode> {
  const { options, io, json } = call;
  const { id, branch, folder } = review;
  if (options.ticket !== undefined || options.type !== undefined)
    throw new GauntletError(
      'USAGE_INVALID',
      'a review takes --since, --follow and --verify, no other choice of events',
    );
  const events = readReviewLog(folder);
  if (options.verify === true) {
    const proof = { ok: true, events: events.length };
    io.stdout.write(
      json
        ? jsonText({ review: id, ...proof })
        : clean(`${branch}: ${count(events.length, 'event')}, all as they were written`),
    );
    return exitCodes.passed;
  }
  const since = Number(options.since ?? 0);
  const tell = (event: ReviewEvent): void => {
    const { seq, at, type, v, ...rest } = event;
    if (seq <= since) return;
    if (json) io.stdout.write(jsonLine({ seq, at, type, v, review: id, ...rest }));
    else io.stdout.write(clean(`${seq} ${new Date(at).toISOString()} ${type} ${wordsOf(rest)}`.trimEnd()));
  };
  for (const event of events) tell(event);
  if (options.follow !== true) return exitCodes.passed;
  const end = await followReview(review, events.length, tell);
  if (end === 'over') return exitCodes.passed;
  return end === 'interrupted' ? exitCodes.interrupted : exitCodes.terminated;
}

function wordsOf(rest: Readonly<Record<string, unknown>>): string {
  return Object.entries(rest)
    .filter(([name, value]) => ['string', 'number', 'boolean'].includes(typeof value) && name !== 'inputs')
    .map(([name, value]) => `${name}=${String(value).slice(0, 200)}`)
    .join(' ');
}

/** `gauntlet cost BRANCH`: what the agents of all reviews of a branch have used. */
export function tellReviewCost(call: Call, review: KeptReview): ExitCode {
  const roles = costsByRole(review);
  const all = roles.reduce((sum, each) => addSpend(sum, each), nothingSpent);
  if (call.json)
    call.io.stdout.write(jsonText({ review: review.id, branch: review.branch, spent: all, roles }));
  else
    for (const { role, runs, usd, tokens } of [
      ...roles,
      { role: 'all', runs: roles.reduce((sum, each) => sum + each.runs, 0), ...all },
    ])
      call.io.stdout.write(
        clean(`${role.padEnd(10)} ${count(runs, 'run').padEnd(8)} ${money(usd)}, ${tokens} tokens`),
      );
  return exitCodes.passed;
}
