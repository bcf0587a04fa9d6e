import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { registryFile, registryText } from '../tools/registry-file.ts';

test('the registry names every rule and finder of the folders; if not, run: npm run registry', () => {
  expect(readFileSync(registryFile, 'utf8')).toBe(registryText());
});
