import { expect, test } from 'vitest';

import { decidedWords } from './decided-words.ts';

test('what was only tried is not said to be recorded, and a run that is on needs no resume', () => {
  const decided = { choice: 'retry', by: 'ada', next: 'gauntlet resume e1' };
  expect(decidedWords('API-1', decided, undefined)).toBe('would record: API-1: retry, as ada');
  expect(decidedWords('API-1', decided, 'recorded')).toContain('recorded as ada. Next: gauntlet resume');
  expect(decidedWords('API-1', decided, 'told')).not.toContain('gauntlet resume');
});
