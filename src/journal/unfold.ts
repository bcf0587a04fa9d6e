import type { JournalRow } from './rows.ts';
import { damaged } from './sqlite.ts';

/** What a row holds, as many values as it says and each with its number; whether they are events is for others. */
export function valuesOf(row: JournalRow, file: string): readonly unknown[] {
  const values = parsed(row, file);
  if (values.length !== row.last - row.seq + 1)
    throw damaged(file, `the row contains ${values.length} events, which do not end at event ${row.last}`, {
      seq: row.seq,
    });
  for (const [nth, value] of values.entries()) {
    const seq = numberOf(value);
    if (seq !== row.seq + nth)
      throw damaged(file, `it carries the number ${String(seq)}`, { seq: row.seq + nth });
  }
  return values;
}

function parsed(row: JournalRow, file: string): readonly unknown[] {
  try {
    const value = JSON.parse(row.json) as unknown;
    // A row of the first layout is one event by itself.
    return Array.isArray(value) ? value : [value];
  } catch (error) {
    throw damaged(file, 'it is not JSON', { seq: row.seq, cause: error });
  }
}

function numberOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'seq' in value ? value.seq : undefined;
}
