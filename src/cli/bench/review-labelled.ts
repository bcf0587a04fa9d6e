import { compare, openRepository } from '../../git/index.ts';
import { GauntletError } from '../../model/error.ts';
import { nothingSpent } from '../../model/usage.ts';
import type { ReviewedChange } from '../../review/index.ts';
import type { Call } from '../command.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { agreeOn } from '../review/agree.ts';
import { bringIn } from '../review/bring-in.ts';
import { reviewWithoutAgents } from '../review/no-agents.ts';
import { prepareReview } from '../review/prepare.ts';
import type { ReviewResult } from '../review/result.ts';
import { reviewWithAgents } from '../review/with-agents.ts';
import { wishOf } from '../review/wish.ts';
import { changeRepository } from './change-repository.ts';
import type { LabelledFile } from './labelled-files.ts';

/** One labelled change through the same review that anybody's branch gets. */
export type Measured = { readonly reviewed: ReviewedChange; readonly stopped: ExitCode | null };

export async function reviewLabelled(call: Call, labelled: LabelledFile): Promise<Measured> {
  const { change } = labelled;
  const began = performance.now();
  const ended = (findings: ReviewResult['findings'] | null, because: string | null, spent = nothingSpent) => {
    return { change, findings, because, spent, ms: Math.round(performance.now() - began) };
  };
  if (change.change.kind === 'missing')
    return { reviewed: ended(null, 'it has no change to review: add commits or texts'), stopped: null };
  const repository = await changeRepository(call.io, labelled);
  try {
    const result = await reviewAt(call, repository.top, repository.purpose);
    const isStopped = result.exitCode === exitCodes.interrupted || result.exitCode === exitCodes.terminated;
    const isReviewed = result.status !== 'unknown';
    const because = isReviewed ? null : result.notComputed.join('; ');
    return {
      reviewed: ended(isReviewed ? result.findings : null, because, result.spent),
      stopped: isStopped ? result.exitCode : null,
    };
  } catch (error) {
    if (!(error instanceof GauntletError) || error.code !== 'ENVIRONMENT_UNFIT') throw error;
    return { reviewed: ended(null, error.message), stopped: null };
  } finally {
    repository.remove();
  }
}

async function reviewAt(asked: Call, top: string, purpose: string | undefined): Promise<ReviewResult> {
  const { agent, agents, config, secondLook, depth } = asked.options;
  const options = { agent, agents, config, secondLook, depth, base: 'main', ...purposeOption(purpose) };
  // What is said of single reviews would drown the figures.
  const call: Call = { ...asked, json: true, operands: ['change'], options };
  const wish = wishOf(call);
  const repository = await openRepository(top);
  try {
    const comparison = await compare(repository.top, wish.asked);
    try {
      const about = await prepareReview(call, repository, comparison, wish);
      if (!wish.agents) return await reviewWithoutAgents(repository, comparison, about);
      const agreed = await agreeOn(call, repository, comparison, about);
      await bringIn(repository, comparison);
      return await reviewWithAgents(call, repository, agreed.place, agreed);
    } finally {
      comparison.close();
    }
  } finally {
    repository.close();
  }
}

/** `--story FILE`, as the command line has it. */
function purposeOption(file: string | undefined): Readonly<Record<string, unknown>> {
  return file === undefined ? {} : Object.fromEntries([['story', file]]);
}
