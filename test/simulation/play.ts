import type { AssignmentEvent, Draft, Event } from '../../src/model/events.ts';
import { admitted, settle } from '../../src/run/loop/settle-decisions.ts';
import type { Recorder, Step } from '../../src/run/loop/settle-decisions.ts';
import { overtakingBound } from '../../src/decide/index.ts';
import { each, initialState, jobAt, jobNamed, members, type State } from '../../src/state/index.ts';
import type { OpenQuestion } from '../../src/state/job.ts';
import type { Happening } from './happening.ts';
import { carryOut, durationOf, isAgent } from './executor.ts';
import { steering } from './steering.ts';
import { randomFrom } from './random.ts';
import { unexplained } from './unexplained.ts';
import { referee } from './referee.ts';
import { inputs, type Scenario } from './scenario.ts';
import { timeline } from './timeline.ts';
import { withBrought } from './work-sets.ts';
import { accept, hearOfPlan, newCommit, type Result, strikes, tellText, truthOf, worldFor } from './world.ts';

export type Played = {
  readonly journal: readonly Event[];
  readonly state: State;
  readonly kills: number;
  /** Events folded, those of every restart included. */
  readonly folds: number;
  /** The first rule that was broken, if any. */
  readonly breach: string | undefined;
};

/** Power cut: thrown out of an append, before or after the event is durable. */
class Killed extends Error {}
const powerCut = new Killed();

/** More events than any honest story needs: something goes round in circles. */
const MOST_EVENTS = 6000;
const DEADLINE = 900_000;

/** Play one scenario to its end against the real rules, and report the first promise that was broken. */
export function play(scenario: Scenario): Played {
  const game = new Game(scenario);
  game.run();
  return {
    journal: game.journal,
    state: game.state,
    kills: game.kills,
    folds: game.folds,
    breach: game.breach,
  };
}

class Game {
  readonly journal: Event[] = [];
  state: State = initialState;
  breach: string | undefined;
  kills = 0;
  folds = 0;

  readonly #scenario: Scenario;
  readonly #random;
  readonly #world;
  readonly #line = timeline<Happening>();
  readonly #referee;
  readonly #kills: Set<number>;
  readonly #asked = new Set<string>();
  #appends = 0;
  #given = 0;
  #lastAsking: State['asking'] | undefined;

  constructor(scenario: Scenario) {
    this.#scenario = { ...scenario };
    this.#random = randomFrom(scenario.seed + 0x5bd1e995);
    this.#world = worldFor(this.#scenario, this.#random);
    this.#scenario.plan = withBrought(this.#world);
    this.#referee = referee(this.#scenario, this.#world, (rule) => this.#break(rule));
    this.#kills = new Set(scenario.kills);
  }

  run(): void {
    while (this.journal.length === 0) this.#begin();
    while (this.breach === undefined) {
      this.#askPeople();
      this.#steer();
      const next = this.#line.next();
      if (next !== undefined) this.#happen(next);
      else if (!this.#giveMore()) break;
    }
    if (this.state.phase === 'ended') this.#referee.atEnd(this.state);
    this.breach ??= unexplained(this.#scenario, this.#world, this.state);
  }

  #begin(): void {
    const overtaking = overtakingBound(this.#scenario.policy);
    const started: Draft = { type: 'run_started', v: 1, plan: this.#scenario.plan, overtaking };
    this.#alive(() => [started, inputs].forEach((draft) => this.#record(draft)));
  }

  #happen(happening: Happening): void {
    const heard = this.journal.length;
    switch (happening.is) {
      case 'done':
        return this.#finish(happening.assignment);
      case 'answer':
        return this.#alive(() => this.#record(happening.result));
      case 'person':
        this.#hear(happening.draft);
        this.#alive(() => this.#record(happening.draft));
        if (happening.draft.type === 'ticket_stopped') this.#callOff(happening.draft.ticket);
        return;
      case 'resume':
        if (this.state.phase !== 'ended' || this.state.status === 'conflict') return;
        this.#alive(() => this.#record({ type: 'run_resumed', v: 1 }));
        // Whoever was cut off before it was written says it again.
        if (this.journal.length === heard) this.#line.at(this.#line.now + 1, { is: 'resume' });
    }
  }

  /** The effect happens and leaves its exit file; only then is anybody told. */
  #finish(assignment: AssignmentEvent): void {
    const known = this.#world.exits.get(assignment.run);
    const result = known ?? carryOut(this.#world, assignment, this.state, (rule) => this.#break(rule));
    this.#world.exits.set(assignment.run, result);
    this.#alive(() => this.#record(result));
    if (strikes(this.#world, 'twice'))
      this.#line.at(this.#line.now + this.#random.below(5000), { is: 'answer', result });
  }

  /** Do something as the coordinator; if it is killed on the way, start it again from its journal. */
  #alive(act: () => void): void {
    try {
      act();
      this.#settle();
    } catch (error) {
      if (error instanceof Killed) return this.#restart();
      this.#break(error instanceof Error ? error.message : String(error));
    }
  }

  /** A run that ended because the money was gone is given some more, twice. */
  #giveMore(): boolean {
    const { phase, status, budget } = this.state;
    if (phase !== 'ended' || status !== 'limit' || this.#given >= 2) return false;
    this.#given++;
    const usd = (budget.usd ?? this.#scenario.policy.budget.usd ?? 0) + 10;
    this.#alive(() => {
      this.#record({ type: 'budget_changed', v: 1, usd, tokens: null, by: 'somebody' });
      this.#record({ type: 'run_resumed', v: 1 });
    });
    return true;
  }

  #settle(): void {
    const { policy } = this.#scenario;
    const usd = this.state.budget.usd ?? policy.budget.usd;
    const settled = settle(this.state, { ...policy, budget: { usd, tokens: null } }, this.#recorder);
    for (const assignment of settled.start) this.#start(assignment);
    this.#referee.atRest(this.state);
  }

  readonly #recorder: Recorder = {
    stamp: (draft, nth) => this.#stamp(draft, nth),
    append: (steps) => this.#append(steps),
  };

  #record(draft: Draft): void {
    const event = this.#stamp(draft, 0);
    this.#append([{ event, after: admitted(this.state, event) }]);
  }

  #stamp(draft: Draft, nth: number): Event {
    return { ...draft, seq: this.journal.length + 1 + nth, at: this.#line.now };
  }

  /** One transaction: all events of a decision become durable, or none. */
  #append(steps: readonly Step[]): void {
    const nth = ++this.#appends;
    if (nth > MOST_EVENTS) throw new Error('P4: the story does not end');
    const killed = this.#kills.has(nth);
    if (!killed || nth % 2 === 0) for (const step of steps) this.#keep(step);
    if (!killed) return;
    this.kills++;
    throw powerCut;
  }

  #keep({ event, after }: Step): void {
    this.folds++;
    this.journal.push(event);
    this.#referee.saw(event, this.state, after);
    hearOfPlan(this.#world, event, after);
    // Some of what is called off ends by itself before it hears of that.
    if (event.type === 'candidates_voided' && this.#random.chance(0.7))
      this.#line.clear((what) => what.is !== 'done' || !event.runs.includes(what.assignment.run));
    this.state = after;
  }

  /** All that survives is the journal and what finished runs left behind; everything in flight died with us. */
  #restart(): void {
    this.#line.clear((what) => what.is === 'person' || what.is === 'resume');
    this.#asked.clear();
    this.#lastAsking = undefined;
    this.state = this.journal.reduce(admitted, initialState);
    this.folds += this.journal.length;
    const open = new Map<number, AssignmentEvent>();
    for (const event of this.journal) {
      if ('reserved' in event) open.set(event.run, event);
      else if ('used' in event) open.delete(event.run);
    }
    this.#alive(() => undefined);
    for (const job of each(this.state.jobs)) {
      for (const seat of job.seats) {
        const assignment = open.get(seat.run);
        if (assignment !== undefined && (seat.state === 'running' || seat.state === 'parked'))
          this.#start(assignment);
      }
    }
  }

  #start(assignment: AssignmentEvent): void {
    const { now } = this.#line;
    const lasts =
      assignment.until === null ? durationOf(this.#world, assignment) : Math.max(0, assignment.until - now);
    const agent = isAgent(assignment);
    tellText(this.#world, assignment);
    if (!agent || !strikes(this.#world, 'hang'))
      return this.#line.at(now + lasts, { is: 'done', assignment });
    const { ticket, run, reserved: used } = assignment;
    const because = 'no answer within its deadline';
    const result: Result = { type: 'agent_failed', v: 1, ticket, run, used, trouble: 'timeout', because };
    this.#line.at(now + DEADLINE, { is: 'answer', result });
    // The hung agent may still answer, long after it was given up.
    if (strikes(this.#world, 'late'))
      this.#line.at(now + DEADLINE + this.#random.below(50_000), { is: 'done', assignment });
  }

  #askPeople(): void {
    if (this.state.asking === this.#lastAsking) return;
    this.#lastAsking = this.state.asking;
    for (const index of members(this.state.asking)) {
      const job = jobAt(this.state, index);
      const key = `${job.id}/${job.question?.id}`;
      if (this.#asked.has(key) || job.question === null) continue;
      this.#asked.add(key);
      if (strikes(this.#world, 'noAnswer')) continue;
      this.#answer(job.id, job.question);
    }
  }

  /** People change their minds while it runs, and some of what they want is no longer possible. */
  #steer(): void {
    for (const { after, draft } of steering(this.#world, this.state)) {
      const when = this.#line.now + after;
      this.#line.at(when, { is: 'person', draft });
      this.#line.at(when + 1, { is: 'resume' });
    }
  }

  /** What a stopped ticket has running is called off; some of it ends by itself before it hears of that. */
  #callOff(ticket: string): void {
    const job = jobNamed(this.state, ticket);
    if (job === undefined || job.stop === null || job.stage === 'land') return;
    for (const { state, run, reserved: used } of job.seats) {
      if ((state !== 'running' && state !== 'parked') || this.#random.chance(0.3)) continue;
      const because = 'called off';
      const result: Result = { type: 'agent_failed', v: 1, ticket, run, used, trouble: 'stopped', because };
      this.#line.at(this.#line.now + this.#random.below(500), { is: 'answer', result });
    }
  }

  /** What a person took the risk of is remembered outside the coordinator, for exactly that commit. */
  #hear(draft: Draft): void {
    // Whoever has it tried again has mostly repaired something first.
    const isRetry = draft.type === 'decision_answered' && draft.choice === 'retry';
    if (isRetry && draft.ticket.includes('remediation'))
      this.#world.infrastructureDown &&= this.#random.chance(0.3);
    if (draft.type !== 'decision_answered' || draft.choice !== 'accept') return;
    const job = jobNamed(this.state, draft.ticket);
    if (job?.question?.id === draft.question) accept(this.#world, job);
  }

  #answer(ticket: string, question: OpenQuestion): void {
    const times = strikes(this.#world, 'doubleAnswer') ? 2 : 1;
    for (let nth = 0; nth < times; nth++) {
      const choice = this.#random.pick(question.options);
      const when = this.#line.now + this.#random.below(100_000);
      const said = { question: question.id, choice, by: 'somebody', why: 'because' };
      this.#line.at(when, { is: 'person', draft: { type: 'decision_answered', v: 1, ticket, ...said } });
      this.#line.at(when + 1, { is: 'resume' });
      if (choice === 'manual') this.#workByHand(ticket, when + 10_000);
    }
  }

  #workByHand(ticket: string, when: number): void {
    const commit = newCommit(this.#world);
    const { tree } = truthOf(this.#world, commit);
    this.#line.at(when, { is: 'person', draft: { type: 'manual_work_found', v: 1, ticket, commit, tree } });
    this.#line.at(when + 1, { is: 'resume' });
  }

  #break(rule: string): void {
    this.breach ??= rule;
  }
}
