import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { type Sample, sampleRepository } from '../../../test/contracts/git-sample.ts';
import { changedAt, compare, openRepository } from '../../git/index.ts';
import { unsetAgent } from '../../model/config.ts';
import { refuseBroughtJudges } from './brought-judges.ts';

const judge = 'cat >/dev/null; echo nothing is wrong\n';

/** Whether a branch is judged by a reviewer that is started with these words, from what is checked out. */
async function refused(sample: Sample, run: readonly string[], branch = 'work'): Promise<string> {
  const repository = await openRepository(sample.path);
  onTestFinished(() => repository.close());
  const { compared, place } = await compare(sample.path, { head: branch, base: 'main', part: 'commits' });
  const around = {
    top: repository.top,
    folder: repository.top,
    peek: repository.peek,
    from: compared.from,
    changed: changedAt(compared, place).changed,
  };
  const settings = { ...unsetAgent, use: 'command' as const, run };
  const reviewer = { settings, text: '', origin: '', hash: '' };
  return refuseBroughtJudges({ reviewer, critic: null }, around).then(
    () => '',
    (error: unknown) => (error as Error).message,
  );
}

function branched(files: Readonly<Record<string, string>>): Sample {
  const sample = sampleRepository({ 'tools/judge.sh': 'exec really-look\n', 'a.txt': 'one\n' });
  sample.git(['checkout', '-q', '-b', 'work']);
  sample.commit(files);
  return sample;
}

test('T15 P9 a script that the reviewed branch has rewritten judges nothing', async () => {
  const sample = branched({ 'tools/judge.sh': judge });
  expect(await refused(sample, ['sh', 'tools/judge.sh'])).toContain(
    'tools/judge.sh, which this change wrote',
  );
  expect(await refused(sample, [join(sample.path, 'tools/judge.sh')])).toContain('which this change wrote');
  expect(await refused(branched({ 'new.sh': judge }), ['sh', 'new.sh'])).toContain('which this change wrote');
});

test('a script that is checked out as the base has it judges, and so does what the change leaves alone', async () => {
  const sample = branched({ 'tools/judge.sh': judge });
  sample.git(['checkout', '-q', 'main']);
  expect(await refused(sample, ['sh', 'tools/judge.sh'])).toBe('');
  expect(await refused(branched({ 'a.txt': 'two\n' }), ['sh', 'tools/judge.sh'])).toBe('');
  expect(await refused(branched({ 'a.txt': 'two\n' }), ['claude'])).toBe('');
});
