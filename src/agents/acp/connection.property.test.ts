import fc from 'fast-check';
import { expect, test } from 'vitest';

import { connect, type Connection, type Reply } from './connection.ts';
import type { JsonObject } from '../answers/json-value.ts';

type Scene = {
  readonly connection: Connection;
  readonly said: readonly JsonObject[];
  readonly told: readonly string[];
  readonly flooded: () => number;
  readonly lost: () => number;
};

function open(): Scene {
  const said: JsonObject[] = [];
  const told: string[] = [];
  let flooded = 0;
  let lost = 0;
  const connection = connect((line) => void said.push(JSON.parse(line) as JsonObject), {
    asked: (method) => (method === 'known' ? { ok: true } : undefined),
    told: (method) => void told.push(method),
    flooded: () => void (flooded += 1),
    lost: () => void (lost += 1),
  });
  return { connection, said, told, flooded: () => flooded, lost: () => lost };
}

/** What the other side may say: whole messages, halves of them, anything. */
const noise = fc.oneof(
  fc.string().filter((text) => !text.includes('\n')),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc
    .record({ id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)), result: fc.jsonValue() })
    .filter(({ id }) => typeof id !== 'number' || id < 1 || id > 3)
    .map((message) => JSON.stringify(message)),
);

test('RECOVER-02 every question gets the first answer with its number, whatever is said in between', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(noise),
      fc.shuffledSubarray([1, 2, 3], { minLength: 3 }),
      fc.nat({ max: 50 }),
      async (lines, order, size) => {
        const { connection } = open();
        const asked = ['a', 'b', 'c'].map((method) => connection.ask(method, {}));
        const answers = order.flatMap((id) => [
          JSON.stringify({ jsonrpc: '2.0', id, result: { number: id } }),
          JSON.stringify({ jsonrpc: '2.0', id, error: { code: 1, message: 'again' } }),
        ]);
        const text = [...lines, ...answers, ...lines].map((line) => `${line}\n`).join('');
        for (let at = 0; at < text.length; at += size + 1) connection.hear(text.slice(at, at + size + 1));
        const replies: readonly Reply[] = await Promise.all(asked);
        expect(replies).toEqual([1, 2, 3].map((number) => ({ ok: true, result: { number } })));
      },
    ),
  );
});

test('RECOVER-02 every request gets one answer under its own number, and what is no request gets none', () => {
  const id = fc.oneof(fc.integer(), fc.string({ maxLength: 200 }));
  const request = fc.record({ id, method: fc.constantFrom('known', 'unknown'), params: fc.jsonValue() });
  fc.assert(
    fc.property(fc.array(request), fc.array(noise), (requests, lines) => {
      const { connection, said } = open();
      for (const line of lines) connection.hear(`${line}\n`);
      const before = said.length;
      for (const each of requests) connection.hear(`${JSON.stringify(each)}\n`);
      const answers = said.slice(before);
      expect(answers.map((answer) => answer['id'])).toEqual(requests.map((each) => each.id));
      expect(answers.map((answer) => 'result' in answer)).toEqual(
        requests.map(({ method }) => method === 'known'),
      );
    }),
  );
});

test('RECOVER-02 who asks without end is told of once and answered no more', () => {
  const { connection, said, told, flooded } = open();
  for (let id = 0; id < 10_500; id += 1) connection.hear(`{"id":${id},"method":"known"}\n`);
  connection.hear(`{"id":"${'x'.repeat(201)}","method":"known"}\n{"method":"told"}\n`);
  expect(said).toHaveLength(10_000);
  expect(flooded()).toBe(1);
  expect(told).toEqual(['told']);
});

test('an error keeps its number, its words and its data', async () => {
  const { connection } = open();
  const first = connection.ask('a', {});
  connection.hear('{"id":1,"error":{"code":-32000,"message":"log in","data":{"why":"no key"}}}\n');
  expect(await first).toEqual({
    ok: false,
    failure: { code: -32_000, message: 'log in', data: '{"why":"no key"}' },
  });
  const second = connection.ask('b', {});
  connection.hear('{"id":2,"error":"broken"}\n');
  expect(await second).toEqual({ ok: false, failure: { code: 0, message: '', data: '' } });
});

test('P8 what is too deep to be read is said to be lost, and breaks nothing', async () => {
  const { connection, said, lost } = open();
  const asked = connection.ask('session/new', {});
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  connection.hear(`{"id":1,"error":{"data":${deep}}}\n{"id":${deep},"method":"x"}\n`);
  expect(lost()).toBe(2);
  connection.hear('{"id":1,"result":{}}\n');
  expect(await asked).toEqual({ ok: true, result: {} });
  expect(said).toHaveLength(1);
});
