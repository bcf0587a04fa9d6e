// A process of its own for what only a process can show: how often it syncs, how much memory it takes, and how still it
// is while it waits.
import { openJournal } from '../src/journal/index.ts';
import { startEpic } from './journal-drive.ts';
import { waitStill } from './wait-still.ts';

const [what = '', file = '', count = '0', finished = count] = process.argv.slice(2);
const journal = openJournal({ file });
if (what === 'transitions') {
  const drive = await startEpic(journal, 1000, 8);
  for (let nth = 0; nth < Number(count); nth++) await drive.step();
}
if (what === 'tickets') {
  const drive = await startEpic(journal, Number(count), 8);
  while (drive.open() > 0 && drive.landed() < Number(finished)) await drive.answer(8);
  const peak = process.resourceUsage().maxRSS;
  globalThis.gc?.();
  const kept = process.memoryUsage().heapUsed / 1024;
  // Asked for afterwards, so that what the run knows is still there when it is weighed.
  process.stdout.write(JSON.stringify({ peak, kept, landed: drive.landed(), seq: drive.state().seq }));
}
if (what === 'waiting') process.stdout.write(JSON.stringify(await waitStill(journal, file, Number(count))));
journal.close();
