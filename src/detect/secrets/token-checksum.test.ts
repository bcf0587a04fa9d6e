import { expect, test } from 'vitest';

import { hasRightChecksum } from './secret-proof.ts';

/** The token of GitHub's own description of the form, which was never given to anybody. */
const body = ['zQWBuTSOoRi4A9', 'spHcVY5ncnsDkxkJ'].join('');
const sum = '0mLq17';

test('SCAN-01 a token with the checksum of its letters is told from one that only looks like it', () => {
  for (const start of ['ghp', 'gho', 'npm']) {
    expect(hasRightChecksum(`${start}_${body}${sum}`)).toBe(true);
    expect(hasRightChecksum(`${start}_${body}0mLq18`)).toBe(false);
  }
  expect(hasRightChecksum(`abc_${body}${sum}`)).toBe(false);
  expect(hasRightChecksum('ghp_short')).toBe(false);
});
