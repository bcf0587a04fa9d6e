import type { ReviewCliCall } from './options.ts';
import { tellReviewStatus } from './review-status.ts';
import { onTerminal } from './terminal-screen.ts';
import { clean } from '../say-error.ts';
import type { Repository } from '../../git/index.ts';
import { withCalibrations } from '../../inspect/calibrate/calibration-store.ts';
import { pullRequestLines } from '../../inspect/pull-request/with-pull-request.ts';
import { asReport } from '../../inspect/review/as-report.ts';
import { type ReviewFormat, reviewOutletOf } from '../../inspect/review/outlet.ts';
import { reviewLines, type ReviewResult } from '../../inspect/review/result.ts';
import type { ReviewRequest } from '../../inspect/review/review-request.ts';
import { resumeReview } from '../../inspect/review/with-agents.ts';
import type { ExitCode } from '../../model/exit-codes.ts';
import { jsonText } from '../../project/json-text.ts';
import type { KeptReview } from '../../project/kept/kept-reviews.ts';
import { keepLast } from '../../project/kept/last-result.ts';
import { toolVersion } from '../../project/tool-version.ts';
import { writeWhole } from '../../project/write-whole.ts';
import {
  agentPrompt,
  reviewMarkdown,
  sarifOf,
  writeGithubAnnotations,
  writeJunit,
} from '../../report/index.ts';

type Saying = Pick<ReviewRequest, 'failOn' | 'all' | 'outlet'>;

/** Says what a review came to, in the formats asked for. */
export async function sayReview(
  call: ReviewCliCall,
  result: ReviewResult,
  saying: Saying,
): Promise<ExitCode> {
  const { io } = call;
  const { stdout, files } = saying.outlet;
  const version = await toolVersion();
  keepLast(io.cwd, 'review', `${result.branch} against ${result.base}`, asReport(result, saying.failOn));
  for (const file of files) {
    writeWhole(file.path, written(file.format, result, saying, version));
    io.say(`wrote ${file.path}`);
  }
  const text = written(stdout, result, saying, version);
  if (text !== '') io.stdout.write(text);
  for (const line of pullRequestLines(result)) io.say(line);
  if (stdout !== 'text') return result.exitCode;
  for (const note of result.notes) io.say(`note: ${note}`);
  return result.exitCode;
}

const COMMAND = 'gauntlet review';

function written(
  format: ReviewFormat,
  result: ReviewResult,
  { failOn, all }: Saying,
  version: string,
): string {
  switch (format) {
    case 'text':
      return reviewLines(result, failOn, all).map(clean).join('');
    case 'json':
      return jsonText(result);
    case 'sarif':
      return jsonText(sarifOf(asReport(result, failOn), version));
    case 'junit':
      return writeJunit(asReport(result, failOn), COMMAND);
    case 'github':
      return writeGithubAnnotations(asReport(result, failOn), COMMAND);
    case 'markdown':
      return reviewMarkdown(result, failOn);
    case 'prompt':
      return agentPrompt(result, failOn);
  }
}

/** Tells the result of a review that has ended: there is nothing to continue. */
export async function tellEndedReview(call: ReviewCliCall, review: KeptReview): Promise<ExitCode> {
  call.io.say(`the review of ${review.branch} has ended; this is its result. Start another: gauntlet review`);
  return await tellReviewStatus(call, review);
}

export async function goOnReviewing(
  call: ReviewCliCall,
  repository: Repository,
  { id, state }: KeptReview,
): Promise<ExitCode> {
  try {
    const result = await withCalibrations(
      repository.state,
      await resumeReview(onTerminal(call), repository, id),
    );
    return await sayReview(call, result, {
      failOn: state.opened.failOn,
      all: false,
      outlet: reviewOutletOf(call),
    });
  } finally {
    repository.close();
  }
}
