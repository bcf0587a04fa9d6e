import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { launcherLine, launcherScript } from './launcher.ts';

test('the plugin starts Gauntlet as the printed hooks do', () => {
  const file = join(import.meta.dirname, '../../../plugin/gauntlet.sh');
  expect(readFileSync(file, 'utf8')).toBe(launcherScript());
});

test('the one line is quoted whole: nothing in it ends the quotes', () => {
  expect(launcherLine('hook stop').split("'")).toHaveLength(3);
});
