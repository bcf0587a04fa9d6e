import { closingLines } from '../formats/index.ts';
import { section, type Section, words } from './section.ts';

/** Who has to end with a signal. The other roles answer with a document. */
export type Signaller = 'developer' | 'critic' | 'auditor' | 'fixer' | 'remediator';

export type Closing = {
  readonly role: Signaller;
  readonly ticket: string;
  readonly token: string | null;
  /** What is being done, e.g. `review`. */
  readonly act: string;
};

/** How the answer has to end, and the word that starts the work: the last section of a signalling role's prompt. */
export function closingSection({ role, ticket, token, act }: Closing): Section {
  return section(
    'Required Output Signal',
    words(`You MUST end your ${act} with one of:`, ...closingLines(role, ticket, token ?? undefined)),
    words(`Begin ${act}.`),
  );
}
