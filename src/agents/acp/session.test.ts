import { expect, test } from 'vitest';

import { callOf, settingsOf } from '../../../test/contracts/agents.ts';
import type { Connection } from './connection.ts';
import { openSession } from './session.ts';

const nowhere = { config: '', workspace: '', run: '' };
const opening = {
  call: callOf(settingsOf('acp', []), nowhere),
  cwd: '/repo',
  mcpServers: [],
  modes: [],
  meta: undefined,
  earlier: null,
};

function answering(sessionId: unknown): Connection {
  const result = { sessionId };
  return {
    ask: () => Promise.resolve({ ok: true, result }),
    tell: () => undefined,
    hear: () => undefined,
  };
}

test('P5 a session has a name, and one that fits into the records', async () => {
  const opened = (name: unknown): Promise<unknown> => openSession(answering(name), opening);
  expect(await opened('s-1')).toMatchObject({ id: 's-1' });
  for (const name of ['', 7, undefined, 'x'.repeat(1_001)])
    expect(await opened(name)).toMatchObject({
      failed: { message: expect.stringContaining('a session with an invalid name') as string },
    });
});
