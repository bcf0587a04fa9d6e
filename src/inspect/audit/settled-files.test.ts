import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { type Sample, sampleRepository } from '../../../test/contracts/git-sample.ts';
import { settledFiles } from './settled-files.ts';

function branched(files: Readonly<Record<string, string>>): Sample {
  const sample = sampleRepository({ 'gauntlet.yaml': 'of main\n', 'a.txt': 'one\n' });
  sample.git(['checkout', '-q', '-b', 'work']);
  sample.commit(files);
  return sample;
}

test('P9 REAL-06 what a branch made of its settings does not judge it, and that is said', () => {
  const sample = branched({ 'gauntlet.yaml': 'of the branch\n', '.gauntlet-baseline.json': '[]\n' });
  const [config, baseline] = ['gauntlet.yaml', '.gauntlet-baseline.json'].map((name) =>
    join(sample.path, name),
  );
  const files = settledFiles('main');
  expect(files.text(config ?? '', 'gauntlet.yaml')).toBe('of main\n');
  expect(files.has(baseline ?? '')).toBe(false);
  expect(() => files.text(baseline ?? '', 'the baseline')).toThrow(
    expect.objectContaining({
      message: 'the baseline: it was added since main, so it is not used yet',
      hint: 'Commit the file to the base first, or drop the flag or setting that names it.',
    }),
  );
  expect(files.notes).toEqual([
    'gauntlet.yaml: using the version at main; this change contains another version: the new version takes effect once it is on main',
    '.gauntlet-baseline.json: this change adds the file, and main has none: the new version takes effect once it is on main',
  ]);
  // Settings that the branch has deleted still hold.
  sample.git(['rm', '-q', 'gauntlet.yaml']);
  sample.git(['commit', '-q', '-m', 'gone']);
  expect([files.has(config ?? ''), files.text(config ?? '', 'gauntlet.yaml')]).toEqual([true, 'of main\n']);
});

test('P9 a replacement in the clone does not make the branch its own beginning', () => {
  const sample = branched({ 'gauntlet.yaml': 'of the branch\n' });
  sample.git(['replace', '--graft', 'main', 'work']);
  expect(settledFiles('main').text(join(sample.path, 'gauntlet.yaml'), 'x')).toBe('of main\n');
});

test('what the branch leaves alone and what nobody has committed is taken as it is', () => {
  const sample = branched({ 'a.txt': 'two\n' });
  const config = join(sample.path, 'gauntlet.yaml');
  writeFileSync(config, 'being tried\n');
  writeFileSync(join(sample.path, 'own.json'), 'mine\n');
  const files = settledFiles('main');
  expect(files.text(config, 'gauntlet.yaml')).toBe('being tried\n');
  expect(files.text(join(sample.path, 'own.json'), 'own.json')).toBe('mine\n');
  expect(files.notes).toEqual([
    'gauntlet.yaml: using the version in your work tree; the one at main differs',
  ]);
  // A file that is removed here still judges.
  rmSync(config);
  expect(files.text(config, 'gauntlet.yaml')).toBe('of main\n');
  expect(files.has(join(sample.path, 'none'))).toBe(false);
});

test('P9 a branch that started before the settings is judged by those of the target', () => {
  const sample = sampleRepository({ 'a.txt': 'one\n' });
  sample.git(['branch', 'work']);
  sample.commit({ 'gauntlet.yaml': 'of main\n' });
  sample.git(['checkout', '-q', 'work']);
  sample.commit({ 'a.txt': 'two\n' });
  const config = join(sample.path, 'gauntlet.yaml');
  const main = { ref: 'main', commit: sample.git(['rev-parse', 'main']) };
  for (const files of [settledFiles('main'), settledFiles(undefined, [main])]) {
    expect(files.text(config, 'gauntlet.yaml')).toBe('of main\n');
    expect(files.notes).toEqual([expect.stringMatching(/^gauntlet\.yaml: using the version at main/)]);
  }
});

test('without --since everything is taken as it lies there', () => {
  const sample = branched({ 'gauntlet.yaml': 'of the branch\n' });
  expect(settledFiles(undefined).text(join(sample.path, 'gauntlet.yaml'), 'x')).toBe('of the branch\n');
});
