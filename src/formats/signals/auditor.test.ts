import { expect, test } from 'vitest';
import { type AuditorAnswer, parseAuditor } from './auditor.ts';
import {
  blockedAudit,
  failedAudit,
  passedAudit,
  ticket,
  token,
} from '../../../test/support/signal-samples.ts';
import { writeAuditor } from '../../../test/support/write-answers.ts';

const expected = { ticket, token };
const empty = {
  criteria: [],
  commands: [],
  findings: [],
  requiredFixes: [],
  passing: [],
  preExisting: [],
  notes: [],
  summary: '',
  uncovered: [],
  reasons: [],
};

function parse(text: string): AuditorAnswer {
  return parseAuditor(text, expected);
}

test('FLOW-06 SIGNAL-01 AUDIT_PASSED carries the criteria with their evidence and the commands run', () => {
  expect(parse(passedAudit)).toEqual({
    ...empty,
    signal: 'AUDIT_PASSED',
    ticket: 'T-1',
    verdict: 'pass',
    criteria: [
      { criterion: 'AC1', status: 'VERIFIED', evidence: 'limiter.test.ts line 12' },
      { criterion: 'the limit is set by LIMIT_PER_MINUTE', status: 'VERIFIED', evidence: 'config.ts' },
    ],
    commands: [
      { command: 'npm test', environment: 'local', result: 'PASS' },
      { command: 'npm run test:unit', environment: 'node22', result: 'PASS' },
    ],
    summary: 'all there',
  });
});

test('FLOW-06 SIGNAL-01 AUDIT_FAILED carries failed criteria, issues, fixes and what passed', () => {
  expect(parse(failedAudit)).toEqual({
    ...empty,
    signal: 'AUDIT_FAILED',
    ticket: 'T-1',
    verdict: 'fail',
    criteria: [{ criterion: 'AC1', status: 'FAILED', evidence: 'the 101st request gets 200' }],
    findings: [{ file: 'src/limiter.ts', line: 40, message: 'counts per process' }],
    requiredFixes: ['count per user'],
    passing: ['AC2'],
    objection: 'work',
  });
});

test('FLOW-06 SIGNAL-01 AUDIT_BLOCKED carries what was broken before', () => {
  expect(parse(blockedAudit)).toEqual({
    ...empty,
    signal: 'AUDIT_BLOCKED',
    ticket: 'T-1',
    verdict: 'blocked',
    preExisting: ['3 test failures in src/old.test.ts', 'the linter is not installed'],
  });
});

const bare = 'AC1: VERIFIED - limiter.test.ts line 12';

test.each([
  ['AC1: VERIFIED', 'AC1: FAILED', 'AUDIT_PASSED with AC1: FAILED'],
  ['AC1: VERIFIED', 'AC1: NOT VERIFIED', 'AUDIT_PASSED with AC1: FAILED'],
  ['AC1: VERIFIED', 'AC1: UNVERIFIED', 'AUDIT_PASSED with AC1: FAILED'],
  ['AC1: VERIFIED', 'AC1: NOT MET', 'AUDIT_PASSED with AC1: FAILED'],
  ['AC1: VERIFIED', 'AC1: UNMET', 'AUDIT_PASSED with AC1: FAILED'],
  ['AC1: VERIFIED', 'AC1: FAIL', 'AUDIT_PASSED with AC1: FAILED'],
  ['AC1: VERIFIED', 'AC1: PARTIALLY VERIFIED', 'AUDIT_PASSED with AC1: UNKNOWN (limiter.test.ts line 12)'],
  ['AC1: VERIFIED', 'AC1: PASS', 'AUDIT_PASSED with AC1: UNKNOWN (limiter.test.ts line 12)'],
  ['AC1: VERIFIED - limiter', 'AC1: VERIFIED - b: FAILED - limiter', 'AUDIT_PASSED with AC1: FAILED'],
  ...[
    'AC1: VERIFIED',
    'AC1: VERIFIED -',
    'AC1: VERIFIED - none',
    'AC1: VERIFIED - n/a',
    'AC1: VERIFIED - …',
  ].map((said) => [bare, said, 'AUDIT_PASSED with AC1: VERIFIED without evidence']),
  ['(local): PASS', '(local): FAIL', 'AUDIT_PASSED with npm test: FAIL'],
  ['(local): PASS', '(local): ERROR', 'AUDIT_PASSED with npm test: FAIL'],
  ['(local): PASS', '(local): SKIPPED', 'AUDIT_PASSED with npm test: UNKNOWN'],
  ['(local): PASS', '(local)', 'AUDIT_PASSED with npm test: UNKNOWN'],
  ['Summary:', 'Failed Criteria:\n- AC3: no\n\nSummary:', 'AUDIT_PASSED with AC3: FAILED'],
  ['Summary:', 'Issues Found:\n- bad\n\nSummary:', 'AUDIT_PASSED with 1 issues'],
  ['Summary:', 'Required Fixes:\n- do it\n- now\n\nSummary:', 'AUDIT_PASSED with 2 required fixes'],
  ['Summary:', 'Pre-existing Failures:\n- one\n\nSummary:', 'AUDIT_PASSED with 1 pre-existing failures'],
])('FLOW-11 a pass where %j reads %j is unknown', (from, to, reason) => {
  expect(parse(passedAudit.replace(from, to))).toMatchObject({ verdict: 'unknown', reasons: [reason] });
});

test('FLOW-11 a pass that verifies nothing is unknown', () => {
  expect(parse('AUDIT_PASSED: T-1 tok-12345\n\nSummary: fine')).toMatchObject({
    verdict: 'unknown',
    reasons: ['AUDIT_PASSED verifies no criterion'],
  });
});

test('FLOW-11 a failure without a failed criterion is unknown', () => {
  const text = failedAudit.replace('- AC1: FAILED - the 101st request gets 200\n', '');
  expect(parse(text)).toMatchObject({
    verdict: 'unknown',
    reasons: ['AUDIT_FAILED names no failed criterion'],
  });
  const verified = failedAudit
    .replace('Failed Criteria:', 'Verification Results:')
    .replace('FAILED - ', 'VERIFIED - ');
  expect(parse(verified).verdict).toBe('unknown');
});

test('FLOW-11 an answer without a signal has no problems of its own', () => {
  expect(parse('words')).toEqual({
    ...empty,
    signal: null,
    ticket: null,
    verdict: 'unknown',
    reasons: ['no closing signal found'],
  });
});

test.each([
  ['AC1: the limit: FAILED - no', 'AC1: the limit', 'no'],
  ['AC1: not there', 'AC1', 'not there'],
  ['AC1 - not there', 'AC1', 'not there'],
  ['AC1', 'AC1', ''],
  ['AC1: VERIFIED - odd', 'AC1', 'odd'],
])('FLOW-06 %j among the failed criteria has failed', (entry, criterion, evidence) => {
  const text = failedAudit.replace('AC1: FAILED - the 101st request gets 200', entry);
  expect(parse(text).criteria).toEqual([{ criterion, status: 'FAILED', evidence }]);
});

test.each([
  ['`npm test` (local): PASS', 'npm test', 'local', 'PASS'],
  ['`npm test`: PASSED', 'npm test', '', 'PASS'],
  ['`npm test` - PASS (12 passed)', 'npm test', '', 'PASS'],
  ['npm test: FAILED - exit 1', 'npm test', '', 'FAIL'],
  ['npm run a (b) c: PASS', 'npm run a (b) c', '', 'PASS'],
  ['`npm` and `tsc` (ci): PASS', '`npm` and `tsc`', 'ci', 'PASS'],
  ['npm test ( local ): TIMEOUT', 'npm test', 'local', 'UNKNOWN'],
])('FLOW-06 %j is a command that was run', (entry, command, environment, result) => {
  const text = passedAudit.replace('npm test (local): PASS', entry);
  expect(parse(text).commands[0]).toEqual({ command, environment, result });
});

test('ENV-03 FLOW-11 a matrix in the audit is read as commands, so that a red cell spoils a pass', () => {
  const matrix = (code: number): string =>
    `\nEnvironment Matrix:\n\n| Check | Environment | Exit Code | Result |\n|---|---|---|---|\n| lint | ci | ${code} | PASS |\n`;
  expect(parse(passedAudit + matrix(0))).toMatchObject({ verdict: 'pass', reasons: [] });
  expect(parse(passedAudit + matrix(0)).commands.at(-1)).toEqual({
    command: 'lint',
    environment: 'ci',
    result: 'PASS',
  });
  expect(parse(passedAudit + matrix(1))).toMatchObject({
    verdict: 'unknown',
    reasons: ['AUDIT_PASSED with lint: FAIL', 'matrix: lint in ci says PASS with exit code 1'],
  });
});

const criteria = [
  { id: 'AC1', text: 'the 101st request in a minute gets 429' },
  { id: 'AC2', text: 'the limit is set by LIMIT_PER_MINUTE' },
];

test('FLOW-11 SIGNAL-01 a pass has to verify each of the ticket’s criteria exactly once', () => {
  expect(parseAuditor(passedAudit, { ...expected, criteria })).toMatchObject({
    verdict: 'pass',
    uncovered: [],
  });
  const more = [...criteria, { id: 'AC3', text: 'it is quick' }];
  expect(parseAuditor(passedAudit, { ...expected, criteria: more })).toMatchObject({
    verdict: 'unknown',
    uncovered: ['criterion AC3 is not judged'],
    reasons: ['criterion AC3 is not judged'],
  });
  expect(parseAuditor(failedAudit, { ...expected, criteria: more })).toMatchObject({
    verdict: 'fail',
    uncovered: [],
  });
});

test('SIGNAL-06 an audit is written in the founding format', () => {
  expect(writeAuditor(parse(passedAudit), { token })).toBe(passedAudit);
  expect(writeAuditor(parse(failedAudit), { token })).toBe(failedAudit);
  expect(writeAuditor(parse(blockedAudit), { token })).toBe(blockedAudit.replace(/\nCannot.*\n/, ''));
});
