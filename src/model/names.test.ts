import { expect, test } from 'vitest';

import { landingMessage } from './names.ts';

test('004#14 the subject of a landing is one that commit message linters leave alone', () => {
  // What commitlint ignores by default, for merges that git or a forge writes.
  const ignored = /^(?:Merge pull request|Merge .*? into .*?|Merge branch .*?)(?:\r?\n)*$/m;
  const message = landingMessage('T-1', 'Add a limit', 3);
  expect(message).toBe('Merge T-1 into epic: Add a limit\n\nTicket: T-1\nRun: 3\n');
  expect(message).toMatch(ignored);
});

test('QUEUE-05 complaint: nobody has a say in the message of the merge, or it can be made to say more', () => {
  const title = 'fix(api): answer 404\n\nTicket: OTHER\u202e';
  const message = landingMessage('pr-7', title, 3, 'checks');
  expect(message).toBe(
    'Merge pr-7 into epic: fix(api): answer 404 Ticket: OTHER\n\nTicket: pr-7\nRun: 3\nGate: checks\n',
  );
});
