import { changedAt, compare, type Comparison, openRepository, type Repository } from '../../git/index.ts';
import { readFindingMemory } from '../../journal/index.ts';
import { noMemory } from '../../model/finding-memory.ts';
import { rankedBy } from '../../review/index.ts';
import { withCalibrations } from '../../inspect/calibrate/calibration-store.ts';
import { cliCommand } from '../command.ts';
import { type ReviewCliCall, reviewOptions } from '../review/options.ts';
import { onTerminal } from '../review/terminal-screen.ts';
import type { Answer } from '../../project/answer.ts';
import type { ExitCode } from '../../model/exit-codes.ts';
import { type ReviewScope, settleReviewInputs } from '../../inspect/review/review-inputs.ts';
import { adoptCommits } from '../../project/adopt-commits.ts';
import { dryRunReview } from '../../inspect/review/dry-run.ts';
import { writeRoundDocument } from '../../inspect/review/document.ts';
import { firstRound, reviewWithoutAgents } from '../../inspect/review/no-agents.ts';
import { prepareReview } from '../../inspect/review/prepare.ts';
import { sayReview } from '../review/say.ts';
import { reviewWithAgents } from '../../inspect/review/with-agents.ts';
import type { ReviewResult } from '../../inspect/review/result.ts';
import { type ReviewRequest, reviewRequestOf } from '../../inspect/review/review-request.ts';
import type { StepView } from '../../inspect/review/review-screen.ts';
import { openStepView } from '../terminal/step-view.ts';
import { withPullRequest } from '../../inspect/pull-request/with-pull-request.ts';

/** A branch, a range or uncommitted work judged against its base, on any repository. */
export const review = cliCommand({
  name: 'review',
  summary: 'judge a branch or uncommitted work against its base',
  operands: [['[branch]', 'a branch, a commit, or A..B (default: the current branch)']],
  options: reviewOptions,
  run: reviewChange,
});

async function reviewChange(called: ReviewCliCall): Promise<Answer | ExitCode> {
  const call = onTerminal(called);
  const wish = reviewRequestOf(call);
  using repository = await openRepository(call.io.cwd);
  using comparison = await compare(repository.top, wish.asked);
  const about = await prepareReview(call, repository, comparison, wish);
  // Where nothing changed, by whatever commits, there is nothing to ask anybody about.
  const isEmpty = changedAt(comparison.compared, comparison.place).changed.length === 0;
  if (!wish.agents || (isEmpty && !wish.dryRun)) return await lookOnly(call, repository, comparison, about);
  const agreed = await settleReviewInputs(call, repository, comparison, about);
  const { players, inputs } = agreed;
  if (wish.dryRun) return dryRunReview({ ...inputs, base: inputs.base.found, players });
  await adoptCommits(repository, comparison);
  const result = await shown(call, (view) => reviewWithAgents(call, repository, agreed, { view }));
  const { config, origin } = about.settings;
  const told = {
    result: { ...result, lines: about.lines, configuration: origin },
    wish,
    learning: config.learning,
  };
  return await tellAndSay(call, repository, comparison, told);
}

/** Shows what runs while it runs; nothing of that is left when the result is told. */
async function shown<T>(call: ReviewCliCall, work: (view: StepView) => Promise<T>): Promise<T> {
  const view = openStepView(call);
  try {
    return await work(view);
  } finally {
    view.close();
  }
}

async function lookOnly(
  call: ReviewCliCall,
  repository: Repository,
  comparison: Comparison,
  about: ReviewScope,
): Promise<ExitCode> {
  const looked = await shown(call, ({ programs }) =>
    reviewWithoutAgents(repository, comparison, about, programs),
  );
  const {
    review: { path },
    learning,
  } = about.settings.config;
  const document = writeRoundDocument(repository.top, comparison.compared, looked, path);
  const { wish, settings } = about;
  const result = { ...firstRound(looked, document), configuration: settings.origin };
  return tellAndSay(call, repository, comparison, { result, wish, learning });
}

async function tellAndSay(
  call: ReviewCliCall,
  repository: Repository,
  comparison: Comparison,
  what: { readonly result: ReviewResult; readonly wish: ReviewRequest; readonly learning: boolean },
): Promise<ExitCode> {
  const { learning, wish } = what;
  const memory = learning ? readFindingMemory(repository.state) : noMemory;
  const ranked = { ...what.result, findings: rankedBy(what.result.findings, memory) };
  const result = await withCalibrations(repository.state, ranked);
  return sayReview(call, await withPullRequest(call, repository, comparison, { result, wish }), wish);
}
