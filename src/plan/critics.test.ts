import { expect, test } from 'vitest';
import { criticFor } from './agents.ts';
import { goodConfig } from '../../test/support/plan-samples.ts';

const { criticsBy } = goodConfig(`
review:
  criticsBy:
    - { when: { type: ui, paths: ["web/**"] }, use: claude }
    - { when: { type: [db, ui] }, use: codex }
    - { when: { paths: ["**/*.sql", "db/**"] }, use: { use: acp, run: [gemini] } }
`).review;

const use = (type: string | null, ...paths: readonly string[]) =>
  criticFor(criticsBy, { type, paths })?.use.use;

test('EPIC-16 a choice with type and paths needs both', () => {
  expect(use('ui', 'README.md', 'web/a.ts')).toBe('claude');
  expect(use('ui', 'README.md')).toBe('codex');
});

test('EPIC-16 any of several types, or any changed file that matches, is enough', () => {
  expect(use('db')).toBe('codex');
  expect(use(null, 'x/y.ts', 'a/b/c.sql')).toBe('acp');
  expect(use('api', 'db/x')).toBe('acp');
});

test('EPIC-16 what no choice fits goes to the usual critic', () => {
  expect(criticFor(criticsBy, { type: 'acp', paths: ['src/a.ts'] })).toBeUndefined();
  expect(criticFor(criticsBy, { type: null, paths: [] })).toBeUndefined();
  expect(criticFor([], { type: 'ui', paths: ['web/a'] })).toBeUndefined();
});
