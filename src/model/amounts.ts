/** Amounts as people read them; the same words on the terminal, in reports and on pages. */

/** `1 finding`, `2,000 findings`. */
export function count(amount: number, one: string, many = `${one}s`): string {
  return `${grouped(amount)} ${amount === 1 ? one : many}`;
}

/** By hand: the tables of languages that `toLocaleString` loads would double the time `status` takes. */
function grouped(amount: number): string {
  return Number.isSafeInteger(amount) ? String(amount).replace(/\B(?=(?:\d{3})+$)/g, ',') : String(amount);
}

/** `44s`, `3m12s`, `2h05m`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m${two(seconds % 60)}s`;
  return `${Math.floor(minutes / 60)}h${two(minutes % 60)}m`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** `$0.41`; `$0` where nothing was spent. */
export function money(usd: number): string {
  return usd === 0 ? '$0' : `$${usd.toFixed(2)}`;
}
