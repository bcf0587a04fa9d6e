import type { Reply, Request } from './http.ts';
import type { Orders } from './orders.ts';

/** Looks at a request before its handler does, and throws a Refusal to stop it. */
export type Guard = (request: Request) => void;

/** What handlers work with. */
export type Parts = {
  readonly orders: Orders;
  readonly guards: readonly Guard[];
};

export type Route = {
  readonly method: string;
  /** Parts that start with a colon are parameters. */
  readonly path: string;
  handle(request: Request, parts: Parts): Reply | Promise<Reply>;
};
