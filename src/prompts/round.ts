import { identity } from './brief.ts';
import { data, document, type Section, section, type SectionPart, words } from './section.ts';

/** What is reviewed or fixed in one round of a branch: the fields of the founding Steps A and C. */
export type RoundFields = {
  readonly id: string;
  readonly title: string;
  readonly branch: string;
  readonly baseBranch: string;
  /** Where the story or ticket text stands; null where there is none. */
  readonly ticketFile: string | null;
  /** 1-based. */
  readonly round: number;
  /** Where the coordinator keeps this round's findings document. */
  readonly findingsPath: string;
};

/** The fields as the head of an assignment. A branch or title is anybody's text, so it is data. */
export function roundParts(fields: RoundFields, token: string | null): readonly SectionPart[] {
  return [
    words(...identity(fields.id, token), `Round: ${fields.round}`),
    data([
      `Story ${fields.id}: ${fields.title}`,
      `Branch: ${fields.branch}`,
      `Base branch: ${fields.baseBranch}`,
      ...(fields.ticketFile === null ? [] : [`Story file: ${fields.ticketFile}`]),
      `Findings: ${fields.findingsPath}`,
    ]),
  ];
}

/** The text of the story: its file may lie outside of the branch, where the agent cannot read it. */
export function purposeSections(purpose = ''): readonly Section[] {
  return purpose.trim() === '' ? [] : [section('Story', document(purpose))];
}
