import { document, numbered, section, type Section, words } from './section.ts';

/** What the one reviewer who stands in for the team is told beside the change itself. */
export type WholeReviewInput = {
  /** The text of the requirements, or of the criteria where there is no document. */
  readonly requirements: string;
  /** Whether craft is judged too: not at depth quick. */
  readonly withCraft: boolean;
};

/** The fourteen parts of the founding reviewer (TEAM-11). No part asks for a number of findings. */
export function wholeReviewSections({ requirements, withCraft }: WholeReviewInput): readonly Section[] {
  const parts = withCraft ? all : all.filter(({ heading }) => heading !== CRAFT);
  return [
    section('Requirements', document(requirements)),
    ...parts.map(({ heading, lines }) => section(heading, words(...numbered(lines)))),
  ];
}

const CRAFT = 'Craft';

type Part = { readonly heading: string; readonly lines: readonly string[] };

const all: readonly Part[] = [
  {
    heading: 'Review of the Requirements',
    lines: [
      'For each requirement, ticked or not, find the code that meets it and try to break it',
      'What you cannot find is not there: report it under the id of the requirement',
    ],
  },
  {
    heading: 'What a Finding Says',
    lines: ['Name the requirement or the rule, what is wrong, and what would be right, in one entry each'],
  },
  {
    heading: 'How Strict to Be',
    lines: [
      'A requirement that is met in part is not met',
      'Every finding has a file and a line; report what you saw there, and do not add findings because the list seems short',
    ],
  },
  {
    heading: 'Cycles',
    lines: ['Tick nothing and count nothing: the coordinator updates boxes and cycles from your answer'],
  },
  {
    heading: 'Integration (WIRE)',
    lines: [
      'Trace each feature from the entry point to where it is used; a feature that no entry point leads to is not done',
    ],
  },
  {
    heading: 'Services (SVC)',
    lines: ['Follow each service to the interface it calls: made-up data in its place is always a finding'],
  },
  {
    heading: 'Fields of Interfaces (API-001 to API-003)',
    lines: ['Compare every field that is sent with what is read, by name and by type, on both sides'],
  },
  {
    heading: 'Endpoints (XREF, API-004)',
    lines: ['Every call has an endpoint with the same method and path, and every endpoint a use'],
  },
  {
    heading: 'Looks (UI)',
    lines: ['Compare colours, fonts and spacing with UI_REQUIREMENTS.md, if it exists'],
  },
  {
    heading: 'Seed Data (SEED)',
    lines: ['Seed data is complete, has the fields that queries filter by, and an account for every role'],
  },
  {
    heading: 'Enumerations and States (ENUM)',
    lines: ['Values are spelt alike where they are written, stored, compared and shown'],
  },
  {
    heading: 'Silent Loss of Data (SDL)',
    lines: [
      'What is written is saved, errors are reported, and nothing that was asked for is dropped on the way',
    ],
  },
  {
    heading: 'Orphans (ORPHAN)',
    lines: ['Report files, exports and components that nothing uses'],
  },
  {
    heading: CRAFT,
    lines: [
      'Names say what a thing is, and one thing has one name',
      'Functions do one thing; deep nesting, long parameter lists and copied code are findings',
      'No magic numbers or strings, no dead code, no swallowed errors',
      'Types say what is possible; nothing is cast to make a complaint go away',
      'Comments say why, and are true',
    ],
  },
];
