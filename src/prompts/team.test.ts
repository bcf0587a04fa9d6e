import { expect, test } from 'vitest';

import { parseAuditReport, parseRemediator } from '../formats/index.ts';
import { auditors } from '../model/team.ts';
import { renderPrompt } from './prompt.ts';
import { recoveryAssignment } from './recovery.ts';
import { remediatorAssignment } from './remediator.ts';
import { auditReportTemplate } from './report-format.ts';
import { partsOf, sampleDelimiter, sampleFeedback } from '../../test/support/prompt-samples.ts';
import type { Section } from './section.ts';
import { teamAuditorAssignment } from './team-auditor.ts';

const delimiter = sampleDelimiter;
const rendered = (sections: readonly Section[]): string => renderPrompt(sections, { delimiter });

const remediation = remediatorAssignment({
  id: 'remediation:1',
  token: 'tok',
  because: 'unit tests is red at the base commit',
  checks: [
    {
      check: 'unit tests',
      environment: 'node22',
      exitCode: 1,
      status: 'FAIL',
      details: `${'x'.repeat(5_000)}\nthe last line`,
    },
    { check: 'types', environment: 'local', exitCode: null, status: 'BROKEN', details: '' },
  ],
  feedbacks: [sampleFeedback],
  notes: [{ text: 'try the lockfile', by: 'ann' }],
});

test('REMEDY-01 a remediator gets the failing checks with environment and output, the rules, and its closing line', () => {
  const prompt = rendered(remediation);
  const { outside, inside } = partsOf(prompt, delimiter);
  expect(outside).toEqual(
    expect.arrayContaining(['Task ID: remediation:1', 'TOKEN: tok', '## Remediation Assignment']),
  );
  expect(inside).toEqual(
    expect.arrayContaining([
      '> - unit tests is red at the base commit',
      '> - unit tests (node22): exit code 1',
      '>   the last line',
      '> - types (local): could not be run',
      '> - ann: try the lockfile',
    ]),
  );
  expect(inside.join('\n')).toContain('the counter is never reset');
  expect(outside.join('\n')).toContain('Never skip, disable, delete or weaken a check, a test or a rule');
  expect(outside).toContain('- `REMEDIATION_COMPLETE: remediation:1 tok` - if everything named is repaired');
  const answer =
    'REMEDIATION_COMPLETE: remediation:1 tok\n\nIssues Fixed:\n- the lockfile\n\nVerification Results:\n- unit tests: 0\n';
  const expected = { ticket: 'remediation:1', token: 'tok' };
  expect(parseRemediator(answer, expected)).toMatchObject({
    verdict: 'complete',
    issuesFixed: ['the lockfile'],
  });
  expect(parseRemediator(prompt, expected).verdict).toBe('unknown');
});

test('REMEDY-01 of a long output the end reaches the remediator, not the beginning', () => {
  const { inside } = partsOf(rendered(remediation), delimiter);
  expect(inside.every((line) => line.length < 2_000)).toBe(true);
});

test('TEAM-24 a recovery reviewer sees the unchecked requirements and no others', () => {
  const items = [
    { id: 'REQ-002', text: 'REQ-002 the limit is set by a variable' },
    { id: '', text: 'the banner shows the seconds left' },
  ];
  const prompt = rendered(recoveryAssignment({ id: 'audit:m1', token: 'tok', items }));
  expect(partsOf(prompt, delimiter).inside).toEqual([
    '> - REQ-002 the limit is set by a variable',
    '> - the banner shows the seconds left',
  ]);
  expect(prompt).toContain('\nTOKEN: tok\n');
  expect(prompt).toContain('# Requirements Audit Report');
});

const input = {
  id: 'audit:m1',
  title: 'Limits',
  requirements: '- [ ] REQ-001: limit',
  files: ['src/a.ts'],
};

test('TEAM-21 each of the five auditors gets its own checks and method, the scope and the report to write', () => {
  const families = {
    requirements: 'REQ, FUNC, FEAT and DESIGN',
    technical: 'TECH',
    interface: 'WIRE, SVC, INT, API, XREF, SDL and ENUM',
    test: 'TEST and SEED',
    library: 'LIB',
  };
  const prompts = auditors.map((auditor) => rendered(teamAuditorAssignment({ ...input, auditor })));
  for (const [index, auditor] of auditors.entries()) {
    const prompt = prompts[index] ?? '';
    expect(prompt).toContain(`Ids you report under: ${families[auditor]}`);
    expect(prompt).toContain('> - [ ] REQ-001: limit');
    expect(prompt).toContain('> - src/a.ts');
    // Its report has no place for one.
    expect(prompt).not.toContain('TOKEN:');
    expect(prompt).toContain(auditReportTemplate(auditor)[0]);
    expect(prompt).not.toMatch(/at least \w+ (?:findings|issues)/);
    // Four characters a token, as a rule of thumb.
    expect(prompt.length).toBeLessThan(20_000);
  }
  expect(new Set(prompts).size).toBe(auditors.length);
});

test('TRIAL-02 an auditor of changed files reads the diff, one of a whole repository has none', () => {
  const diff = 'diff --git a/src/a.ts b/src/a.ts\n-const limit = 1;\n+const limit = 2;';
  const changed = rendered(teamAuditorAssignment({ ...input, auditor: 'technical', diff }));
  expect(partsOf(changed, delimiter).inside).toContain('> +const limit = 2;');
  const whole = rendered(teamAuditorAssignment({ ...input, auditor: 'technical', diff: '' }));
  expect(whole).not.toContain('### Diff');
});

test('TEAM-02 what the scans found reaches the technical, the interface and the library auditor, and nobody else', () => {
  const scans = ['[MOCK-001] src/a.ts:3 -- a constant stands for data'];
  const told = auditors.filter((auditor) =>
    rendered(teamAuditorAssignment({ ...input, auditor, scans })).includes('MOCK-001] src/a.ts:3'),
  );
  expect(told).toEqual(['technical', 'interface', 'library']);
});

test('TEAM-21 P8 the requirements auditor is told how to report a passage that demands nothing, where there are such', () => {
  const hasRule = (auditor: 'requirements' | 'technical', hasProse: boolean): boolean =>
    rendered(teamAuditorAssignment({ ...input, auditor, hasProse })).includes('one that demands nothing');
  expect([hasRule('requirements', true), hasRule('requirements', false), hasRule('technical', true)]).toEqual(
    [true, false, false],
  );
});

test('TEAM-21 the original request is for the requirements auditor, the number of libraries for the library auditor', () => {
  const more = { ...input, original: 'Limit the orders.', maxLibraryChecks: 5 };
  const prompts = auditors.map((auditor) => rendered(teamAuditorAssignment({ ...more, auditor })));
  expect(prompts.map((prompt) => prompt.includes('> Limit the orders.'))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(prompts.map((prompt) => prompt.includes('Check at most 5 libraries'))).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
});

test('TEAM-15 002#8 the library auditor is told which libraries and servers it has, or that it has none', () => {
  const prompt = (more: object): string =>
    rendered(teamAuditorAssignment({ ...input, auditor: 'library', ...more }));
  const told = prompt({
    libraries: ['greet 1.1.0: node_modules/greet (2 files)'],
    servers: ['docs', 'more'],
  });
  expect(told).toContain('> - greet 1.1.0: node_modules/greet (2 files)');
  expect(told).toContain('with the MCP servers docs, more');
  const none = prompt({});
  expect(none).toContain('No installed library can be read here');
  expect(none).not.toContain('MCP');
  expect(rendered(teamAuditorAssignment({ ...input, auditor: 'test' }))).not.toContain('Installed Libraries');
});

test('TEAM-04 a report that follows the pattern of the prompt is complete', () => {
  const filled = (verdict: string, severity: string, pass: number): string =>
    auditReportTemplate('interface')
      .join('\n')
      .replace('<verdict>', verdict)
      .replace('<severity>', severity)
      .replace('<id>', 'WIRE-001')
      .replace('<title>', 'the route is registered')
      .replace('<path>:<line>', 'src/a.ts:3')
      .replace('<what you saw>', 'router.ts:9')
      .replace('<what to do>', 'nothing')
      .replace('- Total checked: <n>', '- Total checked: 1')
      .replace('- PASS: <n>', `- PASS: ${pass}`)
      .replace('- FAIL: <n>', `- FAIL: ${1 - pass}`)
      .replace('- PARTIAL: <n>', '- PARTIAL: 0')
      .replace(/<PASS divided.*>/, String(pass));
  const passed = parseAuditReport(filled('PASS', '-', 1), { auditor: 'interface' });
  expect(passed).toMatchObject({
    complete: true,
    inconsistent: false,
    summary: { checked: 1, pass: 1, score: 1 },
    reasons: [],
  });
  const failed = parseAuditReport(filled('FAIL', 'HIGH', 0), { auditor: 'interface' });
  expect(failed).toMatchObject({ complete: true, inconsistent: false, summary: { fail: 1, score: 0 } });
  expect(failed.findings[0]).toMatchObject({ severity: 'HIGH', id: 'WIRE-001', file: 'src/a.ts', line: 3 });
});
