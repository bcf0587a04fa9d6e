// One epic driven to its end through any number of kills, and everything that must be true of that.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { epicFile, epicId, escalated } from './content.ts';
import { endState, type EndState } from './end-state.ts';
import type { Ended, World } from './world.ts';

/** Where it is killed: at the nth point, at the first whose name begins like this, or after some milliseconds. */
export type Kill = number | string | { readonly after: number };

/** What the nth start of the coordinator dies of; undefined lets it live. */
export type Kills = (start: number, passedBefore: number) => Kill | undefined;

export type Driven = {
  readonly end: EndState;
  /** Names of the points at which it was killed. */
  readonly killedAt: readonly string[];
  /** Points passed in all, restarts included. */
  readonly points: number;
  readonly agentRuns: number;
  readonly differences: readonly string[];
};

/** More starts than any chain needs: a run that comes no further would go on for ever. */
const MOST_STARTS = 120;

/** Runs the epic to its end: killed as told, resumed each time, the one decision answered when it is all that is left. */
export async function drive(world: World, kills: Kills): Promise<Driven> {
  const killedAt: string[] = [];
  const differences: string[] = [];
  let points = 0;
  let decided = false;
  for (let start = 0; start < MOST_STARTS; start += 1) {
    const at = kills(start, points);
    world.tell(`coordinator ${start}`);
    const ended = await runAndKill(world, command(world, start), at);
    points += ended.points.length;
    if (ended.signal === 'SIGKILL') {
      killedAt.push(ended.points.at(-1) ?? 'nowhere');
      for (const token of answeredTokens(world)) world.tell(`answered ${token}`);
      continue;
    }
    if (ended.code === 3 && !decided) {
      await decide(world);
      decided = true;
      continue;
    }
    if (ended.code !== 0) differences.push(`ended with ${sayEnd(ended)}`);
    const end = await endState(world);
    const told = await world.told();
    differences.push(...repeated(told), ...alwaysTrue(world, end));
    return { end, killedAt, points, agentRuns: told.filter(isStart).length, differences };
  }
  throw new Error(`still running after ${MOST_STARTS} starts; killed at ${killedAt.join(', ')}`);
}

async function runAndKill(world: World, args: readonly string[], kill: Kill | undefined): Promise<Ended> {
  if (kill === undefined) return world.run(args);
  if (typeof kill !== 'object') return world.run(args, { GAUNTLET_KILL_AT: String(kill) });
  const run = world.start(args);
  const timer = setTimeout(() => run.child.kill('SIGKILL'), kill.after);
  const ended = await run.ended;
  clearTimeout(timer);
  return ended;
}

/** A run that nothing happens to: what all others are compared with. */
export async function cleanRun(world: World): Promise<Driven> {
  const driven = await drive(world, () => undefined);
  if (driven.differences.length === 0) return driven;
  throw new Error(`the clean run is not clean: ${driven.differences.join('\n')}`);
}

/** Whoever was killed before anything was recorded starts again; after that both ways of going on must do. */
function command(world: World, start: number): readonly string[] {
  const hasBegun = existsSync(join(world.epic, 'journal.db')) && start > 0;
  return hasBegun && start % 3 !== 2 ? resuming : running(world);
}

export const resuming: readonly string[] = ['resume', epicId, '--no-input'];

export function running({ tickets }: World): readonly string[] {
  return ['run', epicFile, '--no-input', '--only', tickets.join(',')];
}

export async function decide(world: World): Promise<void> {
  const args = ['decide', escalated, '--retry', '--reason', 'a pinch is enough', '--epic', epicId];
  const ended = await world.run(args);
  if (ended.code !== 0) throw new Error(`the decision was refused: ${sayEnd(ended)}`);
}

export function sayEnd(ended: Ended): string {
  return `exit ${ended.code}, signal ${ended.signal}: ${ended.stderr.slice(-2000)}`;
}

/** Tokens of runs whose answer is kept: these agents must never be started again. */
function answeredTokens(world: World): readonly string[] {
  const runs = join(world.epic, 'runs');
  if (!existsSync(runs)) return [];
  return readdirSync(runs)
    .filter((run) => existsSync(join(runs, run, 'answer.json')))
    .map((run) => {
      const issued = JSON.parse(readFileSync(join(runs, run, 'issued.json'), 'utf8')) as { token: string };
      return issued.token;
    });
}

function isStart(line: string): boolean {
  return line.startsWith('start ');
}

/** Agents that were started although their answer was there; and whatever they left their token out of. */
function repeated(told: readonly string[]): readonly string[] {
  const answered = new Set<string>();
  const wrong: string[] = [];
  for (const line of told) {
    const token = line.slice(line.lastIndexOf(' ') + 1);
    if (line.startsWith('answered ')) answered.add(token);
    else if (isStart(line) && answered.has(token)) wrong.push(`an answered agent was started again: ${line}`);
  }
  return wrong;
}

/** What holds for every run, compared with nothing. */
function alwaysTrue({ tickets }: World, end: EndState): readonly string[] {
  return [
    ...tickets.filter((id) => end.landings[id] !== 1).map((id) => `${id} landed ${end.landings[id]} times`),
    ...end.processes.map((process) => `still running: ${process}`),
    ...end.left.filter((name) => litter.test(name)).map((name) => `left behind: ${name}`),
  ];
}

/** What no clean run leaves either. */
const litter =
  /\.lock$|\.part$|\.draft$|\.tmp$|\/tmp\/\d|\/pid-|\/tmp-|\/self-test|holder\.json$|\/tickets\/./;

/** Commits that a killed agent had made get a ref, so that nobody's work is lost. */
const rescued = /\/keep\/left\//;

/** What a run learns is kept for the next one; trouble on the way may have taught it something. */
const learnt = /\/memory(?:\/|$)/;

/** In what two ends differ. */
export function compared(clean: EndState, other: EndState): readonly string[] {
  const differences: string[] = [];
  for (const key of ['statuses', 'landings', 'tree', 'verified', 'checkout'] as const) {
    const [wanted, got] = [JSON.stringify(clean[key]), JSON.stringify(other[key])];
    if (wanted !== got) differences.push(`${key}: ${got} instead of ${wanted}`);
  }
  const more = other.left.filter(
    (name) => !clean.left.includes(name) && !rescued.test(name) && !learnt.test(name),
  );
  return [...differences, ...more.map((name) => `left behind: ${name}`)];
}
