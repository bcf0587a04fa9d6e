import { expect, test } from 'vitest';

import { openGrammars } from '../../../../test/support/scan-inputs.ts';
import { exposedBy } from './exposed.ts';
import { memoryTree } from '../../../../test/support/memory-tree.ts';
import { allFinders, syntaxFinders } from '../../registry.generated.ts';

const texts = new Map([
  [
    'src/orders.ts',
    `import { Router } from 'express';
export const orders = Router();
orders.get('/:id', (ask, answer) => answer.json({}));
orders.post('/', (ask, answer) => answer.end());
export function total(sum: number): number { return sum; }
export type Order = { id: string };
const url = process.env.ORDERS_URL;
export const limit = Number(process.env.ORDERS_LIMIT ?? 3000);
`,
  ],
  [
    'src/app.ts',
    `import express from 'express';
import { orders } from './orders.ts';
const app = express();
app.use('/api/orders', orders);
app.get('/files/*', (ask, answer) => answer.end());
`,
  ],
  [
    'src/parts.ts',
    `import { Router } from 'express';
import { prefix } from 'elsewhere';
const parts = Router();
parts.get('/parts', (ask, answer) => answer.end());
export default (app) => app.use(prefix, parts);
`,
  ],
  [
    'src/alone.ts',
    `import { Router } from 'express';
export const alone = Router();
alone.delete('/alone', (ask, answer) => answer.end());
`,
  ],
  ['src/orders.test.ts', `export const helper = process.env.ONLY_HERE;\n`],
  ['old.cjs', 'module.exports = { one, two };\n'],
  [
    'items.py',
    'import os\nURL = os.environ["ITEMS_URL"]\nclass Item:\n    def own(self): pass\ndef _own(): pass\n',
  ],
  [
    'item.go',
    'package item\nimport "os"\nfunc Key() string { return os.Getenv("ITEM_KEY") }\nfunc own() {}\n',
  ],
  ['Item.java', 'public final class Item { String key = System.getenv("JAVA_KEY"); }\nclass Own {}\n'],
  ['Item.cs', 'public record Item(string Id);\ninternal class Own {}\n'],
  ['README.md', '# process.env.NOT_CODE\n'],
]);

const bytes = (given: ReadonlyMap<string, string>): ReadonlyMap<string, Uint8Array> =>
  new Map([...given].map(([path, text]) => [path, new TextEncoder().encode(text)]));

test('DISPATCH-14 exports, routes and variables of the environment are told file by file, tests expose nothing', async () => {
  const syntax = { grammars: await openGrammars(memoryTree(texts)), finders: syntaxFinders };
  const told = exposedBy(bytes(texts), { finders: allFinders, syntax });
  const of = (file: string) => told.find((each) => each.file === file);
  expect(of('src/orders.ts')).toEqual({
    file: 'src/orders.ts',
    exports: ['orders', 'total', 'Order', 'limit'],
    routes: ['GET /api/orders/{}', 'POST /api/orders'],
    variables: ['ORDERS_URL', 'ORDERS_LIMIT'],
  });
  expect(of('src/parts.ts')).toMatchObject({ exports: ['default'], routes: ['GET …/{}/parts'] });
  expect(of('src/alone.ts')).toMatchObject({ routes: ['DELETE …/alone'] });
  expect(of('src/orders.test.ts')).toBe(undefined);
  expect(of('old.cjs')?.exports).toEqual(['default', 'one', 'two']);
  expect(of('items.py')).toMatchObject({ exports: ['Item'], variables: ['ITEMS_URL'] });
  expect(of('item.go')).toMatchObject({ exports: ['Key'], variables: ['ITEM_KEY'] });
  expect(of('Item.java')).toMatchObject({ exports: ['Item'], variables: ['JAVA_KEY'] });
  expect(of('Item.cs')).toMatchObject({ exports: ['Item'] });
  expect(of('README.md') ?? { exports: [], routes: [], variables: [] }).toMatchObject({
    exports: [],
    routes: [],
    variables: [],
  });
});

test('DISPATCH-14 nothing is exposed by nothing, and text that is no program stops nobody', () => {
  expect(exposedBy(new Map(), { finders: allFinders })).toEqual([]);
  const odd = bytes(
    new Map([
      ['src/a.ts', '(((((\0'],
      ['b.py', '\u{FFFD}'],
    ]),
  );
  expect(() => exposedBy(odd, { finders: allFinders })).not.toThrow();
});

test('a file of many empty lines is read as quickly as any', () => {
  // By a pattern that tries every line from every line this would take minutes.
  const empty = bytes(new Map([['Empty.java', '\n'.repeat(300_000)]]));
  expect(exposedBy(empty, { finders: allFinders }).flatMap(({ exports }) => exports)).toEqual([]);
});
