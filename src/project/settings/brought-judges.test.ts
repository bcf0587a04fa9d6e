import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { type Sample, sampleRepository } from '../../../test/contracts/git-sample.ts';
import { changedAt, compare, openRepository } from '../../git/index.ts';
import { unsetAgent } from '../../model/config.ts';
import { refuseBroughtJudges } from './brought-judges.ts';

const judge = 'cat >/dev/null; echo nothing is wrong\n';

/** Whether a branch is judged by a reviewer that is started with these words, from what is checked out. */
async function refused(sample: Sample, run: readonly string[], folder = sample.path): Promise<string> {
  const repository = await openRepository(sample.path);
  onTestFinished(() => repository.close());
  const { compared, place } = await compare(sample.path, { head: 'work', base: 'main', part: 'commits' });
  const around = {
    top: repository.top,
    folder,
    peek: repository.peek,
    from: compared.from,
    changed: changedAt(compared, place).changed,
  };
  const settings = { ...unsetAgent, use: 'command' as const, run };
  const reviewer = { settings, text: '', origin: '', hash: '' };
  return refuseBroughtJudges({ reviewer }, around).then(
    () => '',
    (error: unknown) => (error as Error).message,
  );
}

const scripts = {
  'package.json': '{ "scripts": { "judge": "node tools/r.mjs" } }',
  'tools/r.mjs': "import { look } from './look.mjs';\nlook();\n",
  'tools/look.mjs': 'export const look = () => {};\n',
  'tools/r.py': 'import sys\n',
};

function branched(files: Readonly<Record<string, string>>): Sample {
  const sample = sampleRepository({ ...scripts, 'tools/judge.sh': 'exec really-look\n', 'a.txt': 'one\n' });
  sample.git(['checkout', '-q', '-b', 'work']);
  sample.commit(files);
  return sample;
}

test('T15 P9 a script that the reviewed branch has rewritten judges nothing', async () => {
  const sample = branched({ 'tools/judge.sh': judge });
  expect(await refused(sample, ['sh', 'tools/judge.sh'])).toContain(
    'tools/judge.sh, which this change modifies',
  );
  expect(await refused(sample, [join(sample.path, 'tools/judge.sh')])).toContain(
    'which this change modifies',
  );
  expect(await refused(branched({ 'new.sh': judge }), ['sh', 'new.sh'])).toContain(
    'which this change modifies',
  );
});

test('a script that is checked out as the base has it judges, and so does what the change leaves alone', async () => {
  const sample = branched({ 'tools/judge.sh': judge });
  sample.git(['checkout', '-q', 'main']);
  expect(await refused(sample, ['sh', 'tools/judge.sh'])).toBe('');
  expect(await refused(branched({ 'a.txt': 'two\n' }), ['sh', 'tools/judge.sh'])).toBe('');
  expect(await refused(branched({ 'a.txt': 'two\n' }), ['claude'])).toBe('');
});

test.each<readonly [readonly string[], string]>([
  [['sh', '-c', 'node tools/r.mjs'], 'tools/r.mjs'],
  [['sh', '-c', 'cd . && npm run judge'], 'tools/r.mjs'],
  [['sh', '-c', `${'true; '.repeat(50)} node tools/r.mjs`], 'tools/r.mjs'],
  [['npm', 'run', 'judge'], 'tools/r.mjs'],
  [['npm', 'run', 'judge'], 'package.json'],
  [['node', '--import=./tools/r.mjs', 'tools/look.mjs'], 'tools/r.mjs'],
  [['node', 'tools/r.mjs'], 'tools/look.mjs'],
  [['node', '-e', "import('./tools/r.mjs')"], 'tools/look.mjs'],
  [['python', '-m', 'tools.r'], 'tools/r.py'],
  [['python3', '-c', 'import tools.r'], 'tools/r.py'],
])('T15 P9 %j judges nothing where the branch has rewritten %s', async (run, path) => {
  expect(await refused(branched({ [path]: '{}\n' }), run)).toBe(
    `the reviewer would run ${path}, which this change modifies`,
  );
  expect(await refused(branched({ 'a.txt': 'two\n' }), run)).toBe('');
});

test('T15 P9 what a judge looks up where it works is of the branch, whatever is checked out; what it is given as a file is not', async () => {
  const sample = branched({ 'tools/r.mjs': judge, 'tools/look.mjs': judge });
  sample.git(['checkout', '-q', 'main']);
  expect(await refused(sample, ['sh', '-c', 'node tools/r.mjs'])).toContain('tools/r.mjs');
  expect(await refused(sample, ['node', 'tools/r.mjs'])).toBe('');
  expect(await refused(sample, ['node', '--import=./tools/r.mjs', 'tools/look.mjs'])).toBe('');
});

test('a script that lies beside a configuration of another place judges, though the branch has one of that name', async () => {
  const sample = branched({ 'tools/judge.sh': judge });
  const elsewhere = join(sample.path, '..', 'elsewhere');
  mkdirSync(join(elsewhere, 'tools'), { recursive: true });
  writeFileSync(join(elsewhere, 'tools/judge.sh'), 'exec really-look\n');
  expect(await refused(sample, ['sh', 'tools/judge.sh'], elsewhere)).toBe('');
});
