import { type Request, Refusal } from './http.ts';
import type { Guard } from './parts.ts';

/** The guards of the running service, in the order in which they look. */
export function guardsFrom(_env: NodeJS.ProcessEnv): readonly Guard[] {
  return [knownCustomer];
}

/** Orders belong to somebody. */
export function knownCustomer(request: Request): void {
  const isAboutOrders = request.path === '/orders' || request.path.startsWith('/orders/');
  if (isAboutOrders && !request.customer) throw new Refusal(401, 'the header x-customer is missing');
}
