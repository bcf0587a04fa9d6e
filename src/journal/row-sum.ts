import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

const PAGE = 1024;

// SQLite puts a page of rows together itself, so that one value crosses over instead of a thousand. It walks a range of
// the key in its order; did it not, the sum would be another, and every row would be proven by itself.
const PAGE_SUM = `SELECT sum(last - seq + 1) AS count, max(last) AS last, CAST(group_concat(json || hash, '') AS BLOB) AS rows
    FROM events WHERE seq > ? AND seq <= ? AND json <> ''`;

/**
 * A running sum over everything that stands in the rows of a journal. It says only whether all of them are as they
 * were, not which one is not; for that it costs a tenth of following the chain from event to event.
 */
export class RowSum {
  readonly #hash = createHash('sha256');
  #seq = 0;

  /** The last event that is in it: that of the last row, since a row is in it or not. */
  get seq(): number {
    return this.#seq;
  }

  /** Goes on to the row of an event; false if one is missing on the way, and then it is of no more use. */
  add(database: DatabaseSync, to: number): boolean {
    const page = database.prepare(PAGE_SUM);
    while (this.#seq < to) {
      const found = page.get(this.#seq, Math.min(this.#seq + PAGE, to));
      const { count, last, rows } = found ?? {};
      if (typeof last !== 'number' || count !== last - this.#seq || !(rows instanceof Uint8Array))
        return false;
      this.#hash.update(rows);
      this.#seq = last;
    }
    return true;
  }

  digest(): string {
    return this.#hash.copy().digest('hex');
  }
}
