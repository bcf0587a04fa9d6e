import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { makePlace, type Place } from '../../test/contracts/processes-place.ts';
import type { Environment, Setup } from '../model/config.ts';
import { openProcesses, setups } from './index.ts';

const local: Environment = { id: 'local', prefix: [], env: {}, setup: null };
const nothing: Setup = { run: [], copy: [], link: [], timeout: 60_000 };

type Opened = Awaited<ReturnType<typeof openProcesses>>;

const probe = await makePlace();
const { layering, enforcement, because } = await openProcesses({
  stateFolder: probe.state,
  workFolder: join(probe.root, 'work'),
});
await probe.remove();

let place: Place;
let top: string;
let workFolder: string;
let processes: Opened;
let all: ReturnType<typeof setups>;

async function open(force?: 'no-overlay'): Promise<void> {
  const options = { stateFolder: place.state, home: place.home, workFolder };
  processes = await openProcesses({ ...options, ...(force === undefined ? {} : { force }) });
  all = setups({ top, stateFolder: place.state, workFolder, processes });
}

beforeEach(async () => {
  place = await makePlace();
  top = join(place.root, 'checkout');
  workFolder = join(place.root, 'work');
  mkdirSync(join(top, '.git'), { recursive: true });
  await open();
});
afterEach(() => place.remove());

function workspaceAt(name: string): string {
  const path = join(workFolder, 'w', 'e1', name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'package-lock.json'), '{}');
  return path;
}

const plain = 'npm --version > /dev/null; mkdir -p node_modules/a && echo "$PWD" > node_modules/a/index.js';
const install: Setup = { ...nothing, run: [`${plain}; echo tool > ~/.tool; echo x >> count`] };

async function ready(workspace: string, setup: Setup = install) {
  const answer = await all.ready(workspace, { setup, environment: local }, place.folder);
  if (answer.kind === 'broken') throw new Error(answer.because);
  return answer;
}

/** What a command says that runs in a readied workspace. */
async function said(workspace: string, command: string, setup: Setup = install): Promise<string> {
  const { env, visible = [] } = await ready(workspace, setup);
  const end = await processes.run(
    place.program(['sh', '-c', command], {
      cwd: workspace,
      env,
      confinement: { writable: [workspace], visible, hidden: [top], network: true },
    }),
  );
  return `${end.stdout}${end.stderr}`.trim();
}

/** Removes from a workspace what git would remove between two checks; what setup made in it stays. */
async function cleaned(workspace: string): Promise<void> {
  if (processes.layering === 'overlay')
    rmSync(join(workspace, 'node_modules'), { recursive: true, force: true });
}

describe.skipIf(layering !== 'overlay')(`with overlays (${enforcement}: ${because})`, () => {
  test('REAL-07 dependencies are prepared once, and every workspace sees them without a copy', async () => {
    const [one, two] = [workspaceAt('checks/1'), workspaceAt('checks/2')];
    expect((await ready(one)).isFresh).toBe(true);
    expect(await said(one, 'cat node_modules/a/index.js count')).toBe('/repo\nx');
    expect(await said(two, 'cat node_modules/a/index.js count')).toBe('/repo\nx');
    expect((await ready(two)).isFresh).toBeUndefined();
    expect([readdirSync(one), readdirSync(two)]).toEqual([['package-lock.json'], ['package-lock.json']]);
  });

  test('REAL-07 what a check writes into prepared dependencies is gone for the next workspace', async () => {
    const [one, two] = [workspaceAt('checks/1'), workspaceAt('checks/2')];
    await said(one, 'echo poison > node_modules/a/index.js; rm -r count; mkdir node_modules/.cache');
    expect(await said(two, 'cat node_modules/a/index.js count; ls -A node_modules')).toBe('/repo\nx\na');
  });

  test('REAL-01 tracked files of the workspace show over prepared ones', async () => {
    const [one, two] = [workspaceAt('checks/1'), workspaceAt('checks/2')];
    await ready(one);
    mkdirSync(join(two, 'node_modules/a'), { recursive: true });
    writeFileSync(join(two, 'node_modules/a/index.js'), 'the branch');
    expect(await said(two, 'cat node_modules/a/index.js')).toBe('the branch');
  });

  test('REAL-07 a setup of another lockfile is prepared by itself', async () => {
    const [one, two] = [workspaceAt('checks/1'), workspaceAt('checks/2')];
    writeFileSync(join(two, 'package-lock.json'), '{"other": true}');
    expect([(await ready(one)).isFresh, (await ready(two)).isFresh]).toEqual([true, true]);
    expect(readdirSync(join(workFolder, 'prepared'))).toHaveLength(2);
  });

  test('REAL-01 the home directory can be written, is thrown away, and has what setup left there', async () => {
    const one = workspaceAt('checks/1');
    writeFileSync(join(place.home, 'mine'), 'mine');
    expect(await said(one, 'cat ~/mine ~/.tool; echo x > ~/new; echo changed > ~/mine')).toBe('minetool');
    expect(await said(one, 'ls -A ~; cat ~/mine')).toBe('.tool\nmine\nmine');
    expect(readdirSync(place.home)).toEqual(['mine']);
  });

  test('REAL-01 a linked folder leads to the workspace, not to the checkout, and can be written', async () => {
    const one = workspaceAt('checks/1');
    mkdirSync(join(top, 'node_modules'));
    for (const folder of [top, one]) {
      mkdirSync(join(folder, 'packages/a'), { recursive: true });
      writeFileSync(join(folder, 'packages/a/index.js'), folder === top ? 'the checkout' : 'the branch');
    }
    symlinkSync('../packages/a', join(top, 'node_modules/a'));
    const linked = { ...nothing, link: ['node_modules'] };
    const command = 'cat node_modules/a/index.js; echo x > node_modules/.cache && echo written';
    expect(await said(one, command, linked)).toBe('the branchwritten');
    expect(existsSync(join(top, 'node_modules/.cache'))).toBe(false);
    expect(await said(one, `cat ${top}/packages/a/index.js`, linked)).toContain('No such file');
  });

  test('REAL-07 half a setup is none: it is tried again, and leaves nothing in the workspace', async () => {
    const one = workspaceAt('checks/1');
    const failing = { ...nothing, run: ['mkdir half; echo why >&2; exit 1'] };
    const answer = await all.ready(one, { setup: failing, environment: local }, place.folder);
    expect(answer).toMatchObject({ kind: 'broken' });
    expect(readdirSync(one)).toEqual(['package-lock.json']);
    expect(existsSync(join(workFolder, 'prepared'))).toBe(false);
  });

  test('REAL-01 package managers can write their caches in a check, and no check feeds the next one', async () => {
    const one = workspaceAt('checks/1');
    const write =
      'mkdir -p "$npm_config_cache" && echo x > "$npm_config_cache/check" && echo "$npm_config_cache"';
    expect(await said(one, write)).toBe('/cache/npm');
    expect(await said(one, 'ls "$npm_config_cache"')).not.toContain('check');
  });
});

describe.skipIf(enforcement !== 'enforced')('in the sandbox', () => {
  test.each([undefined, 'no-overlay'] as const)(
    'REAL-01 every workspace is seen at one short path without a dot folder or a word of ours (%s)',
    async (force) => {
      await open(force);
      const paths = [workspaceAt('checks/1'), workspaceAt('tickets/A-LONG-ID')];
      const told = await Promise.all(paths.map((path) => said(path, 'pwd; echo $TMPDIR; touch $TMPDIR/x')));
      expect(new Set(told).size).toBe(1);
      expect(told[0]).toBe('/repo\n/tmp');
    },
  );

  test('REAL-07 without overlays dependencies are installed once in a workspace, and compared before every check', async () => {
    await open('no-overlay');
    expect(processes.layering).toBe('pool');
    const one = workspaceAt('checks/1');
    expect((await ready(one)).commandsMs).toBeGreaterThan(0);
    expect((await ready(one)).commandsMs).toBe(0);
    expect(readFileSync(join(one, 'node_modules/a/index.js'), 'utf8')).toBe('/repo\n');
  });

  test.each([undefined, 'no-overlay'] as const)(
    'REAL-07 a check that writes into node_modules/.cache leaves nothing for the next check (%s)',
    async (force) => {
      await open(force);
      const one = workspaceAt('checks/1');
      const write = 'mkdir node_modules/.cache && echo answer > node_modules/.cache/x && echo written';
      expect(await said(one, write)).toBe('written');
      await cleaned(one);
      expect(await said(one, 'ls -A node_modules; cat count')).toBe('a\nx');
    },
  );

  test.each([undefined, 'no-overlay'] as const)(
    "REAL-07 a check that changes or removes a dependency's file does not change it for the next check (%s)",
    async (force) => {
      await open(force);
      const one = workspaceAt('checks/1');
      for (const command of ['echo poison > node_modules/a/index.js', 'rm -r node_modules/a']) {
        expect(await said(one, command)).toBe('');
        await cleaned(one);
        expect(await said(one, 'cat node_modules/a/index.js')).toBe('/repo');
      }
    },
  );
});
