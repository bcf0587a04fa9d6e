// Every attack is first shown to work without the protection: a battery that attacks nothing proves nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { openProcesses } from '../../../src/process/index.ts';
import { makePlace, type Place } from '../../contracts/processes-place.ts';

const probe = await makePlace();
const { enforcement, because } = await openProcesses({ stateFolder: probe.state });
await probe.remove();

const bubblewrap = 'bwrap';
const asItWas = 'as it was\n';
let place: Place;
let repository: string;

beforeEach(async () => {
  place = await makePlace();
  repository = join(place.root, 'repository');
  mkdirSync(join(repository, '.git'), { recursive: true });
  writeFileSync(join(repository, 'held'), asItWas);
  writeFileSync(join(repository, '.git', 'config'), 'token = tellnobody\n');
  mkdirSync(join(place.home, '.ssh'));
  writeFileSync(join(place.home, '.ssh', 'id'), 'tellnobody\n');
  writeFileSync(join(place.home, '.netrc'), 'tellnobody\n');
  writeFileSync(join(place.folder, 'prompt'), 'TOKEN: tellnobody\n');
});
afterEach(() => place.remove());

/** $1 is the repository, $2 the program's own workspace, $3 the home directory, $4 the folder of the run. */
async function attack(script: string, force?: 'verified') {
  const options = { stateFolder: place.state, home: place.home, ...(force && { force }) };
  const processes = await openProcesses(options);
  const { workspace, home, folder } = place;
  return processes.run(
    place.program(['sh', '-c', script, 'sh', repository, workspace, home, folder], {
      confinement: {
        writable: [workspace],
        visible: [repository, home],
        hidden: [join(repository, '.git')],
        network: false,
      },
    }),
  );
}

function isChanged(): boolean {
  const names = readdirSync(repository).sort().join(' ');
  return readFileSync(join(repository, 'held'), 'utf8') !== asItWas || names !== '.git held';
}

const writes: Readonly<Record<string, string>> = {
  'writing a file': 'echo written > "$1/held"',
  'making a file': 'echo made > "$1/made"',
  'removing a file': 'rm -f "$1/held"; echo new > "$1/held"',
  'renaming over a file': 'echo x > "$2/x"; mv "$2/x" "$1/held"',
  'giving itself the right to write': 'chmod 777 "$1" "$1/held"; echo written > "$1/held"',
  'writing through a link': 'ln -s "$1/held" "$2/link"; echo written > "$2/link"',
  'writing through a second name': 'ln "$1/held" "$2/name"; echo written > "$2/name"',
  'writing from a process that left its session':
    '(setsid sh -c \'echo written > "$1/held"; : > "$2/done"\' sh "$1" "$2" &); while [ ! -e "$2/done" ]; do :; done',
  'writing through the root of another process':
    'for p in /proc/[0-9]*; do echo written > "$p/root$1/held"; done',
  'writing through the working directory of another process':
    'for p in self $$ $PPID 1; do echo written > "/proc/$p/cwd/../repository/held"; done',
  'a user namespace of its own with a mount made writable':
    'unshare -Urm sh -c \'mount -o remount,rw,bind "$1"; echo written > "$1/held"\' sh "$1"',
  'a user namespace of its own with a mount taken away':
    'unshare -Urm sh -c \'umount "$1"; umount -l /; echo written > "$1/held"\' sh "$1"',
  'a user namespace of its own with a bind of the root':
    'mkdir "$2/root"; unshare -Urm sh -c \'mount --rbind / "$2/root"; echo written > "$2/root$1/held"\' sh "$1" "$2"',
};

describe.skipIf(enforcement !== 'enforced')(`what is read-only stays as it is (${because})`, () => {
  test.each(Object.entries(writes))(
    'EPIC-12 %s works without the sandbox and fails in it',
    async (_, script) => {
      await attack(script, 'verified');
      expect(isChanged()).toBe(true);
      await place.remove();
      mkdirSync(join(repository, '.git'), { recursive: true });
      for (const each of [place.workspace, place.folder, place.home]) mkdirSync(each, { recursive: true });
      writeFileSync(join(repository, 'held'), asItWas);
      const end = await attack(script);
      expect(end.how.kind).toBe('exited');
      expect(isChanged()).toBe(false);
    },
  );

  const remounts: Readonly<Record<string, string>> = {
    'making the mount writable again': 'mount -o remount,rw,bind "$1"; echo written > "$1/held"',
    'taking the mount away': 'umount "$1"; echo written > "$1/held"',
  };

  test.skipIf(process.getuid?.() !== 0).each(Object.entries(remounts))(
    'EPIC-12 %s works for root with its capabilities and fails without them',
    async (_, script) => {
      const weak = [
        '--unshare-all',
        '--bind',
        '/',
        '/',
        '--ro-bind',
        repository,
        repository,
        '--proc',
        '/proc',
      ];
      const plain = spawnSync(bubblewrap, [
        ...weak,
        '--',
        'sh',
        '-c',
        'echo written > "$1/held"',
        'sh',
        repository,
      ]);
      expect([plain.status === 0, isChanged()]).toEqual([false, false]);
      spawnSync(bubblewrap, [...weak, '--', 'sh', '-c', script, 'sh', repository]);
      expect(isChanged()).toBe(true);
      writeFileSync(join(repository, 'held'), asItWas);
      expect((await attack(script)).how.kind).toBe('exited');
      expect(isChanged()).toBe(false);
    },
  );

  const reads: Readonly<Record<string, string>> = {
    'a key in the home directory': 'cat "$3/.ssh/id"',
    'a password file in the home directory': 'cat "$3/.netrc"',
    'a token in the settings of git': 'cat "$1/.git/config"',
    'a token in the prompt of the run': 'cat "$4/prompt"',
    'a key through the root of another process': 'for p in /proc/[0-9]*; do cat "$p/root$3/.ssh/id"; done',
    'a key under the mount that hides it':
      'unshare -Urm sh -c \'umount "$1/.ssh"; cat "$1/.ssh/id"\' sh "$3"',
  };

  test.each(Object.entries(reads))(
    'BEYOND-09 SIGNAL-08 %s is read without the sandbox and not in it',
    async (_, script) => {
      expect((await attack(script, 'verified')).stdout).toContain('tellnobody');
      const end = await attack(script);
      expect(end.how.kind).toBe('exited');
      expect(end.stdout).not.toContain('tellnobody');
    },
  );

  test('EPIC-12 what is hidden cannot be written either, and its own workspace can', async () => {
    const script =
      'echo x > "$1/.git/config"; echo x > "$1/.git/made"; echo x > "$3/.netrc"; echo x > "$2/mine"';
    const end = await attack(script);
    expect(end.stderr.match(/Read-only|Permission denied|cannot create/g)?.length).toBeGreaterThanOrEqual(3);
    expect(readFileSync(join(repository, '.git', 'config'), 'utf8')).toBe('token = tellnobody\n');
    expect(existsSync(join(place.workspace, 'mine'))).toBe(true);
  });

  test('EPIC-12 a writable path that would open everything is refused', async () => {
    const processes = await openProcesses({ stateFolder: place.state, home: place.home });
    for (const path of ['/', place.root, place.home, place.state, 'relative', join(place.root, 'nowhere')]) {
      const confinement = { writable: [path], visible: [], hidden: [], network: false };
      expect((await processes.run(place.program(['true'], { confinement }))).how.kind).toBe('unstartable');
    }
  });

  test('a login that an agent is given on demand can be read and written, and nothing beside it', async () => {
    const processes = await openProcesses({ stateFolder: place.state, home: place.home });
    const exposed = [join(place.home, '.netrc')];
    const confinement = {
      writable: [place.workspace],
      visible: [place.home],
      hidden: [],
      network: false,
      exposed,
    };
    const script = 'cat "$1/.netrc"; echo more >> "$1/.netrc"; cat "$1/.ssh/id"';
    const end = await processes.run(place.program(['sh', '-c', script, 'sh', place.home], { confinement }));
    expect(end.stdout).toBe('tellnobody\n');
    expect(readFileSync(join(place.home, '.netrc'), 'utf8')).toBe('tellnobody\nmore\n');
  });
});
