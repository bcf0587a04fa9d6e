import { expect, test } from 'vitest';

import { sharedCaches } from './setup-commands.ts';

test('REAL-01 every version of pnpm uses the shared store', () => {
  const { npm_config_store_dir: before, pnpm_config_store_dir: since } = sharedCaches('/cache');
  expect([before, since]).toEqual(['/cache/pnpm', '/cache/pnpm']);
});
