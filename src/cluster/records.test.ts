import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itHonoursTheRecordsContract } from '../../test/contracts/records.ts';
import { clusterPlace } from '../../test/support/cluster-place.ts';
import { clusterRecords } from './records.ts';

const place = clusterPlace();

itHonoursTheRecordsContract(async () => {
  const { postgres, epic } = place();
  const folder = await mkdtemp(join(tmpdir(), 'gauntlet-records-'));
  const name = epic();
  return {
    open: () => clusterRecords(postgres, name, folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
});
