import type { Severity } from '../../model/severity.ts';
import type { Depth } from '../../model/team.ts';
import { GauntletError } from '../../model/error.ts';
import type { ComparisonRequest } from '../../ports/compared.ts';
import type { ReviewCall } from './review-call.ts';
import { allowRedOf } from '../../project/settings/allow-red.ts';
import { type ReviewOutlet, reviewOutletOf } from './outlet.ts';

/** What a review was asked to do, from the command line. */
export type ReviewRequest = {
  readonly asked: ComparisonRequest;
  readonly agents: boolean;
  readonly checks: boolean;
  readonly fix: boolean;
  readonly rounds: number | null;
  readonly depth: Depth | null;
  readonly failOn: Severity;
  readonly dryRun: boolean;
  readonly all: boolean;
  readonly fresh: boolean;
  /** Checks that may be red at base, by name. */
  readonly allowRed: readonly string[];
  readonly outlet: ReviewOutlet;
  /** Whether a pull request is to be told, and which; null for its number: the open one of the branch. */
  readonly pr: { readonly number: number | null; readonly post: false | 'must' | 'try' } | null;
};

export function reviewRequestOf(call: ReviewCall): ReviewRequest {
  const { options } = call;
  const { rounds } = options;
  const wish: ReviewRequest = {
    asked: askedOf(call),
    agents: options.agents !== false,
    checks: options.checks !== false,
    fix: options.fix === true,
    rounds: rounds === undefined ? null : Number(rounds),
    depth: options.depth ?? null,
    failOn: options.failOn ?? 'HIGH',
    dryRun: options.dryRun === true,
    all: options.all === true,
    fresh: options.fresh === true,
    allowRed: allowRedOf(call),
    outlet: reviewOutletOf(call),
    pr: pullRequestOf(call),
  };
  refuse(wish);
  return wish;
}

/** `--pr`, `--pr 12`, and `--post` that makes it more than words. */
function pullRequestOf({ options }: ReviewCall): ReviewRequest['pr'] {
  const { pr } = options;
  const post = options.post === true ? 'must' : options.tryPost === true && 'try';
  if (pr === undefined) {
    if (post !== false) throw new GauntletError('USAGE_INVALID', '--post needs --pr');
    return null;
  }
  const number = typeof pr === 'string' && /^[1-9]\d{0,9}$/.test(pr) ? Number(pr) : null;
  if (pr !== true && number === null)
    throw new GauntletError(
      'USAGE_INVALID',
      `--pr takes the number of a pull request, not ${JSON.stringify(pr)}`,
    );
  return { number, post };
}

function refuse({ fix, agents, asked, rounds }: ReviewRequest): void {
  if (fix && !agents) throw new GauntletError('USAGE_INVALID', '--fix needs an agent: drop --no-agents');
  if (fix && asked.part !== 'commits')
    throw new GauntletError('USAGE_INVALID', `--fix works on commits, not on ${asked.part} changes`, {
      hint: 'Commit it first.',
    });
  if (rounds !== null && !(Number.isInteger(rounds) && rounds >= 1 && rounds <= 5))
    throw new GauntletError('USAGE_INVALID', '--rounds is a number from 1 to 5');
}

/** `A..B` and `A...B` mean the same here: what B has since the two parted. */
function askedOf(call: ReviewCall): ComparisonRequest {
  const { staged, uncommitted } = call.options;
  if (staged === true && uncommitted === true)
    throw new GauntletError('USAGE_INVALID', 'use --staged or --uncommitted, not both', {
      hint: '--uncommitted includes staged changes.',
    });
  const part = staged === true ? 'staged' : uncommitted === true ? 'uncommitted' : 'commits';
  const [operand = null] = call.operands;
  const base = call.options.base ?? null;
  const [, from, to] = /^(.*?)\.\.\.?(.*)$/.exec(operand ?? '') ?? [];
  if (from === undefined) return { head: operand, base, part };
  if (base !== null)
    throw new GauntletError('USAGE_INVALID', `${operand ?? ''} already names the base: drop --base`);
  const isWhole = from !== '' || to !== '';
  if (!isWhole) throw new GauntletError('USAGE_INVALID', `${operand ?? ''} does not name any commits`);
  return { head: to === '' || to === undefined ? null : to, base: from === '' ? 'HEAD' : from, part };
}
