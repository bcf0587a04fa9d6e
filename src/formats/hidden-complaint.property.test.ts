import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { passedAudit, passedReview, ticket, token } from '../../test/support/signal-samples.ts';
import { auditorReport, parseAuditReport, writeAuditReport } from './audit-report/audit-report.ts';
import { writeFindingsDocument } from './findings-document/write.ts';
import { parseFindingsDocument } from './findings-document/findings-document.ts';
import { parseRequirements } from '../audit/requirements/requirements-document.ts';
import { parseReviewReport } from './review-report/review-report.ts';
import { parseAuditor } from './signals/auditor.ts';
import { parseCritic } from './signals/critic.ts';

const passing = {
  verdict: 'PASS',
  severity: null,
  file: 'a.ts',
  line: 1,
  evidence: 'seen',
  fixHint: '',
} as const;
const head = { ticket: '1', round: 1, reviewer: 'r', date: 'd', branch: 'b', recommendation: 'Merge' };

type Kind = {
  /** A document that passes. */
  readonly document: string;
  /** What is never a pass, wherever it stands. */
  readonly complaints: readonly string[];
  readonly isPass: (text: string) => boolean;
};

const kinds: Readonly<Record<string, Kind>> = {
  'SIGNAL-03 a review': {
    document: passedReview,
    complaints: ['Issues Found:\n- src/a.ts:1: hole', `REVIEW_FAILED: ${ticket} ${token}`, '- REVIEW_FAILED'],
    isPass: (text) => parseCritic(text, { ticket, token }).verdict === 'pass',
  },
  'SIGNAL-03 an audit of a ticket': {
    document: passedAudit,
    complaints: ['Failed Criteria:\n- AC9: FAILED - hole', '{"verdict": "fail"}'],
    isPass: (text) => parseAuditor(text, { ticket, token }).verdict === 'pass',
  },
  'LOOP-03 a findings document': {
    document: writeFindingsDocument({ ...head, findings: [] }),
    complaints: ['## Critical Issues\n\n1. **[Bug]:** hole', '**Important Issues:**\n\n- hole'],
    isPass: (text) => parseFindingsDocument(text).verdict === 'clean',
  },
  'TEAM-04 an audit report': {
    document: writeAuditReport(auditorReport('requirements', [{ ...passing, id: 'REQ-1', title: 'Login' }])),
    complaints: ['### FAIL | HIGH | REQ-9 | hole', '### FINDING-2\n- **Verdict**: PARTIAL'],
    isPass: (text) => {
      const { findings, complete } = parseAuditReport(text);
      return complete && findings.every(({ verdict }) => verdict === 'PASS');
    },
  },
  'TEAM-12 a list of requirements': {
    document: '# Requirements\n\n- [x] REQ-1 login\n  - [x] REQ-2 logout\n\n## Review Log\n',
    complaints: ['- [ ] REQ-9 open', '    1. [ ] REQ-9 open'],
    isPass: (text) => parseRequirements(text).health === 'healthy',
  },
};

/** Whatever opens in these closes in them. */
const noise = fc.constantFrom(
  '```\ncode\n```',
  '~~~markdown\n```js\ncode\n```\n~~~',
  '````\n```\n````',
  '<!-- a remark -->',
  '<!--\na remark\n-->',
  'words <!-- a\nremark --> words',
  '> a quote\n> goes on',
  '> a quote\nlazily',
  '| a | b |\n| --- | --- |\n| 1 | 2 |',
  'words\u2028more',
  '\u200b',
  '   ',
);

const around = fc.array(fc.tuple(noise, fc.nat()), { maxLength: 4 });

for (const [name, { document, complaints, isPass }] of Object.entries(kinds))
  test(`${name} with a complaint in it is no pass, whatever stands around it`, () => {
    expect(isPass(document)).toBe(true);
    const complaint = fc.tuple(fc.constantFrom(...complaints), fc.nat());
    fc.assert(
      fc.property(complaint, around, fc.constantFrom('\n', '\r\n'), ([said, place], others, eol) => {
        const lines = document.split('\n');
        const at = place % lines.length;
        const blocks = others.map(([text, where]) => ({ text, where: where % lines.length }));
        const noiseAt = (line: number) =>
          blocks.flatMap(({ text, where }) => (where === line ? ['', text, ''] : []));
        const bent = lines.flatMap((line, index) => [
          ...noiseAt(index),
          ...(index === at ? ['', said, ''] : []),
          line,
        ]);
        expect(isPass(bent.join('\n').replaceAll('\n', eol))).toBe(false);
      }),
    );
  });

test('EPIC-05 a report behind a lone carriage return does not stand at the start of a line', () => {
  const report = '{"ticket_id": "T-1", "status": "pass", "approved": true}';
  const read = (text: string): readonly string[] => parseReviewReport(text, { ticket }).reasons;
  expect(read(`words\r${report}`)).toEqual(['there is no review report']);
  expect(read(`words\n${report}`)).not.toContain('there is no review report');
});
