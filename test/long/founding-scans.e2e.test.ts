// Document 002's scans as a user sees them: mistakes planted in one full-stack repository and a few small ones, which
// nobody wrote for the rules, audited by the built CLI without any agent.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { builtCli, type Place } from '../built-cli.ts';
import { root } from '../source.ts';

let place: Place;
beforeAll(() => {
  place = builtCli();
});
afterAll(() => place.remove());

const MARK = / *(?:\/\/|#|\/\*|<!--|\{\/\*) *((?:<- [A-Z0-9]+-\d+ *)+)(?:\*\/\}?|-->)?$/;

/** Writes one planted repository; answers `RULE file:line` for every mark in it, which the written files do not have. */
function plant(name: string): readonly string[] {
  const [, ...parts] = `\n${readFileSync(join(root, 'test/fixtures/founding', `${name}.txt`), 'utf8')}`.split(
    '\n=== ',
  );
  return parts.flatMap((part) => {
    const [path = '', ...lines] = part.split('\n');
    const marks = lines.map((line) =>
      [...(MARK.exec(line)?.[1] ?? '').matchAll(/[A-Z0-9]+-\d+/g)].map(([id]) => id),
    );
    place.write(
      join(name, path),
      `${lines
        .map((line) => line.replace(MARK, ''))
        .join('\n')
        .trimEnd()}\n`,
    );
    return marks.flatMap((ids, at) => ids.map((id) => `${id} ${path}:${at + 1}`));
  });
}

type Found = { readonly rule: string; readonly file: string; readonly line: number };

function found(name: string, ...more: readonly string[]): readonly string[] {
  const { stdout, stderr } = place.run([
    'audit',
    name,
    '--no-agents',
    '--no-cache',
    '--json',
    '--profile',
    'all',
    ...more,
  ]);
  expect(stderr).toBe('');
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly Found[] };
  return findings.map(({ rule, file, line }) => `${rule} ${file}:${line}`);
}

const numbered = (family: string, last: number): readonly string[] =>
  Array.from({ length: last }, (_, nth) => `${family}-${String(nth + 1).padStart(3, '0')}`);

const documented = [
  ...numbered('MOCK', 8),
  ...numbered('UI', 4),
  ...numbered('DEPLOY', 4),
  ...numbered('ASSET', 3),
  ...numbered('DB', 8),
  ...numbered('API', 4),
  ...numbered('SDL', 3),
  ...numbered('XREF', 2),
];
const spotChecks = ['FRONT-016', 'BACK-001', 'BACK-002', 'BACK-016'];

/** Off unless asked for. */
const optional = ['--rule', 'DB-007', '--rule', 'SLOP-001'];
const repositories: readonly (readonly [string, readonly string[]])[] = [
  ['shop', []],
  ['library', []],
  ['depot', []],
  ['contract', []],
  ['relations', optional],
];

test.each(repositories)('TEAM-03 002#38 every mistake planted in %s is found at its line', (name, more) => {
  const planted = plant(name);
  expect(planted).not.toEqual([]);
  expect(found(name, ...more)).toEqual(expect.arrayContaining([...planted]));
});

test('TEAM-03 002#38 the plants have every number of every family that the document names', () => {
  const planted = repositories.flatMap(([name]) => plant(name)).map((mark) => mark.split(' ')[0]);
  expect([...documented, ...spotChecks, 'SLOP-001'].filter((id) => !planted.includes(id))).toEqual([]);
});

test('TEAM-03 002#39 ENUM, SEED and orphans are found by rules, without a model', () => {
  const states = plant('states');
  expect(found('states')).toEqual(expect.arrayContaining([...states]));
  const seeds = plant('seeds');
  expect(found('seeds')).toEqual(expect.arrayContaining([...seeds]));
  const orphans = [...plant('orphans'), 'ORPHAN-001 src/lib/mail.js:0', 'ORPHAN-003 src/lib/Map.svelte:0'];
  expect(found('orphans')).toEqual(expect.arrayContaining(orphans));
  const ids = [...states, ...seeds, ...plant('depot')].map((mark) => mark.split(' ')[0]);
  expect([...numbered('ENUM', 4), ...numbered('SEED', 3)].filter((id) => !ids.includes(id))).toEqual([]);
});

const design = `# UI requirements

## Colours
- Accent: #0a7d4f
- Text: #1c1c1c

## Fonts
- Body: Lato

## Spacing
Base unit: 5px
`;

test('TEAM-29 002#42 the UI is compared with UI_REQUIREMENTS.md: colours, fonts and spacing that it does not name are found', () => {
  place.write('design/UI_REQUIREMENTS.md', design);
  place.write('design/package.json', '{ "name": "design" }\n');
  place.write(
    'design/src/theme.css',
    ":root {\n  --accent: #0a7d4f;\n  --second: #ff8800;\n  --font-sans: 'Lato', sans-serif;\n  --font-head: 'Oswald', sans-serif;\n}\n",
  );
  place.write(
    'design/src/page.css',
    '.a { color: #0a7d4f; padding: 15px; }\n.b { color: #ff8800; padding: 12px; }\n',
  );
  const looks = found('design').filter((line) => line.startsWith('UI-'));
  expect(looks).toEqual(
    expect.arrayContaining(['UI-001 src/page.css:2', 'UI-003 src/theme.css:5', 'UI-004 src/page.css:2']),
  );
  expect(looks.filter((line) => / src\/(?:page\.css:1|theme\.css:[24])$/.test(line))).toEqual([]);
  const { stdout } = place.run(['audit', 'design', '--no-agents', '--no-cache', '--profile', 'all']);
  expect(stdout).toMatch(/#ff8800/);
});
