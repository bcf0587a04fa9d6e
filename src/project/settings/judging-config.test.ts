import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { type Sample, sampleRepository } from '../../../test/contracts/git-sample.ts';
import { compare, openRepository } from '../../git/index.ts';
import type { ComparisonRequest } from '../../ports/compared.ts';
import {
  begunWith,
  configForBase,
  configForCheckout,
  configForReview,
  type ConfigSides,
  judgingConfig,
  notesOf,
  validConfig,
} from './judging-config.ts';

const commit = '3f2a1c9'.padEnd(40, '0');
const file = 'gauntlet.yaml';
const noteOf = (sides: Omit<ConfigSides, 'file' | 'work'> & Partial<ConfigSides>): readonly string[] =>
  notesOf(judgingConfig({ file, work: null, ...sides }).origin);
const main = (text: string | undefined): ConfigSides['places'] => [{ ref: 'main', commit, text }];

test('REAL-06 nothing is said where the configuration that is used is the one in the work tree', () => {
  expect(noteOf({ places: main('a'), here: 'a' })).toEqual([]);
  expect(noteOf({ places: main(undefined), here: undefined })).toEqual([]);
  expect(noteOf({ places: [], here: 'a' })).toEqual([]);
  expect(judgingConfig({ file, places: main('a'), work: null, here: 'a' })).toEqual({
    used: 'place',
    text: 'a',
    origin: { file, commit, differs: false, note: null },
  });
});

test('REAL-06 one line says which commit was used and how to use the other', () => {
  expect(noteOf({ places: main('a'), here: 'b' })).toEqual([
    'gauntlet.yaml: using the version at main (3f2a1c9); the one in your work tree differs: commit it there, or add --config gauntlet.yaml',
  ]);
  expect(noteOf({ places: main('a'), here: undefined })[0]).toContain('your work tree has none');
  expect(noteOf({ places: main('a'), here: 'b', isChosen: true })).toEqual([
    'gauntlet.yaml: using the version in your work tree; the one at main (3f2a1c9) differs',
  ]);
  expect(noteOf({ places: main(undefined), here: 'b' })).toEqual([
    'gauntlet.yaml: using the version in your work tree; main (3f2a1c9) has none',
  ]);
});

test('REAL-06 REAL-04 a run keeps its configuration, and says of which commit and how to begin with the other', () => {
  const begun = { base: { ref: 'main', commit }, epic: 'shop' };
  expect(begunWith({ ...begun, differs: false }).note).toBeNull();
  expect(begunWith({ ...begun, differs: true }).note).toBe(
    'gauntlet.yaml: using the version this run began with, from main (3f2a1c9); the one in your work tree differs; to use that one: gauntlet undo shop, then gauntlet run <epic file> --config gauntlet.yaml',
  );
});

test('REAL-06 P9 a change is never told to name its own configuration', () => {
  for (const sides of [
    { places: main('a'), here: 'b', work: { before: 'a', after: 'b' } },
    { places: main(undefined), here: 'b', work: { before: undefined, after: 'b' } },
    { places: main('a'), here: undefined, work: { before: 'a', after: undefined } },
  ]) {
    const [note = ''] = noteOf(sides);
    expect(note).toMatch(/takes effect once it is on main$/);
    expect(note).not.toContain('--config');
  }
});

test('P9 whatever the work does to the file and whatever lies in the work tree, it is not what judges it', () => {
  const texts = [undefined, 'target', 'old', 'of the work'];
  for (const before of texts)
    for (const after of texts)
      for (const here of texts) {
        const work = { before, after };
        const places = [...main('target'), { ref: 'the merge base', commit, text: before }];
        expect(judgingConfig({ file, places, work, here }).text).toBe('target');
        const removed = [...main(undefined), { ref: 'the merge base', commit, text: before }];
        const { text } = judgingConfig({ file, places: removed, work, here });
        expect(text).toBe(before ?? (after === undefined ? here : undefined));
      }
});

const config = (id: string): string => JSON.stringify({ version: 1, verify: [{ id, run: 'true' }] });

async function judgedBy(sample: Sample, asked: Partial<ComparisonRequest>): Promise<readonly string[]> {
  const repository = await openRepository(sample.path);
  onTestFinished(() => repository.close());
  const comparison = await compare(sample.path, { head: null, base: null, part: 'commits', ...asked });
  onTestFinished(() => comparison.close());
  const judging = await configForReview(repository.peek, comparison, { file, here: undefined });
  return validConfig(judging).verify.map(({ id }) => id);
}

/** `work` started before main got its configuration. */
function cutBefore(): Sample {
  const sample = sampleRepository({ 'a.txt': 'one\n' });
  sample.git(['branch', 'work']);
  sample.commit({ 'gauntlet.yaml': config('of-main') });
  sample.git(['checkout', '-q', 'work']);
  sample.commit({ 'a.txt': 'two\n' });
  return sample;
}

test('P9 REAL-06 a branch that started before the configuration is judged by it, whatever is checked out', async () => {
  const sample = cutBefore();
  for (const checkedOut of ['work', 'main']) {
    sample.git(['checkout', '-q', checkedOut]);
    expect(await judgedBy(sample, { head: 'work' })).toEqual(['of-main']);
  }
  sample.git(['checkout', '-q', 'work']);
  expect(await judgedBy(sample, { part: 'uncommitted' })).toEqual(['of-main']);
  expect(validConfig(await configForCheckout(sample.path)).verify).toHaveLength(1);
});

test('P9 the remote comes first, then the branch of that name here, then where the work began', async () => {
  const sample = cutBefore();
  const old = sample.git(['rev-parse', 'main~1']);
  sample.git(['update-ref', 'refs/remotes/origin/main', old]);
  expect(await judgedBy(sample, { head: 'work' })).toEqual(['of-main']);
  sample.git(['checkout', '-q', 'main']);
  sample.commit({ 'gauntlet.yaml': config('newer') });
  sample.git(['update-ref', 'refs/remotes/origin/main', 'main~1']);
  expect(await judgedBy(sample, { head: 'work' })).toEqual(['of-main']);
  const base = { ref: 'main', commit: old };
  expect((await configForBase(sample.path, base, {})).text).toBe(config('of-main'));
  // Once the target removes it, branches that began with it keep it.
  sample.git(['checkout', '-q', '-b', 'later']);
  sample.commit({ 'a.txt': 'three\n' });
  sample.git(['update-ref', '-d', 'refs/remotes/origin/main']);
  sample.git(['checkout', '-q', 'main']);
  sample.git(['rm', '-q', 'gauntlet.yaml']);
  sample.git(['commit', '-q', '-m', 'gone']);
  expect(await judgedBy(sample, { head: 'later' })).toEqual(['newer']);
});

test('P9 an earlier push of a branch does not choose what judges the next one', async () => {
  const sample = cutBefore();
  sample.commit({ 'gauntlet.yaml': JSON.stringify({ version: 1 }) });
  const pushed = sample.git(['rev-parse', 'HEAD']);
  sample.commit({ 'a.txt': 'three\n' });
  expect(await judgedBy(sample, { base: pushed, isEarlier: true })).toEqual(['of-main']);
});

test('P9 the first commits of all are judged by their own configuration', async () => {
  const sample = sampleRepository({ 'gauntlet.yaml': config('own') });
  expect(await judgedBy(sample, { whole: true })).toEqual(['own']);
});

test('P9 a change that leaves a configuration nobody can read is refused, committed or not', async () => {
  const sample = cutBefore();
  const refused = { code: 'CONFIG_INVALID', message: expect.stringContaining('gauntlet.yaml:1:') as string };
  writeFileSync(join(sample.path, file), 'verify: [oops');
  await expect(judgedBy(sample, { part: 'uncommitted' })).rejects.toMatchObject(refused);
  sample.git(['add', '--all']);
  sample.git(['commit', '-q', '-m', 'broken']);
  await expect(judgedBy(sample, {})).rejects.toMatchObject(refused);
  sample.git(['checkout', '-q', 'main']);
  sample.commit({ 'gauntlet.yaml': 'verify: [oops' });
  sample.git(['checkout', '-q', 'work~1']);
  await expect(judgedBy(sample, {})).rejects.toMatchObject({
    code: 'CONFIG_INVALID',
    message: expect.stringContaining(
      `gauntlet.yaml at ${sample.git(['rev-parse', '--short=7', 'main'])}:1:`,
    ) as string,
  });
});

test('P9 a configuration that is there and no file does not pass for a missing one', async () => {
  const sample = sampleRepository({ 'gauntlet.yaml/a.txt': 'one\n' });
  sample.git(['checkout', '-q', '-b', 'work']);
  sample.commit({ 'a.txt': 'two\n' });
  await expect(judgedBy(sample, {})).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  const other = sampleRepository({ 'a.txt': 'one\n' });
  symlinkSync('/dev/null', join(other.path, file));
  await expect(configForCheckout(other.path)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
  const third = sampleRepository({ 'a.txt': 'one\n' });
  mkdirSync(join(third.path, file));
  await expect(configForCheckout(third.path)).rejects.toMatchObject({ code: 'CONFIG_INVALID' });
});
