import type { PlantedBug } from './bugs.ts';

/** The same in the rooms that read and score what agents say: there the property tests must notice. */
export const plantedInReading: readonly (PlantedBug & { readonly properties: string })[] = [
  {
    name: 'believe the claimed status of a review report',
    file: 'src/formats/review-report/review-report.ts',
    find: "  if (score.verdict === 'pass' && report.status === 'pass' && against.length === 0)\n    return",
    replace: "  if (report.status === 'pass')\n    return",
    properties: 'src/formats/review-report/review-report.property.test.ts',
  },
  {
    name: 'take the last of two contradicting signals',
    file: 'src/formats/signals/find-signal.ts',
    find: '    ...contradiction(counting, last),\n',
    replace: '',
    properties: 'src/formats/signals/hostile.property.test.ts',
  },
  {
    name: 'call an audit healthy although an auditor gave no result',
    file: 'src/audit/score/score-audit.ts',
    find: "auditors.some((auditor) => auditor.outcome !== 'reported')",
    replace: "auditors.every((auditor) => auditor.outcome !== 'reported')",
    properties: 'src/audit/score/score-audit.property.test.ts',
  },
  {
    name: 'let a pass count that has other words around it',
    file: 'src/formats/signals/judge.ts',
    find: '    ...outsideReasons(said.outside),\n',
    replace: '',
    properties: 'src/formats/outside.property.test.ts',
  },
  {
    name: 'take what goes on below an entry without being indented for a part of it',
    file: 'src/formats/text/section.ts',
    find: '    return isIndented(line) && !isRow;\n',
    replace: '    return true;\n',
    properties: 'src/formats/outside.property.test.ts',
  },
];
