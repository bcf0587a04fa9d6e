import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { auditorReport, parseAuditReport, writeAuditReport } from '../formats/index.ts';
import type { ReportedFinding } from '../model/audit.ts';
import type { Auditor } from '../model/team.ts';
import { admit, isNotJudged, unjudged, unjudgedWords, withUnjudged } from './admit.ts';
import { scoreAudit } from './score/score-audit.ts';

const requirements = [
  { id: 'REQ-001', text: 'REQ-001 the limit holds' },
  { id: 'A-AC1', text: 'the part is there' },
];

function said(
  verdict: ReportedFinding['verdict'],
  id: string,
  more: Partial<ReportedFinding> = {},
): ReportedFinding {
  const about = { id, title: `about ${id}`, file: 'src/a.ts', line: 1, evidence: 'seen', fixHint: '' };
  return { ...about, verdict, severity: verdict === 'PASS' ? null : 'HIGH', ...more };
}

const isShown = ({ file, line }: ReportedFinding): boolean => file === 'src/a.ts' && line < 10;

function admitted(auditor: Auditor, findings: readonly ReportedFinding[], known = requirements) {
  return admit(auditorReport(auditor, findings), { auditor, requirements: known, isShown });
}

const ids = (auditor: Auditor, ...findings: readonly ReportedFinding[]) =>
  admitted(auditor, findings).findings.map(({ id, verdict }) => `${verdict} ${id}`);

describe('TEAM-05 BEYOND-03 a PASS counts', () => {
  test('for a requirement that exists, by its id, at the beginning of the title, or by its text', () => {
    expect(ids('requirements', said('PASS', 'REQ-001'), said('PASS', 'a-ac1'))).toHaveLength(2);
    expect(ids('requirements', said('PASS', '', { title: 'REQ-001: it holds' }))).toHaveLength(1);
    expect(ids('requirements', said('PASS', '', { title: 'The limit holds' }))).toHaveLength(1);
    expect(ids('requirements', said('PASS', '', { title: 'the part is there.' }))).toHaveLength(1);
  });

  test('FOUND-01 002#17 not for one that does not where the requirements auditor says so; others use ids of their own', () => {
    expect(
      ids('requirements', said('PASS', 'REQ-001'), said('PASS', 'REQ-999'), said('PASS', 'X-1')),
    ).toEqual(['PASS REQ-001']);
    for (const auditor of ['technical', 'interface', 'test', 'library'] as const)
      expect(
        ids(auditor, said('PASS', 'REQ-999'), said('PASS', 'A-AC9'), said('PASS', 'TECH-1')),
      ).toHaveLength(3);
  });

  test('002#17 of what the requirements auditor reported itself before a fix, under its id at its file', () => {
    const earlier = [said('FAIL', 'FEAT-900')];
    const now = [
      said('PASS', 'feat-900', { title: 'gone' }),
      said('PASS', 'FEAT-901'),
      said('PASS', 'FEAT-900', { file: 'src/b.ts' }),
    ];
    const given = auditorReport('requirements', now);
    const grounds = { auditor: 'requirements', requirements, isShown: () => true } as const;
    expect(admit(given, { ...grounds, earlier }).findings.map(({ id }) => id)).toEqual(['feat-900']);
    expect(admit(given, grounds).findings).toEqual([]);
  });

  test('once, and not where the same report fails it', () => {
    const many = Array.from({ length: 99 }, () => said('PASS', 'REQ-001'));
    expect(ids('requirements', ...many, said('FAIL', 'A-AC1'))).toEqual(['PASS REQ-001', 'FAIL A-AC1']);
    expect(ids('requirements', said('PASS', 'REQ-001'), said('FAIL', 'REQ-001'))).toEqual(['FAIL REQ-001']);
  });

  test('FOUND-01 002#17 not at a file or line that is not there, and not at none', () => {
    for (const [file, line] of [
      ['src/none.ts', 1],
      ['../../etc/passwd', 1],
      ['src/a.ts', 10],
      ['', 0],
    ] as const)
      expect(ids('technical', said('PASS', 'TECH-1', { file, line }), said('PASS', 'TECH-2'))).toEqual([
        'PASS TECH-2',
      ]);
  });

  test('P8 002#3 not under an id that names nothing of the document, however many items it has', () => {
    const items = [
      { id: 'LINE-1', text: 'LINE-1 it is quick' },
      { id: 'LINE-2', text: 'LINE-2 it is small' },
    ];
    const made = ['ITEM-1', 'ITEM-2', '1', '2', 'LINE', 'LINE-1, LINE-2', ''].map((id) => said('PASS', id));
    expect(admitted('requirements', made, items).findings).toEqual([]);
    const named = [said('PASS', 'line 1'), said('PASS', 'X-1', { title: 'It is small' })];
    expect(admitted('requirements', named, items).findings).toHaveLength(2);
  });

  test('P8 002#3 not where its id and its title name two requirements, or its text is that of two', () => {
    const two = admitted('requirements', [said('PASS', 'REQ-001', { title: 'the part is there' })]);
    expect(two.findings).toEqual([]);
    expect(two.reasons).toContain('not counted: PASS of REQ-001: its id and its title name two requirements');
    const same = ['LINE-1', 'LINE-2'].map((id) => ({ id, text: `${id} it is quick` }));
    expect(admitted('requirements', [said('PASS', '', { title: 'it is quick' })], same).findings).toEqual([]);
    expect(ids('requirements', said('FAIL', 'REQ-001', { title: 'the part is there' }))).toHaveLength(1);
  });

  test('P8 for nothing of the requirements auditor where no requirement is written down', () => {
    const report = admitted('requirements', [said('PASS', 'REQ-7'), said('FAIL', 'REQ-8')], []);
    expect(report.findings.map(({ id }) => id)).toEqual(['REQ-8']);
    expect(report.reasons).toContain('not counted: PASS of REQ-7: no requirement is written down');
    expect(admitted('technical', [said('PASS', 'TECH-7')], []).findings).toHaveLength(1);
  });
});

test('TEAM-05 what is set aside is noted, bounded, and reads back from the report file', () => {
  const made = Array.from({ length: 50 }, (_, at) => said('PASS', `REQ-9${at}`));
  const report = admitted('requirements', [said('FAIL', 'REQ-001'), ...made]);
  expect(report.summary).toMatchObject({ checked: 1, pass: 0, fail: 1, score: 0 });
  expect(report.reasons).toContain('not counted: PASS of REQ-90: no requirement has that name');
  expect(report.reasons).toContain('and 30 more were not counted');
  expect(parseAuditReport(writeAuditReport(report), { auditor: 'requirements' })).toEqual(report);
});

test('TEAM-01 P8 a report of which nothing is left has checked nothing', () => {
  const report = admitted('requirements', [said('PASS', 'REQ-999')]);
  expect(report).toMatchObject({ complete: false, findings: [] });
});

test('TEAM-05 a report that contradicts itself goes on doing so', () => {
  const inconsistent = {
    ...auditorReport('technical', [said('PASS', 'TECH-1'), said('PASS', 'TECH-2', { file: 'none.ts' })]),
  };
  const doubted = { ...inconsistent, inconsistent: true, summary: { ...inconsistent.summary, score: 0.2 } };
  const report = admit(doubted, { auditor: 'technical', requirements, isShown });
  expect(report).toMatchObject({ inconsistent: true, summary: { pass: 1, score: 0.2 } });
});

const anyFinding = fc
  .record({
    verdict: fc.constantFrom('PASS', 'FAIL', 'PARTIAL' as const),
    id: fc.constantFrom('REQ-001', 'A-AC1', 'REQ-404', 'TECH-1', ''),
    file: fc.constantFrom('src/a.ts', '', 'made/up.ts'),
  })
  .map(({ verdict, id, file }) => said(verdict, id, { file }));

const policy = { passThreshold: 0.9, severityGate: 'MEDIUM' } as const;

test('TEAM-05 BEYOND-03 made-up passes never change a number of the requirements auditor, nor hide a finding at the gate', () => {
  fc.assert(
    fc.property(
      fc.array(anyFinding, { maxLength: 12 }),
      fc.array(fc.tuple(fc.constantFrom('REQ-77', 'FUNC-1', 'A-AC7', 'DESIGN-3'), fc.nat()), {
        maxLength: 9,
      }),
      fc.constantFrom('requirements', 'technical', 'test' as const),
      (honest, made, auditor) => {
        const hostile = made.map(([id, at]) => said('PASS', id, { line: at }));
        const score = (findings: readonly ReportedFinding[]) =>
          scoreAudit(
            [{ auditor, agentAsked: true, report: admitted(auditor, findings), scanChecks: [] }],
            policy,
          );
        const { findings: _, ...plain } = score(honest);
        const { findings: __, ...swollen } = score([...honest, ...hostile]);
        expect(auditor === 'requirements' ? swollen : plain).toEqual(plain);
        const isOpen = honest.some(({ verdict }) => verdict !== 'PASS');
        expect(isOpen && swollen.health === 'passed').toBe(false);
      },
    ),
  );
});

test('TEAM-05 nothing that speaks against the work is ever set aside', () => {
  fc.assert(
    fc.property(fc.array(anyFinding, { maxLength: 12 }), (findings) => {
      const open = (all: readonly ReportedFinding[]) =>
        all.filter(({ verdict }) => verdict !== 'PASS').length;
      expect(open(admitted('requirements', findings).findings)).toBe(open(findings));
    }),
  );
});

describe('TEAM-21 P8 of a requirements document', () => {
  const report = (...findings: readonly ReportedFinding[]) => auditorReport('requirements', findings);

  test('every item has to have a verdict', () => {
    expect(unjudged(report(said('PASS', 'REQ-001'), said('FAIL', 'A-AC1')), requirements)).toEqual([]);
    const left = unjudged(report(said('PASS', 'REQ-001')), requirements);
    expect(unjudgedWords(left)).toEqual(['A-AC1 is required and has no verdict']);
  });

  test('FOUND-01 what a report leaves out is an open finding of it that nobody can fix, and the report is not whole', () => {
    const part = report(said('FAIL', 'REQ-001'));
    const whole = withUnjudged(part, unjudged(part, requirements));
    expect(whole.complete).toBe(false);
    expect(whole.findings.map(({ verdict, id }) => `${verdict} ${id}`)).toEqual([
      'FAIL REQ-001',
      'FAIL A-AC1',
    ]);
    expect(whole.findings.filter(isNotJudged).map(({ id, severity }) => [id, severity])).toEqual([
      ['A-AC1', 'HIGH'],
    ]);
    expect(whole.summary).toMatchObject({ checked: 2, pass: 0 });
  });
});
