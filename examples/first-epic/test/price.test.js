import assert from 'node:assert/strict';
import { test } from 'node:test';

import { total } from '../src/price.js';

test('an order costs what its lines cost', () => {
  assert.equal(
    total([
      { cents: 250, count: 2 },
      { cents: 99, count: 1 },
    ]),
    599,
  );
});
