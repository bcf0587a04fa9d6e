import { GauntletError } from '../model/error.ts';
import { readJournal } from './read-journal.ts';

export type Verification =
  | { readonly ok: true; readonly events: number }
  /** `at` is the first event that is not as it was written; 0 where the file itself is not. */
  | { readonly ok: false; readonly at: number; readonly because: string };

/** Proves every event of a journal: hash chain, numbers without a gap, shape. */
export function verifyJournal(file: string): Verification {
  try {
    const reader = readJournal(file);
    try {
      let count = 0;
      for (const _ of reader.read()) count++;
      return { ok: true, events: count };
    } finally {
      reader.close();
    }
  } catch (error) {
    if (!(error instanceof GauntletError) || error.code !== 'JOURNAL_DAMAGED') throw error;
    return { ok: false, at: Number(error.data['seq'] ?? 0), because: error.message };
  }
}
