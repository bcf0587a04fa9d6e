import { expect, test } from 'vitest';
import { type AuditorAnswer, parseAuditor } from './auditor.ts';
import { ticket, token } from '../../../test/support/signal-samples.ts';

const criteria = [
  { id: 'AC1', text: 'returns 200' },
  { id: 'AC2', text: 'failed logins are logged, not shown' },
];
const expected = { ticket, token, criteria };
const first = 'Verification Results:\n- AC1: VERIFIED - ran it\n';
const good = `${first}- AC2: VERIFIED - ran it\n`;
const pass = `AUDIT_PASSED: T-1 ${token}`;

function audit(text: string): AuditorAnswer {
  return parseAuditor(`${text}\n\n${pass}\n`, expected);
}

test('FLOW-11 the audit that the following tests bend is a pass', () => {
  expect(audit(good)).toMatchObject({ verdict: 'pass', reasons: [] });
});

test('TRIAL-02 FLOW-11 an auditor may note what nobody has to change; a note that says how grave it is is an issue', () => {
  const noted = audit(`${good}\nNotes:\n- the name is long\n`);
  expect(noted).toMatchObject({ verdict: 'pass', reasons: [], notes: ['the name is long'] });
  for (const note of ['[HIGH] the login is open', '(critical) the login is open', 'severity: high, login'])
    expect(audit(`${good}\nNotes:\n- ${note}\n`), note).toMatchObject({
      verdict: 'unknown',
      objection: 'work',
      notes: [],
    });
  expect(audit(`${good}\nNotes:\n- [LOW] the name is long\n`).verdict).toBe('pass');
});

test.each([
  `${first}- AC2: failed - ran it\n`,
  `${first}- AC2: ~~VERIFIED~~ FAILED - ran it\n`,
  `${good}  - AC2: FAILED - no\n`,
  `${good}- AC2： FAILED - no\n`,
  `${good}\nPassing Criteria:\n- AC2: FAILED - it does not\n`,
])('003#8 a criterion that failed is kept against the work, however its entry is written: %j', (text) => {
  expect(audit(text)).toMatchObject({ verdict: 'unknown', objection: 'work' });
});

test.each([
  ['`AC2`: VERIFIED - FAILED: returns 500'],
  ['AC2: VERIFIED - FAILED: returns 500'],
  ['AC2: failed (VERIFIED that it returns 500)'],
  ['AC2: Not verified yet - VERIFIED only by reading'],
  ['AC2: could not be checked, server down (VERIFIED last week)'],
  ['`AC2: could not be checked`: VERIFIED'],
  ['AC2: ❌ VERIFIED'],
  ['AC2: VERIFIED ❌'],
  ['AC2: VERIFIED, FAILED'],
  ['AC2: VERIFIED - failed'],
  ['AC2: VERIFIED - partially verified: the second half is open'],
  ['AC2: logs what failed: VERIFIED - seen'],
  ['AC2: VERIFIED'],
])('FLOW-11 %j verifies nothing', (entry) => {
  expect(audit(`${first}- ${entry}\n`)).toMatchObject({ verdict: 'unknown' });
});

test.each([
  ['AC2: failed logins are logged, not shown: VERIFIED - seen'],
  ['failed logins are logged, not shown: VERIFIED - seen'],
  ['AC2: VERIFIED - the login fails with 401 and is logged'],
  ['AC2: VERIFIED - 12 passed, 0 failed'],
  ['AC2: VERIFIED - refused unless the name is given, and the order cannot be cancelled twice'],
  ['AC2: ✅ VERIFIED (auth.test.ts: not logged in gets 401)'],
])('FLOW-06 %j verifies AC2', (entry) => {
  expect(audit(`${first}- ${entry}\n`)).toMatchObject({ verdict: 'pass', reasons: [] });
});

test.each([
  ['Failures:\n- AC2: 500', 'outside of the form: Failures:'],
  ['Unmet Criteria:\n- AC2: 500', 'AUDIT_PASSED with AC2: FAILED'],
  ['Failed Criteria:\n```\nAC2: boom\n```', 'AUDIT_PASSED with AC2: FAILED'],
  ['Commands Executed:\n```\nnpm test: FAIL\n```', 'outside of the form: npm test: FAIL'],
  ['Commands Executed:\n- `npm test`: ❌ PASS', 'AUDIT_PASSED with npm test: UNKNOWN'],
  ['Quality Verification:\n- Tests: FAILED 3 of 12', 'outside of the form: Quality Verification:'],
  ['Issues Found:\n```\nboom\n```', 'AUDIT_PASSED with 1 issues'],
  ['Pre-existing Failures:\n- old.test.ts failed', 'AUDIT_PASSED with 1 pre-existing failures'],
])('FLOW-11 a pass with %j is unknown', (text, reason) => {
  const { verdict, reasons } = audit(`${good}\n${text}\n`);
  expect(verdict).toBe('unknown');
  expect(reasons).toContain(reason);
});

test('FLOW-06 000#12 notes beside an audit that passed ask for nothing, whatever their words', () => {
  const notes =
    'Commands Executed:\n- npm test (local): PASS\n\nNotes:\n- the old suite is broken, but nobody runs it';
  expect(audit(`${good}\n${notes}\n`)).toMatchObject({ verdict: 'pass', reasons: [] });
});

test('FLOW-11 a criterion that failed in a table after the list is not overlooked', () => {
  expect(parseAuditor(`${first}| AC2 | FAILED |\n\n${pass}\n`, { ticket, token })).toMatchObject({
    verdict: 'unknown',
    criteria: [{ criterion: 'AC1' }, { criterion: 'AC2', status: 'FAILED' }],
  });
});

test('FLOW-06 criteria may stand in a table, with output of a command below them', () => {
  const table =
    '| Criterion | Status | Evidence |\n|---|---|---|\n| AC1 | VERIFIED | ran |\n| AC2 | VERIFIED | ran |';
  expect(audit(`Verification Results:\n\n${table}`)).toMatchObject({ verdict: 'pass', reasons: [] });
  const beside = `${good}\`\`\`\n12 passed, 0 failed\n\`\`\`\n`;
  expect(audit(beside)).toMatchObject({ verdict: 'pass', reasons: [] });
  expect(audit(beside.replace('12 passed', 'AUDIT_FAILED: T-1')).verdict).toBe('unknown');
});

const red = 'local | 1 | FAIL |';

test.each([
  [
    'another word for the check',
    `| Test | Environment | Exit Code | Result |\n|---|---|---|---|\n| npm test | ${red}`,
    'AUDIT_PASSED with npm test: FAIL',
  ],
  [
    'no outer bars',
    `Check | Environment | Exit Code | Result\n---|---|---|---\nnpm test | ${red.slice(0, -2)}`,
    'AUDIT_PASSED with npm test: FAIL',
  ],
  [
    'no check',
    `| Check | Environment | Exit Code | Result |\n|---|---|---|---|\n| | ${red}`,
    'matrix: a row names no check',
  ],
])('ENV-03 FLOW-11 a failure in a matrix with %s is not overlooked', (_, table, reason) => {
  const { verdict, reasons } = audit(`${good}\n## Environment Matrix\n\n${table}\n`);
  expect({ verdict, reasons }).toEqual({ verdict: 'unknown', reasons: [reason] });
});

test('FLOW-11 criteria that were cut off make a pass unknown', () => {
  const many = `Verification Results:\n${'- AC1: VERIFIED - seen\n'.repeat(1001)}\n${pass}\n`;
  const { verdict, reasons } = parseAuditor(many, { ticket, token });
  expect({ verdict, reasons }).toEqual({
    verdict: 'unknown',
    reasons: ['criteria: 1 of 1001 entries omitted'],
  });
});

test.each(['Verification Results', 'Failed Criteria'])(
  'FLOW-06 FLOW-11 a criterion that failed in a section of criteria fails the work beside a pass: %s',
  (heading) => {
    const passed = audit(`${good}\n${heading}:\n- AC1: FAILED - a.js exports 3\n`);
    expect(passed).toMatchObject({ verdict: 'unknown', objection: 'work' });
    expect(passed.criteria).toContainEqual(expect.objectContaining({ status: 'FAILED' }));
  },
);

test.each([
  'AC1: FAILED - a.js exports 3',
  '| AC1 | FAILED | a.js exports 3 |',
  'AC1 does not hold.',
  'I vote no.',
  'Not good enough yet.',
  '## Verdict',
  '> AC1: FAILED - the report of the last round',
  '```\nAC1: FAILED - a log\n```',
  '<!-- AC1 failed -->',
])('FLOW-11 003#8 a pass with other words around it is asked for again: %j', (words) => {
  for (const text of [`${words}\n\n${good}`, `${good}\nSummary: all there\n\n${words}\n`]) {
    const { verdict, outside, objection, reasons } = audit(text);
    expect({ verdict, objection }, text).toEqual({ verdict: 'unknown', objection: undefined });
    expect(reasons[0]).toBe(`outside of the form: ${outside?.[0]}`);
  }
});
