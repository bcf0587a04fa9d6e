import { expect, test } from 'vitest';

import { standardDeclarations } from '../../../../test/support/rule-examples.ts';
import { memoryInstalled, memoryTree } from '../../../../test/support/memory-tree.ts';
import { allFinders, allRules } from '../../registry.generated.ts';
import { scanTree } from '../../engine/scan-tree.ts';

const installed: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    dependencies: { 'parcel-kit': '^2.0.0', 'date-box': '^3.1.0', http: '^1.0.0' },
  }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      strict: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'esnext',
      types: [],
    },
  }),
  'node_modules/parcel-kit/package.json':
    '{ "name": "parcel-kit", "version": "2.3.0", "types": "index.d.ts" }',
  'node_modules/parcel-kit/index.d.ts': `export interface Options { weight: number; express?: boolean }
/** @deprecated use quoteFor */
export declare function quote(weight: number): number;
export declare function quoteFor(options: Options): number;
export declare class Parcel {
  constructor(options: Options);
  send(to: string): Promise<string>;
  /** @deprecated use send */
  ship(to: string): Promise<string>;
}
`,
  'node_modules/date-box/package.json': '{ "name": "date-box", "version": "3.1.0", "types": "index.d.ts" }',
  'node_modules/date-box/index.d.ts': `export declare function format(date: Date, pattern: string): string;
export declare function addDays(date: Date, days: number): Date;
declare const box: { format: typeof format };
export default box;
`,
  'node_modules/http/package.json': '{ "name": "http", "version": "1.2.0", "types": "index.d.ts" }',
  'node_modules/http/index.d.ts': `export interface Wish {
  url: string;
  method?: 'GET' | 'POST';
  timeout?: number;
  /** @deprecated use timeout */
  wait?: number;
}
export interface Client { request(wish: Wish): Promise<string>; get(url: string): Promise<string> }
export declare function createClient(base: string): Client;
`,
};

/** Each line a use that the installed version does not allow, or marks as deprecated. */
const planted: readonly (readonly [rule: string, line: string])[] = [
  ['LIB-002', "import { track } from 'parcel-kit';"],
  ['LIB-002', "import { parse } from 'date-box';"],
  ['LIB-001', 'quote(3);'],
  ['LIB-003', 'quoteFor(3);'],
  ['LIB-001', "parcel.ship('x');"],
  ['LIB-003', 'parcel.send();'],
  ['LIB-002', 'parcel.cancel();'],
  ['LIB-003', "format('2024-01-01', 'yyyy');"],
  ['LIB-003', 'addDays(new Date());'],
  ['LIB-002', 'box.startOfDay(new Date());'],
  ['LIB-003', "client.request({ url: '/', method: 'PUT' });"],
  ['LIB-001', "client.request({ url: '/', wait: 3 });"],
  ['LIB-002', "client.post('/x');"],
];

const begin = `import { Parcel, quote, quoteFor } from 'parcel-kit';
import box, { addDays, format } from 'date-box';
import { createClient } from 'http';
const parcel = new Parcel({ weight: 2 });
const client = createClient('/');
quoteFor({ weight: 2, express: true });
box.format(addDays(new Date(), 3), 'yyyy');
format(new Date(), 'yyyy');
client.request({ url: '/', method: 'POST', timeout: 3 });
export const sent = [parcel.send('x'), client.get('/x')];
`;

function found(text: string): readonly string[] {
  const files = new Map(Object.entries({ ...installed, 'src/a.ts': text }));
  const rules = allRules.filter(({ kind }) => kind === 'library');
  const libraries = { installed: memoryInstalled(files, standardDeclarations), most: 5 };
  const { findings } = scanTree(memoryTree(files), { rules, finders: allFinders, libraries });
  return findings.map(({ rule, line }) => `${rule} ${line}`);
}

test('TEAM-15 planted deprecated, removed and wrong calls are found against the installed declarations', () => {
  const lines = begin.split('\n').length;
  const all = new Set(found(`${begin}${planted.map(([, line]) => line).join('\n')}\n`));
  const missed = planted.filter(([rule], index) => !all.has(`${rule} ${lines + index}`));
  expect(missed).toEqual([]);
});

test('TEAM-15 nothing is said of code that keeps to what is installed', () => {
  expect(found(begin.replace(', quote,', ','))).toEqual([]);
});
