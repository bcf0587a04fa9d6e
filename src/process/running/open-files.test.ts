import { closeSync, openSync } from 'node:fs';

import { expect, test } from 'vitest';

import { isHandedOn, openFiles } from './supervise.ts';

test.runIf(process.platform === 'linux')(
  'a file of ours is handed on to nobody, and one that is closed while we look is no trouble',
  () => {
    const file = openSync('/dev/null', 'r');
    expect([openFiles().includes(file), isHandedOn(file)]).toEqual([true, false]);
    closeSync(file);
    expect([isHandedOn(file), isHandedOn(999_999)]).toEqual([false, false]);
  },
);
