import { expect, test } from 'vitest';

import type { ScanAudit, ScanAuditFinding } from '../../model/scan-audit.ts';
import { severities } from '../../model/severity.ts';
import { writeGithubAnnotations } from './github.ts';
import { writeJunit } from './junit.ts';
import { sampleAudit, sampleFinding } from './sample-audit.fixture.ts';
import { sarifOf } from './sarif.ts';

function withFindings(...findings: readonly Partial<ScanAuditFinding>[]): ScanAudit {
  return { ...sampleAudit, findings: findings.map((each) => ({ ...sampleFinding, ...each })) };
}

function resultsOf(audit: ScanAudit): unknown {
  const { runs } = sarifOf(audit, '1.2.3') as { runs: { results: unknown }[] };
  return runs[0]?.results;
}

test('TEAM-14 a SARIF result has its rule, place, fingerprint and severity', () => {
  expect(resultsOf({ ...sampleAudit, prefix: 'web/' })).toEqual([
    {
      ruleId: 'MOCK-001',
      ruleIndex: 0,
      level: 'error',
      message: { text: 'made-up data, returned' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'web/src/a%20b.ts', uriBaseId: 'SRCROOT' },
            region: { startLine: 3 },
          },
        },
      ],
      partialFingerprints: {
        'gauntlet/v1': '0123456789abcdef',
        primaryLocationLineHash: '0123456789abcdef:1',
      },
      suppressions: [],
      properties: {
        severity: 'HIGH',
        confidence: 'high',
        evidence: 'return [{ id: 1 }];',
        fix: 'Ask the server.',
      },
    },
  ]);
});

test('TEAM-14 SARIF rules come with help, and levels follow severities', () => {
  const { runs } = sarifOf(sampleAudit, '1.2.3') as { runs: { tool: { driver: { rules: unknown[] } } }[] };
  expect(runs[0]?.tool.driver.rules).toMatchObject([
    {
      id: 'MOCK-001',
      shortDescription: { text: 'Made-up data' },
      help: { text: 'People see what is not true. Ask the server.' },
      defaultConfiguration: { level: 'error' },
      properties: { tags: ['mock'], precision: 'high' },
    },
    { id: 'SEC-001', properties: { tags: ['secret', 'security'], 'security-severity': '9.0' } },
  ]);
  const levels = resultsOf(withFindings(...severities.map((severity) => ({ severity })))) as {
    level: string;
  }[];
  expect(levels.map(({ level }) => level)).toEqual(['error', 'error', 'warning', 'note', 'note']);
});

test('TEAM-14 SARIF says what is left alone and by whom, what is new, and what failed', () => {
  const audit = withFindings(
    { suppressed: 'a sample', excuse: { kind: 'inline' } },
    { suppressed: 'till spring', excuse: { kind: 'waiver', until: '2027-01-01', by: null } },
    { baseline: 'known' },
    { baseline: 'new', file: '', line: 0 },
  );
  const baseline = { file: 'b.json', known: 1, new: 1, fixed: [] };
  expect(resultsOf({ ...audit, baseline })).toMatchObject([
    { suppressions: [{ kind: 'inSource', status: 'accepted', justification: 'a sample' }] },
    { suppressions: [{ kind: 'external', justification: 'till spring (until 2027-01-01)' }] },
    { suppressions: [], baselineState: 'unchanged' },
    {
      baselineState: 'new',
      locations: [{ physicalLocation: { artifactLocation: { uri: '.' } } }],
    },
  ]);
  const failed = sarifOf(
    { ...sampleAudit, crashes: [{ rule: 'X', file: 'a.ts', because: 'it broke' }], notes: ['unused'] },
    '1',
  );
  expect(failed).toMatchObject({
    runs: [
      {
        invocations: [
          {
            executionSuccessful: false,
            toolExecutionNotifications: [{ level: 'error', message: { text: 'X failed on a.ts: it broke' } }],
            toolConfigurationNotifications: [{ message: { text: 'unused' } }],
          },
        ],
      },
    ],
  });
});

test('TEAM-14 JUnit: what fails the audit fails, the rest is skipped with the reason, a rule without findings passes', () => {
  const audit = withFindings(
    {},
    { severity: 'LOW' },
    { suppressed: 'a sample' },
    { suppressed: 'later', excuse: { kind: 'waiver', until: '2027-01-01', by: null } },
    { baseline: 'known' },
  );
  const xml = writeJunit(audit);
  expect(xml).toContain(
    '<testsuites name="gauntlet audit" tests="6" failures="1" errors="0" skipped="4" time="1.500">',
  );
  expect(xml).toContain(
    '<testcase classname="MOCK-001" name="src/a b.ts:3 made-up data, returned" file="src/a b.ts" line="3"><failure type="HIGH" message="made-up data, returned">HIGH MOCK-001 src/a b.ts:3\nreturn [{ id: 1 }];\nfix: Ask the server.\nfingerprint: 0123456789abcdef</failure></testcase>',
  );
  for (const why of [
    'LOW is milder than HIGH',
    'left alone: a sample',
    'waived until 2027-01-01: later',
    'known in the baseline',
  ])
    expect(xml).toContain(`<skipped message="${why}"/>`);
  expect(xml).toContain('<testcase classname="SEC-001" name="A secret"/>');
});

test('TEAM-14 GitHub gets the worst first, ten of a kind, and the number that is left out', () => {
  const many = withFindings(
    ...Array.from({ length: 12 }, (_, line) => ({ line, severity: 'CRITICAL' as const })),
    { severity: 'MEDIUM', file: '', line: 0 },
    { severity: 'INFO', suppressed: 'x' },
    { severity: 'INFO', baseline: 'known' },
  );
  const lines = writeGithubAnnotations({ ...many, prefix: 'web/' }).split('\n');
  expect(lines).toHaveLength(13);
  expect(lines[0]).toBe(
    '::error file=web/src/a b.ts,title=MOCK-001 CRITICAL::made-up data, returned. Ask the server.',
  );
  expect(lines[1]).toContain('file=web/src/a b.ts,line=1,title=');
  expect(lines[10]).toBe('+2 more (error): gauntlet audit --format text');
  expect(lines[11]).toMatch(/^::warning title=MOCK-001 MEDIUM::/);
});
