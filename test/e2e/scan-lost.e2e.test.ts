import { mkdirSync, rmSync } from 'node:fs';

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { builtCli, type Place } from '../built-cli.ts';

let place: Place;
beforeAll(() => {
  place = builtCli();
});
beforeEach(() => {
  rmSync(place.dir, { recursive: true, force: true });
  mkdirSync(place.dir);
});
afterAll(() => place.remove());

const server = `import express from 'express';
import { storeOrder } from './store';
import { verifyWebhookSignature } from './hooks';
const app = express();
app.post('/orders', async (req, res) => {
  storeOrder(req.body);
  res.status(201).end();
});
app.delete('/account', async (req, res) => {
  try {
    await stripe.subscriptions.cancel(req.user.subscription);
  } catch (error) {
    console.error(error);
  }
  await prisma.user.delete({ where: { id: req.user.id } });
  res.end();
});
`;
const store = `export async function storeOrder(order: unknown) {
  await prisma.order.create({ data: order });
}
export async function closeAll(orders: { id: number }[]) {
  orders.forEach(async ({ id }) => {
    await prisma.order.update({ where: { id }, data: { open: false } });
  });
  await storeOrder({});
}
export const key = readSetting('JWT_SECRET', '---');
export const agent = new https.Agent({ rejectUnauthorized: false });
`;
const hooks = `export function verifyWebhookSignature(body: string, header: string) {
  return sign(body) === header;
}
`;

const lost = [
  'SAFE-006 src/server.ts:6',
  'SAFE-005 src/server.ts:12',
  'SAFE-006 src/store.ts:5',
  'SAFE-003 src/store.ts:10',
  'SAFE-002 src/store.ts:11',
  'SAFE-008 src/hooks.ts:1',
];

test('SCAN-04 lost writes, lost errors and checks nobody calls are found by all rules, none of them as failures', () => {
  place.write('src/server.ts', server);
  place.write('src/store.ts', store);
  place.write('src/hooks.ts', hooks);
  const { code, stdout } = place.run(['audit', '--no-agents', '--profile', 'all', '--json']);
  const { findings } = JSON.parse(stdout) as {
    readonly findings: readonly {
      readonly rule: string;
      readonly severity: string;
      readonly file: string;
      readonly line: number;
    }[];
  };
  const found = findings.filter(({ rule }) => rule.startsWith('SAFE-'));
  expect(found.map(({ rule, file, line }) => `${rule} ${file}:${line}`).toSorted()).toEqual(lost.toSorted());
  expect(found.map(({ severity }) => severity)).not.toContain('HIGH');
  expect(code).toBe(0);
});

test('SCAN-04 once the promises are awaited, the failure goes on and the check is called, nothing is left to say', () => {
  const fixed = server
    .replace('  storeOrder(', '  await storeOrder(')
    .replace('console.error(error);', 'return res.status(502).end();')
    .replace("'/orders', async (req, res) => {", "$&\n  if (!verifyWebhookSignature(req.body, '')) return;");
  place.write('src/server.ts', fixed);
  place.write('src/hooks.ts', hooks);
  place.write('src/store.ts', store.slice(0, store.indexOf('export async function closeAll')));
  const { stdout } = place.run(['audit', '--no-agents', '--profile', 'all', '--json']);
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly { readonly rule: string }[] };
  expect(findings.filter(({ rule }) => rule.startsWith('SAFE-'))).toEqual([]);
});
