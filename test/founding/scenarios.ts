// Which tests prove which statement of the founding documents, by the tags in their titles, and the page about it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { filesUnder, root, testTitles } from '../source.ts';
import { statements, titles } from './statements.ts';

export type Scenario = { readonly tag: string; readonly file: string; readonly title: string };

/** Matches the tag of a statement in a title; as a text it is the pattern of `vitest -t`. */
export const tagPattern = String.raw`\b00\d#\d+\b`;

export const pageFile = join(root, 'docs/founding.md');
/** Tags that no scenario proves yet. The list only shrinks. */
export const openFile = join(root, 'test/founding/open.json');

/** Every tagged test of the repository. Only those of `test/e2e`, `test/long` and `test/heavy` are scenarios: they run the built CLI. */
export function taggedTests(): readonly Scenario[] {
  return ['src', 'packages', 'test']
    .flatMap((folder) => filesUnder(folder, '.test.ts'))
    .flatMap((file) => taggedIn(file, readFileSync(join(root, file), 'utf8')));
}

export function taggedIn(file: string, text: string): readonly Scenario[] {
  if (!new RegExp(tagPattern).test(text)) return [];
  return testTitles(file, text).flatMap((title) =>
    [...title.matchAll(new RegExp(tagPattern, 'g'))].map(([tag]) => ({ tag, file, title })),
  );
}

export function isScenario({ file }: Scenario): boolean {
  return /^test\/(?:e2e|long|heavy)\//.test(file);
}

/** The scenarios that a page names, as far as they still exist; and those that do not. */
export function citedIn(page: string, scenarios: readonly Scenario[]) {
  const cited = [...page.matchAll(/^\| (\S+) \|.* \| (\[.*) \|$/gm)].flatMap(([, tag = '', links = '']) =>
    [...links.matchAll(/\(\.\.\/([^)]+)\)/g)].map(([, file = '']) => ({ tag, file })),
  );
  const exists = (one: { readonly tag: string; readonly file: string }) =>
    scenarios.some(({ tag, file }) => tag === one.tag && file === one.file);
  const named = scenarios.filter((one) =>
    cited.some(({ tag, file }) => tag === one.tag && file === one.file),
  );
  return { named, gone: cited.filter((one) => !exists(one)) };
}

/** docs/founding.md: a table for each document, with the files whose scenarios prove a statement. */
export function foundingPage(scenarios: readonly Scenario[]): string {
  const opening = [
    '# The founding documents, statement by statement',
    '',
    '<!-- Written by `npm run test:founding -- --write` from test/founding/statements.ts; edit that file, not this page. -->',
    '',
    'Five documents describe the system that Gauntlet grew from. Each statement below has a scenario: a test that runs the built',
    'command line and checks what a user sees. Its title contains the number, for example `003#5`. `npm run test:founding` runs all',
    'of them and fails when one fails or is missing. Where the last column says `not yet`, the result is expected and not shown.',
    '',
  ];
  return [...opening, ...Object.keys(titles).flatMap((document) => section(document, scenarios))].join('\n');
}

function section(document: string, scenarios: readonly Scenario[]): readonly string[] {
  const rows = rowsOf(document).map(({ tag, text, result, why }) => {
    const files = new Set(scenarios.filter((each) => each.tag === tag).map(({ file }) => file));
    const links = [...files].map((file) => `[${nameOf(file)}](../${file})`).join(', ');
    return `| ${tag} | ${text} | ${result} | ${why} | ${links === '' ? 'not yet' : links} |`;
  });
  const heading = `## ${document}: ${titles[document as keyof typeof titles]}`;
  const columns = ['| number | statement | result | why | proved by |', '| --- | --- | --- | --- | --- |'];
  return [heading, '', ...columns, ...rows, ''];
}

function rowsOf(document: string) {
  const numbered = statements[document as keyof typeof titles];
  return Object.entries(numbered).map(([number, statement]) => ({
    tag: `${document}#${number}`,
    ...statement,
  }));
}

function nameOf(file: string): string {
  return (file.split('/').at(-1) ?? '').replace('.e2e.test.ts', '');
}
