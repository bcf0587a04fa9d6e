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
