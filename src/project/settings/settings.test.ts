import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { type Sample, sampleRepository } from '../../../test/contracts/git-sample.ts';
import { compare, openRepository } from '../../git/index.ts';
import type { ComparisonRequest } from '../../ports/compared.ts';
import type { Call } from '../call.ts';
import { settingsFor } from './settings.ts';

const protecting = (what: string): string => JSON.stringify({ version: 1, protect: [what] });

/** What the configuration that was named protects, and what is said about it. */
async function settled(sample: Sample, config: string, part: ComparisonRequest['part'] = 'commits') {
  const repository = await openRepository(sample.path);
  onTestFinished(() => repository.close());
  const comparison = await compare(sample.path, { head: null, base: 'main', part });
  onTestFinished(() => comparison.close());
  const call = { options: { config }, io: { cwd: sample.path } } as unknown as Call;
  const { config: read, notes } = await settingsFor(call, repository, comparison);
  return { protect: read.protect, notes };
}

const said = (sample: Sample, words: string): string =>
  `ci/gauntlet.yaml: ${words.replace('BASE', sample.git(['rev-parse', 'main']).slice(0, 7))}`;

function branched(files: Readonly<Record<string, string>>): Sample {
  const sample = sampleRepository({ 'ci/gauntlet.yaml': protecting('src/**'), 'a.txt': 'one\n' });
  sample.git(['checkout', '-q', '-b', 'work']);
  sample.commit(files);
  return sample;
}

test('P9 a named configuration that the branch has rewritten is taken from the base, and that is said', async () => {
  const sample = branched({ 'ci/gauntlet.yaml': protecting('nothing') });
  expect(await settled(sample, 'ci/gauntlet.yaml')).toEqual({
    protect: ['src/**'],
    notes: [
      said(
        sample,
        'using the version at main (BASE); this change contains another version: the new version takes effect once it is on main',
      ),
    ],
  });
});

test('REAL-06 a base that is read from the remote is named so: committing to the branch of that name here is not enough', async () => {
  const sample = branched({ 'ci/gauntlet.yaml': protecting('nothing') });
  sample.git(['update-ref', 'refs/remotes/origin/main', 'main']);
  const { notes } = await settled(sample, 'ci/gauntlet.yaml');
  expect(notes[0]).toMatch(
    /using the version at origin\/main .* the new version takes effect once it is on origin\/main$/,
  );
});

test('a named configuration that the branch leaves alone is taken as it is, with what its user is trying', async () => {
  const sample = branched({ 'a.txt': 'two\n' });
  expect(await settled(sample, 'ci/gauntlet.yaml')).toEqual({ protect: ['src/**'], notes: [] });
  writeFileSync(join(sample.path, 'ci/gauntlet.yaml'), protecting('mine/**'));
  expect(await settled(sample, 'ci/gauntlet.yaml')).toEqual({
    protect: ['mine/**'],
    notes: [said(sample, 'using the version in your work tree; the one at main (BASE) differs')],
  });
  writeFileSync(join(sample.path, '..', 'own.yaml'), protecting('own/**'));
  expect(await settled(sample, '../own.yaml')).toEqual({ protect: ['own/**'], notes: [] });
});

test.each(['commits', 'uncommitted'] as const)(
  'P9 a named configuration that is new on the branch does not judge its %s, and what to do is said',
  async (part) => {
    const sample = branched({ 'ci/own.yaml': protecting('nothing') });
    await expect(settled(sample, 'ci/own.yaml', part)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: 'ci/own.yaml: it is new on this branch, so it is not used yet',
      hint: 'Land the file first, or remove --config.',
    });
    writeFileSync(join(sample.path, 'mine.yaml'), protecting('mine/**'));
    expect(await settled(sample, 'mine.yaml', part)).toEqual({ protect: ['mine/**'], notes: [] });
  },
);
