import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';

import { serve } from '../src/http.ts';
import { appWith } from './ask.ts';

let server: Server;

before(async () => {
  server = serve(appWith()).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

after(() => {
  server.close();
});

test('an order goes in over a real socket and comes back as JSON', async () => {
  const made = await post('{"lines":[{"sku":"mug","quantity":3,"unitPrice":450}]}');
  assert.deepEqual([made.status, JSON.parse(made.text).total], [201, 1350]);
});

test('what is not JSON, or too much of it, is refused', async () => {
  assert.equal((await post('{')).status, 400);
  assert.equal((await post(' '.repeat(70_000))).status, 413);
});

async function post(body: string): Promise<{ status: number | undefined; text: string }> {
  const { port } = server.address() as AddressInfo;
  const headers = { 'x-customer': 'ada', connection: 'close' };
  const sent = request({ host: '127.0.0.1', port, method: 'POST', path: '/orders', headers });
  sent.end(body);
  const [response] = await once(sent, 'response');
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, text };
}
