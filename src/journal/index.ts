export { mailbox } from './mailbox.ts';
export { memoryJournal } from './memory-journal.ts';
export { memoryRecords } from './memory-records.ts';
export { openJournal } from './open-journal.ts';
export { readJournal } from './read-journal.ts';
export { records } from './records.ts';
export { verifyJournal } from './verify-journal.ts';
export type { Verification } from './verify-journal.ts';
