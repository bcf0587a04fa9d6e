import { GauntletError } from '../../model/error.ts';

/** What an earlier run must have kept. A record that is gone is damage: nothing is concluded from its absence (P8). */
export function onRecord<Value>(value: Value | undefined, what: string): Value {
  if (value !== undefined) return value;
  throw new GauntletError('JOURNAL_DAMAGED', `${what}: the record is missing`, {
    hint: 'Restore the folder "runs" beside the journal from a backup.',
  });
}
