import type { Mutation } from '../mutation.ts';

export const mutations: readonly Mutation[] = [
  // TEST
  {
    rule: 'TEST-001',
    what: 'called, not checked',
    file: 'src/components/area.test.ts',
    find: `  expect(readableArea(1500)).toBe('15 ares');`,
    put: `  readableArea(1500);`,
  },
  {
    rule: 'TEST-002',
    what: 'a length that is never negative',
    file: 'src/components/area.test.ts',
    find: `  expect(readableArea(120.4)).toBe('120 m²');`,
    put: `  expect(readableArea(120.4).length).toBeGreaterThanOrEqual(0);`,
  },
  {
    rule: 'TEST-004',
    what: 'test.skip',
    file: 'src/components/area.test.ts',
    find: `test('large plots`,
    put: `test.skip('large plots`,
  },
];
