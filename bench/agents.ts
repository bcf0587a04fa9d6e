// What we add to a run of a real agent: the same command line, environment and prompt, once started plainly and once
// through our adapter, from the call to the verdict, against a model that answers at once. Interleaved.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { openAgents } from '../src/agents/index.ts';
import type { AgentSettings } from '../src/model/config.ts';
import type { Processes, Program } from '../src/ports/processes.ts';
import { openProcesses } from '../src/process/index.ts';
import { fetchedAgent } from '../test/agents/fetch-agent.ts';
import { pinnedAgents } from '../test/agents/pinned-agents.ts';
import { callOf, makePlace, type Place, settingsOf } from '../test/contracts/agents.ts';
import { startModelServer } from '../test/model-server/server.ts';
import { atMost, type Bench, median, type Row } from './table.ts';

const ROUNDS = 7;
const MOST_OF_OURS = 150;
const env = { ...process.env, TEST_KEY: 'sk-test-0123456789abcdef' };

type Contender = { readonly name: 'claude' | 'codex'; readonly path: string; readonly model: string };

const contenders: readonly Contender[] = [
  { name: 'claude', path: '', model: 'claude-sonnet-4-5' },
  { name: 'codex', path: '/v1', model: 'gpt-5-codex' },
];

/** Our own time per run of an agent; nothing where the agent has not been fetched (`npm run test:agents` fetches it). */
export const bench: Bench = {
  name: 'agents',
  async run() {
    const server = await startModelServer();
    const place = await makePlace();
    try {
      const rows: Row[] = [];
      for (const contender of contenders) {
        const program = fetchedAgent(pinnedAgents[contender.name]);
        if (program === undefined)
          process.stderr.write(`${contender.name} has not been fetched: not measured\n`);
        else rows.push(await measured(contender, { program, url: server.url, place }));
      }
      return rows;
    } finally {
      await place.remove();
      await server.close();
    }
  },
};

type Around = { readonly program: string; readonly url: string; readonly place: Place };

async function measured({ name, path, model }: Contender, { program, url, place }: Around): Promise<Row> {
  const settings: AgentSettings = {
    ...settingsOf(name, [program]),
    model,
    baseUrl: `${url}/scenario/answer${path}`,
    apiKeyEnv: 'TEST_KEY',
  };
  const stateFolder = join(place.run, `state-${name}`);
  mkdirSync(stateFolder, { recursive: true });
  const recorded = recording(await openProcesses({ stateFolder }));
  const agents = await openAgents({
    processes: recorded,
    configFolder: place.config,
    env,
    settings: [settings],
  });
  const differences: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const folder = join(place.run, `${name}-${round}`);
    mkdirSync(folder);
    const ours = await timed(async () => {
      const { stop } = await agents.call(callOf(settings, { ...place, run: folder }));
      if (stop.kind !== 'finished') throw new Error(`${name} ended with ${JSON.stringify(stop)}`);
    });
    const furnished = recorded.last();
    const plain = await timed(() => started(furnished));
    // The first round fills caches.
    if (round > 0) differences.push(ours - plain);
  }
  return atMost(
    { what: `${name}: our own time per run`, value: median(differences), unit: 'ms' },
    MOST_OF_OURS,
  );
}

/** Processes that remember what was started last, and the home it was given: that is gone when the call is over. */
function recording(processes: Processes): Processes & { last(): Program } {
  let last: Program | undefined;
  return {
    ...processes,
    run: (program, cancel) => {
      last = program;
      cpSync(homeOf(program), `${homeOf(program)}.kept`, { recursive: true });
      return processes.run(program, cancel);
    },
    last: () => {
      if (last === undefined) throw new Error('nothing was started');
      rmSync(homeOf(last), { recursive: true, force: true });
      cpSync(`${homeOf(last)}.kept`, homeOf(last), { recursive: true });
      return last;
    },
  };
}

function homeOf({ env: { HOME = '' } }: Program): string {
  return HOME;
}

async function timed(act: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

/** The same program with the same words, without us. */
function started({ argv: [file, ...args], cwd, env: own, stdin }: Program): Promise<void> {
  return new Promise((resolve, reject) => {
    const { PATH, HOME } = process.env;
    const child = spawn(file, args, {
      cwd,
      env: { PATH, HOME, ...own },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${file} by itself ended with ${code}`));
    });
    child.stdin.end(stdin);
  });
}
