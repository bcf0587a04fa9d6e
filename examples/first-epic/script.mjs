import { text } from './agent.mjs';

export const script = [
  // TILL-1: the first attempt forgets that a cent cannot be cut in two; the critic sends it back.
  {
    when: { role: 'developer', ticket: 'TILL-1', attempt: 0 },
    do: [
      {
        replace: 'src/price.js',
        from: '  return lines.reduce((sum, { cents, count }) => sum + cents * count, 0);\n',
        to: text`
            const sum = lines.reduce((so_far, { cents, count }) => so_far + cents * count, 0);
            return sum >= 5000 ? sum * 0.9 : sum;
          `,
      },
      {
        write: 'test/discount.test.js',
        text: text`
          import assert from 'node:assert/strict';
          import { test } from 'node:test';

          import { total } from '../src/price.js';

          test('ten percent off from 50.00', () => {
            assert.equal(total([{ cents: 5000, count: 1 }]), 4500);
            assert.equal(total([{ cents: 4999, count: 1 }]), 4999);
          });
          `,
      },
      {
        commit: 'Ten percent off from 50.00',
      },
    ],
    pass: { matrix: 'pass', summary: 'orders of 50.00 and more cost ten percent less' },
  },

  {
    when: { role: 'critic', ticket: 'TILL-1', attempt: 0 },
    fail: {
      issues: [
        {
          file: 'src/price.js',
          line: 4,
          message: 'an order of 50.01 costs 4500.9 cents, and nobody can pay that',
        },
      ],
      fixes: ['round to whole cents', 'and test an odd amount'],
    },
  },

  {
    when: { role: 'developer', ticket: 'TILL-1' },
    do: [
      { replace: 'src/price.js', from: 'sum * 0.9', to: 'Math.floor(sum * 0.9)' },
      {
        replace: 'test/discount.test.js',
        from: '  assert.equal(total([{ cents: 4999, count: 1 }]), 4999);\n',
        to: text`
            assert.equal(total([{ cents: 4999, count: 1 }]), 4999);
            assert.equal(total([{ cents: 5001, count: 1 }]), 4500);
          `,
      },
      {
        commit: 'Whole cents only',
      },
    ],
    pass: { matrix: 'pass', summary: 'totals are whole cents' },
  },

  {
    when: { role: 'developer', ticket: 'TILL-2' },
    do: [
      {
        write: 'src/receipt.js',
        text: text`
          import { total } from './price.js';

          /** The lines of a receipt; the last one is what has to be paid. */
          export function receipt(lines) {
            const said = lines.map(({ name, cents, count }) => \`\${count} x \${name} \${euros(cents * count)}\`);
            return [...said, \`total \${euros(total(lines))}\`];
          }

          function euros(cents) {
            return (cents / 100).toFixed(2);
          }
          `,
      },
      {
        write: 'test/receipt.test.js',
        text: text`
          import assert from 'node:assert/strict';
          import { test } from 'node:test';

          import { receipt } from '../src/receipt.js';

          test('a receipt ends with the total', () => {
            assert.equal(receipt([{ name: 'tea', cents: 250, count: 2 }]).at(-1), 'total 5.00');
          });
          `,
      },
      {
        commit: 'Print a receipt',
      },
    ],
    pass: { matrix: 'pass', summary: 'receipt() makes the lines of a receipt' },
  },

  {
    when: { role: 'critic' },
    pass: { summary: 'small and to the point' },
  },
  {
    when: { role: 'auditor' },
    pass: { summary: 'every criterion has a test that would fail without it' },
  },
];
