import { expect, test } from 'vitest';

import { landingMessage } from './landing-message.ts';

test('004#14 the subject of a landing is one that commit message linters leave alone', () => {
  // What commitlint ignores by default, for merges that git or a forge writes.
  const ignored = /^(?:Merge pull request|Merge .*? into .*?|Merge branch .*?)(?:\r?\n)*$/m;
  const message = landingMessage('T-1', 'Add a limit', 3);
  expect(message).toBe('Merge T-1 into epic: Add a limit\n\nTicket: T-1\nRun: 3\n');
  expect(message).toMatch(ignored);
});
