import { expect, test } from 'vitest';

import { memoryRecords } from '../../../test/support/memory-records.ts';
import type { ResultDraft } from '../../ports/records.ts';
import { recordsWithCopy } from './two-records.ts';

const landed: ResultDraft = {
  type: 'task_complete',
  v: 1,
  ticket: 'T-1',
  run: 3,
  used: { usd: 0, tokens: 0 },
  commit: 'c'.repeat(40),
  tree: 'd'.repeat(40),
};

test('RECOVER-01 what another coordinator has landed in its own repository is landed here as well, not taken for done', async () => {
  const shared = memoryRecords();
  const first = recordsWithCopy(shared, memoryRecords());
  const second = recordsWithCopy(shared, memoryRecords());
  await first.put(3, 'assignment', { run: 3 });
  await first.finish(3, landed);
  expect(await second.get(3, 'assignment')).toEqual({ run: 3 });
  expect(await second.finished(3)).toBeUndefined();
  expect(await first.finished(3)).toEqual(landed);
  await second.finish(3, landed);
  expect(await second.finished(3)).toEqual(landed);
});
