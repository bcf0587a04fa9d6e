// A coordinator of its own on a cluster, for tests that stop one: appends sample events to the journal of the epic named
// on the command line and says each number once it is durable. When it is overtaken it ends with code 3.
import { openClusterJournal, openPostgres } from '../../src/cluster/index.ts';
import { hasCode } from '../../src/model/error.ts';
import { sampleEvent } from './journal-sample.ts';

const [epic = '', leaseMs = ''] = process.argv.slice(2);
const postgres = await openPostgres(process.env['GAUNTLET_TEST_POSTGRES'] ?? '');
const journal = await openClusterJournal(postgres, epic, {
  holder: `process ${process.pid}`,
  leaseMs: Number(leaseMs),
});
process.stdout.write(`${journal.last()}\n`);
try {
  for (;;) {
    await journal.append([sampleEvent(journal.last() + 1)]);
    process.stdout.write(`${journal.last()}\n`);
  }
} catch (error) {
  process.exit(hasCode(error, 'STATE_CONFLICT') ? 3 : 4);
}
