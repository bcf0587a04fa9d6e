import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { type Sample, sampleRepository } from '../../../test/contracts/git-sample.ts';
import { changedAt } from './files-at.ts';
import { compare } from './compare.ts';

/** Paths that a review is told of. */
async function seen(sample: Sample, part: 'commits' | 'uncommitted'): Promise<readonly string[]> {
  const comparison = await compare(sample.path, {
    head: null,
    base: part === 'commits' ? 'main' : null,
    part,
  });
  const paths = changedAt(comparison.compared, comparison.place).changed.map(({ path }) => path);
  comparison.close();
  return paths;
}

/** A branch with a change, of which plain git is made to say that there is none. */
function branched(): Sample {
  const sample = sampleRepository();
  sample.git(['checkout', '-q', '-b', 'work']);
  sample.commit({ 'a.txt': 'two\n' });
  return sample;
}

test('T14 P9 a replacement that makes the base a child of the branch hides a change from git, and not from a review', async () => {
  const sample = branched();
  sample.git(['replace', '--graft', 'main', 'work']);
  expect(sample.git(['rev-list', '--count', 'main..work'])).toBe('0');
  expect(await seen(sample, 'commits')).toEqual(['a.txt']);
});

test('T14 P9 a grafts file hides a change from git, and not from a review', async () => {
  const sample = branched();
  const [main, work] = ['main', 'work'].map((name) => sample.git(['rev-parse', name]));
  writeFileSync(join(sample.path, '.git/info/grafts'), `${main} ${work}\n`);
  expect(sample.git(['rev-list', '--count', 'main..work'])).toBe('0');
  expect(await seen(sample, 'commits')).toEqual(['a.txt']);
});

test.each(['--assume-unchanged', '--skip-worktree'])(
  'T14 P9 a file that git is told not to look at (%s) is looked at all the same',
  async (option) => {
    const sample = sampleRepository();
    sample.git(['update-index', option, 'a.txt']);
    writeFileSync(join(sample.path, 'a.txt'), 'two\n');
    expect(sample.git(['status', '--porcelain'])).toBe('');
    expect(await seen(sample, 'uncommitted')).toEqual(['a.txt']);
  },
);

test('T14 P9 a file that git is told not to look at is read, whatever its size and time say', async () => {
  const sample = sampleRepository();
  const [file, index] = ['a.txt', '.git/index'].map((name) => join(sample.path, name));
  utimesSync(file ?? '', 1000, 1000);
  sample.git(['update-index', '--refresh']);
  sample.git(['update-index', '--skip-worktree', 'a.txt']);
  writeFileSync(file ?? '', 'two\n');
  utimesSync(file ?? '', 1000, 1000);
  // A status in the meantime writes the index anew, and takes such a file for clean.
  utimesSync(index ?? '', 2000, 2000);
  sample.git(['config', 'core.trustctime', 'false']);
  expect(await seen(sample, 'uncommitted')).toEqual(['a.txt']);
});

test('P1 a change of the same length in the second in which the index was written is seen', async () => {
  const sample = sampleRepository();
  const [file, index] = ['a.txt', '.git/index'].map((name) => join(sample.path, name));
  utimesSync(file ?? '', 1000, 1000);
  sample.git(['update-index', '--refresh']);
  writeFileSync(file ?? '', 'two\n');
  for (const path of [file, index]) utimesSync(path ?? '', 1000, 1000);
  expect(await seen(sample, 'uncommitted')).toEqual(['a.txt']);
});

test('what a sparse checkout leaves out is not taken for deleted', async () => {
  const sample = sampleRepository({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
  sample.git(['update-index', '--skip-worktree', 'b.txt']);
  rmSync(join(sample.path, 'b.txt'));
  writeFileSync(join(sample.path, 'a.txt'), 'two\n');
  expect(await seen(sample, 'uncommitted')).toEqual(['a.txt']);
});

test('T14 P9 settings that make git look at the time of a file alone hide a change from git, and not from a review', async () => {
  const sample = sampleRepository();
  const file = join(sample.path, 'a.txt');
  utimesSync(file, 1000, 1000);
  sample.git(['update-index', '--refresh']);
  for (const setting of ['core.trustctime=false', 'core.checkStat=minimal'])
    sample.git(['config', ...setting.split('=')]);
  writeFileSync(`${file}.new`, 'two\n');
  utimesSync(`${file}.new`, 1000, 1000);
  renameSync(`${file}.new`, file);
  expect(sample.git(['status', '--porcelain'])).toBe('');
  expect(await seen(sample, 'uncommitted')).toEqual(['a.txt']);
});
