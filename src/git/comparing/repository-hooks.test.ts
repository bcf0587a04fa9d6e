import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { sampleRepository } from '../../../test/contracts/git-sample.ts';
import { openRepository } from '../index.ts';

type Sample = ReturnType<typeof sampleRepository>;

function put(sample: Sample, path: string, mode = 0o755, text = '#!/bin/sh\n'): void {
  const file = join(sample.path, path);
  fs.mkdirSync(join(file, '..'), { recursive: true });
  fs.writeFileSync(file, text);
  fs.chmodSync(file, mode);
}

function commitAll(sample: Sample): void {
  sample.git(['add', '--all']);
  sample.git(['-c', 'core.hooksPath=/dev/null', 'commit', '-qm', 'hooks']);
}

async function found(sample: Sample, at = sample.path) {
  const repository = await openRepository(at);
  onTestFinished(() => repository.close());
  return repository.hooks(sample.git(['rev-parse', 'HEAD']).trim());
}

test('a repository without hooks has none, samples and other hooks included', async () => {
  const sample = sampleRepository();
  put(sample, '.git/hooks/pre-commit.sample');
  put(sample, '.git/hooks/pre-push');
  expect(await found(sample)).toMatchObject({ hooks: [], ignored: [] });
});

test('a folder of the repository counts as committed, whatever its files are in the checkout', async () => {
  const sample = sampleRepository();
  put(sample, 'tools/hooks/pre-commit');
  put(sample, 'tools/hooks/commit-msg', 0o644);
  commitAll(sample);
  sample.git(['config', 'core.hooksPath', 'tools/hooks']);
  fs.rmSync(join(sample.path, 'tools/hooks/pre-commit'));
  fs.mkdirSync(join(sample.path, 'src'), { recursive: true });
  expect(await found(sample, join(sample.path, 'src'))).toMatchObject({
    hooks: [{ name: 'pre-commit', path: 'tools/hooks/pre-commit', text: null }],
    ignored: ['tools/hooks/commit-msg is not executable, so git ignores it'],
  });
});

test('hooks of the user’s own are copied: from .git/hooks, and from a folder elsewhere; programs are not', async () => {
  const sample = sampleRepository();
  put(sample, '.git/hooks/pre-commit', 0o755, '#!/bin/sh\necho mine\n');
  put(sample, '.git/hooks/commit-msg', 0o755, '\u007FELF\0');
  const own = await found(sample);
  expect(own.hooks).toMatchObject([{ name: 'pre-commit', text: '#!/bin/sh\necho mine\n' }]);
  expect(own.ignored).toEqual([expect.stringMatching(/commit-msg is not a script/)]);
  const elsewhere = fs.mkdtempSync(join(tmpdir(), 'gauntlet-hooks-'));
  onTestFinished(() => fs.rmSync(elsewhere, { recursive: true, force: true }));
  fs.writeFileSync(join(elsewhere, 'commit-msg'), '#!/bin/sh\n', { mode: 0o755 });
  sample.git(['config', 'core.hooksPath', elsewhere]);
  expect((await found(sample)).hooks).toMatchObject([{ name: 'commit-msg', text: '#!/bin/sh\n' }]);
});

test('husky’s hooks count with and without its install script, and its generated files never do', async () => {
  const sample = sampleRepository();
  put(sample, '.husky/pre-commit', 0o644, 'npm test\n');
  put(sample, '.gitignore', 0o644, '.husky/_\n');
  commitAll(sample);
  const husky = [{ name: 'pre-commit', path: '.husky/pre-commit', text: null }];
  expect(await found(sample)).toMatchObject({ hooks: husky, ignored: [] });
  sample.git(['config', 'core.hooksPath', '/dev/null']);
  expect(await found(sample)).toMatchObject({ hooks: [], ignored: [] });
  put(sample, '.husky/_/pre-commit');
  put(sample, '.husky/_/commit-msg');
  sample.git(['config', 'core.hooksPath', '.husky/_']);
  expect(await found(sample)).toMatchObject({ hooks: husky, ignored: [] });
});
