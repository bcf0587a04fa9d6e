import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { inFolder } from '../../../test/support/in-folder.ts';
import { keepConversation, putConversation, readConversation } from './kept-conversation.ts';

let folder: string;
inFolder((path) => void (folder = path));

const used = {
  id: '01a1e03e-8bb8-7f62-889e-d51940e41840',
  tokensIn: 10,
  tokensCached: 3,
  tokensOut: 2,
  usd: 0.5,
};

test('SIGNAL-04 a conversation is kept with the records and found again in another home', () => {
  const written = join(folder, 'written.jsonl');
  writeFileSync(written, 'the conversation\n');
  const kept = readConversation(keepConversation([join(folder, 'none'), written], folder, used));
  expect(kept).toMatchObject(used);
  rmSync(written);
  const place = join(folder, 'home/projects/p/c.jsonl');
  if (kept !== null) putConversation(kept, place);
  expect(readFileSync(place, 'utf8')).toBe('the conversation\n');
});

test('P6 a link in the place of the conversation is not followed, and no name leads elsewhere', () => {
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'of the user\n');
  const file = join(folder, 'written.jsonl');
  symlinkSync(secret, file);
  expect(keepConversation([file], folder, used)).toBeNull();
  expect(existsSync(join(folder, `conversation-${used.id}.jsonl`))).toBe(false);
  expect(readConversation(JSON.stringify({ file, ...used }))).toBeNull();
  expect(keepConversation([secret], folder, { ...used, id: '../../x' })).toBeNull();
});

test.each([
  null,
  '',
  'a session of another agent',
  '{"file":',
  '{}',
  JSON.stringify({ file: '/nowhere/c.jsonl', ...used }),
  JSON.stringify({ file: 'relative', ...used }),
  JSON.stringify({ file: '/etc/hostname', ...used, id: '--last' }),
])('SIGNAL-04 what cannot be gone on with is begun afresh: %s', (text) => {
  expect(readConversation(text)).toBeNull();
});
