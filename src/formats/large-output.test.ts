import { expect, test } from 'vitest';

import { parseEpicState } from '../report/run/epic-state.ts';
import { writeFindingsDocument } from './findings-document/write.ts';
import { parseFindingsDocument } from './findings-document/findings-document.ts';
import { parseReviewReport } from './review-report/review-report.ts';

const head = { ticket: '1', round: 1, reviewer: 'r', date: 'd', branch: 'b', recommendation: '' };
const clean = writeFindingsDocument({ ...head, findings: [] });

test.each([
  ['braces', '{'],
  ['objects begun', '{"a":'],
  ['strings begun', '{"'],
  ['fences', '```\n'],
  ['spaces', ' '],
  ['reports', '{"approved":true}\n'],
  ['backslashes', '"\\'],
])('EPIC-06 20 MB of %s is handled without a pass', (_name, unit) => {
  const text = unit.repeat(20_000_000 / unit.length);
  expect(parseReviewReport(text, { ticket: 'API-1' }).verdict).toBe('unknown');
  expect(parseReviewReport(`{"approved":"${text}`, { ticket: 'API-1' }).verdict).toBe('unknown');
});

test.each([
  ['line breaks', '\n'],
  ['headings', '## Critical\n'],
  ['fences', '```\n'],
  ['hashes', '#'],
  ['numbers', '1. '],
  ['stars', '*'],
  ['spaces', ' '],
  ['words', 'a '],
  ['labels', '- **File:** a.ts:1\n'],
  ['brackets', '[a]'],
  ['table rows', `|${' '.repeat(9998)}x\n`],
])('LOOP-03 20 MB of %s is handled and is never clean', (_name, unit) => {
  const text = unit.repeat(20_000_000 / unit.length);
  expect(parseFindingsDocument(text).verdict).not.toBe('clean');
  expect(parseFindingsDocument(`## Critical\n${text}`).verdict).not.toBe('clean');
});

test('LOOP-03 more than 100,000 lines of a document are not read', () => {
  const long = (lines: number) => parseFindingsDocument(`${clean}\n${'---\n'.repeat(lines)}`);
  expect(long(99_900).verdict).toBe('clean');
  expect(long(100_001)).toMatchObject({
    verdict: 'unknown',
    reasons: ['the document is too long to be read'],
  });
});

test('EPIC-09 20 MB are read or refused without a throw', () => {
  const many = (unit: string) => unit.repeat(20_000_000 / unit.length);
  expect(parseEpicState(many('[')).state).toBeNull();
  expect(parseEpicState(many('{"a":')).state).toBeNull();
  expect(parseEpicState(`{"tickets":{},"a":"${many('x')}"}`).reasons).toEqual([]);
});
