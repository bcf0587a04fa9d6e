// A process of its own for what only a process can show: how often it syncs, and how much memory it takes.
import { openJournal } from '../src/journal/index.ts';
import { startEpic, turn } from './journal-drive.ts';

const [what = '', file = '', count = '0'] = process.argv.slice(2);
const journal = openJournal({ file });
if (what === 'transitions') {
  const drive = await startEpic(journal, 1000, 8);
  for (let nth = 0; nth < Number(count); nth++) await drive.transition();
}
if (what === 'tickets') {
  const drive = await startEpic(journal, Number(count), 8);
  while (drive.open() > 0) await turn(drive, 8);
}
journal.close();
process.stdout.write(String(process.resourceUsage().maxRSS));
