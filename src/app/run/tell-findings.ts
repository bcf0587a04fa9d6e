import type { Event } from '../../model/events.ts';
import type { RunRecords } from '../../run/index.ts';
import { refusedWorkIn } from '../../project/kept/refused-work.ts';

/** More than these are in `gauntlet logs`; a line each, or the view drowns in them. */
const MOST_TOLD = 4;

/** Events hold fingerprints; what was found in words stands in the records, and is told below the line it belongs to. */
export function findingTeller(
  records: RunRecords,
  note: (text: string) => void,
  epic: string,
): (events: readonly Event[]) => void {
  let telling: Promise<void> = Promise.resolve();
  const tell = async (event: Event): Promise<void> => {
    const caught = await refusedWorkIn([event], records);
    for (const { ticket, by, what } of caught.slice(0, MOST_TOLD)) note(`    ${ticket}  ${by}: ${what}`);
    if (caught.length > MOST_TOLD)
      note(`    and ${caught.length - MOST_TOLD} more: gauntlet logs ${caught[0]?.ticket} --epic ${epic}`);
  };
  return (events) => {
    for (const event of events) {
      // What cannot be told is no reason to stop a run.
      if ('used' in event) telling = telling.then(() => tell(event)).catch(() => undefined);
    }
  };
}
