import { hardCapRounds } from '../model/review.ts';
import type { ParsedFindings } from '../formats/index.ts';
import { sanitize } from '../formats/index.ts';

export type EscalationOption = {
  readonly key: 'manual' | 'accept' | 'round';
  readonly label: string;
  readonly consequence: string;
};

export type ReviewEscalation = {
  readonly id: string;
  readonly rounds: number;
  readonly counts: ParsedFindings['counts'];
  /** Path of the last findings document. */
  readonly document: string;
  readonly options: readonly EscalationOption[];
};

/** What a person is asked when the rounds are used up (LOOP-08). */
export function escalateReview(input: Omit<ReviewEscalation, 'options'>): ReviewEscalation {
  return { ...input, options: input.rounds < hardCapRounds ? [...lastOptions, oneMore] : lastOptions };
}

const lastOptions: readonly EscalationOption[] = [
  {
    key: 'manual',
    label: 'Review and fix by hand',
    consequence: 'marked blocked, everything is kept, nothing continues until you decide',
  },
  {
    key: 'accept',
    label: 'Accept the findings (not recommended)',
    consequence: 'marked done with the findings open; who accepted the risk and why is recorded',
  },
];

const oneMore: EscalationOption = {
  key: 'round',
  label: 'One more round',
  consequence: `another fix and a fresh review, up to ${hardCapRounds} rounds in all`,
};

/** The same as text for a terminal. */
export function escalationText({ id, rounds, counts, document, options }: ReviewEscalation): string {
  return [
    `${shown(id)}: review blocked`,
    '',
    `After ${rounds} review ${rounds === 1 ? 'round' : 'rounds'} findings remain:`,
    `- Critical: ${counts.critical}`,
    `- Important: ${counts.important}`,
    `- Minor: ${counts.minor}`,
    '',
    `Findings document: ${shown(document)}`,
    '',
    'Options:',
    ...options.map(({ label, consequence }, index) => `${'abc'.charAt(index)}) ${label}: ${consequence}`),
    '',
  ].join('\n');
}

function shown(text: string): string {
  return sanitize(text, { singleLine: true, maxLength: 500 });
}
