import fc from 'fast-check';
import ts from 'typescript-api';
import { expect, test } from 'vitest';

import { addedLines, lineAt } from '../detect/index.ts';
import { chanceOf } from './chance.ts';
import { chooseDefects } from './choose-defects.ts';
import type { ChangedText } from './kinds.ts';
import { changedLines, plant } from './plant.ts';
import { sitesIn } from './sites.ts';

const name = fc.constantFrom('rows', 'user', 'size', 'from', 'limit');
const value = fc.oneof(name, fc.integer({ min: 0, max: 5000 }).map(String), fc.constant("'text'"));
const comparison = fc
  .tuple(name, fc.constantFrom('<', '<=', '>', '>=', '===', '!=='), value)
  .map((parts) => parts.join(' '));
const condition = fc.oneof(
  comparison,
  fc.tuple(comparison, fc.constantFrom('&&', '||'), comparison).map((parts) => parts.join(' ')),
  name.map((each) => `!${each}.allowed`),
);
const statement = fc.oneof(
  condition.map((each) => `if (${each}) return;`),
  condition.map((each) => `if (${each}) {\n  throw new Error('no');\n}`),
  fc.tuple(name, name, value).map(([call, a, b]) => `await ${call}(${a}, ${b});`),
  fc.tuple(name, value).map(([a, b]) => `${a} = ${b} - 1;`),
  fc.tuple(name, name).map(([a, b]) => `try {\n  ${a}(${b});\n} catch (error) {\n  throw error;\n}`),
  fc.tuple(name, condition).map(([a, b]) => `const ${a}Late = ${b} ? 10 : ${a}.length - 1;`),
);
const program = fc
  .array(statement, { minLength: 1, maxLength: 8 })
  .map((lines) => `export async function work(limit = 30) {\n${lines.join('\n')}\n  return limit;\n}\n`);

/** A program as it was and as it became: some of its lines are new. */
const change = fc
  .tuple(program, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }))
  .map(([after, isNew]): ChangedText => {
    const kept = after.split('\n').filter((_, index) => isNew[index % isNew.length] !== true);
    return { path: 'src/work.ts', mode: '100644', before: kept.join('\n'), after };
  });

function isWhole(text: string): boolean {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest);
  return (source as unknown as { parseDiagnostics: readonly unknown[] }).parseDiagnostics.length === 0;
}

function essence(text: string): string {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest);
  return ts.createPrinter({ removeComments: true }).printFile(source);
}

test('BEYOND-04 whatever is planted is a whole program, another one, and inside of what the change writes', () => {
  fc.assert(
    fc.property(change, (given) => {
      const lines = changedLines(given);
      for (const site of sitesIn(given)) {
        const planted = plant(given, site, lines);
        if (planted === undefined) continue;
        expect(isWhole(planted.text)).toBe(true);
        expect(essence(planted.text)).not.toBe(essence(given.after));
        const last = lineAt(given.after, Math.max(site.start, site.end - 1));
        for (let line = lineAt(given.after, site.start); line <= last; line += 1)
          expect(lines.has(line)).toBe(true);
        const version = (text: string) => ({ mode: '', blob: '', text, unread: null });
        const left = addedLines({
          path: given.path,
          before: version(given.before ?? ''),
          after: version(planted.text),
        });
        expect(left.some(({ line }) => line >= planted.line - 1 && line <= planted.endLine + 1)).toBe(true);
        expect(planted.line).toBeGreaterThanOrEqual(1);
        expect(planted.endLine).toBeLessThanOrEqual(planted.text.split('\n').length);
      }
    }),
  );
});

test('the same commits and seed give the same defects, evenly of all kinds, none twice in one commit', () => {
  const bearers = fc.array(change, { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(bearers, fc.nat({ max: 9999 }), fc.integer({ min: 1, max: 12 }), (files, seed, count) => {
      const given = files.map((each, index) => ({ id: `commit ${index}`, files: [each] }));
      const wish = { count, seed, already: {} };
      const chosen = chooseDefects(given, wish);
      expect(chooseDefects(given, wish)).toEqual(chosen);
      expect(chosen.length).toBeLessThanOrEqual(count);
      const pairs = chosen.map(({ bearer, planted }) => `${bearer} ${planted.kind}`);
      expect(new Set(pairs).size).toBe(pairs.length);
      // More of the same choice begins like it.
      expect(chooseDefects(given, { ...wish, count: count + 3 }).slice(0, chosen.length)).toEqual(chosen);
    }),
    { numRuns: 40 },
  );
});

test('chance of a seed is the same each time, and a shuffle loses nothing', () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.nat(), { maxLength: 30 }), (seed, items) => {
      const mixed = chanceOf(seed).shuffled(items);
      expect(chanceOf(seed).shuffled(items)).toEqual(mixed);
      expect(mixed.toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b));
    }),
  );
});
