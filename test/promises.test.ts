import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { filesUnder, root, testTitles } from './source.ts';

type Entry = { readonly id: string; readonly heldBy: readonly string[] };

const entries = readFileSync(join(root, 'docs/promises.md'), 'utf8')
  .split(/^### /m)
  .slice(1)
  .map((text): Entry => ({
    id: text.slice(0, text.indexOf(' ')),
    heldBy: [...(/^Held by: (.*)$/m.exec(text)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(
      ([, path = '']) => path,
    ),
  }));

const defined = new Set(entries.map(({ id }) => id));

/** A promise wherever it is cited; a threat only among the ids that a title begins with, since tickets have such names too. */
function citedIn(text: string): readonly string[] {
  const promises = text.match(/(?<![\w-])P(?:\d{1,2})(?![\w-])/g) ?? [];
  const [ids = ''] = /^(?:(?:[A-Z]+-\d+|\d{3}#\d+|[PT]\d{1,2})[ ,])+/.exec(text) ?? [];
  return [...promises, ...(ids.match(/\bT\d{1,2}\b/g) ?? [])];
}

function titlesOf(path: string): readonly string[] {
  return testTitles(path, readFileSync(join(root, path), 'utf8'));
}

test('FORM-01 every promise and threat names tests, and each of them cites it in a title', () => {
  expect(entries.filter(({ heldBy }) => heldBy.length === 0).map(({ id }) => id)).toEqual([]);
  const wrong = entries.flatMap(({ id, heldBy }) =>
    heldBy
      .filter((path) => !existsSync(join(root, path)) || !titlesOf(path).flatMap(citedIn).includes(id))
      .map((path) => `${id}: ${path}`),
  );
  expect(wrong).toEqual([]);
});

test('FORM-01 every promise and threat that a test or a comment cites is defined', () => {
  const tests = ['src', 'packages', 'test'].flatMap((folder) => filesUnder(folder, '.test.ts'));
  const titled = tests.flatMap((path) =>
    titlesOf(path).flatMap((title) => citedIn(title).map((id) => [path, id] as const)),
  );
  const code = ['src', 'packages', 'tools', 'bench', 'dashboard/src'].flatMap((folder) =>
    filesUnder(folder, '.ts'),
  );
  const commented = code.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\((?:[A-Z]+-\d+, )*(P\d{1,2})[,)]/g)].map(
      ([, id = '']) => [path, id] as const,
    ),
  );
  const unknown = [...titled, ...commented].filter(([, id]) => !defined.has(id));
  expect(unknown.map(([path, id]) => `${path}: ${id}`)).toEqual([]);
});
