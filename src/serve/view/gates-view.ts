import { setImmediate as soon } from 'node:timers/promises';

import { checkName } from '../../model/checks.ts';
import type { Stage } from '../../model/events.ts';
import { outcomeOf, trackRecordWords, type RunEntry } from '../../report/index.ts';
import type { Book } from '../book.ts';
import type { WireCheck, WireFinding } from '../wire.ts';
import type { GateLine, GatesView, RuleLine } from '../wire-tables.ts';
import { leftBy } from './findings.ts';

/** So many runs are read from the disk at a time: between them others are answered. */
const AT_ONCE = 50;

const judging: ReadonlySet<Stage> = new Set<Stage>([
  'validate',
  'review',
  'audit',
  'confirm',
  'merge',
  'gate',
]);

/** How often each gate passes, how long it takes, and how often what a rule says is taken back: noise made visible. */
export async function gatesView(book: Book): Promise<GatesView> {
  const stages = new Map<string, Tally>();
  const checks = new Map<string, Tally>();
  const rules = new Map<string, Said>();
  const dismissed = book.desk.dismissed();
  for (const [nth, { job, entry }] of judgedRuns(book).entries()) {
    if (nth % AT_ONCE === AT_ONCE - 1) await soon();
    tallyOf(stages, entry.assigned.stage).add(entry);
    const left = leftBy(book, entry.run, true);
    for (const check of left.checks) tallyOf(checks, checkName(check)).check(check);
    for (const finding of left.findings) saidOf(rules, finding.rule).add(finding, job, dismissed);
  }
  return {
    stages: [...stages].map(([name, tally]) => tally.line(name)),
    checks: [...checks].map(([name, tally]) => tally.line(name)),
    rules: [...rules].map(([rule, said]) => said.line(rule)).sort((a, b) => b.said - a.said),
    critics: book
      .state()
      .critics.flatMap((critic) => [trackRecordWords(critic), book.desk.calibrated(critic) ?? ''])
      .filter((words) => words !== ''),
  };
}

function judgedRuns(book: Book): readonly { readonly job: string; readonly entry: RunEntry }[] {
  const chronicle = book.chronicle();
  return [...chronicle.jobs].flatMap((job) =>
    chronicle
      .of(job)
      .runs.filter(({ assigned, ended }) => ended !== null && judging.has(assigned.stage))
      .map((entry) => ({ job, entry })),
  );
}

class Tally {
  readonly #times: number[] = [];
  #runs = 0;
  #passed = 0;
  #failed = 0;
  #broken = 0;
  #flaky = 0;

  add({ assigned, ended }: RunEntry): void {
    if (ended === null) return;
    this.#times.push(ended.at - assigned.at);
    const outcome = outcomeOf(ended.type);
    this.#count(outcome === 'pass' ? 'PASS' : outcome === 'fail' ? 'FAIL' : 'BROKEN');
  }

  check({ status, flaky, ms }: WireCheck): void {
    this.#count(status);
    if (ms !== null) this.#times.push(ms);
    if (flaky) this.#flaky += 1;
  }

  #count(status: WireCheck['status']): void {
    this.#runs += 1;
    if (status === 'PASS') this.#passed += 1;
    else if (status === 'FAIL') this.#failed += 1;
    else this.#broken += 1;
  }

  line(name: string): GateLine {
    const times = this.#times.toSorted((a, b) => a - b);
    return {
      name,
      runs: this.#runs,
      passed: this.#passed,
      failed: this.#failed,
      broken: this.#broken,
      flaky: this.#flaky,
      medianMs: times[Math.floor(times.length / 2)] ?? null,
      slowestMs: times.at(-1) ?? null,
    };
  }
}

class Said {
  readonly #tickets = new Set<string>();
  #said = 0;
  #setAside = 0;
  #dismissed = 0;
  #takenBack = 0;

  add({ setAside, fingerprint }: WireFinding, job: string, dismissed: ReadonlySet<string>): void {
    this.#tickets.add(job);
    this.#said += 1;
    if (setAside !== '') this.#setAside += 1;
    if (dismissed.has(fingerprint)) this.#dismissed += 1;
    if (setAside !== '' || dismissed.has(fingerprint)) this.#takenBack += 1;
  }

  line(rule: string): RuleLine {
    return {
      rule,
      said: this.#said,
      setAside: this.#setAside,
      dismissed: this.#dismissed,
      takenBack: this.#takenBack,
      tickets: this.#tickets.size,
    };
  }
}

function tallyOf(all: Map<string, Tally>, name: string): Tally {
  let tally = all.get(name);
  if (tally === undefined) all.set(name, (tally = new Tally()));
  return tally;
}

function saidOf(all: Map<string, Said>, rule: string): Said {
  let said = all.get(rule);
  if (said === undefined) all.set(rule, (said = new Said()));
  return said;
}
