import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { makePlace, type Place } from '../../../test/contracts/processes-place.ts';
import type { Environment, Setup } from '../../model/config.ts';
import { baseScopes, branchScopes, type SetupScopes } from '../../model/checks.ts';
import { openProcesses, setups } from '../index.ts';

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

async function ready(workspace: string, setup: Setup = install, scopes: SetupScopes = baseScopes) {
  const answer = await all.ready(workspace, { setup, environment: local, scopes }, place.folder);
  if (answer.kind === 'broken') throw new Error(answer.because);
  return answer;
}

function writeInto(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** What another process makes of what is prepared under a name. */
async function preparedElsewhere(name: string): Promise<string> {
  const script = `import(${JSON.stringify(new URL('./prepared.ts', import.meta.url).href)}).then(async ({ preparedFor }) => {
    console.log((await preparedFor(process.argv[1], process.argv[2])) === undefined ? 'made anew' : 'as it was');
  })`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script, workFolder, name]);
  return stdout.trim();
}

/** What a command says that runs in a readied workspace. */
async function said(
  workspace: string,
  command: string,
  setup: Setup = install,
  stores: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { env, visible = [] } = await ready(workspace, setup);
  const end = await processes.run(
    place.program(['sh', '-c', command], {
      cwd: workspace,
      env: { ...stores, ...env },
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

  test('EVID-06 REAL-01 the home directory has what setup left there and the user’s tools; what is written is thrown away', async () => {
    const one = workspaceAt('checks/1');
    const elsewhere = join(place.root, 'elsewhere');
    mkdirSync(elsewhere);
    for (const path of ['mine', '.cargo/bin/tool', '.cargo/credentials.toml'])
      writeInto(join(place.home, path), path);
    writeInto(join(elsewhere, 'node'), 'linked');
    symlinkSync(elsewhere, join(place.home, '.nvm'));
    writeInto(join(place.home, '.gitconfig'), '[user]\n\tname = Ada\n');
    const seen =
      'cat ~/mine ~/.tool ~/.cargo/bin/tool ~/.cargo/credentials.toml ~/.nvm/node; git config --global user.name';
    expect((await said(one, `(${seen}) 2>&1 | grep -v "No such"`)).split('\n')).toEqual([
      'tool',
      '.cargo/bin/toollinkedAda',
    ]);
    await said(one, 'echo x > ~/new; echo changed > ~/.cargo/bin/tool; rm ~/.tool');
    expect(await said(one, 'ls -A ~; cat ~/.cargo/bin/tool')).toBe(
      '.cargo\n.gitconfig\n.nvm\n.tool\n.cargo/bin/tool',
    );
    expect(readdirSync(place.home)).toEqual(['.cargo', '.gitconfig', '.nvm', 'mine']);
    writeInto(join(place.home, '.gitconfig'), '[http]\n\textraheader = "Authorization: secret"\n');
    expect(await said(one, 'cat ~/.gitconfig 2>&1 | grep -c secret')).toBe('0');
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
    const answer = await all.ready(
      one,
      { setup: failing, environment: local, scopes: baseScopes },
      place.folder,
    );
    expect(answer).toMatchObject({ kind: 'broken' });
    expect(readdirSync(one)).toEqual(['package-lock.json']);
    expect(existsSync(join(workFolder, 'prepared'))).toBe(false);
  });

  test('REAL-01 whoever installs more writes caches, which are thrown away; a check is told of none', async () => {
    const one = workspaceAt('checks/1');
    const write =
      'mkdir -p "$npm_config_cache" && echo x > "$npm_config_cache/check" && echo "$npm_config_cache"';
    const { stores = {} } = await ready(one);
    expect(await said(one, write, install, stores)).toBe('/cache/npm');
    expect(await said(one, 'ls "$npm_config_cache"', install, stores)).not.toContain('check');
    expect(await said(one, 'env | grep -c npm_config; ls -d /cache 2>/dev/null')).toBe('0');
  });

  test('EVID-04 a setup of base fills the shared cache, and one of a branch leaves nothing in it', async () => {
    const fill = (name: string): Setup => ({
      ...nothing,
      run: [`mkdir -p "$npm_config_cache" && echo x > "$npm_config_cache/${name}"`],
    });
    const [base, branch] = [workspaceAt('checks/1'), workspaceAt('checks/2')];
    await ready(base, fill('base'));
    await ready(branch, fill('branch'), branchScopes('b', 'e1'));
    expect(readdirSync(join(workFolder, 'cache', 'npm'))).toEqual(['base']);
  });

  test('EVID-04 what base prepared serves a branch with the same lockfile, and never the reverse', async () => {
    const [base, branch, other] = ['checks/1', 'checks/2', 'checks/3'].map(workspaceAt) as [
      string,
      string,
      string,
    ];
    const at = async (path: string, scopes: SetupScopes): Promise<boolean> =>
      (await ready(path, install, scopes)).isFresh === true;
    expect(await at(branch, branchScopes('b', 'e1'))).toBe(true);
    expect(await at(other, branchScopes('c', 'e1'))).toBe(true);
    expect(await at(other, branchScopes('b', 'e1'))).toBe(false);
    expect(await at(base, baseScopes)).toBe(true);
    expect(await at(other, branchScopes('d', 'e1'))).toBe(false);
  });

  test('EVID-04 a branch that needs the same setup as base has it run at base', async () => {
    const [base, branch] = [workspaceAt('checks/1'), workspaceAt('checks/2')];
    const released: string[] = [];
    const what = { setup: install, environment: local, scopes: branchScopes('b', 'e1') };
    const checkout = {
      path: base,
      release: async () => void released.push(base),
    };
    expect(await all.ready(branch, { ...what, base: async () => checkout }, place.folder)).not.toHaveProperty(
      'isFresh',
    );
    expect(released).toEqual([base]);
    expect(await ready(base)).not.toHaveProperty('isFresh');
    writeFileSync(join(branch, 'package-lock.json'), '{ "other": true }');
    expect(await all.ready(branch, { ...what, base: async () => checkout }, place.folder)).toHaveProperty(
      'isFresh',
    );
  });

  test('EVID-04 prepared dependencies that somebody changed are made anew by the next coordinator', async () => {
    const one = workspaceAt('checks/1');
    await ready(one);
    const [name = ''] = readdirSync(join(workFolder, 'prepared'));
    const file = join(workFolder, 'prepared', name, 'layer', 'node_modules', 'a', 'index.js');
    expect(await preparedElsewhere(name)).toBe('as it was');
    writeFileSync(file, 'poison');
    expect(await preparedElsewhere(name)).toBe('made anew');
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
