import { expect, test } from 'vitest';

import { siteOf } from '../../test/support/site.ts';
import { viewFor, withheldBy } from './privacy.ts';

test.each([
  ['secrets', 'secrets/a/b'],
  ['secrets/', 'secrets/a'],
  ['./secrets', 'secrets/a'],
  ['secrets/*', 'secrets/a/b'],
  ['**/secrets', 'x/secrets/y'],
  ['*.key', 'site.key'],
  ['*.key', 'deep/er/site.key'],
  ['.env*', 'pkg/.env.local'],
  ['customers', 'data/customers/1.csv'],
])('BEYOND-16 %j withholds %j', (glob, path) => {
  expect(withheldBy([glob])?.has(path)).toBe(true);
});

test.each([
  ['secrets', 'secrets-not.txt'],
  ['lib/*.key', 'deep/lib/a.key'],
  ['./secrets', 'x/secrets/y'],
  ['*.key', 'a.key.txt'],
])('BEYOND-16 %j does not withhold %j', (glob, path) => {
  expect(withheldBy([glob])?.has(path)).toBe(false);
});

test('BEYOND-16 what setup links to is seen by an agent, but never what is withheld', () => {
  const withheld = ['/top/secrets', '/top/a.key'];
  const forAgents = { visible: ['/hub'], hidden: ['/top/.git', '/top/.env', ...withheld], withheld };
  const site = siteOf({ workspaces: { forAgents } });
  const linked = ['/top/node_modules', '/top/.env', '/top/a.key', '/top/secrets/x', '/top/.git/cache'];
  expect(viewFor(site, linked)).toEqual({
    visible: ['/hub', '/top/node_modules', '/top/.env', '/top/.git/cache'],
    hidden: forAgents.hidden,
  });
});

test('nothing is withheld where nothing is denied', () => {
  expect(withheldBy([])).toBeNull();
});
