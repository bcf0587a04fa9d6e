import assert from 'node:assert/strict';
import { test } from 'node:test';

import { knownCustomer } from '../src/guards.ts';
import { appWith, ask } from './ask.ts';

test('orders without a customer are refused', async () => {
  const app = appWith({ guards: [knownCustomer] });
  assert.equal((await ask(app, 'GET', '/orders', { customer: undefined })).status, 401);
  assert.equal((await ask(app, 'GET', '/orders', { customer: '' })).status, 401);
  assert.equal((await ask(app, 'GET', '/orders')).status, 200);
});
