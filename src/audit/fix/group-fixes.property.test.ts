import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AuditFinding } from '../../model/audit.ts';
import { isAtLeast, severities } from '../../model/severity.ts';
import { auditors } from '../../model/team.ts';
import { groupFixes, mayRunTogether } from './group-fixes.ts';

const file = fc.constantFrom('', 'src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts', 'src/e.ts');
const finding = fc
  .record({
    auditor: fc.constantFrom(...auditors),
    source: fc.constantFrom('agent' as const, 'scan' as const),
    verdict: fc.constantFrom('PASS' as const, 'FAIL' as const, 'PARTIAL' as const),
    severity: fc.constantFrom(...severities),
    id: fc.constantFrom('REQ-1', 'REQ-2'),
    title: fc.constant(''),
    file,
    line: fc.nat(2),
    evidence: file,
    fixHint: fc.constant(''),
  })
  .map<AuditFinding>((made) => ({ ...made, severity: made.verdict === 'PASS' ? null : made.severity }));

test('TEAM-07 groups share no file, every finding at the gate is in exactly one, and the worst come first', () => {
  fc.assert(
    fc.property(
      fc.array(finding, { maxLength: 15 }),
      fc.constantFrom(...severities),
      (findings, severityGate) => {
        const groups = groupFixes(findings, { severityGate });
        const files = groups.flatMap((group) => group.files);
        expect(new Set(files).size).toBe(files.length);
        const grouped = groups.flatMap((group) => group.findings);
        expect(new Set(grouped).size).toBe(grouped.length);
        const positions = (wanted: (finding: AuditFinding) => boolean) =>
          [...findings.keys()].filter((position) => wanted(findings[position] as AuditFinding));
        const due = positions(({ severity }) => severity !== null && isAtLeast(severity, severityGate));
        expect(grouped).toEqual(expect.arrayContaining(due));
        const passed = positions(({ verdict }) => verdict === 'PASS');
        expect(grouped.filter((position) => passed.includes(position))).toEqual([]);
        const ranks = groups.map((group) => severities.indexOf(group.severity));
        expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
        for (const [index, group] of groups.entries()) {
          for (const other of groups.slice(index + 1)) {
            expect(mayRunTogether(group, other)).toBe(!group.general && !other.general);
          }
        }
      },
    ),
  );
});
