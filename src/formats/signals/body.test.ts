import { expect, test } from 'vitest';
import { BODY_REACH, bodyAround } from './body.ts';

function texts(text: string, signals: readonly number[] = []): readonly string[] {
  return bodyAround(text, signals, []).lines.map((line) => line.text);
}

test('SIGNAL-03 the body reaches equally far before and after the last signal', () => {
  const filler = 'x'.repeat(BODY_REACH - 1);
  const text = `too far\n${filler}\nSIGNAL\n${filler.slice(7)}\nlast\ntoo far`;
  const signal = text.indexOf('SIGNAL');
  const shown = bodyAround(text, [0, signal], []);
  expect(shown.lines.map(({ kind }) => kind)).toEqual(['text', 'end', 'text', 'text']);
  expect(shown.lines.at(-1)?.text).toBe('last');
  expect(shown.lines[0]?.text).toHaveLength(8000);
  expect(shown.goesOn).toEqual({ before: true, after: true });
});

test('SIGNAL-03 blanks beyond the reach are not more text, and without a signal the end is what counts', () => {
  const blanks = `SIGNAL\n${'\n'.repeat(BODY_REACH)}`;
  expect(bodyAround(blanks, [0], []).goesOn.after).toBe(false);
  expect(bodyAround(`${blanks}x`, [0], []).goesOn.after).toBe(true);
  expect(bodyAround('SIGNAL'.padEnd(BODY_REACH, 'x'), [0], []).goesOn.after).toBe(false);
  expect(bodyAround(`${blanks}x`, [], []).goesOn).toEqual({ before: true, after: false });
  expect(texts(`a\n${'\n'.repeat(BODY_REACH)}b`).at(-1)).toBe('b');
  expect(texts(`a\n${'\n'.repeat(BODY_REACH)}b`)[0]).toBe('');
});

test('SIGNAL-03 comments are told from text, and the place of a JSON verdict ends every section', () => {
  const text = 'a\n<!--\nhidden\n-->\n{\n}\nb';
  const start = text.indexOf('{');
  const { lines } = bodyAround(text, [], [{ start, end: start + 3 }]);
  expect(lines).toEqual([
    { text: 'a', kind: 'text' },
    { text: '<!--', kind: 'comment' },
    { text: 'hidden', kind: 'comment' },
    { text: '-->', kind: 'comment' },
    { text: '{', kind: 'end' },
    { text: '}', kind: 'end' },
    { text: 'b', kind: 'text' },
  ]);
});

test('SIGNAL-03 a long line loses its blanks before its words', () => {
  expect(texts(`a${' '.repeat(9000)}b`)).toEqual(['a b']);
  expect(texts(`a${' '.repeat(7998)}b`)[0]).toHaveLength(8000);
});
