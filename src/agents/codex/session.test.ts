import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { packSession, readSession, unpackSession } from './session.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gauntlet-session-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const used = {
  thread: '01a1e03e-8bb8-7f62-889e-d51940e41840',
  tokensIn: 10,
  tokensCached: 3,
  tokensOut: 2,
};

test('SIGNAL-04 a conversation is kept with the records and found again in another home', () => {
  const rollout = join(folder, 'written.jsonl');
  writeFileSync(rollout, 'the conversation\n');
  const session = readSession(packSession(rollout, folder, used));
  expect(session).toMatchObject(used);
  rmSync(rollout);
  const home = join(folder, 'home');
  if (session !== null) unpackSession(session, home);
  const [name = ''] = readdirSync(join(home, 'sessions'), { recursive: true, encoding: 'utf8' }).filter(
    (each) => each.endsWith(`-${used.thread}.jsonl`),
  );
  expect(readFileSync(join(home, 'sessions', name), 'utf8')).toBe('the conversation\n');
});

test('P6 a link in the place of the conversation is not followed', () => {
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'of the user\n');
  const rollout = join(folder, 'rollout.jsonl');
  symlinkSync(secret, rollout);
  expect(packSession(rollout, folder, used)).toBeNull();
  expect(existsSync(join(folder, `rollout-${used.thread}.jsonl`))).toBe(false);
  expect(readSession(JSON.stringify({ rollout, ...used }))).toBeNull();
});

test.each([
  null,
  '',
  'a session of another agent',
  '{"rollout":',
  '{}',
  JSON.stringify({ rollout: '/nowhere/rollout.jsonl', ...used }),
  JSON.stringify({ rollout: 'relative', ...used }),
  JSON.stringify({ rollout: '/etc/hostname', ...used, thread: '--last' }),
])('SIGNAL-04 what cannot be gone on with is begun afresh: %s', (text) => {
  expect(readSession(text)).toBeNull();
});
