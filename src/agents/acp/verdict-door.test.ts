import { connect, type Socket } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import { callOf, settingsOf } from '../../../test/contracts/agents.ts';
import { verdictForm } from '../answers/verdict-form.ts';
import { takeVerdicts } from '../answers/verdicts.ts';
import { openVerdictDoor, type VerdictDoor } from './verdict-door.ts';

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

async function open(): Promise<VerdictDoor> {
  const nowhere = { config: '', workspace: '', run: '' };
  const call = callOf(settingsOf('acp', []), nowhere, { role: 'critic' });
  const form = verdictForm(call);
  if (form === undefined) throw new Error('a critic hands in a verdict');
  const door = await openVerdictDoor(takeVerdicts(form));
  opened.push(door);
  return door;
}

/** A stranger at the door: sends, and collects lines until the other side has hung up or enough have come. */
async function visit(port: number, text: string, lines: number): Promise<readonly string[]> {
  const socket: Socket = connect({ host: '127.0.0.1', port });
  opened.push({ close: () => socket.destroy() });
  socket.setEncoding('utf8').on('error', () => undefined);
  let heard = '';
  return new Promise((resolve) => {
    const done = (): void => resolve(heard.split('\n').filter((line) => line !== ''));
    socket.on('data', (piece: string) => {
      heard += piece;
      if (heard.split('\n').length > lines) done();
    });
    socket.on('close', done);
    socket.write(text);
  });
}

function request(id: number, method: string, params: unknown): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
}

test('SIGNAL-08 the door speaks of the form and never of the token, and knows no other tool', async () => {
  const { port } = await open();
  const guess = { signal: 'REVIEW_PASSED', ticket: 'T-1', token: 'guess' };
  let said = await visit(
    port,
    [
      request(1, 'initialize', { protocolVersion: 'from the future' }),
      '{"jsonrpc":"2.0","method":"notifications/initialized"}\n',
      request(2, 'tools/list', {}),
      request(3, 'tools/call', { name: 'submit_verdict', arguments: guess }),
      request(4, 'tools/call', { name: 'read_token', arguments: {} }),
      request(5, 'resources/list', {}),
      request(6, 'ping', {}),
    ].join(''),
    6,
  );
  const idIn = (line: string): number => (JSON.parse(line) as { id: number }).id;
  said = said.toSorted((a, b) => idIn(a) - idIn(b));
  expect(said.map(idIn)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(said[0]).toContain('"protocolVersion":"2025-11-25"');
  expect(said[1]).toContain('"name":"submit_verdict"');
  expect(said[2]).toContain('rejected');
  expect(said[3]).toContain('there is no such tool');
  expect(said[4]).toContain('-32601');
  expect(said.join('\n')).not.toContain('t0k3n');
});

test('RECOVER-02 who calls too often, or without end, is hung up on; others are served', async () => {
  const { port } = await open();
  const call = request(1, 'tools/call', { name: 'submit_verdict', arguments: {} });
  expect((await visit(port, call.repeat(60), 100)).length).toBeLessThanOrEqual(50);
  expect(await visit(port, `{"method": "${'x'.repeat(3_000_000)}`, 1)).toEqual([]);
  expect(await visit(port, request(1, 'ping', {}), 1)).toEqual(['{"jsonrpc":"2.0","id":1,"result":{}}']);
});

test('P5 nobody brings the coordinator down by a message it cannot write out again', async () => {
  const { port } = await open();
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const said = await visit(port, `{"id":${deep},"method":"ping"}\n${request(1, 'ping', {})}`, 1);
  expect(said).toEqual(['{"jsonrpc":"2.0","id":1,"result":{}}']);
});
