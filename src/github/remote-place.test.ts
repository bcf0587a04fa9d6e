import { expect, test } from 'vitest';

import { openForge, repositoryOnForge } from './open-forge.ts';
import { placeOfRemote } from './open-forge.ts';

test.each([
  ['https://github.com/o/r.git', { host: 'github.com', slug: 'o/r' }],
  ['https://x-token:secret@GitHub.com/o/r', { host: 'github.com', slug: 'o/r' }],
  ['ssh://git@example.org:2222/o/r.git', { host: 'example.org', slug: 'o/r' }],
  ['git@github.com:o/r.git', { host: 'github.com', slug: 'o/r' }],
  ['https://github.com/o/../r', undefined],
  ['https://github.com/o/..', undefined],
  ['/srv/git/o/r.git', undefined],
  ['C:/repos/o', undefined],
  ['https://github.com/o/r?x=1', undefined],
])('the repository of a remote %s', (url, place) => {
  expect(placeOfRemote(url)).toEqual(place);
});

test('a token is not sent to an address that a clone names, and never without encryption', () => {
  const around = { cwd: '.', remote: 'https://forge.example/o/r', env: { GITHUB_TOKEN: 't', PATH: '' } };
  expect(() => openForge(around)).toThrow('neither a token nor gh');
  const plain = { ...around, env: { ...around.env, GITHUB_API_URL: 'http://forge.example/api' } };
  expect(() => openForge(plain)).toThrow('not an https address');
  expect(openForge({ ...around, remote: 'git@github.com:o/r.git' })).toMatchObject({
    slug: 'o/r',
    how: 'api.github.com',
  });
  expect(() => repositoryOnForge({ env: { GITHUB_REPOSITORY: 'o/r/../x' }, remote: null })).toThrow(
    'not clear',
  );
});
