import {
  agentPrompt,
  reviewMarkdown,
  sarifOf,
  writeGithubAnnotations,
  writeJunit,
} from '../../report/index.ts';
import { writeWhole } from '../../project/write-whole.ts';
import type { ReviewCall } from './options.ts';
import type { ExitCode } from '../../model/exit-codes.ts';
import { keepLast } from '../../project/kept/last-result.ts';
import { jsonText } from '../../project/json-text.ts';
import { clean } from '../say-error.ts';
import { pullRequestLines } from '../../inspect/pull-request/with-pull-request.ts';
import { toolVersion } from '../../project/tool-version.ts';
import { asReport } from '../../inspect/review/as-report.ts';
import type { ReviewFormat } from '../../inspect/review/outlet.ts';
import { reviewLines, type ReviewResult } from '../../inspect/review/result.ts';
import type { ReviewRequest } from '../../inspect/review/review-request.ts';

type Saying = Pick<ReviewRequest, 'failOn' | 'all' | 'outlet'>;

/** Says what a review came to, in the formats asked for. */
export async function sayReview(call: ReviewCall, result: ReviewResult, saying: Saying): Promise<ExitCode> {
  const { io } = call;
  const { stdout, files } = saying.outlet;
  const version = await toolVersion();
  keepLast(io.cwd, 'review', `${result.branch} against ${result.base}`, asReport(result, saying.failOn));
  for (const file of files) {
    writeWhole(file.path, written(file.format, result, saying, version));
    io.stderr.write(clean(`wrote ${file.path}`));
  }
  const text = written(stdout, result, saying, version);
  if (text !== '') io.stdout.write(text);
  for (const line of pullRequestLines(result)) io.stderr.write(clean(line));
  if (stdout !== 'text') return result.exitCode;
  for (const note of result.notes) io.stderr.write(clean(`note: ${note}`));
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
