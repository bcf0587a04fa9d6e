import type { Event } from '../../model/events.ts';
import { sha256 } from '../../model/sha256.ts';
import { begunWith, CONFIG, type ConfigOrigin } from './judging-config.ts';
import { readerIn } from '../repository.ts';

/** The configuration that the run of an epic began with, compared with the one in the work tree; null before it began. */
export function keptConfig(events: Iterable<Event>, top: string, epic: string): ConfigOrigin | null {
  for (const event of events) {
    if (event.type !== 'inputs_recorded') continue;
    const here = readerIn(top)(CONFIG);
    const differs = event.configFile !== (here === undefined ? null : sha256(here));
    return begunWith({ base: event.base, differs, epic });
  }
  return null;
}
