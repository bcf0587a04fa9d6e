import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { languages } from './language.ts';
import { masked } from './mask.ts';

const words = (text: string) => text.split(/[^\w]+/).filter((word) => word !== '');

test('comments and strings of a script are blanked out, code in a template is not', () => {
  const text = 'a(); // b()\n/* c() */ d(\'e()\', "f()", `g() ${h(`i ${j}`)} k`); l /m/ n; o = /p[\'"]/; q';
  expect(words(masked(text, 'js'))).toEqual(['a', 'd', 'h', 'j', 'l', 'm', 'n', 'o', 'q']);
});

test('an apostrophe in the text of a page blinds us to the end of its line at most', () => {
  expect(words(masked("<p>don't</p>\ntest(x)", 'js'))).toContain('test');
});

test('the strings of other languages are known too', () => {
  expect(words(masked('a = """b\nc""" # d\ne = \'f\'', 'python'))).toEqual(['a', 'e']);
  expect(words(masked('a := `b\nc` // d\ne("f")', 'go'))).toEqual(['a', 'e']);
  expect(words(masked('let a = r#"b "c" d"#; fn e<\'f>() {}', 'rust'))).toEqual(['let', 'a', 'fn', 'e', 'f']);
  expect(words(masked('var a = @"b\\"; c();', 'csharp'))).toEqual(['var', 'a', 'c']);
  expect(words(masked("echo a # b\nc='d # e'; f#g", 'shell'))).toEqual(['echo', 'a', 'c', 'f', 'g']);
});

test('masking keeps every place and every line, whatever the text', () => {
  const piece = fc.constantFrom(
    '"',
    "'",
    '`',
    '${',
    '}',
    '/',
    '//',
    '/*',
    '*/',
    '#',
    '\n',
    '\\',
    'r#"',
    '"#',
    'x',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.constantFrom(...languages), (pieces, language) => {
      const text = pieces.join('');
      const clean = masked(text, language);
      expect(clean.length).toBe(text.length);
      expect(clean.split('\n').length).toBe(text.split('\n').length);
      for (let at = 0; at < text.length; at++) expect(clean[at] === text[at] || clean[at] === ' ').toBe(true);
    }),
  );
});
