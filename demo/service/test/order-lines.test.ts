import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readLines } from '../src/order-lines.ts';

const mug = { sku: 'mug', quantity: 1, unitPrice: 450 };

test('good lines are taken as they are', () => {
  assert.deepEqual(readLines({ lines: [mug] }), [mug]);
});

for (const [what, body] of [
  ['no body', undefined],
  ['no lines', { lines: [] }],
  ['a line without a sku', { lines: [{ ...mug, sku: '' }] }],
  ['half a mug', { lines: [{ ...mug, quantity: 0.5 }] }],
  ['a negative price', { lines: [{ ...mug, unitPrice: -1 }] }],
  ['more lines than anybody orders', { lines: Array.from({ length: 101 }, () => mug) }],
] as const) {
  test(`${what} is refused with a 400`, () => {
    assert.throws(() => readLines(body), { status: 400 });
  });
}
