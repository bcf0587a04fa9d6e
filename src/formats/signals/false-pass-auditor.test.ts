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

test('TRIAL-02 FLOW-11 an auditor may note what nobody has to change, and a note against a criterion is no pass', () => {
  const noted = audit(`${good}\nNotes:\n- the name is long\n`);
  expect(noted).toMatchObject({ verdict: 'pass', reasons: [], notes: ['the name is long'] });
  expect(audit(`${good}\nNotes:\n- AC2 fails for empty names\n`)).toMatchObject({ verdict: 'unknown' });
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
  ['AC2: VERIFIED, but it fails with 500'],
  ['AC2: VERIFIED - partially'],
  ['AC2: VERIFIED - it could not be run here'],
  ['AC2: VERIFIED - the second half cannot be tested'],
  [`AC2: VERIFIED - ${'x'.repeat(3000)} FAILED`],
])('FLOW-11 %j verifies nothing', (entry) => {
  expect(audit(`${first}- ${entry}\n`)).toMatchObject({ verdict: 'unknown' });
});

test.each([
  ['AC2: failed logins are logged, not shown: VERIFIED - seen'],
  ['failed logins are logged, not shown: VERIFIED - seen'],
  ['AC2: logs what failed: VERIFIED - the login fails with 401 and is logged'],
  ['AC2: VERIFIED - 12 passed, 0 FAILED'],
  ['AC2: VERIFIED - refused unless the name is given, and the order cannot be cancelled twice'],
  ['AC2: ✅ VERIFIED (auth.test.ts: not logged in gets 401)'],
])('FLOW-06 %j verifies AC2', (entry) => {
  expect(audit(`${first}- ${entry}\n`)).toMatchObject({ verdict: 'pass', reasons: [] });
});

test.each([
  ['Failures:\n- AC2: 500', 'a pass, but this reads like a finding: Failures: AC2: 500'],
  ['Unmet Criteria:\n- AC2: 500', 'AUDIT_PASSED with AC2: FAILED'],
  ['Failed Criteria:\n```\nAC2: boom\n```', 'AUDIT_PASSED with AC2: FAILED'],
  ['Commands Executed:\n```\nnpm test: FAIL\n```', 'AUDIT_PASSED with npm test: FAIL'],
  ['Commands Executed:\n- npm test: PASS (3 failed)', 'AUDIT_PASSED with npm test: UNKNOWN'],
  ['Commands Executed:\n- `npm test`: ❌ PASS', 'AUDIT_PASSED with npm test: UNKNOWN'],
  ['Quality Verification:\n- Tests: FAILED 3 of 12', 'AUDIT_PASSED with 1 issues'],
  ['Issues Found:\n```\nboom\n```', 'AUDIT_PASSED with 1 issues'],
  ['Pre-existing Failures:\n```\nold.test.ts failed\n```', 'AUDIT_PASSED with 1 pre-existing failures'],
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

test('FLOW-06 criteria may stand in a table, and code or prose beside them does no harm', () => {
  const table =
    '| Criterion | Status | Evidence |\n|---|---|---|\n| AC1 | VERIFIED | ran |\n| AC2 | VERIFIED | ran |';
  expect(audit(`Verification Results:\n\n${table}`)).toMatchObject({ verdict: 'pass', reasons: [] });
  const beside = `${good}\`\`\`\n12 passed, 0 failed\n\`\`\`\n\nAll is there.\n\nQuality Verification:\n- Lint: clean`;
  expect(audit(beside)).toMatchObject({ verdict: 'pass', reasons: [] });
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
  [
    'columns nobody knows',
    '| What | How |\n|---|---|\n| npm test | FAIL (3) |',
    'a table says: npm test | FAIL (3)',
  ],
  ['neither', 'What | How\n---|---\nnpm test | ❌', 'a table says: npm test | ❌'],
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

test.each([
  ['AC1: FAILED - a.js exports 3\n\n', good],
  ['- AC1: FAILED - a.js exports 3\n\n', good],
  ['- **AC1**: NOT MET - a.js exports 3\n', ''],
  ['| AC1 | FAILED | a.js exports 3 |\n', ''],
  ['', `${good}\nSummary: all there\n\nAC1: FAILED - a.js exports 3\n`],
])('FLOW-06 FLOW-11 a criterion that failed has failed wherever the line stands: %j', (before, rest) => {
  const failed = expect.objectContaining({ status: 'FAILED' });
  const passed = audit(`${before}${rest}`);
  expect(passed).toMatchObject({ verdict: 'unknown', objection: 'work' });
  expect(passed.criteria).toContainEqual(failed);
  expect(parseAuditor(`${before}${rest}`, expected)).toMatchObject({ objection: 'work' });
});

test.each([
  'Summary: AC1 is not met',
  'Summary: fine, but AC1 could not be verified here',
  'Summary: I was unable to verify AC1',
  'AC1 does not hold.',
  'AC2 and AC1 have not been tested.',
  '- AC2 fails for empty names',
])('FLOW-11 a sentence against a criterion is no pass: %j', (sentence) => {
  expect(audit(`${good}\n${sentence}\n`)).toMatchObject({ verdict: 'unknown', objection: 'words' });
});

test.each([
  'Summary: AC1 is met, and the test of AC2 fails without the change',
  'Summary: AC1 fails on main and holds here',
  'Summary: AC1 is not only met, it is tested twice',
  'Summary: AC10 is not met, as nobody asked for it',
  '> AC1: FAILED - the report of the last round',
  '```\nAC1: FAILED - a log\n```',
  'Notes:\n- the name of AC1 is not ideal',
])('FLOW-06 words beside criteria that all hold leave a pass: %j', (text) => {
  expect(audit(`${text}\n\n${good}`)).toMatchObject({ verdict: 'pass', reasons: [] });
});

test('FLOW-11 a summary in JSON against a criterion is no pass', () => {
  const judged = criteria.map(({ id }) => ({ criterion: id, status: 'VERIFIED', evidence: 'ran it' }));
  const json = { signal: 'AUDIT_PASSED', ticket, token, criteria: judged, commands: [] };
  expect(parseAuditor(JSON.stringify(json), expected).verdict).toBe('pass');
  const denied = JSON.stringify({ ...json, summary: 'AC1 is not met' });
  expect(parseAuditor(denied, expected)).toMatchObject({ verdict: 'unknown', objection: 'words' });
});
