import type { AgentSettings } from '../../model/config.ts';
import type { AssignmentEvent } from '../../model/events.ts';
import type { Metering, MeterReading } from '../../model/usage.ts';
import { addSpend, isReached, nothingSpent, promisedTo, times, tokensOf } from '../../model/usage.ts';
import type { Budget, Spend, Usage } from '../../model/usage.ts';
import type { Excess, Policy } from '../../decide/index.ts';
import { jobNamed } from '../../state/index.ts';
import type { Job, State } from '../../state/index.ts';
import { chargeFor, dollarsOf } from './charge.ts';
import type { Charge } from './charge.ts';

export type Bounds = Pick<Policy, 'budget' | 'ticketBudget'>;

type Live = { readonly assignment: AssignmentEvent; readonly used: Spend };

/**
 * What running agents use, while they use it (TEAM-16). The journal knows what was set aside for a run and, once it has
 * ended, what it cost; in between the meter knows. An agent may use what was set aside for it, and more as long as the
 * budget reaches for it beside what is set aside for the others. Each is asked after every call of its model, so that
 * what is spent passes a budget by at most one call of each agent that is running. In a cluster each worker has a meter
 * of its own, and how far an agent may go comes with its assignment.
 */
export class Meter {
  readonly #state: () => State;
  readonly #bounds: Bounds;
  readonly #live = new Map<number, Live>();
  readonly #readings = new Map<number, MeterReading>();

  constructor(state: () => State, bounds: Bounds) {
    this.#state = state;
    this.#bounds = bounds;
  }

  /** What a run has used so far; null: it has just begun. */
  tell(assignment: AssignmentEvent, settings: AgentSettings, usage: Usage | null): void {
    if (usage === null) this.#forgetSettled();
    this.#live.set(assignment.run, { assignment, used: spendOf(usage, assignment, settings) });
  }

  /** Whether the budgets reach for another call of its model. */
  reachesFor({ run, ticket: id }: AssignmentEvent): boolean {
    const state = this.#state();
    const live = this.#live.get(run);
    if (live === undefined) return true;
    const { budget, ticketBudget } = this.#bounds;
    const all = [...this.#awaited(state)];
    const excess = this.excess(state);
    if (!reaches(live, all, { spent: state.spent, reserved: state.reserved, excess: excess.all }, budget))
      return false;
    const job = jobNamed(state, id);
    if (job === undefined || job.kind !== 'ticket') return true;
    const mine = all.filter(({ assignment }) => assignment.ticket === id);
    const own = {
      spent: job.spent,
      reserved: job.seats.reduce((sum, seat) => addSpend(sum, seat.reserved), nothingSpent),
      excess: excess.byJob.get(id) ?? nothingSpent,
    };
    return reaches(live, mine, own, times(ticketBudget, 1 + job.grants + job.repeats));
  }

  /** What a run that has ended is charged. */
  charge(assignment: AssignmentEvent, end: Ended): Charge {
    const { budget, ticketBudget } = this.#bounds;
    const bounded = { usd: budget.usd ?? ticketBudget.usd, tokens: budget.tokens ?? ticketBudget.tokens };
    const charge = chargeFor(end.usage, {
      ...end,
      reserved: assignment.reserved,
      bounded: end.isFree ? { usd: null, tokens: null } : bounded,
    });
    this.#readings.set(assignment.run, charge.meter);
    return charge;
  }

  /** What a run is charged that was called off: what it has said so far, or, where a budget is set, its estimate. */
  chargeStopped(assignment: AssignmentEvent): Charge | undefined {
    const live = this.#live.get(assignment.run);
    if (live === undefined) return undefined;
    const { budget, ticketBudget } = this.#bounds;
    const { used } = live;
    const { reserved } = assignment;
    const usd = (budget.usd ?? ticketBudget.usd) === null ? used.usd : Math.max(used.usd, reserved.usd);
    const tokens =
      (budget.tokens ?? ticketBudget.tokens) === null ? used.tokens : Math.max(used.tokens, reserved.tokens);
    const by = (amount: number): Metering => (amount > 0 ? 'estimated' : 'unknown');
    const meter = { usd: by(usd), tokens: by(tokens), tokensIn: null, tokensOut: null, model: null };
    return { used: { usd, tokens }, meter };
  }

  /** Where the figures of a run's charge are from, asked once; undefined where no agent was asked. */
  takeReading(run: number): MeterReading | undefined {
    const reading = this.#readings.get(run);
    this.#readings.delete(run);
    return reading;
  }

  /** What agents have used beyond what `state` has set aside for them. */
  excess(state: State): Excess {
    let all = nothingSpent;
    const byJob = new Map<string, Spend>();
    for (const { assignment, used } of this.#awaited(state)) {
      const { ticket: job } = assignment;
      const more = beyond(used, promisedTo(assignment));
      all = addSpend(all, more);
      byJob.set(job, addSpend(byJob.get(job) ?? nothingSpent, more));
    }
    return { all, byJob };
  }

  /** Only what is durable is settled: a decision that is being written does not count yet. */
  #forgetSettled(): void {
    const awaited = new Set([...this.#awaited(this.#state())].map(({ assignment }) => assignment.run));
    for (const run of this.#live.keys()) if (!awaited.has(run)) this.#live.delete(run);
  }

  /** Those whose result is not in this state yet: what is in it is settled. */
  *#awaited(state: State): Generator<Live> {
    for (const live of this.#live.values()) {
      const { ticket: job, run } = live.assignment;
      if (isRunning(jobNamed(state, job), run)) yield live;
    }
  }
}

export type Ended = {
  readonly usage: Usage | null;
  readonly settings: AgentSettings;
  readonly model: string | null;
  /** It did not get as far as its model: nothing is guessed. */
  readonly isFree: boolean;
};

type Account = { readonly spent: Spend; readonly reserved: Spend; readonly excess: Spend };

function reaches(live: Live, all: readonly Live[], account: Account, budget: Budget): boolean {
  const used = all.reduce((sum, each) => addSpend(sum, each.used), account.spent);
  if (isReached(used, budget)) return false;
  const { assignment } = live;
  // Others are at work on machines whose meters are not seen here: what came with the assignment is all there is.
  if (assignment.extra !== undefined) return !hasUsedUp(live.used, promisedTo(assignment), budget);
  // Past its own share it takes from what is left over, never from what others were promised.
  const past = beyond(live.used, assignment.reserved);
  const taken = addSpend(addSpend(account.spent, account.reserved), account.excess);
  return !isReached(taken, {
    usd: past.usd > 0 ? budget.usd : null,
    tokens: past.tokens > 0 ? budget.tokens : null,
  });
}

/** Only what is bounded is counted; one that is taken to cost nothing may begin all the same. */
function hasUsedUp(used: Spend, share: Spend, budget: Budget): boolean {
  return isReached(used, {
    usd: budget.usd === null || used.usd === 0 ? null : share.usd,
    tokens: budget.tokens === null || used.tokens === 0 ? null : share.tokens,
  });
}

function beyond(used: Spend, reserved: Spend): Spend {
  return {
    usd: Math.max(0, used.usd - reserved.usd),
    tokens: Math.max(0, used.tokens - reserved.tokens),
  };
}

function isRunning(job: Job | undefined, run: number): boolean {
  return job?.seats.some((seat) => seat.run === run && seat.state === 'running') ?? false;
}

/** Dollars that nobody can tell count as what was set aside, which is what will be charged. */
function spendOf(usage: Usage | null, { reserved }: AssignmentEvent, settings: AgentSettings): Spend {
  if (usage === null) return nothingSpent;
  const [usd] = dollarsOf(usage, { settings, model: null }) ?? [reserved.usd];
  return { usd, tokens: tokensOf(usage) };
}
