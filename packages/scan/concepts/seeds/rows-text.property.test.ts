import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { noFacts } from '../../engine/fact-kinds.generated.ts';
import { csharpRowFacts, pythonRowFacts } from './rows-text.ts';

/** Rows are read from the text alone. */
const nothing = {} as SyntaxNode;

const field = fc.stringMatching(/^[a-z][a-z_]{0,10}$/);
/** Texts with everything that could be taken for the end of a value. */
const text = fc.stringMatching(/^[a-z ,(){}[\]=]{0,12}$/);
const fields = fc.uniqueArray(fc.tuple(field, text), {
  minLength: 2,
  maxLength: 6,
  selector: ([name]) => name,
});

function learned(finder: typeof pythonRowFacts, path: string, code: string) {
  const facts = noFacts();
  finder.find(nothing, facts, { path, language: finder.language, text: code, isTest: false, isSide: true });
  return facts.rows;
}

test('TEAM-03 every field that a row is given is read back as it was written, in Python and C# alike', () => {
  fc.assert(
    fc.property(fields, fc.nat(5), (given, before) => {
      const written = given.map(([name, value]) => `${name} = "${value}"`).join(',\n  ');
      const lines = '\n'.repeat(before);
      const expected = [
        { entity: 'User', values: Object.fromEntries(given), isOpen: false, line: before + 1 },
      ];
      expect(learned(pythonRowFacts, 'seed.py', `${lines}session.add(User(${written}))`)).toEqual(expected);
      expect(learned(csharpRowFacts, 'Seed.cs', `${lines}db.Users.Add(new User { ${written} });`)).toEqual(
        expected,
      );
    }),
  );
});

test('TEAM-03 whatever a file holds, reading rows ends and throws nothing', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (noise) => {
      for (const finder of [pythonRowFacts, csharpRowFacts])
        expect(Array.isArray(learned(finder, 'seed', `new User { ${noise} User(${noise}`))).toBe(true);
    }),
  );
});
