import { writeFileName } from '../text-entry.ts';
import { inCode, writeLocated } from '../text-location.ts';
import { aspects } from './assessment.ts';
import type { CriticAnswer } from './critic.ts';
import { isComplaintEntry } from './overlooked.ts';
import { writeScore } from './scores.ts';
import { document, lineSection, listSection, type WriteOptions } from './write.ts';

/** Writes a critic's answer in the founding format; `parseCritic` reads it back to the same value. */
export function writeCritic(answer: CriticAnswer, options: WriteOptions = {}): string {
  const { signal, ticket, assessment } = answer;
  const lines = aspects.flatMap(({ aspect, label }) =>
    assessment[aspect] === '' ? [] : [`${label}: ${assessment[aspect]}`],
  );
  const sections = [
    listSection('Files Reviewed', answer.filesReviewed.map(writeFile)),
    listSection('Quality Assessment', lines),
    listSection('Dimension Scores', answer.scores.map(writeScore)),
    listSection('Issues Found', answer.findings.map(writeLocated)),
    listSection('Required Fixes', answer.requiredFixes),
    signal === 'REVIEW_PASSED' && answer.priority === 'HIGH' ? '' : lineSection('Priority', answer.priority),
    listSection('Notes', answer.notes),
    lineSection('Summary', answer.summary),
  ];
  return document(signal, ticket, sections, options);
}

function writeFile(file: string): string {
  const written = writeFileName(file);
  return isComplaintEntry(written) ? `${inCode(file)}:0` : written;
}
