import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isOpen } from '../src/hours.js';

test('the shop is open at noon and closed at midnight', () => {
  assert.equal(isOpen(new Date('2026-01-15T12:00:00Z')), true);
  assert.equal(isOpen(new Date('2026-01-15T00:00:00Z')), false);
});
