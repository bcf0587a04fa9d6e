import {
  agentPrompt,
  count,
  reviewMarkdown,
  sarifOf,
  writeGithubAnnotations,
  writeJunit,
} from '../../report/index.ts';
import { evidenceLines } from '../../model/evidence.ts';
import { headline } from '../../model/outcome.ts';
import { NO_CHECKS } from '../../model/red-at-base.ts';
import { writeWhole } from '../audit/write-whole.ts';
import type { ReviewCall } from './options.ts';
import { notesOf } from '../config-origin.ts';
import type { ExitCode } from '../exit-codes.ts';
import { keepLast } from '../last-result.ts';
import { jsonText } from '../json-text.ts';
import { clean } from '../say-error.ts';
import { pullRequestLines } from '../pull-request/with-pull-request.ts';
import { toolVersion } from '../tool-version.ts';
import { asReport } from './as-report.ts';
import type { ReviewFormat } from './outlet.ts';
import { reviewLines, type ReviewResult } from './result.ts';
import type { ReviewRequest } from './review-request.ts';

type Saying = Pick<ReviewRequest, 'failOn' | 'all' | 'outlet'>;

/** Says what a review came to, in the formats asked for; as text nothing where there is nothing to say. */
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
  const isTold = text !== '' || io.stderr.isTty();
  // Which rules judged, and that nothing was tested, is said even where a clean review prints nothing else.
  const rules = result.configuration === undefined ? [] : notesOf(result.configuration);
  const always = [...rules, ...result.notes.filter((note) => note === NO_CHECKS)];
  for (const note of isTold ? result.notes : always) io.stderr.write(clean(`note: ${note}`));
  if (text === '' && io.stderr.isTty()) io.stderr.write(clean(cleanWords(result)));
  return result.exitCode;
}

/** Nothing was found: how much that says is known where somebody has calibrated. */
function cleanWords({ outcome, branch, base, files, evidence, calibrations }: ReviewResult): string {
  const proofs = [...evidenceLines(evidence), ...calibrations.map(({ words }) => words)];
  const said = proofs.map((line) => `\n  ${line}`).join('');
  return `REVIEW  ${headline(outcome)}   ${branch} against ${base}, ${count(files, 'file')} changed${said}`;
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
