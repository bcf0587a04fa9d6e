// Run inside a mount namespace of its own, on a small disk: fills it, frees it, and says what became of the journal.
import { rmSync, writeFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal, records, verifyJournal } from '../../src/journal/index.ts';
import { hasCode } from '../../src/model/error.ts';
import { sampleEvent } from './journal-sample.ts';

const [disk = ''] = process.argv.slice(2);
const file = join(disk, 'journal.db');
const ballast = join(disk, 'ballast');

function fill(leave: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leave)));
}

function told(error: unknown): string {
  const hint = error instanceof Error && 'hint' in error ? String(error.hint) : '';
  return `${hasCode(error, 'ENVIRONMENT_UNFIT') ? 'ENVIRONMENT_UNFIT' : String(error)}: ${hint}`;
}

fill(8192);
let opening = 'opened';
try {
  openJournal({ file }).close();
} catch (error) {
  opening = told(error);
}
rmSync(ballast);

const journal = openJournal({ file });
await journal.append([sampleEvent(1)]);
fill(40_000);
const refused = await untilRefused();
const lastBefore = journal.last();
const stillFull = await journal.append([sampleEvent(lastBefore + 1)]).then(() => 'written', told);
const wholeWhileFull = [...journal.read()].length === lastBefore;
const record = await records(disk)
  .put(1, 'answer', 'x'.repeat(50_000))
  .then(() => 'written', told);
rmSync(ballast);
await journal.append([sampleEvent(lastBefore + 1)]);
journal.close();
const verified = verifyJournal(file);
const said = { opening, refused, stillFull, wholeWhileFull, record, lastBefore, verified };
process.stdout.write(JSON.stringify(said));

async function untilRefused(): Promise<string> {
  for (;;) {
    const answer = await journal.append([sampleEvent(journal.last() + 1)]).then(() => '', told);
    if (answer !== '') return answer;
  }
}
