import { sanitize } from '../../formats/index.ts';
import { compare, openRepository, type Repository } from '../../git/index.ts';
import { hasCode } from '../../model/error.ts';
import { agentPrompt, count } from '../../report/index.ts';
import type { ReviewCliCall } from '../review/options.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import { jsonLine } from '../../project/json-text.ts';
import { readInput } from '../../project/read-input.ts';
import type { ReviewResult } from '../../inspect/review/result.ts';
import { sayError } from '../say-error.ts';
import { hookWish, lookAtAsked } from '../../inspect/review/hook-review.ts';

/** What an agent's program understands: stop, or go on with what stands on stderr. Any other code is an error of the hook. */
const goOn = exitCodes.usage;

/**
 * The Stop hook of Claude Code. What the agent did is everything since the base, committed or not. It is sent back once:
 * an agent that was sent back already may stop, and what is still open is told to the person instead.
 */
export async function stop(call: ReviewCliCall): Promise<ExitCode> {
  try {
    const told = toldBy((await readInput('-', call.io)).text);
    const result = await lookAtWork(call);
    const wish = hookWish(call, { head: null, base: null, part: 'uncommitted' });
    const prompt = result === undefined ? '' : agentPrompt(result, wish.failOn);
    if (result === undefined || result.exitCode === exitCodes.passed || prompt === '')
      return exitCodes.passed;
    if (!told.wasSentBack && result.exitCode === exitCodes.failed) {
      call.io.stderr.write(prompt);
      return goOn;
    }
    const open = count(result.findings.length, 'finding');
    const text = `gauntlet: ${result.status}, ${open} against ${result.base}; gauntlet review shows them`;
    call.io.stdout.write(jsonLine({ systemMessage: sanitize(text, { singleLine: true, maxLength: 500 }) }));
    return exitCodes.passed;
  } catch (error) {
    // Its own exit code could be the one that means "go on": an agent cannot fix what ails us.
    call.io.stderr.write(sayError(error, false).stderr);
    return exitCodes.environment;
  }
}

type Told = { readonly wasSentBack: boolean };

/** What cannot be read might be a loop: then the agent may stop. */
function toldBy(text: string): Told {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null;
    const active = isObject && 'stop_hook_active' in value ? value.stop_hook_active : undefined;
    return { wasSentBack: !isObject || active !== false };
  } catch {
    return { wasSentBack: true };
  }
}

/** Uncommitted work from where the branch parted from its base; without a base since the last commit. */
async function lookAtWork(call: ReviewCliCall): Promise<ReviewResult | undefined> {
  using repository = await openRepository(call.io.cwd);
  const base = await baseFor(call, repository);
  return await lookAtAsked(call, repository, { head: null, base, part: 'uncommitted' });
}

async function baseFor(call: ReviewCliCall, { top }: Repository): Promise<string | null> {
  const named = call.options.base;
  if (typeof named === 'string') return named;
  try {
    const comparison = await compare(top, { head: null, base: null, part: 'commits' });
    comparison.close();
    return comparison.compared.base.name;
  } catch (error) {
    if (hasCode(error, 'USAGE_INVALID')) return null;
    throw error;
  }
}
