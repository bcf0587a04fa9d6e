import { Refusal } from './http.ts';

/** One position of an order. The price is in cents. */
export type Line = { readonly sku: string; readonly quantity: number; readonly unitPrice: number };

const MAX_LINES = 100;
const MAX_QUANTITY = 1_000;
const MAX_UNIT_PRICE = 10_000_000;

/** The lines in a request's body. Anything odd is the client's mistake and is named. */
export function readLines(body: unknown): readonly Line[] {
  const lines = isRecord(body) ? body['lines'] : undefined;
  if (!Array.isArray(lines) || lines.length === 0) throw new Refusal(400, 'an order needs lines');
  if (lines.length > MAX_LINES) throw new Refusal(400, `an order has at most ${MAX_LINES} lines`);
  return lines.map(readLine);
}

function readLine(line: unknown, index: number): Line {
  const { sku, quantity, unitPrice } = isRecord(line) ? line : {};
  if (typeof sku !== 'string' || sku === '') throw new Refusal(400, `line ${index + 1} has no sku`);
  return {
    sku,
    quantity: whole(quantity, { most: MAX_QUANTITY, name: `the quantity of ${sku}` }),
    unitPrice: whole(unitPrice, { most: MAX_UNIT_PRICE, name: `the price of ${sku}` }),
  };
}

function whole(value: unknown, { most, name }: { most: number; name: string }): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new Refusal(400, `${name} must be a whole number from 1 to ${most}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
