import { expect, test } from 'vitest';

import { takeOutOf } from '../../run/scans/take-out.ts';
import { type Behaviour, type Files, ticket, world } from '../../../test/support/gate-world.ts';
import { validate } from '../validate.ts';

const takeOut = takeOutOf({ grammars: async () => new Map() });
const noticing = 'expect(add(1, 2)).toBe(3)';
const cases = (bodies: Readonly<Record<string, string>>): string =>
  `const { add } = require('../add');\n${Object.entries(bodies)
    .map(([title, body]) => `test('${title}', () => { ${body}; });\n`)
    .join('')}`;
const base: Files = {
  'add.js': 'exports.add = (a, b) => a + b;\n',
  'test/add.test.js': cases({ adds: noticing, names: 'expect(1).toBe(1)' }),
};

/** A runner for which a test fails where it asks for the sum and the function is out, unless a helper stands in for it. */
function runs({ names = true } = {}): Behaviour {
  return (files) => {
    const isOut = (files.get('add.js') ?? '').includes('if (Math.PI > 3) return');
    const isMocked = files.has('test/setup.js');
    const text = files.get('test/add.test.js') ?? '';
    const lines = [...text.matchAll(/^test\('(\w+)', \(\) => \{ (.*) \}\);$/gm)].map(
      ([, title, body = '']) => {
        const isRed = isOut && !isMocked && body.includes(noticing) && !body.startsWith('return');
        return `=== RUN   ${title}\n--- ${isRed ? 'FAIL' : 'PASS'}: ${title} (0.00s)`;
      },
    );
    const isRed = lines.some((line) => line.includes('FAIL'));
    const stdout = [...lines, `${isRed ? 'FAIL' : 'ok'}\tadd\t0.1s`].join('\n');
    return { how: { kind: 'exited', code: isRed ? 1 : 0 }, ...(names && { stdout }) };
  };
}

async function judged(files: Files, { mayChange = [] as string[], behaviour = runs() } = {}) {
  const commits = { base: { files: base }, head: { files: { ...base, ...files }, parent: 'base' } };
  const made = world(commits, behaviour, { takeOut, measurements: undefined });
  const work = { ticket: ticket({ mayChange }), base: 'base', head: 'head', delivery: null, claimed: null };
  const { findings, gates } = await validate(made.context, work);
  expect(gates.some(({ gate }) => gate === 'tests-notice')).toBe(true);
  return findings.flatMap(({ rule, severity, file, evidence }) =>
    rule === 'voided-test' ? [`${severity} ${file} ${evidence}`] : [],
  );
}

test.each([
  ['returns first', cases({ adds: `return; ${noticing}`, names: 'expect(1).toBe(1)' })],
  ['compares a result with itself', cases({ adds: 'const sum = add(1, 2); same(sum, sum)', names: '' })],
  [
    'has the product within it',
    `const own = (a, b) => a + b;\n${cases({ adds: 'expect(own(1, 2)).toBe(3)', names: '' })}`,
  ],
])('EVID-02 a changed test that %s no longer tests the product', async (_, text) => {
  expect(await judged({ 'test/add.test.js': text })).toEqual(['HIGH test/add.test.js adds']);
});

test('EVID-02 a test that is voided under another title is found, and so is a check without names', async () => {
  const renamed = cases({ sums: 'const sum = add(1, 2); same(sum, sum)', names: 'expect(1).toBe(1)' });
  expect(await judged({ 'test/add.test.js': renamed })).toEqual(['HIGH test/add.test.js sums']);
  const text = cases({ adds: `return; ${noticing}`, names: '' });
  const behaviour = runs({ names: false });
  expect(await judged({ 'test/add.test.js': text }, { behaviour })).toEqual(['HIGH test/add.test.js unit']);
});

test('EVID-02 a new helper that stands in for the product voids the tests beside it', async () => {
  const setup = "require('../add').add = (a, b) => a + b;\nprocess.env.READY = '1';\n";
  expect(await judged({ 'test/setup.js': setup })).toEqual(['HIGH test/setup.js adds']);
});

test('EVID-02 a ticket that may change a test is told', async () => {
  const text = cases({ adds: `return; ${noticing}`, names: '' });
  const allowed = { mayChange: ['test/add.test.js'] };
  expect(await judged({ 'test/add.test.js': text }, allowed)).toEqual(['MEDIUM test/add.test.js adds']);
});

test.each([
  ['compares another value', cases({ adds: `prepare(); ${noticing}`, names: 'expect(2).toBe(2)' })],
  ['has a case more', cases({ adds: noticing, names: 'expect(1).toBe(1)', more: 'expect(2).toBe(2)' })],
  ['merges two cases', cases({ both: `${noticing}; expect(1).toBe(1)` })],
  ['has another title', cases({ sums: noticing, names: 'expect(1).toBe(1)' })],
])('EVID-02 a changed test that %s still tests the product', async (_, text) => {
  expect(await judged({ 'test/add.test.js': text })).toEqual([]);
});
