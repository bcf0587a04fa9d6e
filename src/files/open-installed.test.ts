import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import { inFolder } from '../../test/support/in-folder.ts';
import { openInstalled } from './index.ts';

let folder = '';

inFolder((path) => void (folder = path));

function write(path: string, text = 'x'): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

test('what is installed at the top of a repository is seen from a folder in it', () => {
  write('.git/HEAD');
  write('node_modules/x/index.d.ts', 'declared');
  write('apps/web/a.ts', 'own');
  const installed = openInstalled(join(folder, 'apps/web'));
  expect(installed.folder).toBe('/apps/web');
  expect(installed.read('/node_modules/x/index.d.ts')).toBe('declared');
  expect(installed.foldersIn('/node_modules')).toEqual(['x']);
  expect(installed.isFolder('/apps')).toBe(true);
  expect(installed.isFile('/apps')).toBe(false);
});

test('links inside are followed, as package managers make them', () => {
  write('node_modules/.store/x@1/node_modules/x/index.d.ts', 'declared');
  symlinkSync('.store/x@1/node_modules/x', join(folder, 'node_modules/x'));
  const installed = openInstalled(folder);
  expect(installed.read('/node_modules/x/index.d.ts')).toBe('declared');
  expect(installed.real('/node_modules/x')).toBe('/node_modules/.store/x@1/node_modules/x');
});

test('nothing outside is there, whatever a link or a path says', () => {
  write('secret.txt', 'secret');
  write('repository/node_modules/y/index.d.ts');
  symlinkSync(folder, join(folder, 'repository/node_modules/x'));
  const installed = openInstalled(join(folder, 'repository'));
  expect(installed.read('/node_modules/x/secret.txt')).toBeUndefined();
  expect(installed.isFile('/node_modules/x/secret.txt')).toBe(false);
  expect(installed.read('/../secret.txt')).toBeUndefined();
  expect(installed.foldersIn('/node_modules/x')).toEqual([]);
});

test('the declarations of the language come by their names alone', () => {
  const installed = openInstalled(folder);
  expect(installed.standard('lib.es5.d.ts')).toContain('interface Array<T>');
  expect(installed.standard('../package.json')).toBeUndefined();
  expect(installed.standard('lib.none.d.ts')).toBeUndefined();
});

test('002#9 Python packages are those of a virtual environment in the repository', () => {
  write('.venv/pyvenv.cfg');
  write('.venv/lib/python3.12/site-packages/x/__init__.pyi', 'stub');
  write('secret.txt', 'secret');
  symlinkSync('../../../../../secret.txt', join(folder, '.venv/lib/python3.12/site-packages/x/link.pyi'));
  const installed = openInstalled(folder);
  expect(installed.python()).toEqual(['/site-packages']);
  expect(installed.foldersIn('/site-packages')).toEqual(['x']);
  expect(installed.read('/site-packages/x/__init__.pyi')).toBe('stub');
  expect(installed.real('/site-packages/x/__init__.pyi')).toBe('/site-packages/x/__init__.pyi');
  expect(installed.read('/site-packages/x/link.pyi')).toBeUndefined();
  expect(installed.read('/site-packages/../secret.txt')).toBeUndefined();
});

test('002#9 without one they are those of python3, and none where it is not installed', () => {
  const path = process.env['PATH'];
  write('bin/python3', `#!/bin/sh\nprintf '%s\\n' "${folder}/usr" "${folder}/none" "${folder}/local"\n`);
  chmodSync(join(folder, 'bin/python3'), 0o755);
  write('usr/y/__init__.py', 'source');
  write('local/z.py');
  write('repository/a.py');
  try {
    process.env['PATH'] = `${join(folder, 'bin')}:/bin:/usr/bin`;
    const installed = openInstalled(join(folder, 'repository'));
    expect(installed.python()).toEqual(['/site-packages', '/site-packages-2']);
    expect(installed.read('/site-packages/y/__init__.py')).toBe('source');
    expect(installed.filesIn('/site-packages-2')).toEqual(['z.py']);
    process.env['PATH'] = join(folder, 'none');
    expect(openInstalled(join(folder, 'repository')).python()).toEqual([]);
  } finally {
    process.env['PATH'] = path;
  }
});
