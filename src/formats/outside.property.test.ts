import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { passedAudit, passedReview, ticket, token } from '../../test/support/signal-samples.ts';
import { auditorReport, parseAuditReport, writeAuditReport } from './audit-report/audit-report.ts';
import { writeFindingsDocument } from './findings-document/write.ts';
import { parseFindingsDocument } from './findings-document/findings-document.ts';
import { readReview } from './review-report/review-answer.ts';
import { parseReviewReport } from './review-report/review-report.ts';
import { parseAuditor } from './signals/auditor.ts';
import { parseCritic } from './signals/critic.ts';

const expected = { ticket, token };
const dimensions = [{ id: 'code_quality', title: 'Code', class: 'important', questions: [] }] as const;
const passing = {
  verdict: 'PASS',
  severity: null,
  file: 'a.ts',
  line: 1,
  evidence: 'seen',
  fixHint: '',
} as const;
const report = {
  ticket_id: ticket,
  token,
  status: 'pass',
  overall_score: 95,
  revision_count: 0,
  dimension_scores: { code_quality: { score: 95 } },
  findings: [],
  blocking_issues: [],
  revision_notes: null,
  approved: true,
  pass_criteria_met: {
    all_critical_dimensions_pass: true,
    no_blocking_issues: true,
    overall_score_above_threshold: true,
  },
};
const verdict = {
  signal: 'AUDIT_PASSED',
  ticket,
  token,
  criteria: [{ criterion: 'AC1', status: 'VERIFIED', evidence: 'ran it' }],
};
const head = { ticket: '1', round: 1, reviewer: 'r', date: 'd', branch: 'b', recommendation: 'APPROVE' };

/** A pass in each form, and whether a text is one. */
const kinds: Readonly<Record<string, readonly [string, (text: string) => boolean]>> = {
  'FLOW-11 a review': [passedReview, (text) => parseCritic(text, expected).verdict === 'pass'],
  'FLOW-11 an audit of a ticket': [passedAudit, (text) => parseAuditor(text, expected).verdict === 'pass'],
  'FLOW-11 a verdict as JSON': [
    JSON.stringify(verdict),
    (text) => parseAuditor(text, expected).verdict === 'pass',
  ],
  'EPIC-05 a report with scores': [
    JSON.stringify(report),
    (text) =>
      parseReviewReport(text, { ...expected, dimensions }).verdict === 'pass' ||
      readReview(text, { ...expected, changedFiles: [], dimensions }).verdict === 'pass',
  ],
  'LOOP-03 a findings document': [
    writeFindingsDocument({ ...head, findings: [] }),
    (text) => parseFindingsDocument(text).verdict === 'clean',
  ],
  'TEAM-04 an audit report': [
    writeAuditReport(auditorReport('requirements', [{ ...passing, id: 'REQ-1', title: 'Login' }])),
    (text) => parseAuditReport(text).complete,
  ],
};

/** A sentence: no bullet, heading, label or table, which would be an entry of the section it stands in. */
const sentence = fc.oneof(
  fc.constantFrom('I vote no', 'Not good enough yet', 'Looks good to me', 'Do not merge this'),
  fc
    .stringMatching(/^[A-Za-zäöü][A-Za-zäöü ,.;()'0-9]{3,60}$/)
    .filter((text) => /[a-z] +[a-z]{3}/i.test(text)),
);

for (const [name, [document, isPass]] of Object.entries(kinds))
  test(`${name} with a line of text that is in no section is never a pass at once`, () => {
    expect(isPass(document)).toBe(true);
    const lines = document.trimEnd().split('\n');
    const place = fc.nat({ max: lines.length });
    const end = fc.constantFrom('\n', '\r\n');
    const gap = fc.constantFrom<readonly string[]>([], ['']);
    fc.assert(
      fc.property(sentence, place, gap, end, (said, at, blank, eol) => {
        const bent = [...lines.slice(0, at), ...blank, said, ...blank, ...lines.slice(at), ''];
        expect(isPass(bent.join(eol))).toBe(false);
      }),
    );
  });
