import { expect, test } from 'vitest';

import { parseAuditor, parseCritic, parseDeveloper, parseReviewReport } from '../formats/index.ts';
import { reviewDimensions } from '../model/dimensions.ts';
import { auditorFormat, criticFormat, developerFormat, reportForm } from './answer-format.ts';
import { renderPrompt } from './prompt.ts';
import { sampleDelimiter } from '../../test/support/prompt-samples.ts';
import { chapter, section, type Section } from './section.ts';

const holes: Readonly<Record<string, string>> = {
  ticket: 'API-1',
  token: 't0k3n',
  path: 'src/a.ts',
  line: '2',
  'what is wrong': 'the counter is never reset',
  'what is wrong, with the text quoted': '`count += 1` is never reset',
  'what has to be done': 'reset it every minute',
  'what to do': 'reset it every minute',
  'what changed': 'counts requests',
  'what it proves': 'the 101st is refused',
  'one sentence': 'read in full',
  criterion: 'AC1',
  evidence: 'src/a.ts:2 counts, seen in the output',
  command: 'npm test',
  check: 'unit tests',
  environment: 'local',
  'what fails': 'cannot find module',
  'exit code': '0',
  'PASS or FAIL': 'PASS',
  'HIGH, MEDIUM or LOW': 'MEDIUM',
  'final commit': 'f'.repeat(40),
  'revision count': '1',
  '0 to 100': '90',
  why: 'read it',
  'an observation that needs no change': 'a long name',
  'what you decided where the ticket is open, and what else you noticed': 'a minute is a sliding one',
  dimension: 'code_quality',
  'error, warning or info': 'warning',
};

/** The patterns of a prompt's answer section, with their holes filled. */
function patternsOf(section: Section, more: Readonly<Record<string, string>> = {}): readonly string[] {
  const prompt = renderPrompt([chapter('Assignment'), section], { delimiter: sampleDelimiter });
  const fences = [...prompt.matchAll(/^```text\n([^]*?)\n```$/gm)].map((match) => match[1] ?? '');
  const all = { ...holes, ...more };
  return fences.map((pattern) =>
    pattern.replaceAll(/<([^<>]+)>/g, (hole, name: string) => all[name] ?? `unfilled ${hole}`),
  );
}

const expected = { ticket: 'API-1', token: 't0k3n' };
const changedFiles = ['src/a.ts'];
const content = {
  codeStyle: 'COMPLIANT',
  errorHandling: 'ADEQUATE',
  naming: 'CONSISTENT',
  architecture: 'ALIGNED',
};
const criteria = [{ id: 'AC1', text: 'the 101st request in a minute gets 429' }];

test('FLOW-01 FLOW-11 a critic that fills in the pattern of its prompt has passed or failed the work', () => {
  const [pass = '', fail = '', ...more] = patternsOf(criticFormat([]));
  expect(more).toEqual([]);
  expect(parseCritic(pass, { ...expected, changedFiles })).toMatchObject({ verdict: 'pass', reasons: [] });
  expect(parseCritic(fail, { ...expected, changedFiles })).toMatchObject({
    verdict: 'fail',
    findings: [{ file: 'src/a.ts', line: 2, message: 'the counter is never reset' }],
    requiredFixes: ['reset it every minute'],
    priority: 'MEDIUM',
    reasons: [],
  });
  expect(parseCritic(pass, { ...expected, changedFiles: ['src/a.ts', 'src/b.ts'] }).verdict).toBe('unknown');
});

test('SIGNAL-05 a JSON verdict of a critic counts with the known members and no others', () => {
  const answer = { signal: 'REVIEW_PASSED', ...expected, filesReviewed: changedFiles, assessment: content };
  const fixes = ['reset it every minute'];
  expect(
    parseCritic(JSON.stringify({ ...answer, signal: 'REVIEW_FAILED', requiredFixes: fixes }), expected),
  ).toMatchObject({ verdict: 'fail', reasons: [] });
  const none = { findings: [], requiredFixes: [], blockingIssues: [] };
  const passed = { ...answer, ...none, summary: 'small' };
  const pass = (answer: object) => parseCritic(JSON.stringify(answer), { ...expected, changedFiles }).verdict;
  expect(pass(passed)).toBe('pass');
  expect(pass({ ...passed, usage: { tokensIn: 1, tokensOut: 2, usd: 0.1 } })).toBe('pass');
  expect(pass({ ...passed, usage: { note: 'it does not work' } })).toBe('unknown');
  expect(pass({ ...passed, remarks: 'it does not work' })).toBe('unknown');
});

test('EPIC-17 FOUND-02 the patterns of a critic score every dimension, and the scores decide', () => {
  const [pass = '', fail = ''] = patternsOf(criticFormat(reviewDimensions), {
    'each of them, as above': 'code_quality: 60 - hard to read',
  });
  expect(parseCritic(fail, expected)).toMatchObject({ verdict: 'fail', reasons: [] });
  const read = (text: string) =>
    parseCritic(text, { ...expected, changedFiles, dimensions: reviewDimensions });
  expect(read(pass)).toMatchObject({ verdict: 'pass', overallScore: 90, notes: ['a long name'] });
  expect(read(pass.replace('adherence: 90', 'adherence: 85'))).toMatchObject({
    verdict: 'fail',
    reasons: ['requirement_adherence is 85, below 90'],
  });
  expect(read(pass.replace(/- code_quality: .*/, '')).reasons).toEqual(['code_quality was not scored']);
});

test('EPIC-17 the report pattern of a reviewer asks for every dimension and counts', () => {
  const report = (word: string, more: object) => {
    const [pattern] = patternsOf(section('Report', ...reportForm(reviewDimensions, 'as this report')), {
      'pass or fail': word,
      'true or false': String(word === 'pass'),
      'null or "what to change"': 'null',
    });
    return JSON.stringify({ ...(JSON.parse(pattern ?? '') as object), ...more });
  };
  const about = { ...expected, commit: 'f'.repeat(40), revisionCount: 1, dimensions: reviewDimensions };
  const pass = parseReviewReport(report('pass', { blocking_issues: [] }), about);
  expect(pass).toMatchObject({ verdict: 'pass', overallScore: 90, reasons: [] });
  const fail = parseReviewReport(report('fail', {}), about);
  expect(fail).toMatchObject({ verdict: 'fail', needsCorrection: false });
  const priced = report('pass', { blocking_issues: [], usage: { tokensIn: 1, tokensOut: 2 } });
  expect(parseReviewReport(priced, about).verdict).toBe('pass');
});

test('FLOW-05 FLOW-08 an auditor that fills in the pattern of its prompt has passed, failed or blocked the work', () => {
  const [pass = '', fail = '', blocked = ''] = patternsOf(auditorFormat(1));
  const read = (text: string) => parseAuditor(text, { ...expected, criteria });
  expect(read(pass)).toMatchObject({
    verdict: 'pass',
    commands: [{ command: 'npm test', result: 'PASS' }],
    reasons: [],
  });
  expect(read(fail)).toMatchObject({
    verdict: 'fail',
    criteria: [{ criterion: 'AC1', status: 'FAILED' }],
    reasons: [],
  });
  expect(read(blocked)).toMatchObject({
    verdict: 'blocked',
    preExisting: ['unit tests: cannot find module'],
  });
});

test('REWORK-05 001#6 with several environments an auditor is offered to say in a fail what came of each', () => {
  const fail = (environments: number) =>
    parseAuditor(patternsOf(auditorFormat(environments), { 'PASS or FAIL': 'FAIL' })[1] ?? '', expected);
  expect(fail(2)).toMatchObject({
    verdict: 'fail',
    commands: [{ command: 'npm test', environment: 'local', result: 'FAIL' }],
    reasons: [],
  });
  expect(fail(1).commands).toEqual([]);
});

test('DISPATCH-06 a developer that fills in the pattern of its prompt is ready, with a matrix that is read', () => {
  const [ready = ''] = patternsOf(developerFormat());
  expect(parseDeveloper(ready, expected)).toMatchObject({
    verdict: 'ready',
    filesModified: [{ file: 'src/a.ts', change: 'counts requests' }],
    tests: ['src/a.ts: the 101st is refused'],
    notes: ['a minute is a sliding one'],
    matrix: [{ check: 'unit tests', environment: 'local', exitCode: 0, result: 'PASS' }],
    reasons: [],
  });
});

test('SIGNAL-03 the patterns say nothing when they are repeated, and do not get in the way of an answer', () => {
  const sections = [chapter('Assignment'), criticFormat(reviewDimensions)];
  const prompt = renderPrompt(sections, { delimiter: sampleDelimiter });
  const [pass = ''] = patternsOf(criticFormat([]));
  expect(parseCritic(prompt, { ...expected, changedFiles }).verdict).toBe('unknown');
  expect(parseCritic(`${prompt}\n\n${pass}`, { ...expected, changedFiles }).reasons.join()).not.toContain(
    'two different',
  );
});
