import { expect, test } from 'vitest';
import { type AuditorAnswer, parseAuditor } from './auditor.ts';
import { type CriticAnswer, parseCritic } from './critic.ts';
import { passedReview, ticket, token } from '../../../test/support/signal-samples.ts';

const expected = { ticket, token };
const assessment = {
  codeStyle: 'COMPLIANT',
  errorHandling: 'ADEQUATE',
  naming: 'CONSISTENT',
  architecture: 'ALIGNED',
};
const review = {
  signal: 'REVIEW_PASSED',
  ticket,
  token,
  filesReviewed: ['src/a.ts'],
  assessment,
  findings: [],
  requiredFixes: [],
};
const criterion = { criterion: 'AC1', status: 'VERIFIED', evidence: 'ran it' };
const audit = { signal: 'AUDIT_PASSED', ticket, token, criteria: [criterion], commands: [] };

function critic(change: object): CriticAnswer {
  return parseCritic(JSON.stringify({ ...review, ...change }), expected);
}

function auditor(change: object): AuditorAnswer {
  return parseAuditor(JSON.stringify({ ...audit, ...change }), expected);
}

test('SIGNAL-03 the verdicts that the following tests bend are passes', () => {
  expect(critic({})).toMatchObject({ verdict: 'pass', reasons: [] });
  expect(auditor({})).toMatchObject({ verdict: 'pass', reasons: [] });
});

test.each([
  [{ issues: [{ file: 'a.ts' }] }, ['unknown key: issues']],
  [{ findings: undefined, issuesFound: ['SQLi'] }, ['unknown key: issuesFound', 'no findings']],
  [{ blocking_issues: ['SQLi'] }, ['unknown key: blocking_issues']],
  [{ requiredFixes: undefined, required_fixes: ['x'] }, ['unknown key: required_fixes', 'no requiredFixes']],
  [{ findings: null }, ['no findings']],
  [{ approved: false, status: 'fail' }, ['unknown key: approved', 'unknown key: status']],
  [{ assessment: { ...assessment, security: 'VULNERABLE' } }, ['unknown key: assessment.security']],
  [{ filesReviewed: Array(1001).fill('a.ts') }, ['more than 1000 entries: filesReviewed']],
])('SIGNAL-03 a critic’s pass as JSON says nothing that is not understood: %j', (change, problems) => {
  const { verdict, reasons } = critic(change);
  expect(verdict).toBe('unknown');
  const said = problems.map(
    (problem) => `the JSON verdict has ${problem.startsWith('unknown') ? 'an ' : ''}${problem}`,
  );
  expect(reasons).toEqual(expect.arrayContaining(said));
});

test('SIGNAL-03 a member that holds nothing says nothing', () => {
  const change = { issues: [], notes: '', other: null, more: {}, reasons: [], summary: 'None' };
  expect(critic(change)).toMatchObject({ verdict: 'pass', reasons: [] });
  expect(critic({ reasons: ['SQLi'] }).reasons).toEqual(['the JSON verdict contradicts itself']);
});

test('FLOW-04 what a failure as JSON says under other names is handed on', () => {
  const { verdict, findings } = critic({ signal: 'REVIEW_FAILED', issues: ['a.ts:3: bad'] });
  expect({ verdict, findings }).toEqual({
    verdict: 'fail',
    findings: [{ file: 'a.ts', line: 3, message: 'bad' }],
  });
});

test('FLOW-11 entries that say nothing hide none behind them', () => {
  const { reasons } = critic({ findings: [...Array<string>(1000).fill(''), 'SQLi'] });
  expect(reasons).toEqual([
    'REVIEW_PASSED with 1 issues',
    'the JSON verdict has more than 1000 entries: findings',
  ]);
});

test.each([
  [{ failedCriteria: ['AC2'] }, 'the JSON verdict has an unknown key: failedCriteria'],
  [{ matrix: [{ check: 'x', result: 'FAIL' }] }, 'the JSON verdict has an unknown key: matrix'],
  [
    { criteria: [{ ...criterion, result: 'FAILED' }] },
    'the JSON verdict has an unknown key: criteria.result',
  ],
  [{ criteria: [{ ...criterion, passed: false }] }, 'the JSON verdict has an unknown key: criteria.passed'],
  [
    { criteria: [{ ...criterion, evidence: 'FAILED: returns 500' }] },
    'AUDIT_PASSED with AC1: UNKNOWN (FAILED: returns 500)',
  ],
  [{ commands: [{ command: 'npm test', result: 'PASS', exitCode: 1 }] }, 'AUDIT_PASSED with npm test: FAIL'],
])('SIGNAL-03 an auditor’s pass as JSON says nothing that is not understood: %j', (change, reason) => {
  expect(auditor(change)).toMatchObject({ verdict: 'unknown', reasons: [reason] });
});

test('SIGNAL-03 an exit code of 0 beside a command that passed is fine', () => {
  const { verdict, commands } = auditor({
    commands: [{ command: 'npm test', result: 'PASS', exitCode: 0 }],
  });
  expect({ verdict, commands }).toEqual({
    verdict: 'pass',
    commands: [{ command: 'npm test', environment: '', result: 'PASS' }],
  });
});

const failed = JSON.stringify({ ...review, signal: 'REVIEW_FAILED', findings: ['SQLi'] });

test.each([
  ['in a json fence, without token', '```json\n{"verdict":"fail","findings":["SQLi"]}\n```'],
  ['in capitals', '{"verdict":"FAIL","ticket":"T-1"}'],
  ['indented', ` ${failed}`],
  ['in an array', `[${failed}]`],
  ['over several lines of an array', `[\n  {\n    "signal":\n      "REVIEW_FAILED"\n  }\n]`],
  ['in a plain fence', `\`\`\`\n${failed}\n\`\`\``],
  ['with a comment', '{ // x\n"signal":"REVIEW_FAILED","ticket":"T-1"}'],
  ['with an escaped key', ' {"sign\\u0061l":"REVIEW_FAILED"}'],
  ['in a quote', `> ${failed}`],
  ['in code of another language', `\`\`\`ts\n${failed}\n\`\`\``],
  ['about something else', ' {"signal":"SIGTERM"}'],
])('SIGNAL-03 a failing verdict as JSON %s contradicts a pass', (_, json) => {
  for (const text of [`${json}\n\n${passedReview}`, `${passedReview}\n\n${json}\n`])
    expect(parseCritic(text, expected).verdict).toBe('unknown');
});

test('SIGNAL-03 what an agent says it used stands beside a pass, any other JSON does not', () => {
  const usage = '```json\n{ "usage": { "tokensIn": 0, "tokensOut": 0, "usd": 0 } }\n```\n';
  expect(parseCritic(`${usage}\n${passedReview}`, expected)).toMatchObject({ verdict: 'pass', reasons: [] });
  const more = usage.replace('"usage"', '"remark": "no", "usage"');
  expect(parseCritic(`${more}\n${passedReview}`, expected).verdict).toBe('unknown');
});

test.each([[failed], ['} garbage'], [JSON.stringify(review)]])(
  'SIGNAL-03 a verdict as JSON with something behind it is none: %s',
  (more) => {
    const { verdict, reasons } = parseCritic(`${JSON.stringify(review)} ${more}`, expected);
    expect({ verdict, reasons }).toEqual({
      verdict: 'unknown',
      reasons: ['the JSON verdict has words after it'],
    });
  },
);

test('FLOW-11 an assessment in the text that is worse than the one in JSON counts', () => {
  const text = passedReview.replace('COMPLIANT', 'NON-COMPLIANT');
  expect(parseCritic(`${text}\n\n${JSON.stringify(review)}`, expected)).toMatchObject({
    verdict: 'unknown',
    reasons: ['REVIEW_PASSED with Code style: COMPLIANT / NON-COMPLIANT'],
  });
});
