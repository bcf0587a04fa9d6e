import { afterAll, beforeAll, expect, test } from 'vitest';

import { direct } from '../../test/support/director.ts';
import { Paper, PaperServer } from '../../test/support/paper-desk.ts';
import type { StateView } from './wire.ts';

const hostile = '<script>alert(1)</script>\u001b[31m\u202eend';
let server: PaperServer;

beforeAll(async () => {
  const stage = direct(
    { tickets: ['A', 'B'] },
    { maxGates: 4, maxVerify: 4, maxParallel: 4, maxAgents: 4, window: 4 },
  );
  for (const id of ['A', 'B']) {
    stage.drive(id, 'merge');
    stage.answer(id, 'merged', { tree: `merged ${id}` });
  }
  stage.answer('A', 'landing_gate_failed', { once: true, because: hostile });
  server = new PaperServer(new Paper([...stage.journal]));
  await server.start();
});
afterAll(() => server.remove());

test('QUEUE-04 the dashboard is told the chain: who is gated on whom, and which red runs once more', async () => {
  const { run } = await server.json<StateView>('state');
  expect(run.landing).toMatchObject([
    { ticket: 'A', on: [], state: 'suspect', because: 'red once: <script>alert(1)</script>end' },
    { ticket: 'B', on: [], state: 'merging' },
  ]);
});
