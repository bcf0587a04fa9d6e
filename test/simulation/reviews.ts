import { type AssignmentEvent, type Draft, type Event, isAssignment } from '../../src/model/events.ts';
import { admitted, settle } from '../../src/run/loop/settle-decisions.ts';
import type { Step } from '../../src/run/loop/settle-decisions.ts';
import { defaultPolicy } from '../../src/decide/index.ts';
import { initialState, jobAt, nextReview, reviewIn, type State } from '../../src/state/index.ts';
import type { Played } from './play.ts';
import { randomFrom } from './random.ts';

/** Power cut: thrown out of an append, before or after the events are durable. */
class Killed extends Error {}

const MOST_EVENTS = 600;
const MOST_ROUNDS = 5;
const ROLES = { review: 'reviewer', develop: 'fixer' } as const;

/** Plays the reviews of one branch to their end: agents that find, fix, fail and lie, people who answer or do not, and kills. */
export function playReviews(seed: number): Played {
  const game = new ReviewGame(seed);
  game.run();
  return {
    journal: game.journal,
    state: game.state,
    kills: game.kills,
    folds: game.folds,
    breach: game.breach,
  };
}

class ReviewGame {
  readonly journal: Event[] = [];
  state: State = initialState;
  breach: string | undefined;
  kills = 0;
  folds = 0;

  readonly #random;
  readonly #policy;
  readonly #reviewers: number;
  readonly #fix: boolean;
  readonly #trouble: number;
  readonly #deadly: number;
  /** What a run came to, kept before anybody is told. */
  readonly #exits = new Map<number, Draft>();
  /** What really happened: who judged which commit in which round of which review, and where the branch stands. */
  readonly #cleared = new Map<string, Set<number>>();
  readonly #delivered = new Set<string>();
  #branch = 'c0';
  #expected = 'c0';
  #commits = 0;
  #asked = 0;
  #again: boolean;

  constructor(seed: number) {
    this.#random = randomFrom(seed + 0x2545f491);
    const budget = this.#random.chance(0.2) ? this.#random.below(4) : null;
    const agentTries = this.#random.below(3);
    this.#policy = {
      ...defaultPolicy,
      agentTries,
      budget: { usd: budget, tokens: null },
      waitForPeople: true,
    };
    this.#reviewers = 1 + this.#random.below(3);
    this.#fix = this.#random.chance(0.8);
    this.#trouble = this.#random.pick([0, 0.1, 0.5]);
    this.#deadly = this.#random.pick([0, 0.05, 0.3]);
    this.#again = this.#random.chance(0.3);
  }

  run(): void {
    this.#alive(() => this.#open());
    while (this.breach === undefined) {
      if (this.journal.length > MOST_EVENTS) return this.#break('P4: the review does not end');
      const review = reviewIn(this.state);
      if (review === undefined) this.#alive(() => this.#open());
      else if (review.ended !== null) {
        this.#judgeEnd(review.ended.status);
        if (!this.#again) return;
        this.#again = false;
        this.#alive(() => this.#open());
      } else if (review.question !== null) {
        if (this.#random.chance(0.1)) return;
        this.#alive(() => this.#decide());
      } else if (!this.#answerRunning()) this.#alive(() => undefined);
    }
  }

  #open(): void {
    const before = reviewIn(this.state);
    const rounds = 1 + this.#random.below(MOST_ROUNDS);
    this.#expected = this.#branch;
    const head = { from: 'base', head: this.#branch, inputs: 'i', branch: 'b', base: 'main' };
    const terms = { rounds, reviewers: this.#reviewers, fix: this.#fix, failOn: 'HIGH' } as const;
    const left = { status: 'unknown', because: 'another one', limit: false } as const;
    this.#record([
      ...(before?.ended === null
        ? [{ type: 'review_ended', v: 1, ticket: before.job, ...left } as const]
        : []),
      { type: 'review_opened', v: 1, ticket: nextReview(this.state), ...head, ...terms },
    ]);
  }

  #decide(): void {
    const review = reviewIn(this.state);
    if (review === undefined || review.question === null) return;
    const { job: ticket, question } = review;
    const choice = this.#random.pick(['manual', 'accept', 'retry', 'retry', 'retry'] as const);
    this.#record([{ type: 'decision_answered', v: 1, ticket, question, choice, by: 'ann', why: 'so' }]);
  }

  /** Lets the run at hand end; sometimes it is told twice, sometimes somebody asks for another review instead. */
  #answerRunning(): boolean {
    const job = jobAt(this.state, this.state.jobs.length - 1);
    const seat = job.seats.find(({ state }) => state === 'running');
    const assigned = this.journal.findLast((event) => isAssignment(event) && event.run === seat?.run);
    if (assigned === undefined || !isAssignment(assigned)) return false;
    if (this.#random.chance(0.02)) {
      this.#alive(() => this.#open());
      return true;
    }
    const result = this.#exits.get(assigned.run) ?? this.#carryOut(assigned);
    this.#exits.set(assigned.run, result);
    this.#alive(() => this.#record([result]));
    if (this.#random.chance(0.1)) this.#alive(() => this.#record([result]));
    return true;
  }

  #carryOut(at: AssignmentEvent): Draft {
    const { ticket, run, commit, stage } = at;
    const head = { v: 1, ticket, run, used: { usd: this.#random.pick([0, 0, 1]), tokens: 0 } } as const;
    if (this.#random.chance(0.03)) this.#branch = `foreign${run}`;
    const isOurs = this.#branch === this.#expected || this.#delivered.has(this.#branch);
    if (!isOurs) return { ...head, type: 'review_stale', was: 'c0', is: this.#branch };
    if (stage === 'land') {
      if (commit === null || !this.#delivered.has(commit))
        this.#break('P3: a commit is taken that nobody delivered');
      this.#branch = commit ?? '';
      return { ...head, type: 'fix_taken', commit: this.#branch, ref: 'refs/heads/b' };
    }
    const because = 'it crashed';
    if (this.#random.chance(this.#trouble))
      return {
        ...head,
        type: stage === 'develop' ? 'fixer_failed' : 'reviewer_failed',
        because,
        final: this.#random.chance(0.1),
      };
    if (stage === 'develop') {
      const made = this.#random.chance(0.1) ? (commit ?? '') : `c${++this.#commits}`;
      if (made !== commit) this.#delivered.add(made);
      return { ...head, type: 'fixer_delivered', commit: made, commits: [made] };
    }
    return { ...head, type: 'reviewer_answered', ...this.#verdict(at) };
  }

  /** The verdict about a round is that of all its reviewers: one that finds something keeps it unclean. */
  #verdict({ ticket, round, commit, run }: AssignmentEvent) {
    const before = reviewIn(this.state)?.answers.at(-1);
    const isLater = before !== undefined && before.round === round;
    const known = isLater ? before.mustFix : 0;
    const mustFix = known + (this.#random.chance(0.5) ? 1 : 0);
    const key = `${ticket} ${round} ${commit}`;
    const cleared = this.#cleared.get(key) ?? new Set<number>();
    this.#cleared.set(key, cleared);
    if (mustFix === 0) cleared.add(run);
    const counts = { critical: 0, important: mustFix, minor: 0, mustFix, setAside: 0 };
    const progress = { fixed: 1, induced: this.#random.chance(0.1) ? 2 : 0, document: null };
    return { verdict: mustFix === 0 ? 'clean' : 'unclean', ...counts, ...progress } as const;
  }

  /** Do something as the coordinator; if it is killed on the way, start it again from its journal. */
  #alive(act: () => void): void {
    try {
      act();
      settle(this.state, this.#policy, {
        stamp: (draft, nth) => this.#stamp(draft, nth),
        append: (steps) => this.#append(steps),
      });
    } catch (error) {
      if (!(error instanceof Killed))
        return this.#break(error instanceof Error ? error.message : String(error));
      const folded = this.journal.reduce(admitted, initialState);
      this.folds += this.journal.length;
      this.state = folded;
    }
  }

  #record(drafts: readonly Draft[]): void {
    const steps: Step[] = [];
    let now = this.state;
    for (const draft of drafts) {
      const event = this.#stamp(draft, steps.length);
      now = admitted(now, event);
      steps.push({ event, after: now });
    }
    this.#append(steps);
  }

  #stamp(draft: Draft, nth: number): Event {
    const seq = this.journal.length + 1 + nth;
    return { ...draft, seq, at: seq };
  }

  #append(steps: readonly Step[]): void {
    const isKilled = this.#random.chance(this.#deadly);
    if (!isKilled || this.#random.chance(0.5)) for (const step of steps) this.#keep(step);
    if (!isKilled) return;
    this.kills++;
    throw new Killed();
  }

  #keep({ event, after }: Step): void {
    const before = this.state;
    this.folds++;
    this.journal.push(event);
    this.state = after;
    if (isAssignment(event)) this.#judgeAssignment(event, before);
    if (event.type === 'review_opened') this.#asked = 0;
  }

  #judgeAssignment(event: AssignmentEvent, before: State): void {
    if (before.running > 0) this.#break('two work on one branch');
    if (this.journal.filter((other) => isAssignment(other) && other.run === event.run).length > 1)
      this.#break(`run ${event.run} is handed out twice`);
    if (event.round > MOST_ROUNDS) this.#break('LOOP-06: a sixth round');
    if (event.stage === 'land') return;
    const role = ROLES[event.stage === 'develop' ? 'develop' : 'review'];
    const { usd } = this.#policy.budget;
    if (usd !== null && before.spent.usd >= usd)
      this.#break(`TEAM-16: a ${role} is sent although the money is gone`);
    if (!this.#fix && role === 'fixer') this.#break('LOOP-09: a fixer nobody asked for');
    // Each round may fail as often as tries allow, and a person may grant rounds to the cap.
    if (++this.#asked > MOST_ROUNDS * (this.#reviewers + 1) * (this.#policy.agentTries + 2))
      this.#break('P4: agents are sent again and again');
  }

  #judgeEnd(status: string): void {
    const review = reviewIn(this.state);
    if (review === undefined) return;
    const cleared = this.#cleared.get(`${review.job} ${review.round} ${review.head}`)?.size ?? 0;
    if (status === 'clean' && cleared < this.#reviewers)
      this.#break(`P8: clean although ${cleared} of ${this.#reviewers} found it clean`);
    if (status === 'clean' && this.#branch !== review.head)
      this.#break('P8: clean, and the branch is elsewhere');
    const accepted = this.journal.findLast((event) => event.type === 'decision_answered');
    if (status === 'accepted' && accepted?.choice !== 'accept') this.#break('LOOP-08: accepted by nobody');
  }

  #break(rule: string): void {
    this.breach ??= rule;
  }
}
