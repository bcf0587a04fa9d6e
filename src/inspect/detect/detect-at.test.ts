import { expect, test } from 'vitest';

import { sampleRepository } from '../../../test/contracts/git-sample.ts';
import { detectAt } from './detect-at.ts';
import { repositoryAt } from '../../project/state-folder.ts';

test('P9 the checks that a commit shows are its own, whatever is checked out', () => {
  const manifest = JSON.stringify({ scripts: { test: 'node --test', lint: 'eslint .' } });
  const sample = sampleRepository({
    'package.json': manifest,
    'package-lock.json': '{}',
    'tests/test_a.py': 'import pytest\n',
    'tests/conftest.py': '',
  });
  const base = sample.git(['rev-parse', 'HEAD']);
  sample.git(['rm', '-q', '-r', '.']);
  sample.commit({ 'a.txt': 'nothing to run\n' });
  const place = repositoryAt(sample.path);
  expect(detectAt(place, base)).toMatchObject({
    packageManager: 'npm',
    setup: 'npm ci',
    checks: [{ run: 'npm run lint' }, { run: 'npm test' }, { run: 'python3 -m pytest' }],
  });
  expect(detectAt(place, sample.git(['rev-parse', 'HEAD'])).checks).toEqual([]);
});
