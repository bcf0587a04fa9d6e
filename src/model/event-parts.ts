import {
  decimal,
  exactly,
  type Fields,
  listOf,
  mapOf,
  nullable,
  oneOf,
  optional,
  text,
  truth,
  whole,
} from '../schema/shape.ts';
import { claims } from './claim.ts';
import { proved } from './evidence.ts';
import { MeterReadingSchema } from './meter-reading.ts';
import { provenance } from './provenance.ts';
import { RunPlanSchema } from './run-plan.ts';

/** What events of runs are made of. */

export const count = whole();
export const amount = mapOf({ usd: decimal(0), tokens: decimal(0) });
export const words = text({ most: 4000 });
export const name = text({ least: 1, most: 200 });
export const hash = text({ least: 1, most: 64 });
export const names = listOf(name, { most: 1000 });

export function event<const T extends string, const F extends Fields>(type: T, fields: F) {
  return mapOf({ type: exactly(type), v: exactly(1), seq: count, at: decimal(), ...fields });
}

/** What came back. `used` is what the run is charged, 0 where no model was involved; `meter` says how that is known. */
export const result = { ticket: name, run: count, used: amount, meter: optional(MeterReadingSchema) };

/** `spared`: checks of the plan that the change did not need by their `paths`, so that they have not run on this tree. */
export const passedGate = {
  ...result,
  tree: hash,
  ...proved,
  spared: optional(names),
  flaky: optional(names),
};
/** `flaky`: checks that were red and then green on this tree; `once`: red in one run that is to be confirmed. */
export const failedGate = {
  ...result,
  findings: names,
  because: optional(words),
  ...proved,
  flaky: optional(names),
};

/**
 * How a landing gate runs. `apart`: a red check is reported at once and confirmed by another run; without it, it is run
 * again in place. `reuse`: runs whose results on the same tree are taken over; what was red there is run once more.
 * `checks`: only these run, beside others of the same gate; what they come to is judged when all of them have.
 */
export const gateShape = {
  apart: optional(truth()),
  reuse: optional(listOf(count, { most: 100 })),
  checks: optional(names),
};

/** A result with the agent that gave it, as the agent names itself; older journals have no `by`. */
export const answer = { ...result, by: optional(provenance) };

export const claimShape = oneOf(claims);

/** Handing work to the executor. `run` is unique in an epic and the key of its result; `extra`: see `promisedTo`. */
export function assignmentShape<const Stage extends string>(stages: readonly Stage[]) {
  return {
    ticket: name,
    run: count,
    stage: oneOf(stages),
    seat: count,
    attempt: count,
    round: count,
    try: count,
    clarification: count,
    commit: nullable(hash),
    /** What a claim check is about. */
    claim: nullable(claimShape),
    reserved: amount,
    extra: optional(amount),
    until: nullable(decimal()),
    because: words,
  };
}

/** A refuted claim. `fault` says what is wrong: the work, or only the claim and the agent that made it. */
export const refutedShape = { claim: claimShape, fault: oneOf(['work', 'claim']), because: words };

/** A merge or gate did not pass on a guess: that counts only if `until` lands. */
export const asideShape = { ticket: name, until: name, because: words };

/** These are merged anew, because `after` left or the branch was moved ('' then); `runs` are called off. */
export const voidedShape = {
  after: text({ most: 200 }),
  tickets: names,
  runs: listOf(count, { most: 1000 }),
  because: words,
};

/** The message in which a person asked for it: what was heard once is not done twice. */
export const messageField = { message: optional(name) };

/**
 * Hashes of what judges the run before and after a change of the plan, and the plan that follows from it: one that was
 * understood from another plan than the one it meets changes nothing.
 */
export const replanned = { from: text({ most: 64 }), inputs: hash, plan: RunPlanSchema };
