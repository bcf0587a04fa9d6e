import { expect, test } from 'vitest';
import { closingSection, type Signaller } from './closing.ts';

function linesFor(role: Signaller, token: string | null = 'tok'): readonly string[] {
  const { heading, parts } = closingSection({ role, ticket: 'T-1', token, act: 'review' });
  expect(heading).toBe('Required Output Signal');
  return parts.flatMap((part) => (part.kind === 'words' ? part.lines : []));
}

test('SIGNAL-07 FLOW-01 a prompt demands one of the signals of the role, for the ticket and with the token', () => {
  expect(linesFor('critic')).toEqual([
    'You MUST end your review with one of:',
    '- `REVIEW_PASSED: T-1 tok` - if code quality is acceptable',
    '- `REVIEW_FAILED: T-1 tok` - if issues need fixing',
    'Begin review.',
  ]);
  expect(linesFor('critic', null)[1]).toBe('- `REVIEW_PASSED: T-1` - if code quality is acceptable');
});

test('FLOW-05 an auditor has three signals to choose from', () => {
  expect(linesFor('auditor').slice(1, -1)).toEqual([
    '- `AUDIT_PASSED: T-1 tok` - if all acceptance criteria are verified',
    '- `AUDIT_FAILED: T-1 tok` - if criteria are not met',
    '- `AUDIT_BLOCKED: T-1 tok` - if infrastructure was broken before',
  ]);
});

test('DISPATCH-06 developer and fixer have the same four signals', () => {
  expect(linesFor('developer').slice(1, -1)).toEqual([
    '- `READY_FOR_REVIEW: T-1 tok` - if everything asked for is done and every check passes',
    '- `TASK_INCOMPLETE: T-1 tok` - if you cannot finish: Kind (information, scope, dependency or infrastructure), Blocker, Attempted, Needed (a dependency: the id of the ticket)',
    '- `INFRA_BLOCKED: T-1 tok` - if something outside this work is broken: Issue, Command, Output, Environment, Checks (those that are broken)',
    '- `QUESTION: T-1 tok` - if only a person can decide: Question, Options, Context',
  ]);
  expect(linesFor('fixer')).toEqual(linesFor('developer'));
});
