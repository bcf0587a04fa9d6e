import { expect, test } from 'vitest';

import { dimensionsWith } from '../../model/dimensions.ts';
import { writeReviewReport } from '../../../test/support/write-review-report.ts';
import { parseReviewReport } from './review-report.ts';
import type { ParsedReviewReport } from './review-report.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';
const expected = { ticket: 'API-1', commit, revisionCount: 1, token: 'tok' };
const scores = {
  requirement_adherence: { score: 95, weight: 'critical' },
  coordination_compliance: { score: 100, weight: 'critical' },
  code_quality: { score: 80, weight: 'important' },
  pattern_consistency: { score: 85, weight: 'important' },
  test_quality: { score: 70, weight: 'important' },
  security_performance: { score: 90, weight: 'moderate' },
};
const met = {
  all_critical_dimensions_pass: true,
  no_blocking_issues: true,
  overall_score_above_threshold: true,
};
const blocking = { dimension: 'code_quality', message: 'swallows errors', required_action: 'let them out' };
const passing = {
  ticket_id: 'API-1',
  token: 'tok',
  commit,
  reviewed_at: '2025-01-02T03:04:05Z',
  reviewer: 'code-review-agent',
  status: 'pass',
  overall_score: 88,
  revision_count: 1,
  dimension_scores: scores,
  findings: [
    {
      dimension: 'test_quality',
      severity: 'warning',
      file: 'src\\auth\\base.ts',
      line: 45,
      message: 'no case for an empty name',
      suggestion: 'add one',
    },
  ],
  blocking_issues: [] as unknown[],
  revision_notes: null as string | null,
  approved: true,
  pass_criteria_met: met,
};
const failing = { ...passing, status: 'fail', approved: false, revision_notes: 'add the missing case' };
const overall = (285 + 300 + 160 + 170 + 140 + 90) / 13;

function parse(report: unknown, more: object = {}): ParsedReviewReport {
  return parseReviewReport(JSON.stringify(report), { ...expected, ...more });
}

/** The verdict with its reasons, of the passing report bent once. */
function bent(change: object): readonly [string, boolean, readonly string[]] {
  const { verdict, needsCorrection, reasons } = parse({ ...passing, ...change });
  return [verdict, needsCorrection, reasons];
}

const unknown = (...reasons: string[]) => ['unknown', true, reasons];

test('EPIC-05 EPIC-06 a valid report whose numbers pass is a pass, and everything in it is read', () => {
  expect(parse(passing)).toEqual({
    verdict: 'pass',
    overallScore: overall,
    isSigned: true,
    claimedStatus: 'pass',
    dimensionScores: {
      requirement_adherence: 95,
      coordination_compliance: 100,
      code_quality: 80,
      pattern_consistency: 85,
      test_quality: 70,
      security_performance: 90,
    },
    findings: [
      {
        dimension: 'test_quality',
        severity: 'MEDIUM',
        file: 'src/auth/base.ts',
        line: 45,
        message: 'no case for an empty name',
        suggestion: 'add one',
      },
    ],
    blockingIssues: [],
    revisionNotes: null,
    needsCorrection: false,
    report: expect.objectContaining({
      ticket: 'API-1',
      commit,
      revisionCount: 1,
      reviewer: 'code-review-agent',
    }),
    reasons: [],
  });
  expect(parse(passing).report).not.toHaveProperty('token');
});

test.each([
  ['a json fence', `\`\`\`json\n${JSON.stringify(passing, null, 2)}\n\`\`\``],
  ['an unmarked fence', `~~~\n${JSON.stringify(passing)}\n~~~`],
  ['CRLF', JSON.stringify(passing, null, 2).replaceAll('\n', '\r\n')],
  ['the same report twice', `${JSON.stringify(passing)}\n\n${JSON.stringify(passing)}`],
])('EPIC-06 a report is read from %s', (_name, text) => {
  expect(parseReviewReport(text, expected).verdict).toBe('pass');
});

test('EPIC-05 FOUND-02 a claimed fail with passing numbers stays a fail, with what it says', () => {
  const result = parse(failing);
  expect([result.verdict, result.needsCorrection, result.claimedStatus, result.reasons]).toEqual([
    'fail',
    false,
    'fail',
    ['status is fail although every score passes'],
  ]);
  expect(result.revisionNotes).toBe('add the missing case');
});

test('EPIC-05 a claimed pass with failing numbers is a fail, and goes back only to say why', () => {
  const low = { dimension_scores: { ...scores, test_quality: { score: 69 } } };
  expect(bent(low)).toEqual(['fail', true, ['test_quality is 69, below 70']]);
  expect(bent({ ...low, revision_notes: 'test the retry' })).toEqual([
    'fail',
    false,
    ['test_quality is 69, below 70'],
  ]);
  expect(bent({ blocking_issues: [blocking] })).toEqual(['fail', false, ['1 blocking']]);
});

test('EPIC-05 a claimed fail with failing numbers is a fail with its blocking points', () => {
  const result = parse({ ...failing, blocking_issues: [blocking] });
  expect([result.verdict, result.needsCorrection]).toEqual(['fail', false]);
  expect(result.blockingIssues).toEqual([
    { dimension: 'code_quality', message: 'swallows errors', requiredAction: 'let them out' },
  ]);
});

test('EPIC-06 000#19 a fail that does not say why goes back to the critic, and stays a fail; any finding says why', () => {
  expect(parse({ ...failing, revision_notes: null }).needsCorrection).toBe(false);
  const { verdict, needsCorrection, report } = parse({ ...failing, findings: [], revision_notes: ' ' });
  expect([verdict, needsCorrection, report === null]).toEqual(['fail', true, false]);
});

test('EPIC-05 EPIC-06 where approved, status and pass_criteria_met disagree, the stricter counts', () => {
  const failed = (...why: readonly string[]) => ['fail', true, why];
  expect(bent({ approved: false })).toEqual(failed('status is pass and approved is false'));
  expect(parse({ ...failing, approved: true }).reasons).toEqual(['status is fail and approved is true']);
  expect(bent({ pass_criteria_met: { ...met, all_critical_dimensions_pass: false } })).toEqual(
    failed('status is pass and allCriticalDimensionsPass is false'),
  );
  expect(bent({ pass_criteria_met: { ...met, no_blocking_issues: false } })).toEqual(
    failed('status is pass and noBlockingIssues is false'),
  );
  expect(bent({ pass_criteria_met: { ...met, overall_score_above_threshold: false } })).toEqual(
    failed('status is pass and overallScoreAboveThreshold is false'),
  );
  expect(parse({ ...failing, pass_criteria_met: { ...met, no_blocking_issues: false } }).verdict).toBe(
    'fail',
  );
});

test('EPIC-05 EPIC-06 a pass that names an overall score below 75 is a fail', () => {
  expect(bent({ overall_score: 74.9 })).toEqual([
    'fail',
    true,
    ['status is pass and overall_score is 74.9', 'overall_score is 74.9, recomputed 88.07'],
  ]);
  const least = Object.fromEntries(Object.keys(scores).map((id) => [id, { score: 70 }]));
  const low = { ...least, requirement_adherence: { score: 90 }, coordination_compliance: { score: 90 } };
  expect(
    bent({ overall_score: 95, dimension_scores: { ...low, security_performance: { score: 0 } } }),
  ).toMatchObject(['fail', true, [expect.stringMatching(/^overall score is 73\.8/), expect.any(String)]]);
  expect(bent({ overall_score: 75 })).toEqual(['pass', false, ['overall_score is 75, recomputed 88.07']]);
});

test('EPIC-06 a small difference between claimed and recomputed score is not worth a word', () => {
  expect(bent({ overall_score: 87.1 })[2]).toEqual([]);
  expect(bent({ overall_score: 87 })[2]).toEqual(['overall_score is 87, recomputed 88.07']);
});

test('EPIC-06 ticket, commit, revision and token must be those dispatched', () => {
  expect(bent({ ticket_id: 'API-2' })).toEqual(unknown('the report is about ticket "API-2"'));
  expect(bent({ commit: 'f'.repeat(40) })).toEqual(unknown(`the report is about commit "${'f'.repeat(40)}"`));
  expect(bent({ revision_count: 2 })).toEqual(unknown('the report is about revision 2, not 1'));
  expect(bent({ token: 'TOK' })).toEqual(unknown('the token is missing or wrong'));
  expect(bent({ token: undefined })).toEqual(unknown('the token is missing or wrong'));
  expect(parse({ ...passing, token: '' }, { token: '' }).verdict).toBe('unknown');
});

test('EPIC-06 a shortened commit counts from seven digits on', () => {
  expect(bent({ commit: '0123456' })[0]).toBe('pass');
  expect(bent({ commit: '012345' })[0]).toBe('unknown');
  expect(bent({ commit: commit.toUpperCase() })[0]).toBe('pass');
  expect(parse({ ...passing, commit: 'main' }, { commit: 'main' }).verdict).toBe('pass');
});

test('EPIC-06 where nothing was dispatched but a ticket, only the ticket is compared', () => {
  const { token: _token, commit: _commit, ...founding } = passing;
  const result = parseReviewReport(JSON.stringify({ ...founding, revision_count: 7 }), { ticket: 'API-1' });
  expect([result.verdict, result.report?.commit, result.report?.revisionCount]).toEqual(['pass', null, 7]);
});

test.each([
  ['ticket_id', '', 'ticket_id: must not be empty'],
  ['status', 'passed', 'status: "passed" is not pass or fail'],
  ['approved', 'true', 'approved: must be true or false, not "true"'],
  ['revision_count', -1, 'revision_count: must be at least 0, not -1'],
  ['revision_count', 1.5, 'revision_count: must be a whole number, not 1.5'],
  ['overall_score', '88 points', 'overall_score: "88 points" is not a score from 0 to 100'],
  ['findings', undefined, '"findings" is missing'],
  ['findings', [{ severity: 'error', message: ' ' }], 'findings[0].message: must not be empty'],
  ['findings', [{ severity: 'blocker', message: 'x' }], 'findings[0].severity: is not a severity'],
  ['blocking_issues', null, 'blocking_issues: must be a list, not empty'],
  ['blocking_issues', [{}], 'blocking_issues[0]: "message" is missing'],
  [
    'pass_criteria_met',
    true,
    'pass_criteria_met: must be a map of keys and values, not true; known here: all_critical_dimensions_pass, no_blocking_issues, overall_score_above_threshold',
  ],
  ['dimension_scores', [], 'dimension_scores: must be a map of keys and values, not a list'],
])('EPIC-06 %s of %j makes the report invalid and says so', (field, value, reason) => {
  expect(bent({ [field]: value })).toEqual(['unknown', true, [reason]]);
});

test('EPIC-06 a report with one bad field still tells what the others say', () => {
  const result = parse({ ...failing, approved: 'no', blocking_issues: [blocking] });
  expect(result).toMatchObject({
    verdict: 'unknown',
    claimedStatus: 'fail',
    overallScore: overall,
    report: null,
  });
  expect([result.findings.length, result.blockingIssues.length, result.revisionNotes]).toEqual([
    1,
    1,
    'add the missing case',
  ]);
});

test('EPIC-17 every dimension that was asked for must be scored', () => {
  const { test_quality: _left, ...rest } = scores;
  expect(bent({ dimension_scores: rest })).toEqual(unknown('test_quality was not scored'));
  const dimensions = dimensionsWith([{ id: 'accessibility', class: 'critical', questions: [] }], null);
  expect(parse(passing, { dimensions }).reasons).toEqual(['accessibility was not scored']);
  const more = { ...passing, dimension_scores: { ...scores, accessibility: 90 } };
  expect(parse(more, { dimensions }).verdict).toBe('pass');
  expect(parse(more).reasons).toEqual(['"accessibility" is scored but was not asked for: not counted']);
  expect(parse(more).overallScore).toBe(overall);
});

test.each([
  [95, 95],
  ['95', 95],
  [' 95.5 ', 95.5],
  ['95/100', 95],
  ['95 / 100', 95],
  [100, 100],
  ['100', 100],
])('EPIC-05 %j is read as a score', (value, read) => {
  const change = { ...scores, requirement_adherence: { score: value } };
  expect(parse({ ...passing, dimension_scores: change }).dimensionScores['requirement_adherence']).toBe(read);
  expect(parse({ ...passing, dimension_scores: { ...scores, code_quality: value } }).verdict).toBe('pass');
});

test.each([-1, 101, '101', '-5', '95%', '95/10', '1e2', 'NaN', '', true, [], {}, '0x5f', '９５'])(
  'EPIC-05 %j is no score and makes the report invalid',
  (value) => {
    expect(bent({ dimension_scores: { ...scores, code_quality: { score: value } } })[0]).toBe('unknown');
    expect(bent({ dimension_scores: { ...scores, code_quality: value } })[0]).toBe('unknown');
    expect(bent({ overall_score: value })[0]).toBe('unknown');
  },
);

test.each([null, 'n/a', 'NA', 'Not Applicable'])(
  'EPIC-05 a score of %j with a reason does not apply',
  (value) => {
    const answer = { score: value, reason: 'the epic has no rules' };
    const result = parse({ ...passing, dimension_scores: { ...scores, coordination_compliance: answer } });
    expect([result.verdict, result.overallScore]).toEqual(['pass', (285 + 160 + 170 + 140 + 90) / 10]);
    expect(result.dimensionScores['coordination_compliance']).toBeNull();
    const silent = { ...scores, coordination_compliance: { score: value } };
    expect(bent({ dimension_scores: silent })).toEqual(
      unknown('coordination_compliance is "not applicable" without a reason'),
    );
    const first = { ...scores, requirement_adherence: { score: value, reason: 'trust me' } };
    expect(bent({ dimension_scores: first })).toEqual(
      unknown('requirement_adherence cannot be "not applicable"'),
    );
  },
);

test('EPIC-06 severities of both scales are read, and the exact word is never milder than the founding one', () => {
  const read = (more: object) => parse({ ...passing, findings: [{ message: 'm', ...more }] }).findings[0];
  expect(read({ severity: 'error' })).toEqual({
    dimension: '',
    severity: 'HIGH',
    file: '',
    line: 0,
    message: 'm',
    suggestion: '',
  });
  expect(read({ severity: 'Info' })?.severity).toBe('INFO');
  expect(read({ severity: 'error', gauntlet_severity: 'CRITICAL' })?.severity).toBe('CRITICAL');
  expect(read({ severity: 'error', gauntlet_severity: 'LOW' })?.severity).toBe('HIGH');
});

test.each([
  ['12-20', 12],
  ['7', 7],
  [null, 0],
  ['L12', 0],
  [-3, 0],
  [1.5, 0],
])('EPIC-06 a line given as %j is %d', (value, line) => {
  const findings = [{ severity: 'info', message: 'm', line: value }];
  expect(parse({ ...passing, findings }).findings[0]?.line).toBe(line);
});

test('EPIC-13 texts come out clean', () => {
  const findings = [{ severity: 'info', message: ' a\u001b[31mb\u202e\u200bc ', file: 'x\ny' }];
  expect(parse({ ...passing, findings }).findings[0]).toMatchObject({ message: 'abc', file: 'x y' });
  expect(parse({ ...passing, revision_notes: 'x'.repeat(5000) }).revisionNotes?.length).toBe(4000);
  expect(bent({ ticket_id: `A\u001b[2J${'b'.repeat(300)}` })[2][0]?.length).toBeLessThan(140);
});

test('EPIC-06 keys that touch prototypes are harmless', () => {
  const text = JSON.stringify(passing)
    .replace('"requirement_adherence"', '"__proto__":{"score":1},"constructor":5,"requirement_adherence"')
    .replace('{"ticket_id"', '{"__proto__":{"status":"fail"},"ticket_id"');
  const result = parseReviewReport(text, expected);
  expect([result.verdict, result.claimedStatus, result.reasons]).toEqual([
    'unknown',
    'pass',
    [
      'status is pass and there is an unknown key: "__proto__"',
      '"constructor" is scored but was not asked for: not counted',
    ],
  ]);
  expect(({} as Record<string, unknown>)['status']).toBeUndefined();
});

test('SIGNAL-06 a written report parses back to the same value', () => {
  const report = parse({ ...failing, blocking_issues: [blocking] }).report;
  if (report === null) throw new Error('the report is valid');
  const findings = (['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO'] as const).map((severity) => ({
    dimension: 'd',
    severity,
    file: 'a.ts',
    line: 3,
    message: 'm',
    suggestion: 's',
  }));
  const answers = { ...report.dimensionScores, security_performance: { score: null, reason: 'text only' } };
  const whole = { ...report, findings, dimensionScores: answers };
  const text = writeReviewReport(whole, { token: 'tok' });
  expect(parseReviewReport(text, expected).report).toEqual(whole);
  expect(JSON.parse(text)).toMatchObject({
    token: 'tok',
    commit,
    dimension_scores: {
      code_quality: { score: 80, weight: 'important' },
      security_performance: { score: null, weight: 'moderate', reason: 'text only' },
    },
    findings: [
      { severity: 'error', gauntlet_severity: 'CRITICAL' },
      { severity: 'error' },
      { severity: 'warning' },
      { severity: 'info', gauntlet_severity: 'LOW' },
      { severity: 'info' },
    ],
    blocking_issues: [blocking],
    pass_criteria_met: met,
  });
  expect(text.split('gauntlet_severity').length).toBe(3);
  expect(JSON.parse(writeReviewReport({ ...whole, commit: null }))).not.toHaveProperty('commit');
  expect(JSON.parse(writeReviewReport(whole))).not.toHaveProperty('token');
});

test('REAL-08 a dimension nobody asked for counts only where the critic calls it critical and scores it low', () => {
  const scored = (extra: unknown) =>
    parse({
      ...passing,
      overall_score: '95',
      dimension_scores: {
        ...Object.fromEntries(Object.keys(scores).map((id) => [id, { score: '95', weight: '1' }])),
        documentation: extra,
      },
    });
  const word = ({ verdict, needsCorrection }: ReturnType<typeof parse>) => `${verdict} ${needsCorrection}`;
  expect(word(scored({ score: '95', weight: 'critical' }))).toBe('pass false');
  expect(word(scored({ score: '40', weight: 'important' }))).toBe('pass false');
  expect(word(scored('very good'))).toBe('pass false');
  for (const weight of ['critical', 'Critical', 3, '3'])
    expect([weight, word(scored({ score: '89', weight }))]).toEqual([weight, 'fail true']);
  expect(word(scored({ score: 'very good', weight: 'critical' }))).toBe('unknown true');
});
