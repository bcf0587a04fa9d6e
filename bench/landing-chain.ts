// Landing tickets that are ready together, with a check that sleeps: one gate at a time, and several in a chain. Real git,
// real processes, scripted agents that answer at once; serial and chain in turn, medians.
import type { Event } from '../src/model/events.ts';
import { EpicRun } from '../test/support/epic-run.ts';
import { atMost, type Bench, median, type Row } from './table.ts';

const ROUNDS = 3;
/** Gates at once, and how near to the bound the chain has to come without a pair, with one and with four. */
const settings = [
  { gates: 1, pairs: [0], goals: [1.15] },
  { gates: 2, pairs: [0], goals: [1.1] },
  { gates: 4, pairs: [0, 1, 4], goals: [1.15, 1.4, 2.2] },
  { gates: 8, pairs: [0, 1, 4], goals: [1.25, 1.7, 3.2] },
] as const;
/** Check-seconds by the number of pairs, against the least possible. */
const checkGoals = new Map<number, number>([
  [0, 1.02],
  [1, 1.25],
  [4, 2],
]);

type Course = {
  readonly tickets: number;
  readonly gates: number;
  /** Pairs of tickets that are green alone and red together. */
  readonly pairs: number;
  /** What the check does before it looks at the product. */
  readonly work: string;
};

const sleeps = (seconds: number): string => `sleep ${seconds}`;
/** Two seconds of one core. */
const computes = `node -e 'while (process.cpuUsage().user < 2e6);'`;

const courses: readonly (Course & { readonly goal: number })[] = settings.flatMap(({ gates, pairs, goals }) =>
  pairs.map((many, nth) => ({ tickets: 24, gates, pairs: many, work: sleeps(5), goal: goals[nth] ?? 1 })),
);

/** Landing as the number of gates grows. `--tickets N` tries N tickets once, with four gates, no pair and a check of 1 s. */
export const bench: Bench = {
  name: 'landing-chain',
  async run(asked = {}) {
    const { tickets } = asked;
    if (tickets !== undefined)
      return await measured([{ tickets, gates: 4, pairs: 0, work: sleeps(1), goal: 1.5 }], 1);
    return [...(await measured(courses, ROUNDS)), await computed(ROUNDS)];
  },
};

/** Every round plays each course, and one at a time for each number of pairs, so that they take turns. */
async function measured(played: readonly (Course & { goal: number })[], rounds: number): Promise<Row[]> {
  const chains = new Map(played.map((course) => [course, [] as Landed[]]));
  const serials = new Map<number, Landed[]>();
  for (let round = 0; round < rounds; round++) {
    const alone = new Set<number>();
    for (const course of played) {
      chains.get(course)?.push(await landAll(course));
      if (alone.has(course.pairs)) continue;
      alone.add(course.pairs);
      const known = serials.get(course.pairs) ?? [];
      serials.set(course.pairs, [...known, await landAll({ ...course, gates: 1 })]);
    }
  }
  return played.flatMap((course) =>
    rowsOf(course, chains.get(course) ?? [], serials.get(course.pairs) ?? []),
  );
}

function rowsOf(
  course: Course & { goal: number },
  chain: readonly Landed[],
  serial: readonly Landed[],
): Row[] {
  const { tickets, gates, pairs, goal } = course;
  const what = `${tickets} tickets, ${gates} gates, ${pairs} pairs`;
  // The first lands as it was validated; every pair costs one more gate.
  const least = tickets - 1 + pairs;
  const bound = Math.ceil(tickets / gates) * middle(chain, 'gate');
  const checked = middle(chain, 'checked') / (least * middle(chain, 'gate'));
  return [
    atMost({ what, value: middle(chain, 'makespan') / bound, unit: 'x bound' }, goal),
    { what, value: middle(serial, 'makespan') / middle(chain, 'makespan'), unit: 'times faster than serial' },
    atMost({ what, value: checked, unit: 'x least check-seconds' }, checkGoals.get(pairs) ?? 2),
  ];
}

/** A check that needs a core for itself must not land later because several gates run at once. */
async function computed(rounds: number): Promise<Row> {
  const course = { tickets: 8, pairs: 0, work: computes };
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const serial = await landAll({ ...course, gates: 1 });
    const chain = await landAll({ ...course, gates: 2 });
    ratios.push(chain.makespan / serial.makespan);
  }
  return atMost({ what: 'a check of one core, 2 gates', value: median(ratios), unit: 'x serial' }, 1.05);
}

const middle = (of: readonly Landed[], what: keyof Landed): number => median(of.map((each) => each[what]));

/** Milliseconds: until all have landed, of one gate, and of all gates together with those that were called off. */
type Landed = { readonly makespan: number; readonly gate: number; readonly checked: number };

async function landAll({ tickets, gates, pairs, work }: Course): Promise<Landed> {
  const ids = Array.from({ length: tickets }, (_, nth) => `T${String(nth + 10)}`);
  const clashes = Array.from({ length: pairs }, (_, nth) => [ids[4 * nth + 1], ids[4 * nth + 2]] as const);
  const epic = new EpicRun({
    files: { 'check.sh': `${work} && node product.mjs`, 'product.mjs': PRODUCT },
    config: { limits: { maxParallel: tickets, maxVerify: tickets, maxGates: gates } },
    tickets: ids.map((id) => ({ id, review: false })),
    // Whichever of a pair lands second has to fit the other.
    playbook: clashes.flatMap(([first = '', second = '']) => [
      fitting(second, first),
      fitting(first, second),
    ]),
  });
  try {
    const { code, stderr } = await epic.run();
    if (code !== 0) throw new Error(`the epic ended with ${code}: ${stderr}`);
    return timesOf(epic.events());
  } finally {
    epic.remove();
  }
}

/** Two parts with one name clash, unless one of them fits the other. The product reads them: they are no inputs of the check. */
const PRODUCT = `import { existsSync, readdirSync, readFileSync } from 'node:fs';
const parts = existsSync('parts') ? readdirSync('parts').map((file) => readFileSync('parts/' + file, 'utf8')) : [];
const names = parts.filter((text) => text.startsWith('pair')).map((text) => text.split('\\n')[0]);
const fits = parts.filter((text) => text.includes('fits')).map((text) => text.split('\\n')[0]);
if (names.some((name, nth) => names.indexOf(name) !== nth && !fits.includes(name))) process.exit(1);
`;

function fitting(ticket: string, other: string) {
  const pair = [ticket, other].toSorted().join(' ');
  const shell = `mkdir -p parts; echo pair ${pair} >parts/${ticket}.txt; if [ -f parts/${other}.txt ]; then echo fits >>parts/${ticket}.txt; fi`;
  return { role: 'developer' as const, ticket, shell };
}

function timesOf(events: readonly Event[]): Landed {
  const at = (type: Event['type']): number[] =>
    events.flatMap((event) => (event.type === type ? [event.at] : []));
  const open = new Map<number, Extract<Event, { readonly type: 'landing_gate_started' }>>();
  const passed: number[] = [];
  let checked = 0;
  const end = (run: number, now: number): number => {
    const took = now - (open.get(run)?.at ?? now);
    open.delete(run);
    checked += took;
    return took;
  };
  for (const event of events) {
    if (event.type === 'landing_gate_started') open.set(event.run, event);
    if (event.type === 'landing_gate_passed') passed.push(end(event.run, event.at));
    if (event.type === 'landing_gate_failed') end(event.run, event.at);
    if (event.type === 'candidates_voided')
      for (const { run, ticket } of open.values()) if (event.tickets.includes(ticket)) end(run, event.at);
  }
  return {
    makespan: (at('task_complete').at(-1) ?? 0) - (at('merge_started')[0] ?? 0),
    gate: median(passed),
    checked,
  };
}
