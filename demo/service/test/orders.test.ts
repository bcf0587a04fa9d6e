import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Order } from '../src/orders.ts';
import { appWith, ask, mugs } from './ask.ts';

test('an order that was made can be read again', async () => {
  const app = appWith();
  const made = await ask(app, 'POST', '/orders', { body: mugs });
  assert.equal(made.status, 201);
  const { id, total } = made.body as Order;
  assert.equal(total, 1350);
  assert.deepEqual(await ask(app, 'GET', `/orders/${id}`), { status: 200, body: made.body });
});

test('a customer sees their own orders and nobody else’s', async () => {
  const app = appWith();
  const made = await ask(app, 'POST', '/orders', { body: mugs });
  const path = `/orders/${(made.body as Order).id}`;
  assert.equal((await ask(app, 'GET', path, { customer: 'bob' })).status, 404);
  assert.deepEqual((await ask(app, 'GET', '/orders', { customer: 'bob' })).body, []);
  assert.deepEqual((await ask(app, 'GET', '/orders')).body, [made.body]);
});

test('what is not there is a 404', async () => {
  assert.equal((await ask(appWith(), 'GET', '/orders/o-9')).status, 404);
  assert.equal((await ask(appWith(), 'GET', '/nothing')).status, 404);
});

test('a failure inside says nothing about our insides', async () => {
  const guard = (): void => {
    throw new Error('password=1234');
  };
  const reply = await ask(appWith({ guards: [guard] }), 'GET', '/orders');
  assert.deepEqual(reply, { status: 500, body: { error: 'something went wrong' } });
});
