import { createApp } from '../src/app.ts';
import type { App, Reply, Request } from '../src/http.ts';
import { Orders } from '../src/orders.ts';
import type { Parts } from '../src/parts.ts';

/** An app with nothing in it; each test bends what it is about. */
export function appWith(parts: Partial<Parts> = {}): App {
  return createApp({ orders: new Orders(), guards: [], ...parts });
}

/** Asks as a customer called ada. */
export function ask(app: App, method: string, path: string, more: Partial<Request> = {}): Promise<Reply> {
  return app({ method, path, params: {}, customer: 'ada', body: undefined, ...more });
}

/** One order of three mugs at 4.50. */
export const mugs = { lines: [{ sku: 'mug', quantity: 3, unitPrice: 450 }] };
