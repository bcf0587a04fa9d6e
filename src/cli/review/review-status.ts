import { headline } from '../../model/outcome.ts';
import { addSpend, nothingSpent, type Spend } from '../../model/usage.ts';
import { chronicleOf, count, decidedLines, money, runsIn } from '../../report/index.ts';
import { statusOf } from '../../review/index.ts';
import type { CliCall } from '../command.ts';
import { type ExitCode, exitCodes, outcomeExitCode } from '../../model/exit-codes.ts';
import { jsonText } from '../../project/json-text.ts';
import { clean } from '../say-error.ts';
import { withJournal } from '../../project/kept/read-run.ts';
import { type KeptReview, keptOutcome } from '../../project/kept/kept-reviews.ts';
import { type Answer, answer } from '../../project/answer.ts';
import { resumeCommand } from '../../project/kept/choose-run.ts';
import { shellWord } from '../../model/names.ts';

/** `gauntlet status BRANCH`: where the newest review of a branch stands. */
export async function tellReviewStatus(call: CliCall, review: KeptReview): Promise<ExitCode> {
  const { branch, state } = review;
  const outcome = await keptOutcome(review);
  const exitCode = outcomeExitCode(outcome) ?? exitCodes.passed;
  const rounds = state.answers.map(({ round, critical, important, minor, document, commit }) => {
    return { round, critical, important, minor, document, commit };
  });
  const { opened, options } = state;
  if (call.json) {
    const { head, commits, spent, because, choice: decided } = state;
    const { verdict } = outcome;
    const isOpen = verdict === 'running' || verdict === 'interrupted';
    const status = isOpen ? verdict : statusOf(outcome, state.ended?.status ?? 'escalated');
    const value = { review: review.id, branch, base: opened.base, head, status, outcome, exitCode };
    call.io.stdout.write(jsonText({ ...value, rounds, commits, options, because, decided, spent }));
    return exitCode;
  }
  const isStopped =
    outcome.verdict === 'interrupted' || (outcome.verdict === 'blocked' && state.ended === null);
  const at = `${branch} against ${opened.base} at ${state.head.slice(0, 7)}`;
  const lines = [
    `REVIEW  ${headline(outcome)}     exit ${exitCode}     ${at}, round ${state.round} of ${state.maxRounds}`,
    ...rounds.map(
      (each) =>
        `  round ${each.round}: ${each.critical} critical, ${each.important} important, ${each.minor} minor  ${each.document ?? ''}`,
    ),
    ...(state.commits.length === 0
      ? []
      : [`  fixed in ${state.commits.map((id) => id.slice(0, 7)).join(', ')}`]),
    ...(outcome.verdict === 'passed' || outcome.because.includes(state.because)
      ? []
      : [`  ${state.because}`]),
    ...decidedLines({ decided: state.choice }).map((line) => `  ${line}`),
    ...(options.length === 0
      ? []
      : [`  next: gauntlet decide ${shellWord(branch)} --${options.join('|--')} --reason "…"`]),
    ...(isStopped ? [`  next: ${resumeCommand(review)}`] : []),
  ];
  call.io.stdout.write(lines.map((line) => clean(line.trimEnd())).join(''));
  return exitCode;
}

type RoleCost = { readonly role: string; readonly runs: number } & Spend;

/** `gauntlet cost BRANCH`: what the agents of all reviews of a branch have used. */
export async function reviewCost(review: KeptReview): Promise<Answer> {
  const costs = new Map<string, RoleCost>();
  for (const { assigned, ended } of await reviewRuns(review)) {
    const role = reviewRole(assigned);
    const known = costs.get(role) ?? { role, runs: 0, ...nothingSpent };
    if (ended !== null) costs.set(role, { role, runs: known.runs + 1, ...addSpend(known, ended.used) });
  }
  const roles = [...costs.values()];
  const all = roles.reduce((sum, each) => addSpend(sum, each), nothingSpent);
  const whole = { role: 'all', runs: roles.reduce((sum, each) => sum + each.runs, 0), ...all };
  const lines = [...roles, whole].map(
    ({ role, runs, usd, tokens }) =>
      `${role.padEnd(10)} ${count(runs, 'run').padEnd(8)} ${money(usd)}, ${tokens} tokens`,
  );
  return answer({ review: review.id, branch: review.branch, spent: all, roles }, lines);
}

/** Every run of an agent in the reviews of a branch; taking a fix asks nobody. */
export function reviewRuns(review: KeptReview) {
  return withJournal(review, (reader) =>
    runsIn(chronicleOf(reader.read())).filter(({ assigned }) => assigned.stage !== 'land'),
  );
}

/** `reviewer` or `fixer`. */
export function reviewRole({ type }: { readonly type: string }): string {
  return type.replace('_dispatched', '');
}
