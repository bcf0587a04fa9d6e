import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { landTicket, type Sample, sampleRepository, startEpic } from '../../../test/contracts/git-sample.ts';

/** Other kinds of repository, made out of an ordinary one: each answers the folder to work in. */
const kinds: Readonly<Record<string, (sample: Sample) => void>> = {
  'a shallow clone': ({ git }) =>
    git(['clone', '-q', '--depth', '1', `file://${git(['rev-parse', '--show-toplevel'])}`, '../kind']),
  'a clone that borrows its objects': ({ git }) => git(['clone', '-q', '--shared', '.', '../kind']),
  'a work tree of a bare repository': ({ git }) => {
    git(['clone', '-q', '--bare', '.', '../bare.git']);
    git(['--git-dir=../bare.git', 'worktree', 'add', '-q', '../kind', 'main']);
  },
  'a repository with SHA-256 ids': ({ git, write }) => {
    git(['init', '-q', '-b', 'main', '--object-format=sha256', '../kind']);
    write({ '../kind/a.txt': 'three\n' });
    git(['add', '-A'], join(git(['rev-parse', '--show-toplevel']), '../kind'));
    git(['-c', 'user.name=x', '-c', 'user.email=x@x', '-C', '../kind', 'commit', '-qm', 'first']);
  },
};

test.each(Object.keys(kinds))('%s is worked on like any other', async (kind) => {
  const sample = sampleRepository();
  sample.commit({ 'a.txt': 'two\n' });
  sample.commit({ 'a.txt': 'three\n' });
  kinds[kind]?.(sample);
  const path = join(sample.path, '../kind');
  const started = await startEpic({ ...sample, path });
  const landed = await landTicket(started, 'T-1', { 'b.txt': 'b\n' });
  expect(sample.git(['rev-parse', 'epic/e1'], path)).toBe(landed);
  expect(sample.git(['ls-tree', '--name-only', 'epic/e1'], path)).toBe('a.txt\nb.txt');
  expect(sample.git(['fsck', '--strict'], path)).not.toMatch(/missing|broken|error/);
  expect(existsSync(join(started.repository.state, 'hub.git/objects/info/alternates'))).toBe(false);
});
