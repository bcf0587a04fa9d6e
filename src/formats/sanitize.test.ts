import { expect, test } from 'vitest';
import { sanitize } from './sanitize.ts';

const dropped: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2066, 0x2069],
  [0xd800, 0xdfff],
  [0xfeff, 0xfeff],
  [0xe0000, 0xe007f],
];

function isDropped(code: number): boolean {
  return dropped.some(([first, last]) => code >= first && code <= last);
}

test('EPIC-13 exactly the listed characters are dropped, and every other code point of Unicode survives', () => {
  const wrong: string[] = [];
  for (let first = 0; first <= 0x10ffff; first += 0x1000) {
    const codes = Array.from({ length: 0x1000 }, (_, index) => first + index);
    // A line feed follows, because an introducer takes what could be its final character with it.
    const line = (code: number): string => `é${String.fromCodePoint(code)}\n`;
    const expected = codes.map((code) => (isDropped(code) ? 'é\n' : line(code))).join('');
    if (sanitize(codes.map(line).join('')) !== expected) wrong.push(`from ${first.toString(16)}`);
  }
  expect(wrong).toEqual([]);
});

test('EPIC-13 CRLF becomes LF and a lone carriage return never makes a new line', () => {
  expect(sanitize('a\r\nb\r\r\nc')).toBe('a\nb\nc');
  expect(sanitize('FAIL\rPASS')).toBe('FAILPASS');
});

test.each([
  ['colour', '\x1b[1;31mred\x1b[0m', 'red'],
  ['a private mode', '\x1b[?25lx', 'x'],
  ['an intermediate', 'a\x1b[0 qb', 'ab'],
  ['the C1 form', '\x9b31mred', 'red'],
  ['a sequence without an end', 'a\x1b[31', 'a'],
  ['a sequence broken by a line', 'a\x1b[31\nb', 'a\nb'],
  ['the last final character', '\x1b[~x\x1b[@y', 'xy'],
  ['a title ended by BEL', 'a\x1b]0;title\x07b', 'ab'],
  ['a link ended by ST', '\x1b]8;;http://x.example\x1b\\text\x1b]8;;\x1b\\', 'text'],
  ['a link in C1 form', 'a\x9d8;;http://x\x9cb', 'ab'],
  ['a device string', 'a\x1bPq#0\x1b\\b', 'ab'],
  ['a device string in C1 form', 'a\x90q#0\x9cb', 'ab'],
  ['start of string, privacy message, application command', 'a\x1bXs\x9cb\x1b^p\x9cc\x1b_a\x9cd', 'abcd'],
  ['the same in C1 form', 'a\x98s\x9cb\x9ep\x9cc\x9fa\x9cd', 'abcd'],
  ['a payload cut off by another escape', 'a\x1b]0;t\x1b[31mb', 'ab'],
  ['a payload cancelled', 'a\x1b]0;t\x18b\x1b]0;t\x1ac', 'abc'],
  ['a character set', '\x1b(Bx', 'x'],
  ['a reset', '\x1bcx', 'x'],
  ['the first and last other final', '\x1b0x\x1b~y', 'xy'],
  ['an escape at the end', 'x\x1b', 'x'],
  ['an escape before what is no final', 'x\x1b\u00e9', 'x\u00e9'],
  ['nested remains', '\x1b\x1b[31m[31mx', '[31mx'],
])('EPIC-13 %s is removed as a whole', (_, text, clean) => {
  expect(sanitize(text)).toBe(clean);
});

test('EPIC-13 an unfinished payload swallows nothing beyond its own line', () => {
  expect(sanitize('a\x1b]0;x\nISSUE\x07')).toBe('a\nISSUE');
  expect(sanitize('a\x9dx\r\nISSUE')).toBe('a\nISSUE');
});

test('EPIC-13 no removal joins two halves into a character', () => {
  expect(sanitize('a\ud83d\u200b\ude00b')).toBe('ab');
  expect(sanitize('\udb40\x1b[m\udc01')).toBe('');
  expect(sanitize('\ud83d\ud83d\ude00\ude00')).toBe('😀');
  expect(sanitize('x\ud83d')).toBe('x');
  expect(sanitize('\u{e0080}\u{dffff}\u{e0000}\u{e007f}')).toBe('\u{e0080}\u{dffff}');
});

test('EPIC-13 a single line has no breaks, no tabs and no space at its ends', () => {
  expect(sanitize(' a\n\tb\u2028c\u2029 \n', { singleLine: true })).toBe('a b c');
  expect(sanitize(' a\tb \n')).toBe(' a\tb \n');
});

test('EPIC-13 what is too long is cut at the cap and says so', () => {
  const text = 'x'.repeat(100);
  const cut = sanitize(text, { maxLength: 50 });
  expect(cut).toBe(`${'x'.repeat(19)} … [cut, 100 characters in all]`);
  expect(cut).toHaveLength(50);
  expect(sanitize(text, { maxLength: 100 })).toBe(text);
  expect(sanitize(text, { maxLength: 3 })).toBe(' … ');
  expect(sanitize(text, { maxLength: 0 })).toBe('');
});

test('EPIC-13 a cut never splits a character', () => {
  const cut = sanitize(`${'x'.repeat(18)}😀${'y'.repeat(80)}`, { maxLength: 50 });
  expect(cut).toBe(`${'x'.repeat(18)} … [cut, 100 characters in all]`);
  const whole = sanitize(`${'x'.repeat(17)}😀${'y'.repeat(81)}`, { maxLength: 50 });
  expect(whole).toBe(`${'x'.repeat(17)}😀 … [cut, 100 characters in all]`);
});

test('EPIC-13 the cap counts what is left after cleaning', () => {
  expect(sanitize(`${'\x1b[31m'.repeat(50)}abc`, { maxLength: 3 })).toBe('abc');
});
