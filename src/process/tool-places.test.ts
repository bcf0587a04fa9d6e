import { expect, test } from 'vitest';

import { toolPlaces } from './tool-places.ts';

test('tools below a private place stay in sight, with what they were installed with', () => {
  expect(toolPlaces('/usr/bin:/tmp/a/node_modules/.bin:/tmp/b/bin', 'sh')).toEqual([
    '/tmp/a/node_modules/.bin',
    '/tmp/a/node_modules',
    '/tmp/b/bin',
    '/tmp/b',
  ]);
  expect(toolPlaces('/usr/bin', '/var/tmp/tools/agent')).toEqual(['/var/tmp/tools']);
});

test('the private place itself is never opened, nor anything outside of it', () => {
  expect(toolPlaces('/tmp:/tmp/bin:.:relative/bin:/home/a/.docker/bin', '/tmp/agent')).toEqual(['/tmp/bin']);
});
