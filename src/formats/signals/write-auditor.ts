import { writeLocated } from '../text-location.ts';
import type { AuditorAnswer } from './auditor.ts';
import { writeCommand } from './commands.ts';
import { writeCriterion } from './criteria.ts';
import { document, lineSection, listSection, type WriteOptions } from './write.ts';

/** Writes an auditor's answer in the founding format; `parseAuditor` reads it back to the same value. */
export function writeAuditor(answer: AuditorAnswer, options: WriteOptions = {}): string {
  const { signal, ticket, criteria } = answer;
  const isAllFailed = criteria.every(({ status }) => status === 'FAILED');
  const sections = [
    listSection(isAllFailed ? 'Failed Criteria' : 'Verification Results', criteria.map(writeCriterion)),
    listSection('Commands Executed', answer.commands.map(writeCommand)),
    listSection('Issues Found', answer.findings.map(writeLocated)),
    listSection('Required Fixes', answer.requiredFixes),
    listSection('Passing Criteria', answer.passing),
    listSection('Pre-existing Failures', answer.preExisting),
    lineSection('Summary', answer.summary),
  ];
  return document(signal, ticket, sections, options);
}
