import { type Reply, type Request, Refusal } from './http.ts';
import type { Parts } from './parts.ts';

/** GET /orders */
export function listOrders(request: Request, { orders }: Parts): Reply {
  return { status: 200, body: orders.of(request.customer ?? '') };
}

/** GET /orders/:id; somebody else's order looks like one that does not exist. */
export function showOrder(request: Request, { orders }: Parts): Reply {
  const order = orders.find(request.params['id'] ?? '');
  if (order?.customer !== request.customer) throw new Refusal(404, 'there is no such order');
  return { status: 200, body: order };
}
