import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { programsFile, programsText } from '../tools/programs-file.ts';
import { factKindsFile, factKindsText, registryFile, registryText } from '../tools/registry-file.ts';

test('the registry names every rule and finder of the folders; if not, run: npm run registry', () => {
  expect(readFileSync(registryFile, 'utf8')).toBe(registryText());
  expect(readFileSync(factKindsFile, 'utf8')).toBe(factKindsText());
});

test('the programs of the gates are embedded as their files have them; if not, run: npm run registry', () => {
  expect(readFileSync(programsFile, 'utf8')).toBe(programsText());
});
