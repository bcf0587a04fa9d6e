import { expect, test } from 'vitest';
import type { FixGroup } from '../../model/audit.ts';
import type { AuditFinding } from '../../model/audit.ts';
import { severities } from '../../model/severity.ts';
import { fixRound, groupFixes, mayRunTogether } from './group-fixes.ts';

const finding: AuditFinding = {
  auditor: 'requirements',
  source: 'agent',
  verdict: 'FAIL',
  severity: 'MEDIUM',
  id: 'REQ-001',
  title: 'Login',
  file: 'src/a.ts',
  line: 5,
  evidence: '',
  fixHint: '',
};
const policy = { severityGate: 'MEDIUM' } as const;
const group = { name: 'fix-1', general: false, severity: 'MEDIUM', files: ['src/a.ts'], findings: [0] };

test('TEAM-07 findings in one file are one group, findings in others are others', () => {
  const findings: AuditFinding[] = [
    finding,
    { ...finding, file: 'src/b.ts' },
    { ...finding, line: 9, verdict: 'PARTIAL' },
  ];
  expect(groupFixes(findings, policy)).toEqual([
    { ...group, findings: [0, 2] },
    { ...group, name: 'fix-2', files: ['src/b.ts'], findings: [1] },
  ]);
});

test('TEAM-07 the gate may be any of the five words, and what is below it is never fixed', () => {
  const findings = severities.map((severity, index) => ({ ...finding, severity, file: `src/${index}.ts` }));
  const fixed = severities.map((severityGate) => groupFixes(findings, { severityGate }).length);
  expect(fixed).toEqual([1, 2, 3, 4, 5]);
});

test('TEAM-07 a PASS is never fixed', () => {
  expect(groupFixes([{ ...finding, verdict: 'PASS', severity: null }], policy)).toEqual([]);
});

test('TEAM-07 the worst group comes first, and within it the worst finding', () => {
  const findings: AuditFinding[] = [
    { ...finding, file: 'src/c.ts' },
    { ...finding, file: 'src/b.ts', severity: 'HIGH' },
    { ...finding, file: 'src/b.ts', line: 1, severity: 'CRITICAL' },
    { ...finding, severity: 'MEDIUM' },
  ];
  expect(groupFixes(findings, policy)).toEqual([
    { ...group, severity: 'CRITICAL', files: ['src/b.ts'], findings: [2, 1] },
    { ...group, name: 'fix-2', findings: [3] },
    { ...group, name: 'fix-3', files: ['src/c.ts'], findings: [0] },
  ]);
});

test('TEAM-07 files named in title, evidence, fix hint or requirement belong to the scope', () => {
  const findings: AuditFinding[] = [
    { ...finding, title: 'see src/b.ts', file: 'src/x.ts' },
    { ...finding, file: 'src/b.ts', evidence: 'called from src/c.ts:4' },
    { ...finding, file: 'src/c.ts', fixHint: 'move it to src/d.ts' },
    { ...finding, file: 'src/d.ts', id: 'REQ-002' },
    { ...finding, file: 'src/e.ts' },
    { ...finding, file: 'src/f.ts' },
  ];
  const requirementText = (id: string) => (id === 'REQ-002' ? 'The form of src/e.ts is checked.' : 'Login.');
  expect(groupFixes(findings, { ...policy, requirementText })).toEqual([
    {
      ...group,
      files: ['src/b.ts', 'src/c.ts', 'src/d.ts', 'src/e.ts', 'src/x.ts'],
      findings: [1, 2, 3, 4, 0],
    },
    { ...group, name: 'fix-2', files: ['src/f.ts'], findings: [5] },
  ]);
});

test('TEAM-07 two groups that a later finding connects become one', () => {
  const findings: AuditFinding[] = [
    finding,
    { ...finding, file: 'src/b.ts' },
    { ...finding, file: 'src/c.ts', line: 1, evidence: 'src/b.ts:1 and src/a.ts:1' },
  ];
  const files = ['src/a.ts', 'src/b.ts', 'src/c.ts'];
  expect(groupFixes(findings, policy)).toEqual([{ ...group, files, findings: [0, 1, 2] }]);
});

test('TEAM-07 what names no file is one general group that comes after its equals and runs alone', () => {
  const findings: AuditFinding[] = [
    { ...finding, file: '', line: 0 },
    finding,
    { ...finding, file: '', id: 'X' },
  ];
  const [placed, general, ...rest] = groupFixes(findings, policy);
  if (placed === undefined || general === undefined) throw new Error('two groups expected');
  expect(rest).toEqual([]);
  expect(placed).toEqual({ ...group, findings: [1] });
  expect(general).toEqual({
    name: 'general',
    general: true,
    severity: 'MEDIUM',
    files: [],
    findings: [0, 2],
  });
  expect(mayRunTogether(placed, general)).toBe(false);
  expect(mayRunTogether(general, placed)).toBe(false);
});

test('TEAM-07 a general group with something CRITICAL comes first', () => {
  const findings: AuditFinding[] = [finding, { ...finding, file: '', line: 0, severity: 'CRITICAL' }];
  expect(groupFixes(findings, policy).map(({ name }) => name)).toEqual(['general', 'fix-1']);
});

test('TEAM-07 groups may run together only when they share no file', () => {
  const [a, b] = groupFixes([finding, { ...finding, file: 'src/b.ts' }], policy);
  if (a === undefined || b === undefined) throw new Error('two groups expected');
  expect(mayRunTogether(a, b)).toBe(true);
  expect(
    mayRunTogether({ ...a, files: ['src/a.ts', 'src/y.ts'] }, { ...b, files: ['src/z.ts', 'src/a.ts'] }),
  ).toBe(false);
});

test('TEAM-07 a mild finding goes along with the severe one at its place', () => {
  const mild: AuditFinding = { ...finding, auditor: 'technical', severity: 'LOW' };
  expect(groupFixes([mild, finding], policy)).toEqual([{ ...group, findings: [1, 0] }]);
});

test.each([
  ['forwards', 1],
  ['backwards', -1],
])('TEAM-07 a long chain of files, %s, is one group', (_way, step) => {
  const chain = Array.from({ length: 5000 }, (_, index) => ({
    ...finding,
    file: `src/f${index}.ts`,
    evidence: `src/f${index + step}.ts:1`,
  }));
  const groups = groupFixes(chain, policy);
  expect(groups).toHaveLength(1);
  expect(groups[0]?.files).toHaveLength(5001);
});

test('TEAM-07 a round has the worst group and whoever can work beside it; the general one works alone', () => {
  const group = (name: string, severity: FixGroup['severity'], files: readonly string[]): FixGroup => ({
    name,
    general: files.length === 0,
    severity,
    files,
    findings: [],
  });
  const named = (...groups: readonly FixGroup[]) => {
    const round = fixRound(groups);
    return [round.groups.map(({ name }) => name), round.now];
  };
  const a = group('a', 'HIGH', ['src/a.ts']);
  const b = group('b', 'MEDIUM', ['src/b.ts']);
  expect(named(a, b)).toEqual([['a', 'b'], 2]);
  expect(named(a, group('general', 'HIGH', []), b)).toEqual([['a', 'b', 'general'], 2]);
  expect(named(group('general', 'CRITICAL', []), a, b)).toEqual([['general', 'a', 'b'], 1]);
  expect(named()).toEqual([[], 0]);
});

test('TEAM-07 002#22 the last round leaves no group out: one fixer gets what could not be fixed side by side', () => {
  const groups = groupFixes(
    [
      { ...finding, file: 'src/a.ts' },
      { ...finding, file: '', id: 'REQ-9' },
    ],
    policy,
  );
  expect(fixRound(groups)).toMatchObject({ now: 1, groups: [{ name: 'fix-1' }, { name: 'general' }] });
  expect(fixRound(groups, true)).toEqual({
    now: 1,
    groups: [{ name: 'general', general: true, severity: groups[0]?.severity, files: [], findings: [0, 1] }],
  });
  expect(fixRound(groups.slice(0, 1), true).groups).toEqual(groups.slice(0, 1));
});
