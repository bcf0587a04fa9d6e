// What it costs to start, as a ratio to a Node that does nothing. Ratios, because machines differ; interleaved,
// because machines are busy; wall and CPU, because one hides what the other shows.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { play } from './contracts.ts';
import { atMost, type Bench, median, type Row } from './table.ts';

const ROUNDS = 25;

type Contender = {
  readonly what: string;
  readonly args: readonly string[];
  readonly goal: number;
  /** What it is compared with: another contender, or a Node that does nothing. */
  readonly with?: string;
};
type Time = { readonly wall: number; readonly cpu: number };

/** CLI start against `node -e 0`. */
export const bench: Bench = {
  name: 'start',
  async run() {
    const place = mkdtempSync(join(tmpdir(), 'gauntlet-bench-'));
    try {
      return measure(place, [...contenders(place), ...(await statuses(place))]);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  },
};

function contenders(place: string): Contender[] {
  const out = join(place, 'dist');
  execFileSync(process.execPath, [join(import.meta.dirname, '../tools/build.ts'), '--out', out]);
  const cli = join(out, 'gauntlet.cjs');
  const epic = join(place, 'epic.yaml');
  const answer = join(place, 'answer.txt');
  writeFileSync(epic, EPIC);
  writeFileSync(answer, 'Done.\n\nREADY_FOR_REVIEW: API-1\n\nFiles Modified:\n- src/limiter.ts (created)\n');
  return [
    { what: '--version', args: [cli, '--version'], goal: 1.1 },
    { what: '--help', args: [cli, '--help'], goal: 1.1 },
    { what: 'check', args: [cli, 'check', epic], goal: 2 },
    { what: 'parse', args: [cli, 'parse', '--as', 'developer', '--ticket', 'API-1', answer], goal: 2 },
  ];
}

/** 1,300 tickets with about 62 events each. */
const LONG = 1300;

/** A run that has hardly begun, and one that went on for 80,000 events. */
async function statuses(place: string): Promise<Contender[]> {
  const cli = join(place, 'dist', 'gauntlet.cjs');
  const status = (name: string): readonly string[] => [cli, 'status', '--cwd', join(place, name)];
  const last = await recorded(join(place, 'long'), LONG, Number.POSITIVE_INFINITY);
  await recorded(join(place, 'short'), 3, 1);
  return [
    { what: 'status', args: status('short'), goal: 2 },
    { what: `status of ${last} events`, args: status('long'), goal: 2, with: 'status' },
  ];
}

async function recorded(repository: string, tickets: number, until: number): Promise<number> {
  execFileSync('git', ['init', '--quiet', '--template=', repository]);
  const folder = join(repository, '.git/gauntlet/epics/bench');
  mkdirSync(folder, { recursive: true });
  return play(join(folder, 'journal.db'), until, tickets);
}

function measure(place: string, all: readonly Contender[]): Row[] {
  const nothing: Contender = { what: 'node -e 0', args: ['-e', '0'], goal: 1 };
  for (const each of all) timeOf(each, place);
  const ratios = new Map(all.map((each) => [each.what, { wall: [] as number[], cpu: [] as number[] }]));
  for (let round = 0; round < ROUNDS; round++) {
    const times = new Map<string, Time>([['node -e 0', timeOf(nothing, place)]]);
    for (const each of all) {
      const time = timeOf(each, place);
      times.set(each.what, time);
      const floor = times.get(each.with ?? 'node -e 0') ?? time;
      ratios.get(each.what)?.wall.push(time.wall / floor.wall);
      ratios.get(each.what)?.cpu.push(time.cpu / floor.cpu);
    }
  }
  return all.flatMap(({ what, goal, with: other = 'node -e 0' }) => {
    const { wall, cpu } = ratios.get(what) ?? { wall: [], cpu: [] };
    return [
      atMost({ what: `start ${what}, wall`, value: median(wall), unit: `x ${other}` }, goal),
      atMost({ what: `start ${what}, CPU`, value: median(cpu), unit: `x ${other}` }, goal),
    ];
  });
}

/** The shell's own clock sees the CPU time of a finished child, which Node does not tell. */
function timeOf(each: Contender, place: string): Time {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@" >/dev/null 2>"$PLACE/stderr"';
  const said = execFileSync('bash', ['-c', `{ ${script}; } 2>&1`, 'bash', process.execPath, ...each.args], {
    encoding: 'utf8',
    env: {
      ...process.env,
      PLACE: place,
      XDG_CACHE_HOME: join(place, 'cache'),
      GAUNTLET_WORKSPACES: join(place, 'ws'),
    },
  });
  const [wall = 0, user = 0, system = 0] = said.trim().split(/\s+/).map(Number);
  return { wall, cpu: user + system };
}

const EPIC = `version: 1
epic: checkout-hardening
title: Checkout hardening
base: main
verify:
  - { id: types, run: npm run typecheck }
tickets:
  - id: API-1
    title: Add rate limiter
    description: Limit POST /orders per user.
    acceptance:
      - { id: AC1, text: the 101st request in a minute gets status 429, verify: npx vitest run limiter }
  - id: WEB-7
    title: Show the retry time
    description: Tell the customer how long to wait.
    needs: [API-1]
    acceptance: [{ id: AC1, text: the banner shows the seconds left }]
`;
