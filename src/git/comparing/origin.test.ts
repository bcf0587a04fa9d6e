import { join } from 'node:path';

import { expect, test } from 'vitest';

import { sampleRepository } from '../../../test/contracts/git-sample.ts';
import { originOf } from './origin.ts';

test('QUEUE-05 a branch of origin moves on only from the commit where it was last seen, and never back', async () => {
  const sample = sampleRepository({ 'a.txt': 'one\n' });
  const commit = (text: string): string => {
    sample.git(['commit', '--allow-empty', '-qm', text]);
    return sample.git(['rev-parse', 'HEAD']).trim();
  };
  const [old, seen, next] = [commit('old'), commit('seen'), commit('next')];
  const far = join(sample.path, '..', 'origin.git');
  sample.git(['init', '--quiet', '--bare', far]);
  sample.git(['remote', 'add', 'origin', far]);
  const set = (to: string) => sample.git(['push', '--quiet', '--force', 'origin', `${to}:refs/heads/x`]);
  const origin = originOf(sample.path);
  const head = async () => (await origin.originHeads(['refs/heads/x'])).get('refs/heads/x');
  set(seen);
  expect([await origin.fastForwardOrigin('x', { from: seen, to: next }), await head()]).toEqual([
    'pushed',
    next,
  ]);
  // Somebody has moved it back: a plain push would be a fast-forward.
  set(old);
  expect([await origin.fastForwardOrigin('x', { from: seen, to: next }), await head()]).toEqual([
    'refused',
    old,
  ]);
  expect([await origin.fastForwardOrigin('x', { from: old, to: seen }), await head()]).toEqual([
    'pushed',
    seen,
  ]);
  expect([await origin.fastForwardOrigin('x', { from: seen, to: old }), await head()]).toEqual([
    'refused',
    seen,
  ]);
  sample.git(['push', '--quiet', 'origin', ':x']);
  expect([await origin.fastForwardOrigin('x', { from: seen, to: next }), await head()]).toEqual([
    'refused',
    undefined,
  ]);
});
