import { expect, test } from 'vitest';

import type { AgentSettings, CriticChoice } from '../model/config.ts';
import { depths } from '../model/team.ts';
import { chooseCritic, criticCount } from './choose-critics.ts';

const use: AgentSettings = {
  use: 'scripted',
  run: [],
  model: null,
  effort: null,
  provider: null,
  baseUrl: null,
  apiKeyEnv: null,
  env: [],
  network: false,
  token: true,
  timeout: null,
  prices: null,
};
const choice = (types: readonly string[], paths: readonly string[]): CriticChoice => ({
  types,
  paths,
  use,
  dimensions: [],
});
const docs = choice(['docs'], []);
const web = choice([], ['web/', 'ui/']);
const both = choice(['bug'], ['api/']);
const any = choice([], []);
const startsWith = (pattern: string, path: string) => path.startsWith(pattern);

test.each([
  ['docs', [], docs],
  ['docs', ['web/a.ts'], docs],
  ['feature', ['src/a.ts', 'ui/b.ts'], web],
  [null, ['web/a.ts'], web],
  ['bug', ['api/a.ts'], both],
  ['bug', ['src/a.ts'], undefined],
  ['feature', ['api/a.ts'], undefined],
  [null, [], undefined],
] as const)(
  'EPIC-16 a ticket of type %s that changes %j gets the first critic that fits',
  (type, paths, chosen) => {
    expect(chooseCritic({ type, paths }, [docs, web, both], startsWith)).toBe(chosen);
  },
);

test('EPIC-16 a choice without conditions fits every ticket', () => {
  expect(chooseCritic({ type: null, paths: [] }, [docs, any], startsWith)).toBe(any);
});

test('TEAM-28 critics by depth, settable, never none', () => {
  expect(depths.map((depth) => criticCount(depth, null))).toEqual([1, 1, 3, 5]);
  expect(criticCount('quick', 4)).toBe(4);
  expect(criticCount('exhaustive', 0)).toBe(1);
});
