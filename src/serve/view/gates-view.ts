import type { Stage } from '../../model/events.ts';
import { calibrationWords, type RunEntry } from '../../report/index.ts';
import type { Book } from '../book.ts';
import type { WireCheck, WireFinding } from '../wire.ts';
import type { GateLine, GatesView, RuleLine } from '../wire-tables.ts';
import { checksOf, findingsOf } from './findings.ts';
import { outcomeOf } from './ticket-view.ts';

/** What one run left on disk that is counted here. A run that has ended does not change, so it is read once. */
type Left = { readonly findings: readonly WireFinding[]; readonly checks: readonly WireCheck[] };

const known = new WeakMap<Book, Map<number, Left>>();

const judging: ReadonlySet<Stage> = new Set<Stage>([
  'validate',
  'review',
  'audit',
  'confirm',
  'merge',
  'gate',
]);

/** How often each gate passes, how long it takes, and how often what a rule says is taken back: noise made visible. */
export function gatesView(book: Book): GatesView {
  const chronicle = book.chronicle();
  const stages = new Map<string, Tally>();
  const checks = new Map<string, Tally>();
  const rules = new Map<string, Said>();
  const dismissed = book.desk.dismissed();
  for (const job of chronicle.jobs) {
    for (const entry of chronicle.of(job).runs) {
      if (entry.ended === null || !judging.has(entry.assigned.stage)) continue;
      tallyOf(stages, entry.assigned.stage).add(entry);
      const left = leftBy(book, entry.run);
      for (const check of left.checks) tallyOf(checks, `${check.check} · ${check.environment}`).check(check);
      for (const finding of left.findings) saidOf(rules, finding.rule).add(finding, job, dismissed);
    }
  }
  return {
    stages: [...stages].map(([name, tally]) => tally.line(name)),
    checks: [...checks].map(([name, tally]) => tally.line(name)),
    rules: [...rules].map(([rule, said]) => said.line(rule)).sort((a, b) => b.said - a.said),
    critics: book.state().critics.map(calibrationWords),
  };
}

function leftBy(book: Book, run: number): Left {
  let runs = known.get(book);
  if (runs === undefined) known.set(book, (runs = new Map()));
  let left = runs.get(run);
  if (left === undefined)
    runs.set(run, (left = { findings: findingsOf(book, run), checks: checksOf(book, run) }));
  return left;
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

  check({ status, flaky }: WireCheck): void {
    this.#count(status);
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

  add({ setAside, fingerprint }: WireFinding, job: string, dismissed: ReadonlySet<string>): void {
    this.#tickets.add(job);
    this.#said += 1;
    if (setAside !== '') this.#setAside += 1;
    if (dismissed.has(fingerprint)) this.#dismissed += 1;
  }

  line(rule: string): RuleLine {
    const { size } = this.#tickets;
    return { rule, said: this.#said, setAside: this.#setAside, dismissed: this.#dismissed, tickets: size };
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
