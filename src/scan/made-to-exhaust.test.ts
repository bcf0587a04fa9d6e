import { describe, expect, test } from 'vitest';

import { fileLooker } from './look-at-file.ts';
import { allFinders, allRules } from './rules/index.ts';

const look = fileLooker({ rules: allRules, finders: allFinders });

/** How much was written down of a file: what is worked out again and again is written down again and again. */
function saidOf(path: string, lines: readonly string[]): number {
  const text = Buffer.from(lines.join('\n'));
  const { facts, crashes } = look(path, text.length, () => text);
  expect(crashes).toEqual([]);
  return JSON.stringify(facts).length;
}

/** Each line sends the one before it four times. */
function fourfold(count: number): readonly string[] {
  return [
    "import { fetchIt } from './fetch';",
    'export function load() {',
    '  const a0 = fetchIt(1);',
    ...Array.from(
      { length: count },
      (_, at) => `  const a${at + 1} = fetchIt(a${at}, a${at}, a${at}, a${at});`,
    ),
    '}',
  ];
}

describe('TEAM-03 what is said of a file grows with the file, however it is written', () => {
  test('calls that are given the same thing four times, one after the other', () => {
    expect(saidOf('src/a.ts', fourfold(100)) / 100).toBeLessThan(10_000);
  });

  test('a chain of calls on a router', () => {
    const chain = (count: number): readonly string[] => [
      "import express from 'express';",
      'const app = express();',
      'app',
      ...Array.from({ length: count }, (_, at) => `  .use('/p${at}', handler${at})`),
      ';',
    ];
    const per = saidOf('src/app.ts', chain(200)) / 200;
    expect(saidOf('src/app.ts', chain(800)) / 800).toBeLessThan(per * 1.5);
  });
});
