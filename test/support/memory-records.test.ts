import { itHonoursTheRecordsContract } from '../contracts/records.ts';
import { memoryRecords } from './memory-records.ts';

itHonoursTheRecordsContract(() => {
  const records = memoryRecords();
  return Promise.resolve({ open: () => records, remove: () => Promise.resolve() });
});
