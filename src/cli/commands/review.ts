import { Option } from 'commander';

import { compare, openRepository } from '../../git/index.ts';
import { severities } from '../../model/severity.ts';
import { depths } from '../../model/team.ts';
import type { Call, CliCommand } from '../command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { jsonText } from '../json-text.ts';
import { clean } from '../say-error.ts';
import { writeRoundDocument } from '../review/document.ts';
import { firstRound, reviewWithoutAgents } from '../review/no-agents.ts';
import { reviewLines, type ReviewResult } from '../review/result.ts';
import { settingsFor } from '../review/settings.ts';
import { type Wish, wishOf } from '../review/wish.ts';

/** A branch, a range or uncommitted work judged against its base, on any repository. */
export const review: CliCommand = {
  name: 'review',
  summary: 'judge a branch or uncommitted work against its base',
  define(command) {
    command
      .argument('[branch]', 'a branch, a commit, or A..B; what is checked out when left out')
      .option('--base <ref>', 'what to compare with; origin/<ref> where there is one')
      .option('--staged', 'what would be committed now')
      .option('--uncommitted', 'everything in the work tree that is not ignored')
      .option('--no-agents', 'scans, detectors and checks only: no model is asked')
      .option('--no-checks', 'do not run the verification commands of gauntlet.yaml')
      .addOption(new Option('--depth <depth>', 'how hard to look').choices(depths))
      .addOption(
        new Option('--fail-on <severity>', 'the mildest severity that fails')
          .choices(severities)
          .default('HIGH'),
      )
      .option('--all', 'show minor findings too, and say so when there is nothing to say')
      .option('--config <file>', 'the configuration, instead of gauntlet.yaml at the base')
      .option('--no-input', 'ask nobody: what needs a decision is left for later (exit 3)');
  },
  run: reviewChange,
};

async function reviewChange(call: Call): Promise<ExitCode> {
  const wish = wishOf(call);
  const repository = await openRepository(call.io.cwd);
  try {
    const comparison = await compare(repository.top, wish.asked);
    try {
      const settings = await settingsFor(call, repository, comparison.compared);
      const looked = await reviewWithoutAgents(repository, comparison, { wish, settings });
      const document = writeRoundDocument(
        repository.top,
        comparison.compared,
        looked,
        settings.config.review.path,
      );
      return say(call, firstRound(looked, document), wish);
    } finally {
      comparison.close();
    }
  } finally {
    repository.close();
  }
}

function say(call: Call, result: ReviewResult, wish: Wish): ExitCode {
  const { io } = call;
  if (call.json) io.stdout.write(jsonText(result));
  else {
    const lines = reviewLines(result, wish.failOn, wish.all);
    for (const line of lines) io.stdout.write(clean(line));
    if (lines.length > 0 || io.stderr.isTty())
      for (const note of result.notes) io.stderr.write(clean(`note: ${note}`));
    if (lines.length === 0 && io.stderr.isTty())
      io.stderr.write(clean(`clean: ${result.branch} against ${result.base}, ${result.files} files changed`));
  }
  return result.exitCode;
}
