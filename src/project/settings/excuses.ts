import { textAt } from '../text-at.ts';
import { readFindingMemory } from '../../journal/index.ts';
import type { Repository } from '../../git/index.ts';
import type { Config } from '../../model/config.ts';
import { readWaivers, takeValue } from '../../plan/index.ts';
import { type Excuses, inForce } from '../../review/index.ts';

/** What may be left alone today: this clone's own dismissals, and the waivers of the base (P9). */
export async function excusesFor(
  repository: Pick<Repository, 'state' | 'peek'>,
  { waivers: file }: Pick<Config, 'waivers'>,
  from: string,
): Promise<Excuses> {
  const { dismissed } = readFindingMemory(repository.state);
  const text = file === null ? undefined : await textAt(repository.peek, from, file);
  const waivers =
    text === undefined || file === null
      ? []
      : takeValue(readWaivers({ file, text }), { code: 'CONFIG_INVALID', problem: 'nothing was reviewed' });
  const today = new Date().toISOString().slice(0, 10);
  return inForce({ dismissed, waivers }, today);
}
