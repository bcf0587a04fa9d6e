import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { type GoldenPullRequest, readGoldenComments } from '../../formats/index.ts';
import { GauntletError } from '../../model/error.ts';
import { count } from '../../report/index.ts';
import { writeWhole } from '../audit/write-whole.ts';
import { type Call, textOption } from '../command.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { jsonText } from '../json-text.ts';
import { readInput } from '../read-input.ts';
import { clean } from '../say-error.ts';

/** Turns golden comments of the public set into labelled changes; the code of their pull requests is not in it. */
export async function importGolden(call: Call, files: readonly string[]): Promise<ExitCode> {
  const into = textOption(call, 'into');
  if (files.length === 0 || into === undefined)
    throw new GauntletError('USAGE_INVALID', 'say which files, and where to', {
      hint: 'gauntlet bench import golden_comments/*.json --into labels',
    });
  const pulls: GoldenPullRequest[] = [];
  for (const file of files) {
    const read = readGoldenComments((await readInput(file, call.io)).text, file);
    if (!read.ok)
      throw new GauntletError('INPUT_INVALID', `nothing was written:\n${read.reasons.join('\n')}`);
    pulls.push(...read.pulls);
  }
  const folder = resolve(call.io.cwd, into);
  const written = pulls.map((pull) => ({ pull, path: join(folder, `${pull.id}.json`) }));
  const taken = written.find(({ path }) => existsSync(path));
  if (taken !== undefined)
    throw new GauntletError('USAGE_INVALID', `${taken.path} is there already: nothing is written over`);
  for (const { pull, path } of written) {
    const { id, title, source, comments } = pull;
    writeWhole(path, jsonText({ version: 1, id, title, source, comments }));
  }
  const comments = pulls.reduce((sum, pull) => sum + pull.comments.length, 0);
  if (call.json) call.io.stdout.write(jsonText({ changes: pulls.length, comments, folder }));
  else {
    const what = `${count(pulls.length, 'change')} with ${count(comments, 'comment')} in ${into}`;
    call.io.stdout.write(
      clean(`${what}; give each its commits: { repository, base, head } before it is measured`),
    );
  }
  return exitCodes.passed;
}
