/** What an order costs, in whole cents. */
export function total(lines) {
  return lines.reduce((sum, { cents, count }) => sum + cents * count, 0);
}
