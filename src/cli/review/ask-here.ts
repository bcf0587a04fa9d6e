import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { ReviewInputs } from '../../flow/index.ts';
import { mailbox } from '../../journal/index.ts';
import { type ReviewChoice, reviewChoices } from '../../model/review-events.ts';
import { lacksReason } from '../../model/steering.ts';
import { escalateReview, escalationText, type ReviewState } from '../../review/index.ts';
import type { Call } from '../command.ts';
import { personOf } from '../person.ts';

export type PersonsAnswer = { readonly choice: ReviewChoice; readonly by: string; readonly why: string };

type Asking = { readonly inputs: ReviewInputs; readonly options: readonly ReviewChoice[] };

/** The letters of the founding options. */
const letters: Readonly<Record<string, ReviewChoice>> = { a: 'manual', b: 'accept', c: 'retry' };

/**
 * Asks the person at the terminal, and listens for an answer from another one at the same time: the first wins
 * (LOOP-08). Where nobody sits there, nobody is asked.
 */
export async function askHere(
  call: Call,
  folder: string,
  state: ReviewState,
  asking: Asking,
): Promise<PersonsAnswer | undefined> {
  const isAttended =
    call.options['input'] !== false && !call.json && call.io.stderr.isTty() && process.stdin.isTTY;
  if (!isAttended) return undefined;
  call.io.stderr.write(questionText(state, asking.inputs));
  call.io.stderr.write(`Type ${asking.options.length === 3 ? 'a, b or c' : 'a or b'}, and why.\n`);
  const lines = createInterface({ input: call.io.stdin() });
  const { promise, resolve } = Promise.withResolvers<PersonsAnswer | undefined>();
  lines.on('line', (line) => {
    const [word = '', ...rest] = line.trim().split(/\s+/);
    const choice = letters[word.replace(/\)$/, '')] ?? reviewChoices.find((each) => each === word);
    const why = rest.join(' ');
    if (choice === undefined || !asking.options.includes(choice)) return;
    if (lacksReason(choice, why))
      call.io.stderr.write(`Type ${word} and why: the reason is recorded with your name.\n`);
    else resolve({ choice, by: personOf(call.io), why });
  });
  lines.on('close', () => resolve(undefined));
  const watching = mailbox(join(folder, 'inbox')).watch((message, done) => {
    const choice = reviewChoices.find((each) => message.kind === 'answer' && each === message.choice);
    if (message.kind !== 'answer' || choice === undefined || message.question !== state.question)
      return done();
    resolve({ choice, by: message.by, why: message.why });
    done();
  });
  try {
    return await promise;
  } finally {
    watching.close();
    lines.close();
  }
}

/** What a person is shown (LOOP-08). */
export function questionText(state: ReviewState, { id }: Pick<ReviewInputs, 'id'>): string {
  const last = state.answers.at(-1);
  const counts = { critical: last?.critical ?? 0, important: last?.important ?? 0, minor: last?.minor ?? 0 };
  const text = escalationText(
    escalateReview({ id, rounds: state.round, counts, document: last?.document ?? 'none' }),
  );
  return `${text}because: ${state.because}\n`;
}
