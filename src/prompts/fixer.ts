import type { Finding } from '../model/finding.ts';
import { closingSection } from './closing.ts';
import { findingText, worstFirst } from './finding-text.ts';
import { keepWorking } from './rework-instructions.ts';
import { type RoundFields, roundParts, purposeSections } from './round.ts';
import { chapter, findingCap, listed, numbered, section, type Section, words } from './section.ts';

/** What the fixer of one round is told. */
export type FixerInput = {
  readonly round: RoundFields;
  readonly token: string | null;
  readonly findings: readonly Finding[];
  /** Percent; null where coverage is not measured. */
  readonly coverageFloor: number | null;
  readonly purpose?: string;
};

/** Step C: every finding of the round, numbered, so that the answer can say what became of each (LOOP-09). */
export function fixerAssignment(input: FixerInput): readonly Section[] {
  const { round, token, coverageFloor } = input;
  const findings = worstFirst(input.findings).map((finding) => findingText(finding));
  const coverage = coverageFloor === null ? [] : [`- Keep test coverage at ${coverageFloor}% or more`];
  return [
    chapter('Fix Assignment', ...roundParts(round, token)),
    ...purposeSections(input.purpose),
    ...listed('Findings', numbered(findings), { cap: findingCap }),
    section(
      'Instructions',
      words(...fixerInstructions(round.round).map((line) => `- ${line}`), ...coverage, '', keepWorking),
    ),
    section('Answer', words(...fixerAnswer)),
    closingSection({ role: 'fixer', ticket: round.id, token, act: 'work' }),
  ];
}

/** What the fixer has to do, in the order in which it matters. */
export function fixerInstructions(round: number): readonly string[] {
  return [
    'Fix ALL Critical and Important findings (CRITICAL and HIGH above)',
    'Fix Minor findings if time permits',
    'Read the story file, where one is given, and keep its acceptance criteria met',
    'Run the tests after each fix; they must pass',
    'Do not bypass the hooks of the repository',
    'Stage only files you changed on purpose, and commit after each logical group of fixes',
    `Commit with the message: fix: address code review round ${round} - <brief description>`,
    'Commit locally; do not push',
  ];
}

/** Checked by the next round, so a false "fixed" only costs a round. */
export const fixerAnswer: readonly string[] = [
  'List every finding by its number, as one of:',
  '- <number>: fixed (<commit>)',
  '- <number>: not fixed (<why>)',
];
