// Everything a real agent has to show, program and all, against a scripted model on loopback.
import { rmSync } from 'node:fs';

import { afterAll, describe } from 'vitest';

import { type Deed, itHonoursTheAgentsContract } from '../contracts/agents.ts';
import { startModelServer } from '../model-server/server.ts';
import { answersWell } from './kit-answers.ts';
import { makeHome, openBench, type RealAgent } from './kit-bench.ts';
import { decidesByScores, worksTheDemo } from './kit-demo.ts';
import { staysHarmless } from './kit-hostile.ts';
import { saysWhatWentWrong } from './kit-troubles.ts';

export { type Bench, judge, KEY, openBench, promptOf, type RealAgent } from './kit-bench.ts';

/** Runs the whole kit. */
export async function itWorksForReal(agent: RealAgent): Promise<void> {
  await honoursTheContract(agent);
  describe(agent.name, () => {
    const bench = openBench(agent);
    staysHarmless(bench);
    saysWhatWentWrong(bench);
    answersWell(bench);
  });
  describe(`${agent.name} through the command line`, () => {
    decidesByScores(agent);
    worksTheDemo(agent);
  });
}

const writeEnvironment = `node -e "fs.writeFileSync('seen.json', JSON.stringify(process.env))"`;

const scenarioOf: Readonly<Record<Exclude<Deed, 'huge' | 'garbled'>, string>> = {
  answer: 'answer',
  crash: '500',
  hang: 'hang',
  write: 'write',
  environment: `shell:${encodeURIComponent(writeEnvironment)}`,
};

/** What every adapter honours; what a program prints too much is tried with other expectations below. */
async function honoursTheContract(agent: RealAgent): Promise<void> {
  const server = await startModelServer();
  const home = makeHome(agent);
  afterAll(async () => {
    await server.close();
    rmSync(home, { recursive: true, force: true });
  });
  const { use, run = [], ...settings } = agent.settings(server.url);
  itHonoursTheAgentsContract({
    use,
    make: (_, deed) => Promise.resolve(deed === 'huge' || deed === 'garbled' ? undefined : run),
    settings: () => settings,
    prompt: (deed) => (deed === 'huge' || deed === 'garbled' ? '' : `[[scenario:${scenarioOf[deed]}]]\n`),
    env: { ...agent.env?.(server.url), HOME: home },
    converses: agent.cannot?.resume === undefined,
    crash: agent.saysOfFailure ?? '500',
    ...(agent.patience === undefined ? {} : { patience: agent.patience }),
    judgeWriting: 'finished',
  });
}
