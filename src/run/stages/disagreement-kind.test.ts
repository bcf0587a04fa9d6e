import { expect, test } from 'vitest';
import { type AuditorAnswer, parseAuditor } from '../../formats/index.ts';
import { environmentsIn, kindOfDisagreement } from './disagreement-kind.ts';

const criteria = [{ id: 'AC1', text: 'it is there' }];

function audited(body: string): AuditorAnswer {
  const answer = parseAuditor(`AUDIT_FAILED: A tok-12345\n\n${body}`, {
    ticket: 'A',
    token: 'tok-12345',
    criteria,
  });
  expect(answer.verdict).toBe('fail');
  return answer;
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
  expect(kindOfDisagreement(audited(body), criteria)).toBe(kind);
});

test.each([
  ['- npm test (local): PASS\n- curl x (node22): FAIL', ['local PASS', 'node22 FAIL']],
  ['- npm test (local): PASS\n- npm test (node22): FAIL - exit code 7', ['local PASS', 'node22 FAIL']],
  ['- npm test (node22): PASS\n- curl x (node22): FAIL', []],
  ['- npm test (local): FAIL\n- curl x (node22): FAIL', []],
  ['- npm test: PASS\n- curl x (node22): FAIL', []],
])('REWORK-05 001#6 of %j the developer is shown the environments %j', (commands, shown) => {
  const { criteria: judged, commands: ran } = audited(
    `Failed Criteria:\n- AC1: FAILED - red\n\nCommands Executed:\n${commands}`,
  );
  const results = environmentsIn({ criteria: judged, commands: ran });
  expect(results.map(({ environment, status }) => `${environment} ${status}`)).toEqual(shown);
});
