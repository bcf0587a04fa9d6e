import { expect, test } from 'vitest';

import { toolPlaces } from './launch.ts';

test('tools below a private place stay in sight, with what they were installed with', () => {
  expect(toolPlaces('/usr/bin:/var/tmp/a/node_modules/.bin:/var/tmp/b/bin', 'sh')).toEqual([
    '/var/tmp/a/node_modules/.bin',
    '/var/tmp/a/node_modules',
    '/var/tmp/b/bin',
    '/var/tmp/b',
  ]);
  expect(toolPlaces('/usr/bin', '/var/tmp/tools/agent')).toEqual(['/var/tmp/tools']);
});

test('the private place itself is never opened, nor anything outside of it', () => {
  expect(toolPlaces('/var/tmp:/var/tmp/bin:.:relative/bin:/opt/a/.docker/bin', '/var/tmp/agent')).toEqual([
    '/var/tmp/bin',
  ]);
});
