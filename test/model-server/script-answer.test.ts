import { expect, test } from 'vitest';

import {
  parseAuditor,
  parseAuditReport,
  parseCritic,
  parseDeveloper,
  parseFindingsDocument,
} from '../../src/formats/index.ts';
import type { AgentCall } from '../../src/ports/agents.ts';
import { callIn } from './plain-answer.ts';
import { readScript } from './read-script.ts';
import { answerOf } from './script-answer.ts';

/** The answer of a script with one entry. */
function play(script: readonly unknown[], bend: Partial<AgentCall> = {}): string {
  const read = readScript(JSON.stringify(script), 'script.yaml');
  const entry = read.ok ? read.script[0] : undefined;
  if (entry === undefined) throw new Error('not a script');
  const scene = { prompt: '', ticket: 'T-1', token: 't0k3n' };
  return answerOf(entry, { ...callIn(scene, 'developer', null), ...bend });
}

const promptOf = (...sections: readonly string[]): string =>
  ['## Assignment', '', 'Task ID: T-1', 'TOKEN: t0k3n', '', ...sections, ''].join('\n');

const block = (heading: string, ...entries: readonly string[]): string =>
  [
    `### ${heading}`,
    '',
    'D'.repeat(16) + ' BEGIN',
    ...entries.map((entry) => `> - ${entry}`),
    'D'.repeat(16) + ' END',
    '',
  ].join('\n');

test('DISPATCH-06 a generated developer answer is read back, with the files the entry changed and the checks of the prompt', () => {
  const script = [
    {
      when: { role: 'developer' },
      do: [{ write: 'a.ts', text: '' }],
      say: { signal: 'READY_FOR_REVIEW', tests: ['a.test.ts: it adds'], matrix: 'pass', summary: 'added' },
    },
  ];
  const prompt = promptOf(
    block('Verification Commands', 'unit tests (local): npm test', 'types (node22): npm run types'),
  );
  const read = parseDeveloper(play(script, { prompt }), { ticket: 'T-1', token: 't0k3n' });
  expect(read).toMatchObject({
    verdict: 'ready',
    filesModified: [{ file: 'a.ts' }],
    tests: ['a.test.ts: it adds'],
    matrix: [
      { check: 'unit tests', environment: 'local', result: 'PASS' },
      { check: 'types', environment: 'node22', result: 'PASS' },
    ],
    reasons: [],
  });
});

test('FLOW-11 a generated critic pass covers exactly the files of the prompt, and a fail names its issues', () => {
  const expected = { ticket: 'T-1', token: 't0k3n', changedFiles: ['src/a.ts', 'src/b b.ts'] };
  const prompt = promptOf(block('Files to Review', 'src/a.ts', 'src/b b.ts'));
  const bend = { role: 'critic', readOnly: true, prompt } as const;
  const pass = play([{ when: { role: 'critic' }, pass: {} }], bend);
  expect(parseCritic(pass, expected)).toMatchObject({
    verdict: 'pass',
    filesReviewed: expected.changedFiles,
    reasons: [],
  });
  const issues = [{ file: 'src/a.ts', line: 3, message: 'the error is swallowed' }];
  const fail = play(
    [{ when: { role: 'critic' }, fail: { issues, fixes: ['throw it'], priority: 'MEDIUM' } }],
    bend,
  );
  expect(parseCritic(fail, expected)).toMatchObject({
    verdict: 'fail',
    findings: issues,
    requiredFixes: ['throw it'],
    priority: 'MEDIUM',
    reasons: [],
  });
});

test('FLOW-08 a generated audit judges every criterion of the prompt once', () => {
  const criteria = [
    { id: 'AC1', text: 'the 101st request gets 429' },
    { id: 'AC2', text: 'never fails: the limit is set' },
  ];
  const prompt = promptOf(block('Acceptance Criteria', ...criteria.map(({ id, text }) => `${id}: ${text}`)));
  const bend = { role: 'auditor', readOnly: true, prompt } as const;
  const expected = { ticket: 'T-1', token: 't0k3n', criteria };
  const when = { role: 'auditor', auditor: 'acceptance' };
  const pass = play([{ when, pass: {} }], bend);
  expect(parseAuditor(pass, expected)).toMatchObject({ verdict: 'pass', reasons: [] });
  const fail = play([{ when, fail: { failed: ['AC2'], issues: [{ message: 'it does fail' }] } }], bend);
  expect(parseAuditor(fail, expected)).toMatchObject({
    verdict: 'fail',
    criteria: [{ criterion: 'AC2', status: 'FAILED', evidence: 'it does fail' }],
    passing: ['AC1'],
  });
  const blocked = play([{ when, say: { signal: 'AUDIT_BLOCKED', checks: ['unit tests'] } }], bend);
  expect(parseAuditor(blocked, expected)).toMatchObject({
    verdict: 'blocked',
    preExisting: ['unit tests'],
  });
});

test('team auditors and reviewers answer with their documents', () => {
  const issues = [{ file: 'a.ts', line: 1, message: 'no handler', severity: 'CRITICAL' }];
  const auditor = { role: 'auditor', auditor: 'interface', readOnly: true } as const;
  const audit = play([{ when: { role: 'auditor', auditor: 'interface' }, fail: { issues } }], auditor);
  expect(parseAuditReport(audit, { auditor: 'interface' })).toMatchObject({
    complete: true,
    summary: { fail: 1 },
  });
  const clean = play([{ when: { role: 'auditor' }, pass: {} }], auditor);
  expect(parseAuditReport(clean, { auditor: 'interface' })).toMatchObject({
    complete: true,
    summary: { pass: 1, score: 1 },
  });
  const reviewer = { role: 'reviewer', round: 2, readOnly: true } as const;
  const review = play([{ when: { role: 'reviewer', round: 2 }, fail: { issues } }], reviewer);
  expect(parseFindingsDocument(review)).toMatchObject({
    round: 2,
    verdict: 'unclean',
    counts: { critical: 1 },
  });
  const none = play([{ when: { role: 'reviewer' }, pass: {} }], reviewer);
  expect(parseFindingsDocument(none)).toMatchObject({ verdict: 'clean' });
});
