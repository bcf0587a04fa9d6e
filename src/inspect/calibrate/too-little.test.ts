import { expect, test } from 'vitest';

import { refuseTooLittle } from './too-little.ts';

const wish = { range: 'HEAD', newest: 'HEAD', most: 2000, seed: 1, defects: 40, kinds: 8, clean: 20 };
const found = { commits: 2000, fit: 90, lasting: 60, fixes: 3, defects: 12, kinds: 5, clean: 9 };

function hint(...[had, wanted, isCutOff]: Parameters<typeof refuseTooLittle>): string {
  try {
    refuseTooLittle(had, wanted, isCutOff);
  } catch (error) {
    return String((error as { hint?: unknown }).hint);
  }
  return 'enough';
}

test('whoever is told to look further back has a past to look at', () => {
  expect(hint(found, wish, false)).toMatch(/^Look further back: --commits 20000\. Or accept fewer/);
  expect(hint({ ...found, commits: 7 }, wish, true)).toMatch(
    /^Fetch the full history: git fetch --unshallow\./,
  );
  expect(hint({ ...found, commits: 7 }, wish, false)).toMatch(/^The whole history was used/);
  expect(hint({ ...found, commits: 7 }, { ...wish, range: 'v1..main', most: 1_000_000 }, false)).toMatch(
    /^Use a longer range/,
  );
});

test('less is offered only where figures could be made of it, and enough is not refused', () => {
  expect(hint({ ...found, clean: 0 }, wish, false)).not.toContain('settle');
  expect(hint({ ...found, defects: 40, kinds: 8, clean: 20 }, wish, false)).toBe('enough');
});
