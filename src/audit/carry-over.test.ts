import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { auditorReport } from '../formats/index.ts';
import type { AuditorReport, ReportedFinding } from '../model/audit.ts';
import { carryOver, isConcerned, spokenOf } from './carry-over.ts';

function said(verdict: ReportedFinding['verdict'], id: string, file = 'src/a.ts'): ReportedFinding {
  const severity = verdict === 'PASS' ? null : 'HIGH';
  return { verdict, severity, id, title: `about ${id}`, file, line: 1, evidence: 'seen', fixHint: '' };
}

const report = (...findings: readonly ReportedFinding[]) => auditorReport('technical', findings);
const shown = ({ findings }: AuditorReport) =>
  findings.map(({ verdict, id, file }) => `${verdict} ${id} ${file}`);

/** Everything but src/a.ts is as it was. */
const isUntouched = (file: string): boolean => file !== '' && file !== 'src/a.ts';
const ground = { isUntouched, isThere: (file: string) => !['', 'gone.ts'].includes(file), requirements: [] };

describe('what stands after fixes', () => {
  test('TEAM-09 a pass about a file that has changed is gone, one about another file stands', () => {
    const earlier = report(said('PASS', 'T-1'), said('PASS', 'T-2', 'src/b.ts'));
    expect(shown(carryOver(earlier, report(said('PASS', 'T-9')), ground))).toEqual([
      'PASS T-9 src/a.ts',
      'PASS T-2 src/b.ts',
    ]);
  });

  test('TEAM-09 what was open stays open until somebody speaks of it again: silence fixes nothing', () => {
    const earlier = report(said('FAIL', 'T-1'), said('PARTIAL', 'T-2', 'src/b.ts'));
    expect(shown(carryOver(earlier, report(said('PASS', 'T-9')), ground))).toEqual([
      'PASS T-9 src/a.ts',
      'FAIL T-1 src/a.ts',
      'PARTIAL T-2 src/b.ts',
    ]);
    const now = report(said('PASS', 't-1'), said('FAIL', 'T-2', 'src/b.ts'));
    expect(shown(carryOver(earlier, now, ground))).toEqual(['PASS t-1 src/a.ts', 'FAIL T-2 src/b.ts']);
  });

  test('TEAM-09 one id at several places is answered place by place', () => {
    const earlier = report(said('FAIL', 'T-1'), said('FAIL', 'T-1', 'src/b.ts'));
    expect(shown(carryOver(earlier, report(said('PASS', 'T-1')), ground))).toEqual([
      'PASS T-1 src/a.ts',
      'FAIL T-1 src/b.ts',
    ]);
  });

  test('TEAM-09 P8 a PASS in another file does not close a failure of an auditor’s own id, unless its file is gone', () => {
    const elsewhere = report(said('PASS', 'T-1', 'src/new.ts'));
    expect(shown(carryOver(report(said('FAIL', 'T-1')), elsewhere, ground))).toEqual([
      'PASS T-1 src/new.ts',
      'FAIL T-1 src/a.ts',
    ]);
    const gone = report(said('FAIL', 'T-1', 'gone.ts'));
    expect(shown(carryOver(gone, elsewhere, ground))).toEqual(['PASS T-1 src/new.ts']);
  });

  const required = { ...ground, requirements: [{ id: 'REQ-1', text: 'REQ-1 one' }] };

  test('FOUND-01 002#17 a PASS of a requirement closes its one failure, whichever file it names', () => {
    const once = report(said('FAIL', 'REQ-1'));
    expect(shown(carryOver(once, report(said('PASS', 'req-1', 'src/new.ts')), required))).toEqual([
      'PASS req-1 src/new.ts',
    ]);
  });

  test('FOUND-01 002#17 P8 a requirement that stays open somewhere has no PASS beside it', () => {
    const twice = report(said('FAIL', 'REQ-1'), said('FAIL', 'REQ-1', 'src/b.ts'));
    const now = report(said('PASS', 'REQ-1'), said('PASS', 'T-9'));
    const whole = carryOver(twice, now, required);
    expect(shown(whole)).toEqual(['PASS T-9 src/a.ts', 'FAIL REQ-1 src/b.ts']);
    expect(whole.summary).toMatchObject({ checked: 2, pass: 1 });
  });

  test('FOUND-01 002#17 P8 a failure in another file leaves the first one open: two rounds cannot lose it', () => {
    const moved = carryOver(
      report(said('FAIL', 'REQ-1')),
      report(said('FAIL', 'REQ-1', 'src/b.ts')),
      required,
    );
    expect(shown(moved)).toEqual(['FAIL REQ-1 src/b.ts', 'FAIL REQ-1 src/a.ts']);
    expect(shown(carryOver(moved, report(said('PASS', 'REQ-1', 'src/b.ts')), required))).toEqual([
      'FAIL REQ-1 src/a.ts',
    ]);
  });

  test('TEAM-05 what contradicted itself before the fixes is believed no better after them', () => {
    const earlier = { ...report(said('PASS', 'T-1', 'src/b.ts')), inconsistent: true };
    const doubted = { ...earlier, summary: { ...earlier.summary, score: 0.25 } };
    const whole = carryOver(doubted, report(said('PASS', 'T-2')), ground);
    expect(whole).toMatchObject({ inconsistent: true, summary: { checked: 2, score: 0.25 } });
  });

  const finding = fc
    .record({
      verdict: fc.constantFrom('PASS', 'FAIL', 'PARTIAL' as const),
      id: fc.constantFrom('', 'T-1', 'T-2', 'T-3'),
      file: fc.constantFrom('', 'src/a.ts', 'src/b.ts', 'gone.ts'),
    })
    .map(({ verdict, id, file }) => said(verdict, id, file));

  test('TEAM-09 whatever is said, nothing open is lost that nobody spoke of, and no pass of a changed file is kept', () => {
    fc.assert(
      fc.property(fc.array(finding), fc.array(finding), (before, after) => {
        const { findings } = carryOver(report(...before), report(...after), ground);
        const now = report(...after).findings;
        const open = report(...before).findings.filter(({ verdict, id, title, file }) => {
          const spoken = now.filter((each) => (each.id || each.title) === (id || title));
          const isThere = ground.isThere(file);
          return verdict !== 'PASS' && !spoken.some((each) => !isThere || each.file === file);
        });
        expect(findings).toEqual(expect.arrayContaining([...open]));
        const kept = findings.slice(after.length).filter(({ verdict }) => verdict === 'PASS');
        expect(kept.every(({ file }) => isUntouched(file))).toBe(true);
      }),
    );
  });
});

describe('whom fixes concern', () => {
  const concern = { auditor: 'technical', gate: 'MEDIUM', isUntouched, isNewGround: false } as const;

  test.each([
    ['who spoke of a changed file', report(said('PASS', 'T-1')), true],
    ['who spoke of no file', report(said('PASS', 'T-1', '')), true],
    ['who has something that was sent to a fixer', report(said('FAIL', 'T-1', 'src/b.ts')), true],
    ['who is content with what nobody touched', report(said('PASS', 'T-1', 'src/b.ts')), false],
    ['who gave no report', null, true],
    ['whose report has gaps', { ...report(said('PASS', 'T-1', 'src/b.ts')), complete: false }, true],
  ])('TEAM-09 %s', (_, given, expected) => {
    expect(isConcerned(given, concern)).toBe(expected);
  });

  test('TEAM-09 what is below the gate was sent to nobody; tests are judged after every round', () => {
    const low = report({ ...said('FAIL', 'T-1', 'src/b.ts'), severity: 'LOW' });
    expect(isConcerned(low, concern)).toBe(false);
    expect(isConcerned(low, { ...concern, auditor: 'test' })).toBe(true);
  });

  test('TEAM-09 P8 a changed file that nobody of the team spoke of concerns everybody: no verdict stands for it', () => {
    const content = report(said('PASS', 'T-1', 'src/b.ts'));
    expect(isConcerned(content, { ...concern, isNewGround: true })).toBe(true);
    const isSpokenOf = spokenOf([content, report(said('FAIL', 'T-2', 'src/a.ts'))]);
    expect(['src/a.ts', 'src/b.ts', 'src/new.ts'].map(isSpokenOf)).toEqual([true, true, false]);
  });
});
