import assert from 'node:assert/strict';
import { test } from 'node:test';

import { total } from '../src/money.ts';

const line = (quantity: number, unitPrice: number) => ({ sku: 'mug', quantity, unitPrice });

test('a total is the sum of its lines', () => {
  assert.equal(total([line(3, 450), line(1, 99)]), 1449);
});

test('whatever is ordered, a total is a whole number of cents', () => {
  for (let price = 1; price <= 10_000; price += 1) {
    assert.ok(Number.isInteger(total([line(1, price)])), `one at ${price} gives ${total([line(1, price)])}`);
  }
});
