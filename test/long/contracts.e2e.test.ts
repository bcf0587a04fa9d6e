// The founding time limits with their real values. The limits are about a hundred times what a quiet machine needs.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from '../source.ts';
import { patience } from '../support/epic-run.ts';

test(
  'EPIC-14 003#22 state is updated within 100 ms, and a revision of a real run starts within 5 seconds',
  () => {
    const words = ['--no-warnings', join(root, 'bench/main.ts'), 'contracts', '--tickets', '50'];
    const ran = spawnSync(process.execPath, [...words, '--revisions', '2', '--limits', '100,5000,120000'], {
      cwd: root,
      encoding: 'utf8',
    });
    const rows = ran.stdout.trimEnd().split('\n').slice(2);
    expect(rows.map((row) => row.split('|').at(-2)?.trim())).toEqual(['ok', 'ok', 'ok']);
    expect(rows[1]).toMatch(/revision at work.*< 5,?000/);
    expect(ran.status).toBe(0);
  },
  patience,
);
