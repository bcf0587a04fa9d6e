import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';

import { freePort } from './open-processes.ts';

let server: Server | undefined;
afterEach(() => server?.close());

test('TEAM-17 a port that is handed out can be listened on, and one that is taken is not handed out', async () => {
  const port = await freePort();
  expect(port).toBeGreaterThan(0);
  const taken = createServer();
  server = taken;
  await new Promise<void>((resolve, reject) => {
    taken.once('error', reject);
    taken.listen(port, '127.0.0.1', resolve);
  });
  const others = await Promise.all(Array.from({ length: 20 }, freePort));
  expect(others).not.toContain(port);
});
