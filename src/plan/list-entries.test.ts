import { expect, test } from 'vitest';

import { readConfig } from './read-config.ts';

test('FIRST-06 a map in the place of a list is answered with the keys of an entry', () => {
  const read = readConfig({ file: 'gauntlet.yaml', text: 'version: 1\nverify: { unit: npm test }\n' });
  expect(read.complaints).toMatchObject([
    { message: 'must be a list, not a map', hint: expect.stringContaining('known there: id, run') as string },
  ]);
});
