import { chapter, type Data, data, listed, numbered, section, type Section, words } from './section.ts';

/** A request without criteria, and the complaints about the last draft of them. */
export type PlannerInput = {
  readonly request: string;
  /** Paths of the repository; the files themselves are not handed over. */
  readonly paths: readonly string[];
  readonly before: { readonly draft: string; readonly complaints: readonly string[] } | null;
};

/** Longer requests are refused before an agent is asked, so no part of one is ever cut. */
export const LONGEST_REQUEST = 200_000;

const PATHS = { entry: 400, block: 60_000 } as const;

/** Asks for the acceptance criteria of one ticket; a person confirms them before anything is run. */
export function plannerAssignment({ request, paths, before }: PlannerInput): readonly Section[] {
  return [
    chapter(
      'Planning Assignment',
      words('Draft the acceptance criteria of one ticket: the request below. Change nothing.'),
    ),
    section('Request', whole(request)),
    ...listed('Files of the Repository', paths, {
      cap: PATHS,
      intro: 'Paths only, as they are at the base.',
    }),
    section('Instructions', words(...numbered(instructions))),
    section('Format', words(...format)),
    ...(before === null ? [] : complaints(before)),
  ];
}

function whole(text: string): Data {
  const cap = { entry: LONGEST_REQUEST, block: LONGEST_REQUEST };
  return { kind: 'data', shape: 'document', entries: [text], cap };
}

const instructions: readonly string[] = [
  'Cover everything that the request asks for, and nothing that it does not ask for',
  'Write 1 to 7 criteria that can be tested: name a command, a value, a time or a visible result',
  'Add `verify` to a criterion only if an existing command of the project proves it; do not invent programs',
  'Say in `touches` which paths the ticket may change, as globs, only where the files above make that clear',
  'Answer with the ticket in one yaml fence, and nothing after it',
];

const format: readonly string[] = [
  'Only these keys are known; leave out what does not apply.',
  '',
  '```yaml',
  'title: One line',
  'touches: ["src/area/**"]',
  'acceptance:',
  '  - { text: What must be true }',
  '  - { text: What must be true, verify: npm test }',
  '```',
];

function complaints({ draft, complaints: all }: NonNullable<PlannerInput['before']>): readonly Section[] {
  return [
    section('Your Last Draft', whole(draft)),
    section('Errors in the Draft', words('Fix all of these and answer with the whole ticket.'), data(all)),
  ];
}
