import { writeMatrix } from '../matrix.ts';
import { writeFileEntry } from '../text-entry.ts';
import type { DeveloperAnswer } from './developer.ts';
import type { Blocker, Question } from './developer-body.ts';
import { document, lineSection, listSection, textSection, type WriteOptions } from './write.ts';

/** Writes a developer's answer in the founding format; `parseDeveloper` reads it back to the same value. */
export function writeDeveloper(answer: DeveloperAnswer, options: WriteOptions = {}): string {
  const { signal, ticket, blocker, question, matrix } = answer;
  const files = answer.filesModified.map(({ file, change }) => writeFileEntry({ file, note: change }));
  const sections = [
    ...(blocker === null ? [] : blockerSections(blocker, signal === 'INFRA_BLOCKED' ? 'Issue' : 'Blocker')),
    ...(question === null ? [] : questionSections(question)),
    listSection('Files Modified', files),
    listSection('Tests Written', answer.tests),
    matrix.length === 0 ? '' : `Environment Verification Matrix:\n\n${writeMatrix(matrix)}`,
    lineSection('Summary', answer.summary),
  ];
  return document(signal, ticket, sections, options);
}

function blockerSections(blocker: Blocker, label: string): readonly string[] {
  return [
    lineSection('Kind', blocker.kind),
    textSection(label, blocker.text),
    lineSection('Depends on', blocker.dependency ?? ''),
    textSection('Attempted', blocker.attempted),
    textSection('Needed', blocker.needed),
    textSection('Command', blocker.command),
    textSection('Output', blocker.output),
    lineSection('Environment', blocker.environment),
    listSection('Checks', blocker.checks),
  ];
}

function questionSections({ question, options, context }: Question): readonly string[] {
  return [
    textSection('Question', question),
    listSection('Options', options),
    textSection('Context', context),
  ];
}
