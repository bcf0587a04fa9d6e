import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { usageIn } from './usage.ts';

const said = { tokensIn: 10, tokensOut: 3, usd: 0.5 };

test('usage is taken from an answer that is one JSON object, bare or in a json fence', () => {
  expect(usageIn(JSON.stringify({ signal: 'X', usage: said }), null)).toEqual(said);
  expect(usageIn(`Done.\n\n\`\`\`json\n${JSON.stringify({ usage: said })}\n\`\`\`\n`, null)).toEqual(said);
  expect(usageIn(JSON.stringify({ usage: { tokensIn: 1, tokensOut: 0 } }), null)).toEqual({
    tokensIn: 1,
    tokensOut: 0,
    usd: null,
  });
});

test('what is not said is not invented', () => {
  expect(usageIn('I used "usage": {"tokensIn": 1}', null)).toBeNull();
  expect(usageIn(JSON.stringify({ note: 'usage' }), null)).toBeNull();
  expect(usageIn(JSON.stringify({ usage: { tokensIn: -1, tokensOut: 1 } }), null)).toBeNull();
  expect(usageIn(JSON.stringify({ usage: { tokensIn: 1.5, tokensOut: 1 } }), null)).toBeNull();
  expect(usageIn(JSON.stringify({ usage: { ...said, usd: '1' } }), null)).toBeNull();
  const twice = ['```json', JSON.stringify({ usage: said }), '```'].join('\n');
  expect(usageIn(`${twice}\n${twice}`, null)).toBeNull();
});

test('dollars that were named are kept; others follow from the prices', () => {
  expect(usageIn(JSON.stringify({ usage: said }), { in: 1, out: 1 })?.usd).toBe(0.5);
  const { usd } =
    usageIn(JSON.stringify({ usage: { tokensIn: 2_000_000, tokensOut: 1_000_000 } }), { in: 3, out: 15 }) ??
    {};
  expect(usd).toBe(21);
});

test('whatever an agent prints, amounts are whole and never negative', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.jsonValue().map((usage) => JSON.stringify({ usage })),
      ),
      (text) => {
        const usage = usageIn(text, { in: 1, out: 2 });
        return usage === null || (usage.tokensIn >= 0 && usage.tokensOut >= 0 && (usage.usd ?? 0) >= 0);
      },
    ),
  );
});
