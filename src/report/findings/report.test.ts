import { expect, test } from 'vitest';

import type { Finding } from '../../model/finding.ts';
import type { Report, ReportRule } from '../../model/report.ts';
import { severities } from '../../model/severity.ts';
import { writeGithubAnnotations } from './github.ts';
import { writeJunit } from './junit.ts';
import { sampleAudit, sampleFinding } from '../../../test/support/sample-audit.ts';
import { sarifOf } from './sarif.ts';

function withFindings(...findings: readonly Partial<Finding>[]): Report {
  return { ...sampleAudit, findings: findings.map((each) => ({ ...sampleFinding, ...each })) };
}

function runOf(audit: Report): Readonly<Record<string, unknown>> {
  const { runs } = sarifOf(audit, '1.2.3') as { runs: Readonly<Record<string, unknown>>[] };
  return runs[0] ?? {};
}

function resultsOf(audit: Report): unknown {
  return runOf(audit)['results'];
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

test('TEAM-14 a SARIF run names the tool, its version, the root of the paths and the health of the project', () => {
  expect(runOf(sampleAudit)).toMatchObject({
    tool: { driver: { name: 'Gauntlet', semanticVersion: '1.2.3', version: '1.2.3' } },
    originalUriBaseIds: { SRCROOT: { description: { text: 'The root of the repository.' } } },
    columnKind: 'utf16CodeUnits',
    invocations: [
      { executionSuccessful: true, toolExecutionNotifications: [], toolConfigurationNotifications: [] },
    ],
    properties: { health: 'needs-fixes', overallScore: 0.5, notComputed: ['requirements'] },
  });
});

test('TEAM-14 SARIF rules come with help, and levels follow severities', () => {
  const [mock, secret] = sampleAudit.rules as [ReportRule, ReportRule];
  const { tool } = runOf({
    ...sampleAudit,
    rules: [mock, secret, { ...secret, id: 'SEC-002', severity: 'HIGH' }, { ...mock, severity: 'LOW' }],
  }) as { tool: { driver: { rules: unknown[] } } };
  expect(tool.driver.rules).toMatchObject([
    {
      id: 'MOCK-001',
      name: 'MOCK001',
      shortDescription: { text: 'Made-up data' },
      fullDescription: { text: 'People see what is not true.' },
      help: {
        text: 'People see what is not true. Ask the server.',
        markdown: 'People see what is not true.\n\n**Fix**: Ask the server.',
      },
      defaultConfiguration: { level: 'error' },
    },
    { id: 'SEC-001' },
    { id: 'SEC-002' },
    { defaultConfiguration: { level: 'note' } },
  ]);
  expect(tool.driver.rules.map((rule) => (rule as { properties: unknown }).properties)).toEqual([
    { tags: ['mock'], precision: 'high', 'problem.severity': 'error' },
    {
      tags: ['secret', 'security'],
      precision: 'high',
      'problem.severity': 'error',
      'security-severity': '9.0',
    },
    {
      tags: ['secret', 'security'],
      precision: 'high',
      'problem.severity': 'error',
      'security-severity': '7.0',
    },
    { tags: ['mock'], precision: 'high', 'problem.severity': 'recommendation' },
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
    { suppressed: 'a judge refuted it' },
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
    { suppressions: [{ kind: 'external', justification: 'a judge refuted it' }] },
  ]);
  const failed = sarifOf(
    {
      ...sampleAudit,
      crashes: [
        { rule: 'X', file: 'a.ts', because: 'it broke' },
        { rule: 'Y', file: '', because: 'too deep' },
      ],
      notes: ['unused'],
    },
    '1',
  );
  expect(failed).toMatchObject({
    runs: [
      {
        invocations: [
          {
            executionSuccessful: false,
            toolExecutionNotifications: [
              { level: 'error', message: { text: 'X failed on a.ts: it broke' } },
              { level: 'error', message: { text: 'Y failed: too deep' } },
            ],
            toolConfigurationNotifications: [{ level: 'warning', message: { text: 'unused' } }],
          },
        ],
      },
    ],
  });
});

test.each([
  ['', 'src/a.ts', 'src/a.ts'],
  ['packages/web/', 'src/a.ts', 'packages/web/src/a.ts'],
  ['packages/web/', '', 'packages/web'],
  ['', '', '.'],
  ['', "a/!'()*#?%.ts", 'a/%21%27%28%29%2A%23%3F%25.ts'],
  ['', 'süß.ts', 's%C3%BC%C3%9F.ts'],
])('TEAM-14 below %j, %j is the URI %s', (prefix, file, uri) => {
  const physicalLocation = { artifactLocation: { uri, uriBaseId: 'SRCROOT' } };
  expect(resultsOf({ ...withFindings({ file, line: 0 }), prefix })).toEqual([
    expect.objectContaining({ locations: [{ physicalLocation }] }),
  ]);
});

test('TEAM-14 JUnit: a rule that failed is an error and not a pass', () => {
  const crashes = [
    { rule: 'X-001', file: 'a.ts', because: 'it broke' },
    { rule: 'Y-001', file: '', because: 'too deep' },
  ];
  expect(writeJunit({ ...withFindings(), rules: [], crashes }, 'gauntlet review')).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites name="gauntlet review" tests="2" failures="0" errors="2" skipped="0" time="1.500">',
      '  <testsuite name="failed" tests="2" failures="0" errors="2" skipped="0">',
      '    <testcase classname="X-001" name="a.ts"><error message="it broke"/></testcase>',
      '    <testcase classname="Y-001" name="project"><error message="too deep"/></testcase>',
      '  </testsuite>',
      '</testsuites>',
      '',
    ].join('\n'),
  );
});

test('TEAM-14 JUnit: findings of a whole file or project have no line or file, and no empty lines', () => {
  const xml = writeJunit(withFindings({ line: 0, evidence: '' }, { file: '', line: 0, evidence: '' }));
  expect(xml.split('\n').slice(2, 12)).toEqual([
    '  <testsuite name="MOCK-001" tests="2" failures="2" errors="0" skipped="0">',
    '    <testcase classname="MOCK-001" name="src/a b.ts made-up data, returned" file="src/a b.ts"><failure type="HIGH" message="made-up data, returned">HIGH MOCK-001 src/a b.ts',
    'fix: Ask the server.',
    'fingerprint: 0123456789abcdef</failure></testcase>',
    '    <testcase classname="MOCK-001" name="project made-up data, returned"><failure type="HIGH" message="made-up data, returned">HIGH MOCK-001 project',
    'fix: Ask the server.',
    'fingerprint: 0123456789abcdef</failure></testcase>',
    '  </testsuite>',
    '  <testsuite name="SEC-001" tests="1" failures="0" errors="0" skipped="0">',
    '    <testcase classname="SEC-001" name="A secret"/>',
  ]);
  expect(xml).not.toContain('name="failed"');
});

test('TEAM-14 JUnit: every mark that XML reads otherwise is written as an entity', () => {
  const xml = writeJunit(withFindings({ message: `<a href="x">&'\uffff\u0007\n</a>` }));
  expect(xml).toContain('message="&lt;a href=&quot;x&quot;&gt;&amp;&apos; &lt;/a&gt;"');
  expect(writeJunit(withFindings({ evidence: 'x'.repeat(501) }))).toContain('[cut, 501 characters in all]');
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
    'LOW is below HIGH',
    'suppressed: a sample',
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

test('TEAM-14 GitHub: exactly ten of a kind are all there is', () => {
  const ten = withFindings(...Array.from({ length: 10 }, () => ({ severity: 'LOW' as const })));
  expect(writeGithubAnnotations(ten)).toBe(
    '::notice file=src/a b.ts,line=3,title=MOCK-001 LOW::made-up data, returned. Ask the server.\n'.repeat(
      10,
    ),
  );
  expect(writeGithubAnnotations(withFindings())).toBe('');
});

test('TEAM-14 GitHub: rules that failed are errors, before the findings and counted with them', () => {
  const crashes = [
    { rule: 'X-001', file: '', because: 'it broke' },
    ...Array.from({ length: 8 }, () => ({ rule: 'parse', file: 'a,b.ts', because: '100 %\n::error::x' })),
  ];
  const lines = writeGithubAnnotations(
    { ...withFindings({}, { line: 4 }), crashes },
    'gauntlet review',
  ).split('\n');
  expect(lines).toHaveLength(12);
  expect(lines.slice(0, 2)).toEqual([
    '::error title=gauntlet::X-001 failed: it broke',
    '::error title=gauntlet::parse failed on a,b.ts: 100 %25 ::error::x',
  ]);
  expect(lines.slice(9)).toEqual([
    '::error file=src/a b.ts,line=3,title=MOCK-001 HIGH::made-up data, returned. Ask the server.',
    '+1 more (error): gauntlet review --format text',
    '',
  ]);
});

test('TEAM-14 GitHub: a name of a file keeps its odd characters, and a sentence has one full stop', () => {
  const file = 'a,b:c%\u202e\n\u2028ü.ts';
  expect(writeGithubAnnotations(withFindings({ file, message: 'a.b is 100 % made up.' }))).toBe(
    '::error file=a%2Cb%3Ac%25%E2%80%AE%0A%E2%80%A8ü.ts,line=3,title=MOCK-001 HIGH::a.b is 100 %25 made up. Ask the server.\n',
  );
});
