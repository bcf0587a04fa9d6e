import { readFindingMemory } from '../../journal/index.ts';
import type { Repository } from '../../git/index.ts';
import type { Config } from '../../model/config.ts';
import { GauntletError } from '../../model/error.ts';
import { formatComplaint, readWaivers } from '../../plan/index.ts';
import { type Excuses, inForce } from '../../review/index.ts';

/** What may be left alone today: this clone's own dismissals, and the waivers of the base (P9). */
export async function excusesFor(
  repository: Pick<Repository, 'state' | 'peek'>,
  { waivers: file }: Pick<Config, 'waivers'>,
  from: string,
): Promise<Excuses> {
  const { dismissed } = readFindingMemory(repository.state);
  const bytes = file === null ? undefined : await repository.peek.file(from, file);
  const text = bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  const read = text === undefined || file === null ? undefined : readWaivers({ file, text });
  if (read?.ok === false) {
    const lines = read.complaints.map((complaint) => formatComplaint(complaint).trimEnd());
    throw new GauntletError('CONFIG_INVALID', `nothing was reviewed:\n${lines.join('\n')}`);
  }
  const today = new Date().toISOString().slice(0, 10);
  return inForce({ dismissed, waivers: read?.value ?? [] }, today);
}
