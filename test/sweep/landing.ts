// `npm run sweep:landing`: the coordinator is killed at every point of an epic while several candidates are gated at once,
// resumed, and has to land the same tickets, each as the very commit that was gated.
import { parseArgs } from 'node:util';

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Event } from '../../src/model/events.ts';
import { EpicRun } from '../support/epic-run.ts';
import { doneTwice, landedOn, unprovedOn } from '../support/proved-branch.ts';

const { values } = parseArgs({ options: { every: { type: 'string', default: '1' } } });

const running = ['run', 'epic.yaml', '--no-input'];
const ids = ['A', 'B', 'C', 'D', 'E', 'F'];

/** B and C are green alone and red together. */
const check = `sleep 1.5
if [ -f parts/B.txt ] && [ -f parts/C.txt ] && ! grep -q fits parts/[BC].txt; then exit 1; fi
`;
const fitted = `if [ -f parts/B.txt ] || [ -f parts/C.txt ]; then echo fits; fi >"parts/$GAUNTLET_TICKET.new"
mv "parts/$GAUNTLET_TICKET.new" "parts/$GAUNTLET_TICKET.txt"`;

function makeEpic(): EpicRun {
  return new EpicRun({
    files: { 'check.sh': check },
    config: { limits: { maxParallel: 6, maxAgents: 6, maxVerify: 6, maxGates: 4 } },
    tickets: ids.map((id) => ({ id, review: false })),
    playbook: ['B', 'C'].map((ticket) => ({ role: 'developer', ticket, shell: fitted }) as const),
  });
}

process.exitCode = await sweep();

async function sweep(): Promise<number> {
  const points = await cleanPoints();
  const first = points.findIndex((name) => name.startsWith('before merge')) + 1;
  say(`clean run: ${points.length} points, ${points.length - first + 1} of them once candidates are merged`);
  const totals = { kills: 0, wrong: 0 };
  const inFlight = new Map<number, number>();
  for (let point = first; point <= points.length; point += Number(values.every)) {
    const { killed, gates, problems } = await killedAt(point);
    if (killed) totals.kills += 1;
    inFlight.set(gates, (inFlight.get(gates) ?? 0) + 1);
    if (problems.length > 0) totals.wrong += 1;
    say(
      `point ${point}: ${killed ? `${gates} gates in flight` : 'not reached'}  ${problems.join('; ') || 'right'}`,
    );
  }
  const spread = [...inFlight].toSorted(([a], [b]) => a - b).map(([gates, many]) => `${gates}: ${many}`);
  say(`${totals.kills} kills (by gates in flight ${spread.join(', ')}), ${totals.wrong} wrong`);
  return totals.wrong === 0 ? 0 : 1;
}

async function cleanPoints(): Promise<readonly string[]> {
  const epic = makeEpic();
  try {
    const log = join(epic.folder, 'points');
    const { code, stderr } = await epic.start(running, { GAUNTLET_MILEPOSTS: log }).ended;
    if (code !== 0) throw new Error(`the clean run ended with ${code}: ${stderr}`);
    return readFileSync(log, 'utf8').split('\n').slice(0, -1);
  } finally {
    epic.remove();
  }
}

async function killedAt(point: number) {
  const epic = makeEpic();
  try {
    const { signal } = await epic.start(running, { GAUNTLET_KILL_AT: String(point) }).ended;
    const gates = openGates(await epic.look());
    const { code, stderr } = signal === 'SIGKILL' ? await epic.run('resume') : { code: 0, stderr: '' };
    return { killed: signal === 'SIGKILL', gates, problems: [...ended(code, stderr), ...problemsOf(epic)] };
  } finally {
    epic.remove();
  }
}

function ended(code: number | null, stderr: string): readonly string[] {
  return code === 0 ? [] : [`ended with ${code}: ${stderr.slice(-300)}`];
}

function problemsOf(epic: EpicRun): readonly string[] {
  const landed = landedOn((...args) => epic.git(...args), 'main..epic/e1');
  const tickets = landed.map(({ ticket }) => ticket).toSorted();
  return [
    ...(tickets.join() === ids.join() ? [] : [`landed ${tickets.join()}`]),
    ...unprovedOn(landed, epic.events()),
    ...doneTwice(epic.events()),
  ];
}

/** Gates that were handed out and had neither come back nor been called off. */
function openGates(events: readonly Event[]): number {
  const open = new Set<number>();
  for (const event of events) {
    if (event.type === 'landing_gate_started') open.add(event.run);
    else if (event.type === 'candidates_voided') for (const run of event.runs) open.delete(run);
    else if ('used' in event) open.delete(event.run);
  }
  return open.size;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
