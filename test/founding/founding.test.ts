import { existsSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { citedIn, foundingPage, isScenario, openFile, pageFile, taggedIn, taggedTests } from './scenarios.ts';
import { statements, tags } from './statements.ts';

const tagged = taggedTests();
const scenarios = tagged.filter(isScenario);

test('there are 122 statements, and at most five differ from the document', () => {
  const counts = Object.values(statements).map((numbered) => Object.keys(numbered).length);
  expect(counts).toEqual([20, 12, 46, 28, 16]);
  const all = Object.values(statements).flatMap((numbered) => Object.values(numbered));
  expect(all.filter(({ result }) => result === 'differs').length).toBeLessThanOrEqual(5);
  expect(all.filter(({ result, why }) => (result === 'works') !== (why === ''))).toEqual([]);
});

test('every tag in a title names a statement, and a title has one tag', () => {
  expect(tagged.filter(({ tag }) => !tags.includes(tag))).toEqual([]);
  const titled = scenarios.map(({ file, title }) => `${file}: ${title}`);
  expect(titled.filter((title, index) => titled.indexOf(title) !== index)).toEqual([]);
});

test('every statement has a scenario, except those of the open list, which only shrinks', () => {
  const open = existsSync(openFile) ? (JSON.parse(readFileSync(openFile, 'utf8')) as readonly string[]) : [];
  const proved = new Set(scenarios.map(({ tag }) => tag));
  expect(tags.filter((tag) => !proved.has(tag) && !open.includes(tag))).toEqual([]);
});

test('docs/founding.md has the statements; if not, run: npm run test:founding -- --page', () => {
  const page = readFileSync(pageFile, 'utf8');
  // A new scenario for a proved statement needs no new page: files are checked one by one.
  expect(withoutFiles(page)).toBe(withoutFiles(foundingPage(scenarios)));
  expect(citedIn(page, scenarios).gone).toEqual([]);
});

test('a tag counts in the title of a test that runs, in e2e, long and heavy', () => {
  const text = "test('FOUND-01 003#5 x', () => {}); // 003#6\ntest.skip('003#7 y', () => {});";
  expect(taggedIn('test/e2e/a.e2e.test.ts', text).map(({ tag }) => tag)).toEqual(['003#5']);
  expect(taggedIn('src/a.test.ts', text).filter(isScenario)).toEqual([]);
});

function withoutFiles(page: string): string {
  return page.replaceAll(/^(\| 00\d#.*) \| [^|]* \|$/gm, '$1');
}
