import { expect, test } from 'vitest';
import { closingLines, isSignalName, signalLine, signalNames, signalsOf } from './names.ts';

test('SIGNAL-01 every signal belongs to the set of exactly one kind of role', () => {
  const { developer, fixer, critic, auditor, remediator } = signalsOf;
  expect(fixer).toEqual(developer);
  expect([...developer, ...critic, ...auditor, ...remediator]).toEqual(signalNames);
  expect(developer).toEqual(['READY_FOR_REVIEW', 'TASK_INCOMPLETE', 'INFRA_BLOCKED', 'QUESTION']);
  expect(critic).toEqual(['REVIEW_PASSED', 'REVIEW_FAILED']);
  expect(auditor).toEqual(['AUDIT_PASSED', 'AUDIT_FAILED', 'AUDIT_BLOCKED']);
});

test('SIGNAL-07 a prompt demands the name, the ticket and the token', () => {
  expect(closingLines('critic', 'T-1', 'tok')).toEqual([
    '- `REVIEW_PASSED: T-1 tok` - if code quality is acceptable',
    '- `REVIEW_FAILED: T-1 tok` - if issues need fixing',
  ]);
  expect(closingLines('auditor', 'T-1')).toEqual([
    '- `AUDIT_PASSED: T-1` - if all acceptance criteria are verified',
    '- `AUDIT_FAILED: T-1` - if criteria are not met',
    '- `AUDIT_BLOCKED: T-1` - if infrastructure was broken before',
  ]);
  expect(closingLines('developer', 'T-1', 'tok')).toEqual([
    '- `READY_FOR_REVIEW: T-1 tok` - if everything asked for is done and every check passes',
    '- `TASK_INCOMPLETE: T-1 tok` - if you cannot finish: Kind (information, scope, dependency or infrastructure), Blocker, Attempted, Needed (a dependency: the id of the ticket)',
    '- `INFRA_BLOCKED: T-1 tok` - if something outside this work is broken: Issue, Command, Output, Environment, Checks (those that are broken)',
    '- `QUESTION: T-1 tok` - if only a person can decide: Question, Options, Context',
  ]);
  expect(closingLines('fixer', 'T-1', 'tok')).toEqual(closingLines('developer', 'T-1', 'tok'));
  expect(closingLines('remediator', 'E-1', 'tok')).toEqual([
    '- `REMEDIATION_COMPLETE: E-1 tok` - if everything named is repaired',
    '- `REMEDIATION_INCOMPLETE: E-1 tok` - if you cannot repair it, so that a person decides: Blocker, Attempted, Needed',
  ]);
});

test('SIGNAL-07 the closing line has the token where one was issued', () => {
  expect(signalLine('QUESTION', 'T-1', 'tok')).toBe('QUESTION: T-1 tok');
  expect(signalLine('QUESTION', 'T-1')).toBe('QUESTION: T-1');
});

test('SIGNAL-02 only the exact name is one', () => {
  expect(isSignalName('QUESTION')).toBe(true);
  expect(isSignalName('Question')).toBe(false);
  expect(isSignalName(undefined)).toBe(false);
});
