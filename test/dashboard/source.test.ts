import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { filesUnder, root } from '../source.ts';

const sources = ['.ts', '.tsx'].flatMap((ending) => filesUnder('dashboard/src', ending));

test('EPIC-13 no page has a way to make markup of what somebody wrote', () => {
  expect(sources.length).toBeGreaterThan(15);
  const ways =
    /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|createContextualFragment|DOMParser|srcdoc|\beval\(|new Function|setAttribute\(['"](?:on|style|href|src)/;
  const found = sources.filter((path) => ways.test(readFileSync(join(root, path), 'utf8')));
  expect(found).toEqual([]);
});

test('the pages name no place outside their own server', () => {
  const all = [...sources, 'dashboard/src/index.html', 'dashboard/src/styles.css'];
  const found = all.filter((path) => /https?:\/\/|url\(/.test(readFileSync(join(root, path), 'utf8')));
  expect(found).toEqual([]);
});

test('every file stays small enough to read', () => {
  const long = sources.filter((path) => readFileSync(join(root, path), 'utf8').split('\n').length > 300);
  expect(long).toEqual([]);
});
