import { section, type Section, words } from './section.ts';

/** Who has to end with a signal. The other roles answer with a document. */
export type Signaller = 'developer' | 'critic' | 'auditor' | 'fixer';

export type Closing = {
  readonly role: Signaller;
  readonly ticket: string;
  readonly token: string | null;
  /** What is being done, e.g. `review`. */
  readonly act: string;
};

/** How the answer has to end, and the word that starts the work: the last section of a signalling role's prompt. */
export function closingSection({ role, ticket, token, act }: Closing): Section {
  const subject = token === null ? ticket : `${ticket} ${token}`;
  const choices = signals[role].map(([name, when]) => `- \`${name}: ${subject}\` - ${when}`);
  return section(
    'Required Output Signal',
    words(`You MUST end your ${act} with one of:`, ...choices),
    words(`Begin ${act}.`),
  );
}

type Choices = readonly (readonly [name: string, when: string])[];

const work: Choices = [
  ['READY_FOR_REVIEW', 'if everything asked for is done and every check passes'],
  ['TASK_INCOMPLETE', 'if you cannot finish: Blocker, Attempted, Needed'],
  ['INFRA_BLOCKED', 'if something outside this work is broken: Issue, Command, Output, Environment'],
  ['QUESTION', 'if only a person can decide: Question, Options, Context'],
];

const signals: Readonly<Record<Signaller, Choices>> = {
  developer: work,
  fixer: work,
  critic: [
    ['REVIEW_PASSED', 'if code quality is acceptable'],
    ['REVIEW_FAILED', 'if issues need fixing'],
  ],
  auditor: [
    ['AUDIT_PASSED', 'if all acceptance criteria are verified'],
    ['AUDIT_FAILED', 'if criteria are not met'],
    ['AUDIT_BLOCKED', 'if infrastructure was broken before'],
  ],
};
