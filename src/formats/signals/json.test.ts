import { expect, test } from 'vitest';
import { parseAuditor } from './auditor.ts';
import { parseCritic } from './critic.ts';
import { parseDeveloper } from './work/developer.ts';
import { parseRemediator } from './work/remediator.ts';
import {
  failedReview,
  passedAudit,
  passedReview,
  readyWork,
  remediation,
  ticket,
  token,
} from '../../../test/support/signal-samples.ts';

const expected = { ticket, token };
const review = {
  signal: 'REVIEW_PASSED',
  ticket: 'T-1',
  verdict: 'pass',
  filesReviewed: ['src/a.ts', 'src/b.ts'],
  assessment: {
    codeStyle: 'COMPLIANT',
    errorHandling: 'ADEQUATE',
    naming: 'CONSISTENT',
    architecture: 'ALIGNED',
  },
  scores: [],
  findings: [],
  blockingIssues: [],
  requiredFixes: [],
  revisionNotes: [],
  priority: 'HIGH',
  notes: [],
  summary: 'small and clear',
};

function json(change: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ ...review, token, ...change });
}

test.each([
  ['bare', json()],
  ['in a fence', `\`\`\`json\n${json()}\n\`\`\`\n`],
  ['over several lines', JSON.stringify({ ...review, token }, null, 2)],
  ['beside its own text', `${passedReview}\n${json()}`],
  ['without a signal', json({ signal: undefined })],
  ['without a signal, said to be null', json({ signal: null })],
  ['without a verdict', json({ verdict: undefined })],
  ['without a ticket, which the token stands for', json({ ticket: undefined })],
])('SIGNAL-03 SIGNAL-07 a verdict as JSON, %s, is read like text', (name, text) => {
  const ticketSaid = name.startsWith('without a ticket') ? null : 'T-1';
  expect(parseCritic(text, expected)).toEqual({
    ...review,
    ticket: ticketSaid,
    overallScore: null,
    reasons: [],
  });
});

test.each([
  ['no token', json({ token: undefined }), 'the JSON verdict carries no token'],
  ['a token that is no text', json({ token: 12345 }), 'the JSON verdict carries no token'],
  ['a wrong token', json({ token: 'other' }), 'the JSON verdict carries a wrong token'],
  ['another ticket', json({ ticket: 'T-2' }), 'the JSON verdict is for "T-2", not for T-1'],
  ['a ticket that is no text', json({ ticket: null }), 'the JSON verdict is for null, not for T-1'],
  ['a foreign signal', json({ signal: 'AUDIT_PASSED' }), 'AUDIT_PASSED is not a signal of the critic'],
  ['an unknown signal', json({ signal: 'OK' }), 'the JSON verdict has no known signal'],
  ['an unknown verdict', json({ signal: undefined, verdict: 'ok' }), 'the JSON verdict has no known signal'],
  ['a verdict that differs', json({ verdict: 'fail' }), 'the JSON verdict says REVIEW_PASSED and "fail"'],
  ['a verdict that is no text', json({ verdict: true }), 'the JSON verdict says REVIEW_PASSED and true'],
  [
    'a verdict from the prototype',
    json({ verdict: 'toString' }),
    'the JSON verdict says REVIEW_PASSED and "toString"',
  ],
  ['two verdicts', `${json()}\n${json()}`, 'more than one JSON verdict'],
])('SIGNAL-03 SIGNAL-07 a verdict as JSON with %s is unknown', (_, text, reason) => {
  const { verdict, reasons } = parseCritic(text, expected);
  expect([verdict, reasons[0]]).toEqual(['unknown', reason]);
});

test.each([
  ['cut off', json().slice(0, -5)],
  ['with a key twice', json().replace('{', '{"signal":"REVIEW_FAILED",')],
  ['with an escaped key twice', json().replace('{', '{"sign\\u0061l":"REVIEW_FAILED",')],
  ['with a trailing comma', json().replace('}}', '},}').replace(/\}$/, ',}')],
])('SIGNAL-03 a verdict as JSON, %s, is unknown even beside a valid signal', (_, text) => {
  const reason = 'a JSON verdict is cut off, is not valid JSON, or has a key twice';
  expect(parseCritic(text, expected)).toMatchObject({ verdict: 'unknown' });
  const { verdict, summary, reasons } = parseCritic(`${passedReview}\n${text}`, expected);
  expect([verdict, summary, reasons[0]]).toEqual(['unknown', 'small and clear', reason]);
});

test('SIGNAL-03 text and JSON that disagree are unknown', () => {
  expect(parseCritic(`${failedReview}\n${json()}`, expected)).toMatchObject({
    signal: 'REVIEW_FAILED',
    ticket: 'T-1',
    verdict: 'unknown',
    reasons: ['text and JSON disagree: REVIEW_FAILED and REVIEW_PASSED'],
  });
  const wrong = parseCritic(`${passedReview}\n${json({ token: 'other' })}`, expected);
  expect(wrong).toMatchObject({ verdict: 'unknown', reasons: ['the JSON verdict carries a wrong token'] });
});

test('FLOW-11 a complaint in the text counts also where the JSON has none', () => {
  const text = `${passedReview}\nIssues Found:\n- a.ts:1: bad\n\nRequired Fixes:\n- do it\n\n${json()}`;
  expect(parseCritic(text, expected)).toMatchObject({
    verdict: 'unknown',
    findings: [{ file: 'a.ts', line: 1, message: 'bad' }],
    requiredFixes: ['do it'],
    reasons: ['REVIEW_PASSED with 1 issues', 'REVIEW_PASSED with 1 required fixes'],
  });
  const same = {
    findings: [{ file: 'src/a.ts', line: 10, message: 'swallows the error' }],
    requiredFixes: ['rethrow the error'],
  };
  const fail = json({ ...same, signal: 'REVIEW_FAILED', verdict: 'fail' });
  expect(parseCritic(`${failedReview}\n${fail}`, expected)).toMatchObject({
    findings: [{ line: 10 }, { line: 3 }],
    requiredFixes: ['rethrow the error'],
  });
});

test('SIGNAL-03 JSON that is no verdict is no part of a pass', () => {
  const quoted = [
    '{"name":"x"}',
    '{"verdict":"pass"}',
    '{"verdict":true,"token":"x"}',
    '{"signal":"SIGTERM"}',
    '{"ticket":"T-1","verdict":"ok"}',
  ];
  for (const text of quoted)
    expect(parseCritic(`${text}\n${passedReview}`, expected).reasons[0]).toBe(`outside of the form: ${text}`);
  const unfenced = `\`\`\`ts\n${json({ signal: 'REVIEW_FAILED' })}\n\`\`\`\n`;
  expect(parseCritic(unfenced + passedReview, expected).verdict).toBe('unknown');
});

test.each([
  ['{"signal":"REVIEW_FAILED"}'],
  ['{"signal":"x","token":"y"}'],
  ['{"verdict":"x","token":"y"}'],
  ['{"ticket":"T-1","verdict":"fail"}'],
])('SIGNAL-03 %s is a verdict, and spoils one that differs', (text) => {
  expect(parseCritic(`${text}\n${passedReview}`, expected).verdict).toBe('unknown');
});

test('SIGNAL-07 without an issued token JSON has to name the ticket', () => {
  expect(parseCritic(json({ token: undefined }), { ticket }).verdict).toBe('pass');
  expect(parseCritic(json({ token: 'any' }), { ticket }).verdict).toBe('pass');
  expect(parseCritic(json({ token: undefined, ticket: undefined }), { ticket }).reasons).toEqual([
    'the JSON verdict names no ticket',
  ]);
  expect(parseCritic(json({ token: '' }), { ticket, token: '' }).verdict).toBe('unknown');
});

test('FLOW-11 JSON contradicts itself like text does', () => {
  const bad = json({ findings: [{ file: 'a.ts', line: 1, message: 'bad' }], assessment: null });
  expect(parseCritic(bad, expected).reasons).toEqual([
    'REVIEW_PASSED with 1 issues',
    'REVIEW_PASSED without a line on Code style',
    'REVIEW_PASSED without a line on Error handling',
    'REVIEW_PASSED without a line on Naming',
    'REVIEW_PASSED without a line on Architecture',
  ]);
  expect(parseCritic(json({ findings: ['None'] }), expected).verdict).toBe('pass');
  expect(parseCritic(json({ findings: 'all of it is bad' }), expected).verdict).toBe('unknown');
  expect(parseCritic(json({ requiredFixes: { do: 'it' } }), expected).requiredFixes).toEqual(['{"do":"it"}']);
});

test.each([
  [
    { file: '.\\src\\a.ts', line: '7', message: 'bad' },
    { file: 'src/a.ts', line: 7, message: 'bad' },
  ],
  [
    { file: 'a.ts', line: -1, message: 'bad' },
    { file: 'a.ts', line: 0, message: 'bad' },
  ],
  [
    { file: 'a.ts', line: 1.5, message: 'bad' },
    { file: 'a.ts', line: 0, message: 'bad' },
  ],
  [
    { line: 4, message: 'bad' },
    { file: '', line: 0, message: 'bad' },
  ],
  [
    { file: 'a.ts', text: 'x' },
    { file: 'a.ts', line: 0, message: '{"file":"a.ts","text":"x"}' },
  ],
  ['a.ts:3: bad', { file: 'a.ts', line: 3, message: 'bad' }],
  [7, { file: '', line: 0, message: '7' }],
])('SIGNAL-03 the finding %j is read', (entry, finding) => {
  const text = json({ signal: 'REVIEW_FAILED', verdict: 'fail', findings: [entry] });
  expect(parseCritic(text, expected)).toMatchObject({ verdict: 'fail', findings: [finding] });
});

test('SIGNAL-03 an audit as JSON is read and judged like text', () => {
  const { reasons: _reasons, uncovered: _uncovered, ...audit } = parseAuditor(passedAudit, expected);
  const given = (change: object): string => JSON.stringify({ ...audit, token, ...change });
  expect(parseAuditor(given({}), expected)).toEqual({ ...audit, uncovered: [], reasons: [] });
  const criteria = [
    { criterion: 'AC1', status: 'failed', evidence: 'no' },
    'AC2: VERIFIED - yes',
    { status: 'VERIFIED' },
  ];
  const commands = [
    { command: 'npm test', environment: '(ci)', result: 'pass' },
    'lint (ci): FAIL',
    { result: 'PASS' },
  ];
  expect(parseAuditor(given({ criteria, commands }), expected)).toMatchObject({
    verdict: 'unknown',
    criteria: [
      { criterion: 'AC1', status: 'FAILED', evidence: 'no' },
      { criterion: 'AC2', status: 'VERIFIED', evidence: 'yes' },
      { criterion: '{"status":"VERIFIED"}', status: 'VERIFIED', evidence: '' },
    ],
    commands: [
      { command: 'npm test', environment: 'ci', result: 'PASS' },
      { command: 'lint', environment: 'ci', result: 'FAIL' },
      { command: '{"result":"PASS"}', environment: '', result: 'PASS' },
    ],
  });
});

test('FLOW-11 what the text of an audit has against it counts beside a passing JSON', () => {
  const { reasons: _reasons, uncovered: _uncovered, ...audit } = parseAuditor(passedAudit, expected);
  const red = passedAudit
    .replace('AC1: VERIFIED', 'AC1: FAILED')
    .replace('(local): PASS', '(local): FAIL')
    .replace(
      'Summary:',
      'Issues Found:\n- bad\n\nRequired Fixes:\n- do it\n\nPre-existing Failures:\n- old\n\nSummary:',
    );
  expect(parseAuditor(`${red}\n${JSON.stringify({ ...audit, token })}`, expected).reasons).toEqual([
    'AUDIT_PASSED with AC1: FAILED',
    'AUDIT_PASSED with npm test: FAIL',
    'AUDIT_PASSED with 1 issues',
    'AUDIT_PASSED with 1 required fixes',
    'AUDIT_PASSED with 1 pre-existing failures',
  ]);
});

test('SIGNAL-03 work as JSON is read like text', () => {
  const { reasons: _reasons, ...work } = parseDeveloper(readyWork, expected);
  const given = (change: object): string => JSON.stringify({ ...work, token, ...change });
  expect(parseDeveloper(given({}), expected)).toEqual({ ...work, reasons: [] });
  const odd = {
    filesModified: ['a.ts: new', { file: '.\\b.ts' }, { change: 'x' }],
    matrix: [{ check: 'a', environment: 'ci', exitCode: 1, result: 'PASS' }, { exitCode: 0 }, 'x'],
    blocker: 'odd',
  };
  expect(parseDeveloper(given(odd), expected)).toMatchObject({
    verdict: 'ready',
    filesModified: [
      { file: 'a.ts', change: 'new' },
      { file: 'b.ts', change: '' },
    ],
    matrix: [{ check: 'a', environment: 'ci', exitCode: 1, result: 'FAIL' }],
    blocker: { kind: 'other', text: 'odd' },
    reasons: ['matrix: a in ci says PASS with exit code 1', 'matrix: a row names no check'],
  });
});

test('SIGNAL-03 FLOW-09 FLOW-10 blockers and questions as JSON are read like text', () => {
  const head = { ticket, token };
  const blocker = {
    kind: 'dependency',
    text: 'a\nb',
    attempted: 'x',
    needed: 'y',
    dependency: 'T-2',
    checks: ['c'],
    command: 'd',
    output: 'e\nf',
    environment: 'g',
  };
  const said = parseDeveloper(JSON.stringify({ ...head, signal: 'TASK_INCOMPLETE', blocker }), expected);
  expect(said).toMatchObject({ verdict: 'incomplete', blocker });
  const broken = parseDeveloper(JSON.stringify({ ...head, signal: 'INFRA_BLOCKED', blocker }), expected);
  expect(broken.blocker).toEqual({ ...blocker, kind: 'infrastructure', dependency: null });
  const none = parseDeveloper(JSON.stringify({ ...head, signal: 'TASK_INCOMPLETE' }), expected);
  expect(none).toMatchObject({ verdict: 'incomplete', blocker: { kind: 'other', text: '' } });
  const question = { question: 'which?', options: ['a', 'b'], context: 'c' };
  const nested = parseDeveloper(JSON.stringify({ ...head, verdict: 'question', question }), expected);
  expect(nested).toMatchObject({ signal: 'QUESTION', verdict: 'question', question });
  const flat = parseDeveloper(JSON.stringify({ ...head, verdict: 'question', ...question }), expected);
  expect(flat.question).toEqual(question);
  const mute = parseDeveloper(JSON.stringify({ ...head, verdict: 'question', question: ' ' }), expected);
  expect(mute.verdict).toBe('unknown');
});

test('SIGNAL-01 SIGNAL-07 a remediation is read from text and from JSON', () => {
  const value = {
    signal: 'REMEDIATION_COMPLETE',
    ticket: 'E-1',
    verdict: 'complete',
    issuesFixed: ['port in use'],
    verification: ['unit tests (local): PASS'],
    summary: 'freed the port',
    blocker: '',
    attempted: '',
    needed: '',
    reasons: [],
  };
  expect(parseRemediator(remediation, { ticket: 'E-1', token })).toEqual(value);
  expect(parseRemediator(JSON.stringify({ ...value, token }), { ticket: 'E-1', token })).toEqual(value);
  expect(parseRemediator(remediation, { ticket: 'E-2', token }).verdict).toBe('unknown');
  expect(parseRemediator('REMEDIATION_COMPLETE', { ticket: 'E-1' })).toMatchObject({
    signal: null,
    verdict: 'unknown',
  });
});

test('EPIC-13 what JSON escapes hide is cleaned like text', () => {
  const answer = parseCritic(json({ summary: 'a\u202eb\u0007\nc' }), expected);
  expect(answer.summary).toBe('ab c');
});

test('SIGNAL-03 keys that name the prototype are keys nobody knows, and change nothing', () => {
  const text = json().replace('{', '{"__proto__":{"token":"x"},"constructor":1,');
  const reasons = ['__proto__', 'constructor'].map((key) => `the JSON verdict has an unknown key: ${key}`);
  expect(parseCritic(text, expected)).toEqual({ ...review, verdict: 'unknown', overallScore: null, reasons });
});
