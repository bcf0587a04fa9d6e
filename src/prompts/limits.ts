import { type EpicChecks, verificationSections } from './brief.ts';
import { data, section, type Section, words } from './section.ts';

/** What whoever does the work may not do, as the gates see it (REAL-08). */
export type WorkLimits = {
  /** Files that are put back if they change, by what they are; kinds of which there are none yet have no paths. */
  readonly untouchable: ReadonlyMap<string, readonly string[]>;
  /** What the gates refuse, in their own words. */
  readonly refused: readonly string[];
  /** Globs that the ticket may change all the same. */
  readonly mayChange: readonly string[];
};

const MOST_PATHS = 12;

/** An assignment that says what will be put back or refused: nothing is that is not said here, or under a heading of its own. */
export function withLimits(sections: readonly Section[], limits: WorkLimits): readonly Section[] {
  return beforeInstructions(sections, limitSections(limits));
}

/** An assignment that names the commands by which the work will be checked. */
export function withChecks(sections: readonly Section[], epic: EpicChecks): readonly Section[] {
  return beforeInstructions(sections, verificationSections({ epic }));
}

function beforeInstructions(sections: readonly Section[], more: readonly Section[]): readonly Section[] {
  const at = sections.findIndex(({ heading }) => heading === 'Instructions');
  return sections.toSpliced(at === -1 ? sections.length : at, 0, ...more);
}

function limitSections(limits: WorkLimits): readonly Section[] {
  const kinds = [...limits.untouchable].map(([what, paths]) => {
    const more = paths.length > MOST_PATHS ? ` and ${paths.length - MOST_PATHS} more` : '';
    return paths.length === 0 ? what : `${what}: ${paths.slice(0, MOST_PATHS).join(', ')}${more}`;
  });
  return [
    section(
      'Files You May Not Change',
      words(
        'A change to one of these, or a new file of such a kind, is reverted before the work is judged, even if a file',
        'of the repository asks for it. That does not count against you. If the ticket needs one, end with a question.',
      ),
      data(kinds),
    ),
    section(
      'What Is Refused',
      words(...limits.refused.map((each) => `- ${each}`)),
      ...(limits.mayChange.length === 0
        ? []
        : [
            words('Exceptions: you may change these files, and rewrite the tests among them:'),
            data(limits.mayChange),
          ]),
    ),
  ];
}
