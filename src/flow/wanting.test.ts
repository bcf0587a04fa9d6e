import { expect, test } from 'vitest';
import { parseAuditor } from '../formats/index.ts';
import { wantingIn } from './wanting.ts';

const criteria = [{ id: 'AC1', text: 'it is there' }];

function wanting(body: string): string {
  const answer = parseAuditor(`AUDIT_FAILED: A tok-12345\n\n${body}`, {
    ticket: 'A',
    token: 'tok-12345',
    criteria,
  });
  expect(answer.verdict).toBe('fail');
  return wantingIn(answer, criteria);
}

test.each([
  ['criteria', 'Failed Criteria:\n- AC1: FAILED - it is not'],
  ['criteria', 'Failed Criteria:\n- It is there!: FAILED - it is not'],
  ['quality', 'Failed Criteria:\n- error handling: FAILED - nothing is caught'],
  ['criteria', 'Failed Criteria:\n- naming: FAILED - odd\n- AC1: FAILED - it is not'],
  [
    'environment',
    'Failed Criteria:\n- AC1: FAILED - not on node22\n\nCommands Executed:\n- npm test (local): PASS\n- npm test (node22): FAIL',
  ],
  [
    'criteria',
    'Failed Criteria:\n- AC1: FAILED - red\n\nCommands Executed:\n- npm test (local): FAIL\n- npm run lint (node22): PASS',
  ],
  [
    'criteria',
    'Failed Criteria:\n- AC1: FAILED - red\n\nCommands Executed:\n- npm test: FAIL\n- npm test (local): PASS',
  ],
])('FLOW-14 the kind of a failed audit is %s', (kind, body) => {
  expect(wanting(body)).toBe(kind);
});
