import * as fc from 'fast-check';

import type { Finding } from '../../src/model/finding.ts';
import type { Report } from '../../src/model/report.ts';
import { severities } from '../../src/model/severity.ts';

/** Pieces with which a repository would try to break out of a report. */
const pieces = [
  ']]>',
  '</script>',
  '<script>alert(1)</script>',
  '<!--',
  '-->',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='x",
  '::error file=x::y',
  '\n::error::y',
  '\r\n::warning::z',
  '%0A::error::y',
  '\u001b[31m',
  '\u001b]0;title\u0007',
  '\u202e',
  '\u200b',
  '\u0000',
  '\ud800',
  '\ufffe',
  '&lt;',
  '&#10;',
  '\n',
  '\t',
  '\n### FAIL | CRITICAL | X-1 | made up',
  '\n## AUDITORS',
  '\n- **Health**: passed',
  '```',
  '|',
  ',line=9',
  '%SRCROOT%',
  '../..',
  'src/a b.ts',
  'ü',
  '\u{1F600}',
] as const;

const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 6 })
  .map((parts) => parts.join(''));

const finding: fc.Arbitrary<Finding> = fc.record({
  source: fc.constant({ kind: 'scan' as const, name: 'mock' }),
  grounding: fc.constant('quoted' as const),
  rule: fc.constantFrom('MOCK-001', 'SEC-001'),
  severity: fc.constantFrom(...severities),
  file: hostileText,
  line: fc.nat(9_999),
  message: hostileText,
  evidence: hostileText,
  fingerprint: fc.constant('0123456789abcdef'),
  confidence: fc.constantFrom('high', 'medium'),
  suppressed: fc.option(hostileText, { nil: null }),
  excuse: fc.option(
    fc.oneof(
      fc.constant({ kind: 'inline' as const }),
      fc.record({ kind: fc.constant('waiver' as const), until: hostileText, by: fc.option(hostileText) }),
    ),
    { nil: null },
  ),
  family: fc.constantFrom('mock', 'secret'),
  fix: hostileText,
  baseline: fc.constantFrom('new', 'known', null),
});

const rule = (id: string, family: string) => ({
  id,
  family,
  severity: 'HIGH' as const,
  title: 'What it finds',
  why: 'Why that harms.',
  fix: 'What to do.',
  confidence: 'high' as const,
});

/** Audits in which everything that a repository can choose is hostile. */
export const hostileAudit: fc.Arbitrary<Report> = fc.record({
  outcome: fc.record({
    verdict: fc.constantFrom('passed', 'failed', 'unknown'),
    word: fc.constant('FAILED'),
    because: hostileText,
  }),
  health: fc.constantFrom('passed', 'needs-fixes', 'critical', 'unknown'),
  overallScore: fc.constantFrom(0, 0.5, 1),
  scores: fc.constant({ technical: 1 }),
  findings: fc.array(finding, { maxLength: 25 }),
  counts: fc.constant({ CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 }),
  scanned: fc.constant({ files: 1, bytes: 1 }),
  notComputed: fc.constant(['requirements'] as const),
  durationMs: fc.nat(100_000),
  failOn: fc.constantFrom(...severities),
  failing: fc.nat(3),
  prefix: fc.constantFrom('', 'packages/web/'),
  since: fc.option(fc.record({ ref: hostileText, files: fc.nat(9) })),
  baseline: fc.option(
    fc.record({
      file: hostileText,
      known: fc.nat(9),
      new: fc.nat(9),
      fixed: fc.constant([]),
    }),
  ),
  notes: fc.array(hostileText, { maxLength: 3 }),
  left: fc.array(
    fc.record({ reason: hostileText, count: fc.nat(9), examples: fc.array(hostileText, { maxLength: 2 }) }),
    { maxLength: 3 },
  ),
  unresolved: fc.array(fc.record({ rule: fc.constant('XREF-001'), what: hostileText, count: fc.nat(9) }), {
    maxLength: 2,
  }),
  crashes: fc.array(fc.record({ rule: fc.constant('parse'), file: hostileText, because: hostileText }), {
    maxLength: 2,
  }),
  rules: fc.constant([rule('MOCK-001', 'mock'), rule('SEC-001', 'secret')]),
});
