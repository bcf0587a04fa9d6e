import { expect, test } from 'vitest';

import { sampleRepository, startEpic } from '../../../test/contracts/git-sample.ts';
import { siteOf } from '../../../test/support/site.ts';
import { shownChange, viewFor, withheldBy } from './privacy.ts';

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
  const context = siteOf({ workspaces: { forAgents } });
  const linked = ['/top/node_modules', '/top/.env', '/top/a.key', '/top/secrets/x', '/top/.git/cache'];
  expect(viewFor(context, linked)).toEqual({
    visible: ['/hub', '/top/node_modules', '/top/.env', '/top/.git/cache'],
    hidden: forAgents.hidden,
  });
});

test('nothing is withheld where nothing is denied', () => {
  expect(withheldBy([])).toBeNull();
});

test.each([
  [
    'a file has become a folder',
    { lib: 'old\n' },
    { 'lib/own.js': 'own\n', 'lib/other.js': 'other\n' },
    'lib/own.js',
  ],
  ['a folder has become a file', { 'lib/other.js': 'old\n' }, { lib: 'own\n' }, 'lib'],
])(
  'DISPATCH-14 where %s, what is shown is in the diff and what is hidden is not',
  async (_, before, after, own) => {
    const sample = sampleRepository({ 'a.txt': 'one\n', ...before });
    const { hub, base } = await startEpic(sample);
    sample.git(['rm', '-rq', 'lib']);
    const { commit } = await hub.adopt(sample.commit(after));
    const context = { ...siteOf(), hub };
    const { files, diff } = await shownChange(context, base.commit, commit, (path) => path === own);
    expect(files).toEqual([own]);
    expect(diff).toContain(`+++ b/${own}\n`);
    expect(diff).toContain('+own\n');
    expect(diff).not.toContain('old');
    expect(diff).not.toContain('other');
  },
);
