import { expect, test } from 'vitest';

import type { FileChange } from '../../detect/index.ts';
import { companions } from './companions.ts';
import { indexInputs } from './input-side.ts';

const version = (text: string | null) => (text === null ? null : { text, mode: '100644', blob: text });
const change = (path: string, before: string | null, after: string | null) =>
  ({ path, before: version(before), after: version(after) }) as FileChange;
const none = indexInputs([]);

const rules = (product: string, companion: FileChange, missing: readonly string[] = []) => {
  const seen = indexInputs([{ read: [], seen: [], missing, listed: [], modules: [] }]);
  const changes = [change('src/cart.py', 'x = 1\n', product), companion];
  return companions(changes, new Set([companion.path]), { base: none, now: seen }).map(({ rule }) => rule);
};
const data = change('config/pricing.json', '{}', '{ "near": 9 }');
const helper = change('shop/checking.py', 'a', 'b');
const fresh = change('test/a.test.js', null, 'it()');
const found = ['depends-on-checks'];

test.each<[string, string, FileChange, readonly string[]]>([
  ['names data with its folder', "near = read('config/pricing.json')\n", data, found],
  ['names data in parts', "near = read(join('config', 'pricing.json'))\n", data, found],
  ['loads a helper of tests', 'from shop import checking\n', helper, found],
  ['says so in a comment alone', '# see config/pricing.json\n', data, []],
  ['uses a word like its name', 'checking = True  # at the shop\n', helper, []],
  ['has data of that name elsewhere', "near = read('pricing.json')\n", data, []],
])('EVID-01 a product that %s', (_title, product, companion, expected) => {
  expect(rules(product, companion)).toEqual(expected);
});

test.each<[string, string, string, readonly string[]]>([
  [
    'loads a module of that name elsewhere',
    "import { toText } from './text.ts'\nuse(doc)\n",
    'tests/doc/text.ts',
    [],
  ],
  ['imports a word like its name', "import { text } from 'library'\nuse(doc)\n", 'tests/doc/text.ts', []],
  [
    'loads it by a relative path',
    "import { rates } from '../../tests/doc/text.ts'\n",
    'tests/doc/text.ts',
    found,
  ],
  [
    'loads it without its ending',
    "const { rates } = require('../../tests/doc/text')\n",
    'tests/doc/text.ts',
    found,
  ],
  [
    'loads it from its own folder',
    "import { rates } from './text.check.ts'\n",
    'src/write/text.check.ts',
    found,
  ],
  ['loads its whole folder', "import * as all from '../../tests/doc'\n", 'tests/doc/index.ts', found],
  ['loads another of its folder', "import * as all from '../../lib/doc/text.ts'\n", 'tests/doc/text.ts', []],
])('EVID-01 a TypeScript product that %s', (_title, product, path, expected) => {
  const changes = [change('src/write/number.ts', 'x\n', product), change(path, 'a', 'b')];
  const told = companions(changes, new Set([path]), { base: none, now: none });
  expect(told.map(({ rule }) => rule)).toEqual(expected);
});

test('EVID-01 a file that is left out and looked for only now is asked for, however its name was made', () => {
  expect(rules("seen = exists('te' + 'st')\n", fresh, ['test/a.test.js'])).toEqual(found);
  expect(rules("seen = exists('te' + 'st')\n", fresh)).toEqual([]);
});
