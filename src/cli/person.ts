import { sanitize } from '../formats/index.ts';
import type { Io } from './io.ts';

/** As long as a name may be in the journal. */
const LONGEST = 200;

/** Who is answering or starting: recorded with every decision of a person. A name that is empty is none. */
export function personOf(io: Pick<Io, 'env'>): string {
  const names = [io.env['GAUNTLET_USER'], io.env['USER'], io.env['LOGNAME']];
  const said = names.map((name) => sanitize(name ?? '', { singleLine: true, maxLength: LONGEST }).trim());
  return said.find((name) => name !== '') ?? 'somebody';
}
