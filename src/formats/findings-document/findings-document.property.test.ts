import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { severities, severityRank } from '../../model/severity.ts';
import { severityFloor } from './category.ts';
import { writeFindingsDocument } from './write.ts';
import type { FindingsDocument } from './write.ts';
import { parseFindingsDocument } from './findings-document.ts';
import type { DocumentFinding } from './findings-document.ts';

/** Text as it comes out of the sanitiser on one line, which is all our own model ever holds. */
const clean = fc.string({ maxLength: 30 }).map((text) => text.replace(/[^ -~]/g, '').trim());
const category = fc
  .oneof(clean, fc.constantFrom('Security', 'Performance', 'Naming'))
  .map((text) => text.replace(/[[\]*]/g, '').trim());
const file = fc.oneof(
  fc.constantFrom('', 'src/a.ts', 'a b.md', 'Makefile', 'x:y.ts', 'a, b.ts'),
  clean.map((text) => text.replace(/\\|^(?:\.\/)+/g, '').trim()),
);

const finding: fc.Arbitrary<DocumentFinding> = fc
  .record({
    severity: fc.constantFrom(...severities),
    category,
    title: clean,
    file,
    line: fc.nat(9999),
    problem: clean.map((text) => `x${text}`),
    impact: clean,
    fix: clean,
  })
  .map((value) => ({ ...value, line: value.file === '' ? 0 : value.line }))
  .map((value) => ({ ...value, severity: atLeast(value) }));

function atLeast({ severity, category, title }: DocumentFinding): DocumentFinding['severity'] {
  const floor = severityFloor(category, title) ?? 'INFO';
  return severityRank(floor) > severityRank(severity) ? floor : severity;
}

/** Grouped as the three headings group them. */
const document: fc.Arbitrary<FindingsDocument> = fc.record({
  ticket: fc.constantFrom('1.2', 'API-1'),
  round: fc.integer({ min: 1, max: 5 }),
  reviewer: clean,
  date: clean,
  branch: clean,
  recommendation: fc.constantFrom('', 'APPROVE', 'Nothing has to be fixed'),
  findings: fc
    .array(finding, { maxLength: 6 })
    .map((findings) => findings.toSorted((a, b) => group(a) - group(b))),
});

function group({ severity }: DocumentFinding): number {
  return severity === 'CRITICAL' ? 0 : severity === 'HIGH' ? 1 : 2;
}

const noise = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        '#',
        '## ',
        'Critical',
        '\n',
        '```',
        '~~~',
        '> ',
        '1. ',
        '**',
        '[A]',
        ':',
        '- ',
        'None',
      ),
      {
        maxLength: 10,
      },
    )
    .map((parts) => parts.join('')),
);

test('SIGNAL-06 LOOP-03 every document parses back to the same value', () => {
  fc.assert(
    fc.property(document, (value) => {
      const { verdict, counts, mustFix, reasons, ...read } = parseFindingsDocument(
        writeFindingsDocument(value),
      );
      expect(read).toEqual({ ...value, outside: [] });
      expect(reasons).toEqual([]);
      expect(mustFix).toBe(counts.critical + counts.important);
      expect(verdict).toBe(value.findings.some((found) => group(found) < 2) ? 'unclean' : 'clean');
    }),
  );
});

test('LOOP-03 REAL-04 the output of a program adds no finding and changes none, whatever it printed', () => {
  fc.assert(
    fc.property(document, fc.array(noise, { maxLength: 4 }), (value, output) => {
      const findings = value.findings.map((each) => ({ ...each, output }));
      const read = parseFindingsDocument(writeFindingsDocument({ ...value, findings }));
      expect([read.findings, read.reasons]).toEqual([value.findings, []]);
    }),
  );
});

test('LOOP-03 whatever surrounds a document with must-fix findings, it is never clean', () => {
  fc.assert(
    fc.property(document, finding, noise, noise, (value, worst, before, after) => {
      const findings = [{ ...worst, severity: 'CRITICAL' as const }, ...value.findings];
      const text = writeFindingsDocument({ ...value, findings });
      expect(parseFindingsDocument(`${before}\n${text}\n${after}`).verdict).not.toBe('clean');
    }),
  );
});

test('LOOP-03 a document torn anywhere is never clean unless all its counts were reached', () => {
  fc.assert(
    fc.property(document, fc.nat(), noise, (value, cut, filler) => {
      const text = writeFindingsDocument(value);
      const at = cut % text.indexOf('- **Minor:**');
      expect(parseFindingsDocument(`${text.slice(0, at)}${filler}`).verdict).not.toBe('clean');
    }),
  );
});

test('LOOP-03 nothing a reviewer writes makes the parser throw, and text without sections is never clean', () => {
  fc.assert(
    fc.property(noise, (text) => {
      expect(parseFindingsDocument(text).verdict).not.toBe('clean');
    }),
  );
});
