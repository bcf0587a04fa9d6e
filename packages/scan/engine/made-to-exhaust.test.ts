import { describe, expect, test } from 'vitest';

import { grammarsFor, secretDetection as secrets } from '../../../test/support/scan-inputs.ts';
import { fileScanner } from './scan-file.ts';
import { allFinders, allRules, syntaxFinders } from '../registry.generated.ts';

const grammars = await grammarsFor(['a.py', 'a.cs']);
const look = fileScanner({
  rules: allRules,
  finders: allFinders,
  syntax: { grammars, finders: syntaxFinders },
  secrets,
});

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

function crashesOf(path: string, text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const { left, crashes } = look(path, bytes.length, () => bytes);
  expect(left).toBeNull();
  return [...new Set(crashes.map(({ because }) => because))];
}

describe('TEAM-03 a file that is made to exhaust its reader is said, and nothing else suffers', () => {
  const deep = 5_000;

  test.each([
    ['src/a.ts', `export const a = ${'(\n'.repeat(deep)}1${')\n'.repeat(deep)};`],
    ['src/a.ts', `export const a = b${'.c()\n'.repeat(deep)};`],
    ['src/api/a.py', `import flask\n${'@app.route('.repeat(deep)}`],
    ['Api/A.cs', `using System;\npublic class ${'A<'.repeat(deep)}`],
  ])('%s, case %#', (path, text) => {
    const said = crashesOf(path, text);
    expect(said.length).toBeGreaterThan(0);
    for (const each of said) expect(each).toMatch(/nested deeper than|call stack|the parser/);
    expect(crashesOf('src/b.ts', "export const load = () => fetch('/a');")).toEqual([]);
    expect(crashesOf('src/b.py', 'from flask import Flask\napp = Flask(__name__)\n')).toEqual([]);
  });

  test('names that are each other and the same name in every branch', () => {
    const branches = Array.from(
      { length: 4 },
      (_, at) =>
        `if (${at}) { const user = await prisma.user.findFirst({}); const same = user; user.a = 1; }`,
    );
    const text = `
      import { prisma } from './db';
      export async function f() {
        ${branches.join('\n')}
        const a = b; const b = a; const user = await prisma.user.findUnique({ where: { id: a } });
        const c = user; const d = c; const user2 = d; c.name = 'x';
      }`;
    expect(crashesOf('src/services/a.ts', text)).toEqual([]);
  });

  test('brackets that never close are not gone through from each of them', () => {
    const open = crashesOf('Api/Services/A.cs', 'new Order {'.repeat(20_000));
    expect(open).toEqual([expect.stringContaining('nested deeper than 1000 levels')]);
    const closed = 'new Order { A = 1 };\n'.repeat(50);
    expect(saidOf('Api/Services/A.cs', [closed])).toBeGreaterThan(2_000);
  });
});
