import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { appendReviewLog, raiseCycles, tick, untick } from './edit.ts';
import { parseRequirements } from './requirements-document.ts';

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 10 }),
  fc.constantFrom(
    '\n',
    '\r\n',
    '\n- [x] REQ-1 ',
    '\n- [ ] REQ-2 ',
    '\n  * [X] REQ-3 ',
    '\n- [~] REQ-4',
    '(review_cycles: 3)',
    '(review_cycles: 12)',
    '\n```\n',
    '\n~~~',
    '<!--',
    '-->',
    '\n## Review Log\n',
    '\n| a | b |',
    '\\|',
    '   ',
  ),
);
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
const ids = fc.subarray(['REQ-1', 'REQ-2', 'REQ-3', 'REQ-4', 'REQ-9']);

test('TEAM-12 any text is read without a throw, and its figures agree', () => {
  fc.assert(
    fc.property(text, (document) => {
      const read = parseRequirements(document);
      expect(read.items).toHaveLength(read.total);
      expect(read.items.filter((item) => item.checked)).toHaveLength(read.checked);
      expect(read.ratio).toBe(read.total === 0 ? 0 : read.checked / read.total);
      expect(read.health === 'unknown').toBe(read.reasons.some((reason) => /^(no req|a code)/.test(reason)));
    }),
    { numRuns: 1000 },
  );
});

test('TEAM-26 ticking and unticking touch only the boxes they name', () => {
  fc.assert(
    fc.property(text, ids, (document, wanted) => {
      const before = parseRequirements(document).items;
      const ticked = tick(document, wanted);
      const after = parseRequirements(ticked.text).items;
      expect(after.map(({ id, checked }) => ({ id, checked }))).toEqual(
        before.map(({ id, checked }) => ({ id, checked: checked || ticked.changed.includes(id) })),
      );
      expect(ticked.changed.length + ticked.problems.length).toBeLessThanOrEqual(wanted.length);
      const back = untick(ticked.text, ticked.changed);
      expect(back.text.replaceAll('~', ' ')).toBe(document.replaceAll('~', ' '));
      expect(tick(ticked.text, wanted).changed).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test('TEAM-24 raising cycles adds exactly one to the items it names', () => {
  fc.assert(
    fc.property(text, ids, (document, wanted) => {
      const before = parseRequirements(document).items;
      const raised = raiseCycles(document, wanted);
      const after = parseRequirements(raised.text).items;
      expect(after.map(({ id, cycles }) => ({ id, cycles }))).toEqual(
        before.map(({ id, cycles }) => ({ id, cycles: cycles + (raised.changed.includes(id) ? 1 : 0) })),
      );
    }),
    { numRuns: 1000 },
  );
});

const word = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .map((raw) => raw.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ').trim());
const entry = fc.record({ cycle: fc.nat(99), reviewer: word, item: word, verdict: word, details: word });

test('SIGNAL-06 rows appended to any document are its last rows, and its boxes stay', () => {
  fc.assert(
    fc.property(text, fc.array(entry, { minLength: 1, maxLength: 3 }), (document, entries) => {
      const appended = appendReviewLog(document, entries);
      const before = parseRequirements(document);
      const after = parseRequirements(appended.text);
      expect(after.items.map(({ id, checked }) => [id, checked])).toEqual(
        before.items.map(({ id, checked }) => [id, checked]),
      );
      const isRefused = appended.problems.length > 0;
      expect(isRefused ? entries : after.log.slice(-entries.length)).toEqual(entries);
    }),
    { numRuns: 1000 },
  );
});
