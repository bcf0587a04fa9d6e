import { type AnswerPart, linePart, lineSection } from './parts.ts';

/** How urgent the required fixes are. */
const priorities = ['HIGH', 'MEDIUM', 'LOW'] as const;

export type Priority = (typeof priorities)[number];

/** The priority named, HIGH where none or an unknown one is (FLOW-11). */
function readPriority(text: string): Priority {
  const word = /[A-Za-z]+/.exec(text)?.[0].toUpperCase();
  return priorities.find((priority) => priority === word) ?? 'HIGH';
}

const named = linePart('Priority');

export const priorityPart: AnswerPart<Priority> = {
  ...named,
  fromText: (sections, name) => readPriority(named.fromText(sections, name)),
  fromJson: (member) => readPriority(named.fromJson(member)),
  write: (priority) => lineSection('Priority', priority),
};
