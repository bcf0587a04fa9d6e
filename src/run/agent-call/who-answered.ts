import type { Provenance } from '../../model/provenance.ts';
import { redact } from '../../detect/index.ts';
import { sanitize } from '../../formats/index.ts';

/** As much of a name as an event keeps. */
const LONGEST = 200;

/** Who answered, fit to be recorded: an agent said it, so it is one line of plain words, not too long, without secrets. */
export function whoAnswered(by: Provenance | null | undefined): Provenance | null {
  if (by === null || by === undefined) return null;
  return {
    agent: words(by.agent) ?? 'unnamed',
    version: words(by.version),
    model: words(by.model),
    effort: words(by.effort),
    session: words(by.session),
  };
}

/** The type is a promise of adapters about what a program says; nothing else in a journal rests on such a promise. */
function words(said: unknown): string | null {
  if (typeof said !== 'string') return null;
  const line = redact(sanitize(said.slice(0, 10 * LONGEST), { singleLine: true }));
  return sanitize(line, { singleLine: true, maxLength: LONGEST }) || null;
}

/** The member of an event that says who spoke. */
export function spokenBy(by: Provenance | null): { readonly by?: Provenance } {
  return by === null ? {} : { by };
}
