import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { cloneClasses, clonePairs, fingerprints, Index, SHORTEST } from './clones.ts';
import { plainTokens } from './plain-tokens.ts';
import { kinds, Numbers, scriptTokens, type Tokens } from './tokens.ts';

/** One token a line, every third one a call, every fourth one a decision. */
function rowOf(codes: readonly number[]): Tokens {
  const kindOf = (index: number): number =>
    index % 4 === 0 ? kinds.branching : index % 3 === 0 ? kinds.calling : kinds.other;
  return {
    codes: Int32Array.from(codes),
    lines: Int32Array.from(codes, (_, index) => index + 1),
    kinds: Uint8Array.from(codes, (_, index) => kindOf(index)),
  };
}

function classesOf(rows: readonly Tokens[]) {
  const index = new Index();
  for (const [file, row] of rows.entries()) fingerprints(row, (hash, at) => index.add(hash, file, at));
  const tokensOf = (file: number): Tokens => rows[file] ?? rowOf([]);
  return cloneClasses(clonePairs(index.groups(), tokensOf));
}

/** Tokens of one file only, so that nothing is alike by chance. */
function own(file: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => 10_000_000 * (file + 1) + index);
}

const around = fc.tuple(fc.nat(120), fc.nat(120), fc.nat(120), fc.nat(120));
/** No part of it is like another: what repeats itself is a table. */
const planted = fc.uniqueArray(fc.integer({ min: 1, max: 4_000 }), {
  minLength: SHORTEST.tokens,
  maxLength: 200,
});

describe('TEAM-03 duplicated stretches', () => {
  test('whatever stands in two files is found once, from its first token to its last', () => {
    fc.assert(
      fc.property(around, planted, ([a, b, c, d], stretch) => {
        const rows = [
          rowOf([...own(0, a), ...stretch, ...own(1, b)]),
          rowOf([...own(2, c), ...stretch, ...own(3, d)]),
        ];
        expect(classesOf(rows)).toEqual([
          [
            { file: 0, from: a, to: a + stretch.length },
            { file: 1, from: c, to: c + stretch.length },
          ],
        ]);
      }),
    );
  });

  test('what is shorter, or of one file only, is not', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(400), { maxLength: SHORTEST.tokens - 1 }), planted, (short, long) => {
        const rows = [
          rowOf([...own(0, 9), ...short, ...own(1, 9)]),
          rowOf([...own(2, 9), ...short, ...own(3, 9)]),
        ];
        expect(classesOf(rows)).toEqual([]);
        expect(classesOf([rowOf([...own(0, 5), ...long, ...own(1, 5), ...long])])).toEqual([]);
      }),
    );
  });

  test('any text has tokens in the order of its lines', () => {
    const texts = fc.array(
      fc.constantFrom('`', '${', '}', '{', '/', "'", '"', '\n', 'import', 'a', '<b>', '//', '"""', '#', '('),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          texts.map((each) => each.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (text) => {
          for (const language of ['python', 'csharp', 'java', 'go', 'tsx', 'typescript']) {
            const numbers = new Numbers();
            const { lines, codes } =
              plainTokens(text, language, numbers) ?? scriptTokens(text, language === 'tsx', numbers);
            expect(lines.length).toBe(codes.length);
            expect([...lines]).toEqual([...lines].sort((a, b) => a - b));
            expect(lines.at(-1) ?? 1).toBeLessThanOrEqual(text.split('\n').length);
          }
        },
      ),
    );
  });
});
