import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { readCatalogue } from '../src/cli/explain/catalogue.ts';
import { rulesFile, rulesPage } from '../tools/rules-page.ts';

test('docs/rules.md is what the rules say; if not, run: npm run rules:docs', () => {
  const isCurrent = readFileSync(rulesFile, 'utf8') === rulesPage();
  expect(isCurrent, 'docs/rules.md is out of date. Run: npm run rules:docs').toBe(true);
});

test('every rule is explained with an example of what it finds and of what it does not', () => {
  for (const { id, bad, good } of readCatalogue()) {
    expect(bad, id).toMatch(new RegExp(`<- ${id}|^finds `, 'm'));
    expect(good, id).toContain('=== ');
  }
});
