import { chapter, type Data, data, listed, numbered, section, type Section, words } from './section.ts';

/** A document that an epic is to be made of, and what the last draft of it lacked. */
export type PlannerInput = {
  /** Where the document lies, for the epic to name; '' where it is not in the repository. */
  readonly name: string;
  readonly document: string;
  /** Paths of the repository; files themselves are not handed over. */
  readonly paths: readonly string[];
  readonly base: string;
  /** What was drafted before, and every complaint about it. */
  readonly before: { readonly draft: string; readonly complaints: readonly string[] } | null;
};

/** More of a document than this is refused before anybody is asked, so nothing of it is ever left out. */
export const LONGEST_DOCUMENT = 200_000;

const PATHS = { entry: 400, block: 60_000 } as const;

/** Someone who plans: the answer is one epic file, which is checked and read by a person before anything is run. */
export function plannerAssignment(input: PlannerInput): readonly Section[] {
  const { document, name, base, before } = input;
  return [
    chapter(
      'Planning Assignment',
      words('Draft an epic: the tickets that turn the document below into working software.'),
    ),
    section('Document', whole(document)),
    ...listed('Files of the Repository', input.paths, {
      cap: PATHS,
      intro: 'Paths only, as they are at the base.',
    }),
    section('Instructions', words(...numbered(instructions))),
    section('Epic File', words(...format(name, base))),
    ...(before === null ? [] : mending(before)),
  ];
}

function whole(text: string): Data {
  const cap = { entry: LONGEST_DOCUMENT, block: LONGEST_DOCUMENT };
  return { kind: 'data', shape: 'document', entries: [text], cap };
}

const instructions: readonly string[] = [
  'Cover everything that the document asks for, and nothing that it does not ask for',
  'Cut tickets that one developer finishes and one reviewer understands; say in `needs` what must have landed first, and nothing else',
  'Give every ticket acceptance criteria that can be tested: name a command, a value, a time or a visible result',
  'Add `verify` to a criterion only where a command that the project has proves it; invent no programs',
  'Say in `touches` which paths a ticket may change, as globs, where the files above make that clear',
  'Where the document is silent on something that has to be decided, write the question into the description of the ticket',
  'Answer with the whole epic file in one yaml fence, and nothing after it',
];

function format(name: string, base: string): readonly string[] {
  return [
    'Only these keys are known; leave out what does not apply.',
    '',
    '```yaml',
    'version: 1',
    'epic: short-id                # letters, digits, ".", "_" and "-"',
    'title: One line',
    'description: What it is about.',
    ...(name === '' ? [] : [`original: ${JSON.stringify(name)}`]),
    `base: ${JSON.stringify(base)}`,
    'tickets:',
    '  - id: AREA-1                # unique, the same alphabet',
    '    title: One line',
    '    description: What is to be done.',
    '    needs: []                 # ids of tickets that must have landed first; no circles',
    '    touches: ["src/area/**"]',
    '    risk: normal              # low, normal or high',
    '    acceptance:',
    '      - { id: AC1, text: What must be true }',
    '      - { id: AC2, text: What must be true, verify: npm test }',
    '```',
  ];
}

function mending({ draft, complaints }: NonNullable<PlannerInput['before']>): readonly Section[] {
  return [
    section('Your Last Draft', whole(draft)),
    section(
      'What Is Wrong With It',
      words('Mend all of this, and answer with the whole file again.'),
      data(complaints),
    ),
  ];
}
