import type { Line } from './order-lines.ts';

/** What an order costs, in cents. */
export function total(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + line.quantity * line.unitPrice, 0);
}
