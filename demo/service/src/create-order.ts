import type { Reply, Request } from './http.ts';
import { readLines } from './order-lines.ts';
import type { Parts } from './parts.ts';

/** POST /orders */
export async function createOrder(request: Request, parts: Parts): Promise<Reply> {
  const lines = readLines(request.body);
  const order = parts.orders.create(request.customer ?? '', lines);
  return { status: 201, body: order };
}
