import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import {
  callOf,
  type Deed,
  itHonoursTheAgentsContract,
  makePlace,
  settingsOf,
} from '../../../test/contracts/agents.ts';
import { openTestProcesses } from '../../../test/contracts/agents-processes.ts';
import { openProcesses } from '../../process/index.ts';
import { openAgents } from '../index.ts';

const close = `
  const token = /^TOKEN: (\\S+)$/m.exec(prompt)?.[1];
  process.stdout.write('READY_FOR_REVIEW: ' + process.env.GAUNTLET_TICKET + ' ' + token + '\\n');
`;

const deeds: Readonly<Record<Deed, string>> = {
  answer: close,
  crash: `process.stdout.write('so far'); process.stderr.write('it broke\\n'); process.exit(3);`,
  hang: `setInterval(() => {}, 1_000);`,
  write: `fs.writeFileSync('made.txt', 'made'); ${close}`,
  environment: `fs.writeFileSync('seen.json', JSON.stringify(process.env)); ${close}`,
  huge: `for (let at = 0; at < 250; at++) fs.writeSync(1, 'x'.repeat(99_999) + '\\n'); ${close}`,
  garbled: `fs.writeSync(1, Buffer.from([0xff, 0xfe, 0x0a])); ${close}`,
};

function script(body: string): string {
  return `import fs from 'node:fs';\nconst prompt = fs.readFileSync(0, 'utf8');\n${body}\n`;
}

itHonoursTheAgentsContract({
  use: 'command',
  make: async (folder, deed) => {
    await mkdir(join(folder, 'tools'), { recursive: true });
    await writeFile(join(folder, 'tools', `${deed}.mjs`), script(deeds[deed]));
    return ['node', `tools/${deed}.mjs`];
  },
});

let place: Awaited<ReturnType<typeof makePlace>>;
let machine: Awaited<ReturnType<typeof openTestProcesses>>;

beforeEach(async () => {
  place = await makePlace();
  machine = await openTestProcesses();
  await mkdir(join(place.config, 'tools'));
  await mkdir(join(place.workspace, 'tools'));
  await writeFile(join(place.config, 'tools/judge.mjs'), script(`process.stdout.write('the original');`));
});

afterEach(async () => {
  await place.remove();
  await machine.close();
});

const settings = settingsOf('command', ['node', 'tools/judge.mjs']);

function open(more: { readonly pinned?: readonly { path: string; sha256: string }[] } = {}) {
  const { processes } = machine;
  return openAgents({
    processes,
    configFolder: place.config,
    env: process.env,
    settings: [settings],
    ...more,
  });
}

test('DISPATCH-08 a branch that brings its own judge does not replace the one the run started with', async () => {
  await writeFile(
    join(place.workspace, 'tools/judge.mjs'),
    script(`process.stdout.write('the replaced one');`),
  );
  const end = await (await open()).call(callOf(settings, place, { role: 'critic', readOnly: true }));
  expect(end).toMatchObject({ stop: { kind: 'finished' }, text: 'the original' });

  // The same command line without finding its script first: this is what the finding is for.
  const naive = await machine.processes.run({
    argv: [process.execPath, 'tools/judge.mjs'],
    cwd: place.workspace,
    env: {},
    stdin: '',
    confinement: { writable: [], visible: [place.workspace], hidden: [], network: false },
    timeout: 60_000,
    stall: null,
    outputCap: 1_000,
    folder: place.run,
  });
  expect(naive.stdout).toBe('the replaced one');
});

test('a script that is not in the folder of the configuration is refused, even where the branch has one', async () => {
  await rm(join(place.config, 'tools/judge.mjs'));
  await writeFile(join(place.workspace, 'tools/judge.mjs'), script(''));
  const agents = await open();
  expect(await agents.problem(settings)).toBe(`tools/judge.mjs is not a file in ${place.config}`);
  expect((await agents.call(callOf(settings, place))).stop.kind).toBe('missing');
});

test('a program that changed since the run started is not started', async () => {
  const agents = await open();
  expect(agents.files.map(({ path }) => path)).toContain(join(place.config, 'tools/judge.mjs'));
  await writeFile(join(place.config, 'tools/judge.mjs'), script(`process.stdout.write('another');`));
  const because = `${join(place.config, 'tools/judge.mjs')} changed since the run started`;
  expect((await agents.call(callOf(settings, place))).stop).toEqual({ kind: 'missing', because });

  // A run that is taken up again holds it against what it recorded the first time.
  const again = await open({ pinned: agents.files });
  expect(await again.problem(settings)).toBe(because);
});

test('a program that lies where the agent works is refused: whoever works there has written it', async () => {
  const agents = await open();
  const end = await agents.call(callOf(settings, place, { cwd: place.config }));
  expect(end.stop).toMatchObject({
    kind: 'missing',
    because: expect.stringContaining("in the agent's working folder") as string,
  });
});

test('what a runner would look up in the judged tree judges nothing', async () => {
  const npx = settingsOf('command', ['npx', 'some-critic']);
  const agents = await openAgents({
    processes: machine.processes,
    configFolder: place.config,
    env: process.env,
    settings: [npx],
  });
  const end = await agents.call(callOf(npx, place, { role: 'critic', readOnly: true }));
  expect(end.stop).toMatchObject({
    kind: 'missing',
    because: expect.stringContaining('working directory') as string,
  });
});

test('SIGNAL-08 what a judge starts from the judged tree finds the token neither in its surroundings nor in a file', async (context) => {
  const { processes } = machine;
  if (processes.enforcement !== 'enforced') context.skip(`not enforced here: ${processes.because}`);
  await writeFile(join(place.run, 'prompt'), 'TOKEN: t0k3n');
  await writeFile(join(place.workspace, 'tools/test.mjs'), thief(place.run));
  const judge = `const { stdout } = spawnSync(process.execPath, ['tools/test.mjs']); fs.writeSync(1, stdout);`;
  const spawning = `import { spawnSync } from 'node:child_process';\n${script(judge)}`;
  await writeFile(join(place.config, 'tools/judge.mjs'), spawning);
  const call = callOf(settings, place, { role: 'critic', readOnly: true });
  const end = await (await open()).call(call);
  expect(end).toMatchObject({ stop: { kind: 'finished' } });
  expect(end.text).toContain('searched');
  expect(end.text).not.toContain('t0k3n');
  // The same thief without the sandbox: it is able to steal.
  const bare = await openProcesses({ stateFolder: join(place.run, 'state'), force: 'verified' });
  const options = { processes: bare, configFolder: place.config, env: process.env, settings: [settings] };
  expect((await (await openAgents(options)).call(call)).text).toContain('t0k3n');
});

/** A test of the branch that looks for the token wherever it can. */
function thief(folder: string): string {
  return `import fs from 'node:fs';
const looked = [JSON.stringify(process.env), process.argv.join(' ')];
for (const file of [${JSON.stringify(join(folder, 'prompt'))}, '/proc/' + process.ppid + '/environ', '/proc/' + process.ppid + '/cmdline'])
  try { looked.push(fs.readFileSync(file, 'utf8')); } catch (error) { looked.push(String(error)); }
process.stdout.write('searched ' + looked.join('\\n'));
`;
}

test('what an answer says it used is taken, and priced only where it gives no price', async () => {
  const answer = JSON.stringify({ signal: 'READY_FOR_REVIEW', usage: { tokensIn: 1_000_000, tokensOut: 2 } });
  await writeFile(
    join(place.config, 'tools/judge.mjs'),
    script(`process.stdout.write(${JSON.stringify(answer)});`),
  );
  const agents = await open();
  expect((await agents.call(callOf(settings, place))).usage).toEqual({
    tokensIn: 1_000_000,
    tokensOut: 2,
    usd: null,
  });
  const priced = { ...settings, prices: { in: 3, out: 500_000 } };
  expect((await agents.call(callOf(priced, place))).usage?.usd).toBe(4);
});

test('RECOVER-02 of a crash is kept what was said until then, and the last complaint', async () => {
  await writeFile(join(place.config, 'tools/judge.mjs'), script(deeds.crash));
  const end = await (await open()).call(callOf(settings, place));
  expect(end).toMatchObject({ stop: { kind: 'crash', because: 'exit code 3: it broke' }, text: 'so far' });
});
