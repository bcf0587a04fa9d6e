import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** A small disk that only this one process sees and that is gone with it. */
const inNamespace = ['--user', '--map-root-user', '--mount', '--', 'sh', '-c'];
const mount = 'mount -t tmpfs -o size=1m tmpfs "$1" && shift && exec "$@"';
const mayMount = spawnSync('unshare', [...inNamespace, mount, 'sh', tmpdir(), 'true']).status === 0;
const script = join(import.meta.dirname, '../../test/contracts/journal-full-disk.ts');

test.skipIf(!mayMount)(
  'STATE-01 a full disk stops the run, spoils nothing, and is over when there is space',
  async () => {
    const disk = await mkdtemp(join(tmpdir(), 'gauntlet-full-'));
    const command = [process.execPath, '--no-warnings', script, disk];
    const ran = spawnSync('unshare', [...inNamespace, mount, 'sh', disk, ...command], { encoding: 'utf8' });
    await rm(disk, { recursive: true, force: true });
    expect(ran.stderr).toBe('');
    const said = JSON.parse(ran.stdout) as { lastBefore: number };
    expect(said).toEqual({
      opening: expect.stringMatching(/^ENVIRONMENT_UNFIT: Free some space/),
      refused: expect.stringMatching(/^ENVIRONMENT_UNFIT: Free some space/),
      stillFull: expect.stringMatching(/^ENVIRONMENT_UNFIT: Free some space/),
      wholeWhileFull: true,
      record: expect.stringMatching(/^ENVIRONMENT_UNFIT: Free some space/),
      lastBefore: expect.any(Number),
      verified: { ok: true, events: said.lastBefore + 1 },
    });
    expect(said.lastBefore).toBeGreaterThan(0);
  },
);
