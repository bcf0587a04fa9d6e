// A coordinator of its own for tests that kill one: appends sample events to the journal named on the command line,
// says each number once it is durable, and never ends by itself. With `idle` it only holds the lease.
import { openJournal } from '../../src/journal/index.ts';
import { sampleEvents } from './journal-sample.ts';

const [file = '', mode = 'busy', size = '1'] = process.argv.slice(2);
const journal = openJournal({ file });
process.stdout.write(`${journal.last()}\n`);
// Keeps an idle one alive until it is killed.
setInterval(() => undefined, 60_000);
if (mode === 'busy') await writeForEver();

async function writeForEver(): Promise<never> {
  for (;;) {
    const next = journal.last() + 1;
    await journal.append(sampleEvents(next, next + Number(size) - 1));
    process.stdout.write(`${journal.last()}\n`);
  }
}
