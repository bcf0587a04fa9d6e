import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { makePlace, type Place } from '../../../test/contracts/processes-place.ts';
import type { Environment, Setup } from '../../model/config.ts';
import { baseScopes } from '../../model/checks.ts';
import type { Readiness, Setups } from '../../ports/setup.ts';
import { openProcesses, setups } from '../index.ts';

const local: Environment = { id: 'local', prefix: [], env: {}, setup: null };
const nothing: Setup = { run: [], copy: [], link: [], timeout: 60_000 };

let place: Place;
let top: string;
let processes: Awaited<ReturnType<typeof openProcesses>>;
let all: Setups;

beforeEach(async () => {
  place = await makePlace();
  top = join(place.root, 'checkout');
  mkdirSync(join(top, '.git'), { recursive: true });
  processes = await openProcesses({ stateFolder: place.state, home: place.home });
  all = setups({ top, stateFolder: place.state, processes });
});
afterEach(() => place.remove());

const ready = (setup: Partial<Setup> | null, environment = local, workspace = place.workspace) =>
  all.ready(
    workspace,
    { setup: setup === null ? null : { ...nothing, ...setup }, environment, scopes: baseScopes },
    place.folder,
  );

async function readied(setup: Partial<Setup> | null, environment = local, workspace = place.workspace) {
  const answer = await ready(setup, environment, workspace);
  if (answer.kind === 'broken') throw new Error(answer.because);
  return answer;
}

const inWorkspace = (name: string): string => join(place.workspace, name);
const because = (answer: Readiness): string => (answer.kind === 'broken' ? answer.because : '');
const counting = {
  run: ['echo x >> count', ['sh', '-c', 'mkdir -p made/deep; echo "$1" > made/deep/file', 'sh', '$HOME']],
};
const count = (): number => readFileSync(inWorkspace('count'), 'utf8').length / 2;

test('ENV-02 commands run in the workspace, as text for sh or as words, before anything else is done there', async () => {
  await readied(counting);
  expect(readFileSync(inWorkspace('made/deep/file'), 'utf8')).toBe('$HOME\n');
  const note = JSON.parse(readFileSync(`${place.workspace}.setup.json`, 'utf8')) as { paths: string[] };
  expect(note.paths.sort()).toEqual(['count', 'made']);
});

test('ENV-02 a workspace that is ready stays so until the setup, the environment or a lockfile changes', async () => {
  writeFileSync(inWorkspace('package-lock.json'), '1');
  const made = async (environment = local, word = 'x'): Promise<number> => {
    await readied({ run: [`echo ${word} > made`] }, environment);
    return lstatSync(inWorkspace('made')).ctimeMs;
  };
  const first = await made();
  expect(await made()).toBe(first);
  writeFileSync(inWorkspace('package-lock.json'), '2');
  const second = await made();
  expect(second).not.toBe(first);
  expect(await made()).toBe(second);
  const other = { ...local, env: { A: '1' } };
  const third = await made(other);
  expect(third).not.toBe(second);
  expect(await made(other, 'y')).not.toBe(third);
  expect(readFileSync(inWorkspace('made'), 'utf8')).toBe('y\n');
});

test('ENV-02 P8 a build is made anew for every commit: what an older one left would pass in its place', async () => {
  const built = async (commit: string, text: string): Promise<string> => {
    mkdirSync(inWorkspace('.git'), { recursive: true });
    writeFileSync(inWorkspace('.git/HEAD'), `${commit.repeat(40)}\n`);
    writeFileSync(inWorkspace('add.js'), text);
    await readied({ run: ['mkdir -p dist && cp add.js dist/add.js'] });
    return readFileSync(inWorkspace('dist/add.js'), 'utf8');
  };
  expect(await built('a', 'right')).toBe('right');
  expect(await built('b', 'wrong')).toBe('wrong');
});

test('ENV-02 what a check adds to what setup made is gone for the next one, and what it changes is made anew', async () => {
  await readied(counting);
  writeFileSync(inWorkspace('made/cache'), 'poison');
  mkdirSync(inWorkspace('made/deep/more'));
  await readied(counting);
  expect([existsSync(inWorkspace('made/cache')), existsSync(inWorkspace('made/deep/more'))]).toEqual([
    false,
    false,
  ]);
  expect(count()).toBe(1);
  const file = inWorkspace('made/deep/file');
  const { mtime, atime, size } = lstatSync(file);
  writeFileSync(file, 'p'.repeat(size));
  utimesSync(file, atime, mtime);
  await readied(counting);
  expect(readFileSync(file, 'utf8')).toBe('$HOME\n');
});

test('ENV-02 a link that was put where setup made a folder does not lead its removal astray', async () => {
  const other = join(place.root, 'other');
  mkdirSync(join(other, 'inner'), { recursive: true });
  writeFileSync(join(other, 'inner', 'precious'), '');
  mkdirSync(inWorkspace('packages'));
  await readied({ run: ['mkdir packages/inner; echo x > packages/inner/precious'] });
  await rm(inWorkspace('packages'), { recursive: true });
  symlinkSync(other, inWorkspace('packages'));
  await ready({ run: ['true'] });
  expect(existsSync(join(other, 'inner', 'precious'))).toBe(true);
});

test('ENV-02 a setup that fails or takes too long is broken, with the end of what it said, and is tried again', async () => {
  const failed = await ready({ run: ['echo the reason >&2; exit 3'] });
  expect(failed).toMatchObject({
    because: expect.stringMatching(/exit code 3$/) as string,
    output: 'the reason',
  });
  const late = await ready({ run: ['echo waiting; sleep 1000'], timeout: 500 });
  expect(because(late)).toContain('longer than setup may take');
  expect(because(await ready({ run: [['no-such-program']] }))).toContain('could not be started');
  expect((await ready({ run: ['true'] })).kind).toBe('ready');
});

test('ENV-02 files are copied and linked from the checkout, and never over what the branch has', async () => {
  writeFileSync(join(top, '.env.test'), 'mine');
  writeFileSync(join(top, 'tracked'), 'mine');
  mkdirSync(join(top, 'config/deep'), { recursive: true });
  writeFileSync(join(top, 'config/deep/x'), 'deep');
  mkdirSync(join(top, 'node_modules/a'), { recursive: true });
  writeFileSync(join(top, 'node_modules/a/index.js'), 'mine');
  symlinkSync('../config', join(top, 'node_modules/b'));
  writeFileSync(inWorkspace('tracked'), 'the branch');
  const setup = {
    copy: ['.env.test', 'tracked', 'config'],
    link: ['node_modules'],
    run: ['cat .env.test > made'],
  };
  await readied(setup);
  expect(readFileSync(inWorkspace('made'), 'utf8')).toBe('mine');
  expect(readFileSync(inWorkspace('tracked'), 'utf8')).toBe('the branch');
  expect(readFileSync(inWorkspace('config/deep/x'), 'utf8')).toBe('deep');
  expect(readFileSync(inWorkspace('node_modules/a/index.js'), 'utf8')).toBe('mine');
  // A link between packages leads to the workspace's own package, never to the checkout's.
  expect(readlinkSync(inWorkspace('node_modules/b'))).toBe('../config');
  writeFileSync(join(top, '.env.test'), 'newer');
  writeFileSync(inWorkspace('.env.test'), 'changed by an agent');
  // A run compares like with like: the next one takes what the checkout has then.
  await readied(setup);
  expect(readFileSync(inWorkspace('.env.test'), 'utf8')).toBe('newer');
  all = setups({ top, stateFolder: place.state, processes });
  await readied(setup);
  expect(readFileSync(inWorkspace('.env.test'), 'utf8')).toBe('newer');
});

test.each([
  '../outside',
  '/etc/passwd',
  '.git/config',
  'sub/.GIT/x',
  'missing',
  'leads-out',
  '',
  'folder-with-link',
])('ENV-02 nothing is copied or linked from outside of the checkout: %j', async (entry) => {
  writeFileSync(join(place.root, 'outside'), 'secret');
  writeFileSync(join(top, '.git/config'), 'secret');
  symlinkSync(join(place.root, 'outside'), join(top, 'leads-out'));
  mkdirSync(join(top, 'folder-with-link'));
  symlinkSync('../../outside', join(top, 'folder-with-link', 'link'));
  expect((await ready({ copy: [entry] })).kind).toBe('broken');
  // Without overlays a linked folder is copied.
  expect((await ready({ link: [entry] })).kind).toBe('broken');
});

test('ENV-02 nothing is copied through a link of the branch to somewhere else', async () => {
  const outside = join(place.root, 'outside');
  mkdirSync(outside);
  mkdirSync(join(top, 'sub'));
  writeFileSync(join(top, 'sub/file'), 'mine');
  symlinkSync(outside, inWorkspace('sub'));
  expect((await ready({ copy: ['sub/file'] })).kind).toBe('broken');
  expect(existsSync(join(outside, 'file'))).toBe(false);
});

test('ENV-02 each workspace has a range of ports and a temporary directory of its own, empty every time', async () => {
  const more = ['a', 'b', 'c'].map((name) => join(place.root, name));
  for (const each of more) mkdirSync(each);
  const answers = await Promise.all(more.map((each) => readied(null, local, each)));
  const ports = answers.map((answer) => Number(answer.port?.['PORT']));
  const folders = answers.map((answer) => String(answer.env['TMPDIR']));
  expect(new Set(ports.map((port) => Math.floor(port / 20))).size).toBe(3);
  expect(new Set(folders).size).toBe(3);
  writeFileSync(join(String(folders[0]), 'left'), '');
  const other = setups({ top, stateFolder: place.state, processes });
  const [first = ''] = more;
  const later = await other.ready(
    first,
    { setup: null, environment: { ...local, env: { X: '1' } }, scopes: baseScopes },
    place.folder,
  );
  expect(later).toMatchObject({ kind: 'ready', port: { PORT: String(ports[0]) }, env: { X: '1' } });
  expect(existsSync(join(String(folders[0]), 'left'))).toBe(false);
});

test.skipIf(process.platform !== 'linux')(
  'ENV-02 setup writes to its workspace and its caches, and to nothing else',
  async ({ skip }) => {
    if (processes.enforcement !== 'enforced') skip(processes.because);
    const script =
      'echo x > "$npm_config_cache.x"; mkdir -p "$npm_config_cache" && echo x > inside; echo x > ../outside';
    await ready({ run: [`${script}; echo x > ${top}/changed; true`] });
    expect(existsSync(inWorkspace('inside'))).toBe(true);
    expect(existsSync(join(place.root, 'outside'))).toBe(false);
    expect(existsSync(join(top, 'changed'))).toBe(false);
  },
);

test('ENV-02 a setup that is called off ends at once, and half of it is not taken for a whole one', async () => {
  const off = new AbortController();
  const setup = { ...nothing, run: ['touch half; sleep 50; touch whole'] };
  const answer = all.ready(
    place.workspace,
    { setup, environment: local, scopes: baseScopes },
    place.folder,
    off.signal,
  );
  const half = (): boolean => existsSync(inWorkspace('half'));
  while (!half()) await new Promise((resolve) => setImmediate(resolve));
  off.abort();
  expect(because(await answer)).toContain('was cancelled');
  expect(await ready({ run: ['test ! -e whole && touch whole'] })).toMatchObject({ kind: 'ready' });
});
