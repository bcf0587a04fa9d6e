import { total } from './money.ts';
import type { Line } from './order-lines.ts';

export type Order = {
  readonly id: string;
  readonly customer: string;
  readonly lines: readonly Line[];
  /** In cents. */
  readonly total: number;
  readonly status: 'open' | 'cancelled';
};

/** All orders, in memory. */
export class Orders {
  readonly #byId = new Map<string, Order>();

  create(customer: string, lines: readonly Line[]): Order {
    const id = `o-${this.#byId.size + 1}`;
    const order: Order = { id, customer, lines, total: total(lines), status: 'open' };
    this.#byId.set(id, order);
    return order;
  }

  find(id: string): Order | undefined {
    return this.#byId.get(id);
  }

  /** A customer's orders, oldest first. */
  of(customer: string): readonly Order[] {
    return [...this.#byId.values()].filter((order) => order.customer === customer);
  }
}
