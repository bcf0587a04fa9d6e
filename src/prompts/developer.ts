import { developerFormat } from './answer-format.ts';
import {
  type AnsweredQuestion,
  type Brief,
  coordinationSections,
  earlierSections,
  identity,
  type Note,
  peopleSections,
  readingSections,
  siblingSections,
  ticketSections,
  verificationSections,
  workspaceSection,
} from './brief.ts';
import { closingSection } from './closing.ts';
import type { Lesson } from '../model/finding-memory.ts';
import { lessonSections } from './lessons.ts';
import { chapter, numbered, section, type Section, words } from './section.ts';

export type DeveloperInput = {
  readonly brief: Brief;
  readonly token: string | null;
  readonly answers: readonly AnsweredQuestion[];
  readonly notes: readonly Note[];
  readonly lessons?: readonly Lesson[];
};

/** A ticket's first attempt (DISPATCH-06, DISPATCH-12). In the prompt it follows the text of `agents.d/developer.md`. */
export function developerAssignment(input: DeveloperInput): readonly Section[] {
  const { brief, token } = input;
  const { id } = brief.ticket;
  return [
    chapter('Development Assignment', words(...identity(id, token))),
    ...ticketSections(brief),
    ...siblingSections(brief),
    ...readingSections(brief),
    ...earlierSections(brief),
    ...coordinationSections(brief),
    ...verificationSections(brief),
    ...peopleSections(input.answers, input.notes),
    ...lessonSections(input.lessons),
    workspaceSection(brief),
    section('Instructions', words(...numbered(developerInstructions))),
    developerFormat(),
    closingSection({ role: 'developer', ticket: id, token, act: 'work' }),
  ];
}

export const developerInstructions: readonly string[] = [
  'Do what the ticket asks, all of it and nothing else',
  'For each criterion that is not met yet, write a test that fails without your change; where no test can show it, say in the notes how you checked',
  'Run every verification command in every environment and report the results in the Environment Verification Matrix',
  'Commit your work on the branch you were given; do not push',
];
