import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { type BaselineEntry, readBaseline, writeBaseline } from './baseline.ts';

function entry(fingerprint: string, more: Partial<BaselineEntry> = {}): BaselineEntry {
  return {
    fingerprint,
    count: 1,
    rule: 'MOCK-001',
    file: 'a.ts',
    message: 'made up',
    adopted: '2026-01-01',
    reason: 'old',
    ...more,
  };
}

test('BEYOND-14 a baseline has one entry a line, so that a review shows what came and went', () => {
  expect(writeBaseline([entry('b'), entry('a', { count: 2 })])).toBe(
    [
      '{',
      '  "version": 1,',
      '  "findings": [',
      '    {"rule":"MOCK-001","file":"a.ts","fingerprint":"a","count":2,"message":"made up","adopted":"2026-01-01","reason":"old"},',
      '    {"rule":"MOCK-001","file":"a.ts","fingerprint":"b","count":1,"message":"made up","adopted":"2026-01-01","reason":"old"}',
      '  ]',
      '}',
      '',
    ].join('\n'),
  );
  expect(writeBaseline([])).toBe('{\n  "version": 1,\n  "findings": []\n}\n');
});

test('BEYOND-14 entries stand by rule, then file, then fingerprint, whatever order they came in', () => {
  const sorted = [
    entry('z', { rule: 'API-001', file: 'z.ts' }),
    entry('y', { file: 'a.ts' }),
    entry('a', { file: 'b.ts' }),
    entry('b', { file: 'b.ts' }),
    entry('a', { rule: 'SEC-001', file: 'a.ts' }),
  ];
  for (const given of [sorted, sorted.toReversed(), [...sorted.slice(2), ...sorted.slice(0, 2)]])
    expect(readBaseline(writeBaseline(given))).toEqual({ ok: true, entries: sorted });
});

test('BEYOND-14 nothing in a baseline is hidden from the eye, and names of files come back as they were', () => {
  const file = 'z\u202e\n\u007f\u2028\u2029\u{e0041}.ts';
  const text = writeBaseline([entry('a', { file })]);
  expect(text).toContain(String.raw`"file":"z\u202e\n\u007f\u2028\u2029\udb40\udc41.ts"`);
  expect(text).not.toMatch(/[^\n\x20-\x7e]/);
  expect(readBaseline(text)).toEqual({ ok: true, entries: [entry('a', { file })] });
  expect(writeBaseline([entry('a', { file: 'süß/😀.ts' })])).toContain('"file":"süß/😀.ts"');
});

test('BEYOND-14 what a finding or a reason says is one short line without anything that is not seen', () => {
  const read = readBaseline(
    writeBaseline([entry('a', { message: 'two\n\u001b[31mlines', reason: 'x'.repeat(400) })]),
  );
  const [only] = read.ok ? read.entries : [];
  expect(only?.message).toBe('two lines');
  expect(only?.reason).toHaveLength(300);
  expect(only?.reason).toContain('[cut, 400 characters in all]');
});

const written = (...findings: readonly unknown[]): string => JSON.stringify({ version: 1, findings });

const keys = 'known here: fingerprint, count, rule, file, message, adopted, reason';

test.each([
  ['', 'it is not JSON'],
  ['{"version":1,"findings":[', 'it is not JSON'],
  ['null', 'must be a map of keys and values, not empty; known here: version, findings'],
  ['1', 'must be a map of keys and values, not 1; known here: version, findings'],
  ['[]', 'must be a map of keys and values, not a list; known here: version, findings'],
  ['{}', '"version" is missing'],
  ['{"version":"1","findings":[]}', 'version: must be 1, not "1"'],
  ['{"version":2,"findings":[]}', 'version: must be 1, not 2'],
  ['{"version":1}', '"findings" is missing'],
  ['{"version":1,"findings":{}}', 'findings: must be a list, not a map'],
  [written({}), 'findings[0]: "fingerprint" is missing'],
  [written(entry('a'), null), `findings[1]: must be a map of keys and values, not empty; ${keys}`],
  [written(entry('a'), entry('b'), 'c'), `findings[2]: must be a map of keys and values, not "c"; ${keys}`],
])('BEYOND-14 %j is refused: half of a baseline would hide findings', (text, because) => {
  expect(readBaseline(text)).toEqual({ ok: false, because });
});

test.each<[keyof BaselineEntry, readonly unknown[]]>([
  ['count', [undefined, null, '1', 0, -1, 1.5]],
  ['fingerprint', [undefined, null, 1, '']],
  ['rule', [undefined, null, 1, ['MOCK-001']]],
  ['file', [undefined, null, 1]],
  ['message', [undefined, null, 1]],
  ['adopted', [undefined, null, 20260101]],
  ['reason', [undefined, null, true]],
])('BEYOND-14 an entry with another %s than a baseline has is refused', (key, values) => {
  for (const value of values)
    expect(readBaseline(written({ ...entry('a'), [key]: value })), String(value)).toMatchObject({
      ok: false,
    });
  expect(readBaseline(written(entry('a')))).toEqual({ ok: true, entries: [entry('a')] });
});

test('BEYOND-14 whatever stands in the file, it is read without a throw; whatever is written is read back', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json({ maxDepth: 2 }),
        fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }).map((all) => written(...all)),
      ),
      (text) => {
        expect(typeof readBaseline(text).ok).toBe('boolean');
      },
    ),
  );
  const odd = fc
    .array(fc.constantFrom('a', '/', '"', '\\', '\n', '\u0000', '\u202e', '\ud800', '\u{e0041}', 'ü', '😀'))
    .map((parts) => parts.join(''));
  const anyEntry = fc.record({
    fingerprint: fc.string({ minLength: 1 }),
    count: fc.integer({ min: 1 }),
    rule: odd,
    file: odd,
    message: fc.constant('made up'),
    adopted: fc.constant('2026-01-01'),
    reason: fc.constant('old'),
  });
  fc.assert(
    fc.property(anyEntry, (given) => {
      expect(readBaseline(writeBaseline([given]))).toEqual({ ok: true, entries: [given] });
    }),
  );
});
