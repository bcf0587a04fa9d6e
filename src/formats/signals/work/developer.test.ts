import { expect, test } from 'vitest';
import { type DeveloperAnswer, parseDeveloper, writeDeveloper } from './developer.ts';
import {
  blockedWork,
  incompleteWork,
  question,
  readyWork,
  ticket,
  token,
} from '../../../../test/support/signal-samples.ts';

const expected = { ticket, token };
const empty = {
  ticket: 'T-1',
  filesModified: [],
  tests: [],
  notes: [],
  matrix: [],
  blocker: null,
  question: null,
  summary: '',
  reasons: [],
};
const unsaid = {
  text: '',
  attempted: '',
  needed: '',
  dependency: null,
  checks: [],
  command: '',
  output: '',
  environment: '',
};

function parse(text: string): DeveloperAnswer {
  return parseDeveloper(text, expected);
}

test('SIGNAL-01 ENV-03 READY_FOR_REVIEW carries files, tests, the matrix and the summary', () => {
  expect(parse(readyWork)).toEqual({
    ...empty,
    signal: 'READY_FOR_REVIEW',
    verdict: 'ready',
    filesModified: [
      { file: 'src/limiter.ts', change: 'new limiter' },
      { file: 'src/index.ts', change: 'uses it' },
    ],
    tests: ['src/limiter.test.ts: the 101st request'],
    matrix: [
      { check: 'Unit Tests', environment: 'local', exitCode: 0, result: 'PASS' },
      { check: 'Type Check', environment: 'node22', exitCode: 0, result: 'PASS' },
    ],
    summary: 'limits requests',
  });
});

test('ENV-03 a cell that contradicts itself is red and said so', () => {
  const answer = parse(readyWork.replace('| local | 0 |', '| local | 3 |'));
  expect(answer.verdict).toBe('ready');
  expect(answer.matrix[0]).toEqual({
    check: 'Unit Tests',
    environment: 'local',
    exitCode: 3,
    result: 'FAIL',
  });
  expect(answer.reasons).toEqual(['matrix: Unit Tests says PASS with exit code 3']);
});

test('ENV-03 a matrix in a code fence is read as well', () => {
  const fenced = readyWork
    .replace('| Check', '```\n| Check')
    .replace('0 | PASS |\n\nEnv', '0 | PASS |\n```\n\nEnv');
  expect(parse(fenced).matrix).toEqual(parse(readyWork).matrix);
});

test('FLOW-09 SIGNAL-01 TASK_INCOMPLETE carries what is in the way, what was tried and what is needed', () => {
  expect(parse(incompleteWork)).toEqual({
    ...empty,
    signal: 'TASK_INCOMPLETE',
    verdict: 'incomplete',
    blocker: {
      ...unsaid,
      kind: 'dependency',
      text: 'depends on T-2, which has not landed',
      attempted: 'a stub',
      needed: 'the interface of T-2',
      dependency: 'T-2',
    },
  });
});

test('SIGNAL-01 INFRA_BLOCKED carries issue, command, output, environment and the checks', () => {
  expect(parse(blockedWork)).toEqual({
    ...empty,
    signal: 'INFRA_BLOCKED',
    verdict: 'blocked',
    blocker: {
      ...unsaid,
      kind: 'infrastructure',
      text: 'the database does not start',
      command: 'docker compose up',
      output: 'error: port in use\n\nexit 1',
      environment: 'local',
      checks: ['unit tests'],
    },
  });
});

test('FLOW-10 SIGNAL-01 QUESTION carries the question, its options and its context', () => {
  expect(parse(question)).toEqual({
    ...empty,
    signal: 'QUESTION',
    verdict: 'question',
    question: {
      question: 'Which limit applies to guests?',
      options: ['the same as for users', 'no limit'],
      context: 'the ticket speaks of users only',
    },
  });
});

test('FLOW-10 a question that asks nothing is unknown', () => {
  expect(parse('QUESTION: T-1 tok-12345\n\nContext: some')).toMatchObject({
    verdict: 'unknown',
    question: null,
    reasons: ['QUESTION asks nothing'],
  });
});

test('FLOW-09 an answer that does not name the blocker still says that something is', () => {
  expect(parse('TASK_INCOMPLETE: T-1 tok-12345')).toEqual({
    ...empty,
    signal: 'TASK_INCOMPLETE',
    verdict: 'incomplete',
    blocker: { ...unsaid, kind: 'other' },
    reasons: ['TASK_INCOMPLETE does not name the blocker'],
  });
  expect(parse('INFRA_BLOCKED: T-1 tok-12345')).toMatchObject({
    verdict: 'blocked',
    blocker: { kind: 'infrastructure' },
    reasons: ['INFRA_BLOCKED does not name the blocker'],
  });
});

test('FLOW-09 a blocker named beside another signal is kept, "None" is not one', () => {
  expect(parse(`${readyWork}\nBlockers: None\n`).blocker).toBeNull();
  expect(parse(`${readyWork}\nBlocker: odd\n`)).toMatchObject({ verdict: 'ready', blocker: { text: 'odd' } });
  expect(parse('words').reasons).toEqual(['no closing signal found']);
});

test.each([
  ['Kind: scope\nBlocker: unclear', 'scope'],
  ['Kind: Infrastructure\nBlocker: x', 'infrastructure'],
  ['Kind: whatever\nBlocker: x', 'other'],
  ['Blocker: [information] x', 'information'],
  ['Blocker: **Scope**: x', 'scope'],
  ['Blocker: scope - x', 'scope'],
  ['Blocker: dependency', 'dependency'],
  ['Blocker: scope creep is likely', 'other'],
  ['Blocker: scoped out', 'other'],
  ['Blocker: the criteria are ambiguous', 'information'],
  ['Blocker: the format is not specified', 'information'],
  ['Blocker: this is out of scope', 'scope'],
  ['Blocker: the infrastructure is down', 'infrastructure'],
  ['Blocker: waiting for T-2', 'dependency'],
  ['Blocker: T-2 is not yet merged', 'dependency'],
  ['Blocked By: waiting for the review', 'dependency'],
  ['Blocker: I could not do it', 'other'],
  ['Blocker: missing info', 'information'],
  ['Blocker: missing_info', 'information'],
  ['Blocker: MISSING-INFO: which port?', 'information'],
  ['Blocker: `missingInfo` - which port?', 'information'],
  ['Kind: missing_information\nBlocker: which port?', 'information'],
  ['Blocker: there is not enough information about the port', 'information'],
  ['Blocker: blocked_by_dependency: T-2', 'dependency'],
  ['Blocker: **blocked by dependencies**: T-2', 'dependency'],
  ['Blocker: infra: no runner', 'infrastructure'],
  ['Blocker: wrong_scope', 'scope'],
  ['Reason: missing_info', 'information'],
  ['missing_info: which port?', 'information'],
  ['- blocked_by_dependency: T-2\n- Attempted: a stub', 'dependency'],
  ['Blocker: the informal tone of the infrared sensor: odd', 'other'],
  ['Blocker: in', 'other'],
  ['Blocker: not a dependency: it does not compile', 'other'],
  ['Blocker: no info', 'information'],
  ['```\nmissing_info: quoted\n```', 'other'],
  ['Attempted: more info in the log', 'other'],
  ['Blocker: two readings of the ticket\nNeeded: a person', 'information'],
  ['Blocker: two readings\nNeeded: a decision by the product owner', 'information'],
  ['Blocker: it does not compile\nNeeded: a personal access token', 'other'],
])('FLOW-09 with %j the kind is %s', (lines, kind) => {
  expect(parse(`TASK_INCOMPLETE: T-1 tok-12345\n\n${lines}\n`).blocker?.kind).toBe(kind);
});

test.each([
  ['Depends on: T-2', 'T-2'],
  ['Kind: dependency\nBlocker: the parser is not there\nNeeded: D2', 'D2'],
  ['Depends on: `login`, and more', 'login'],
  ['Depends on: T-1', null],
  ['Depends on: None', null],
  ['Blocker: waiting for ticket T-3.', 'T-3'],
  ['Blocker: blocked by `T-4`, sadly', 'T-4'],
  ['Blocker: waiting for the review', null],
  ['Blocker: depends on ../etc/passwd-1', null],
  ['Blocker: needs T-5', 'T-5'],
  ['Blocker: blocked_by_dependency: T-6', 'T-6'],
  ['Blocker: blocked_by_dependency: login', 'login'],
  ['blocked_by_dependency: `T-7`', 'T-7'],
  ['Blocker: blocked_by_dependency T-8, not landed', 'T-8'],
  ['Blocker: blocked_by_dependency: the sign up page', null],
  ['Blocker: blocked_by_dependency: T-1', null],
])('FLOW-09 with %j the dependency is %s', (line, dependency) => {
  const text = `TASK_INCOMPLETE: T-1 tok-12345\n\nKind: dependency\n${line}\n`;
  expect(parse(text).blocker?.dependency).toBe(dependency);
});

test('FLOW-09 only a dependency names another ticket', () => {
  const text = 'TASK_INCOMPLETE: T-1 tok-12345\n\nKind: scope\nBlocker: needs T-5\nDepends on: T-5\n';
  expect(parse(text).blocker).toMatchObject({ kind: 'scope', dependency: null });
});

test('SIGNAL-06 work is written in the founding format', () => {
  const written = writeDeveloper(parse(readyWork), { token });
  expect(written).toBe(readyWork.replace(/Environments Tested.*\n.*\n\n/, ''));
  expect(writeDeveloper(parse(incompleteWork), { token })).toBe(
    [
      'TASK_INCOMPLETE: T-1 tok-12345',
      'Kind: dependency',
      'Blocker: depends on T-2, which has not landed',
      'Depends on: T-2',
      'Attempted: a stub',
      'Needed: the interface of T-2\n',
    ].join('\n\n'),
  );
  expect(writeDeveloper(parse(blockedWork), { token })).toBe(
    [
      'INFRA_BLOCKED: T-1 tok-12345',
      'Kind: infrastructure',
      'Issue: the database does not start',
      'Command: docker compose up',
      'Output:\n```\nerror: port in use\n\nexit 1\n```',
      'Environment: local',
      'Checks:\n- unit tests\n',
    ].join('\n\n'),
  );
  expect(writeDeveloper(parse(question), { token })).toBe(
    [
      'QUESTION: T-1 tok-12345',
      'Question: Which limit applies to guests?',
      'Options:\n- the same as for users\n- no limit',
      'Context: the ticket speaks of users only\n',
    ].join('\n\n'),
  );
});

test('SIGNAL-06 text with a fence in it is written in a longer one', () => {
  const value = { ...parse(blockedWork) };
  const output = 'a\n````\nb';
  const blocker = value.blocker === null ? null : { ...value.blocker, output };
  expect(writeDeveloper({ ...value, blocker }, { token })).toContain('Output:\n`````\na\n````\nb\n`````');
});

test('REAL-05 TRIAL-02 files that share a line are each named', () => {
  const text = 'Files Modified:\n- int.go, int8.go: the message\n- `b.go`, `c/d`\n- x, y and z\n';
  const { filesModified } = parseDeveloper(`${text}\nREADY_FOR_REVIEW: T-1 tok\n`, {
    ticket: 'T-1',
    token: 'tok',
  });
  expect(filesModified).toEqual([
    { file: 'int.go', change: 'the message' },
    { file: 'int8.go', change: 'the message' },
    { file: 'b.go', change: '' },
    { file: 'c/d', change: '' },
    { file: 'x, y and z', change: '' },
  ]);
});
