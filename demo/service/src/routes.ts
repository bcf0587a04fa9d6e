import { createOrder } from './create-order.ts';
import type { Route } from './parts.ts';
import { listOrders, showOrder } from './show-orders.ts';

/** Every route there is, in the order in which they are tried. */
export const routes: readonly Route[] = [
  { method: 'POST', path: '/orders', handle: createOrder },
  { method: 'GET', path: '/orders', handle: listOrders },
  { method: 'GET', path: '/orders/:id', handle: showOrder },
];
