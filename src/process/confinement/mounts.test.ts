import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { makePlace, type Place } from '../../../test/contracts/processes-place.ts';
import type { Confinement } from '../../ports/processes.ts';
import { bubblewrapOptions } from './bubblewrap.ts';
import { viewsOf } from './mounts.ts';

let place: Place;
beforeEach(async () => {
  place = await makePlace();
});
afterEach(() => place.remove());

const nothing: Confinement = { writable: [], visible: [], hidden: [], network: false };

function views(confinement: Partial<Confinement>, cwd = place.workspace): readonly string[] {
  const wanted = { confinement: { ...nothing, ...confinement }, cwd, folder: place.folder };
  const answer = viewsOf(wanted, { stateFolder: place.state, workFolder: null, home: place.home });
  if (answer.kind === 'refused') return [answer.because];
  return answer.views
    .filter((view) => view.path.startsWith(place.root) && view.path !== place.home)
    .map((view) => `${view.as} ${view.path.slice(place.root.length + 1)}`);
}

function make(...names: readonly string[]): readonly string[] {
  for (const name of names) mkdirSync(join(place.root, name), { recursive: true });
  return names.map((name) => join(place.root, name));
}

test('the most specific path wins, whatever list it is in, and parents come before their children', () => {
  const [repository = '', workspace = '', objects = '', inner = ''] = make(
    'repository',
    'repository/.git/gauntlet/workspace',
    'repository/.git/gauntlet/hub/objects',
    'repository/.git/gauntlet/workspace/secret',
  );
  const git = join(repository, '.git');
  const confinement = { writable: [workspace], visible: [repository, objects], hidden: [git, inner] };
  expect(views(confinement, workspace)).toEqual([
    'visible repository',
    'hidden repository/.git',
    'writable repository/.git/gauntlet/workspace',
    'visible repository/.git/gauntlet/hub/objects',
    'hidden repository/.git/gauntlet/workspace/secret',
  ]);
});

test('a hidden folder in a place where anybody may write is covered itself where something in it is seen', () => {
  const [state = '', workspace = '', other = ''] = make('worker', 'worker/1/work', 'other');
  const confinement = { writable: [workspace], hidden: [state, other] };
  // Only below /tmp is the way to a workspace writable by itself.
  const covered = place.root.startsWith('/tmp/') ? ['hidden worker'] : ['hidden other', 'hidden worker'];
  expect(views(confinement, workspace)).toEqual([...covered, 'writable worker/1/work']);
});

test('at one path writable beats visible beats hidden, and the working directory is always seen', () => {
  const [one = ''] = make('one');
  expect(views({ writable: [one], visible: [one], hidden: [one] }, one)).toEqual(['writable one']);
  expect(views({ visible: [one], hidden: [one] }, one)).toEqual(['visible one']);
  expect(views({ hidden: [one] }, one)).toEqual(['visible one']);
});

test('a link is followed before it is hidden or opened: what is behind it counts', () => {
  const [real = '', seen = ''] = make('real', 'seen');
  symlinkSync(real, join(place.root, 'link'));
  writeFileSync(join(seen, 'file'), '');
  expect(views({ writable: [join(place.root, 'link')] })).toContain('writable real');
  symlinkSync('/', join(place.root, 'everything'));
  expect(views({ writable: [join(place.root, 'everything')] })[0]).toContain('must not be writable');
});

test('the capabilities are dropped, the session is new, it dies with us, and the network is shared only on demand', () => {
  const inside = { views: [], network: false, cwd: '/', env: { A: 'b' }, ids: false, emptyFile: '/empty' };
  const words = bubblewrapOptions(inside).join(' ');
  for (const part of [
    '--unshare-all',
    '--cap-drop ALL',
    '--die-with-parent',
    '--new-session',
    '--clearenv',
  ]) {
    expect(words).toContain(part);
  }
  expect(words).not.toContain('--share-net');
  expect(bubblewrapOptions({ ...inside, network: true })).toContain('--share-net');
});
