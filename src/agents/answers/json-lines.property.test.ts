import fc from 'fast-check';
import { expect, test } from 'vitest';

import { jsonLines } from './json-lines.ts';

function taken(pieces: readonly string[]): readonly unknown[] {
  const messages: unknown[] = [];
  const listen = jsonLines((message) => void messages.push(message));
  for (const piece of pieces) listen(piece);
  return messages;
}

test('every object that has a line of its own arrives, in order, wherever the pieces are cut', () => {
  const message = fc.dictionary(fc.string({ minLength: 1 }), fc.oneof(fc.string(), fc.integer()));
  fc.assert(
    fc.property(fc.array(message), fc.array(fc.nat({ max: 400 })), (messages, cuts) => {
      const text = messages.map((each) => `${JSON.stringify(each)}\n`).join('');
      const at = [0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length].toSorted((a, b) => a - b);
      const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
      expect(taken(pieces)).toEqual(messages.map((each) => JSON.parse(JSON.stringify(each)) as unknown));
    }),
  );
});

test('what is no object is left out, and nothing is thrown', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (pieces) => {
      expect(taken([...pieces, '\n{"a":1}\n']).at(-1)).toEqual({ a: 1 });
    }),
  );
  expect(taken(['warning: {not json}\n[1]\nnull\n"x"\n{"a":', '1}\n{"b":2}'])).toEqual([{ a: 1 }]);
});

test('P8 what is too long or too deep to be read is left out and said to be lost', () => {
  const deep = (depth: number): string => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  let lost = 0;
  const messages: unknown[] = [];
  const listen = jsonLines(
    (message) => void messages.push(message),
    () => (lost += 1),
  );
  // Within a text brackets are letters, whatever stands before them.
  const text = JSON.stringify({ text: `\\"${'['.repeat(100_000)}` });
  listen(`${deep(200_000)}\n${deep(499)}\n${text}\n{"b":"${'x'.repeat(20_000_000)}"}\n{"c":1}\n`);
  // What is no message at all loses nothing.
  listen('y'.repeat(15_000_000));
  listen(`${'{'.repeat(15_000_000)}\n${'['.repeat(2_000)}\n`);
  expect(lost).toBe(2);
  listen(`{"b":"${'x'.repeat(15_000_000)}`);
  listen(`${'x'.repeat(15_000_000)}"}\n`);
  expect(lost).toBe(3);
  expect(messages).toEqual([JSON.parse(deep(499)), JSON.parse(text), { c: 1 }]);
});
