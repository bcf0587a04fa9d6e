import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { ReviewInputs } from '../../flow/index.ts';
import { mailbox } from '../../journal/index.ts';
import { type ReviewChoice, reviewChoices } from '../../model/review-events.ts';
import { lacksReason } from '../../model/steering.ts';
import { escalateReview, escalationText, type ReviewState } from '../../review/index.ts';
import type { ReviewCall } from './options.ts';
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
  call: ReviewCall,
  folder: string,
  state: ReviewState,
  asking: Asking,
): Promise<PersonsAnswer | undefined> {
  const isAttended =
    call.options.input !== false && !call.json && call.io.stderr.isTty() && process.stdin.isTTY;
  if (!isAttended) return undefined;
  call.io.stderr.write(questionText(state, asking.inputs));
  const usage = `Type ${asking.options.length === 3 ? 'a, b or c' : 'a or b'}, and why.\n`;
  call.io.stderr.write(usage);
  const lines = createInterface({ input: call.io.stdin() });
  const { promise, resolve } = Promise.withResolvers<PersonsAnswer | undefined>();
  let chosen: ReviewChoice | undefined;
  lines.on('line', (line) => {
    const { choice, why } = readAnswer(line, chosen, asking.options);
    chosen = choice;
    if (choice === undefined) call.io.stderr.write(usage);
    else if (lacksReason(choice, why))
      call.io.stderr.write('Why? Type the reason: it is recorded with your name.\n');
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

/** Reads one typed line: a choice with or without its reason, or the reason of the choice that was `chosen` before. */
export function readAnswer(
  line: string,
  chosen: ReviewChoice | undefined,
  options: readonly ReviewChoice[],
): { readonly choice: ReviewChoice | undefined; readonly why: string } {
  const [word = '', ...rest] = line.trim().split(/\s+/);
  const named = letters[word.replace(/\)$/, '')] ?? reviewChoices.find((each) => each === word);
  const choice = options.find((each) => each === named);
  const isReason = chosen !== undefined && choice !== chosen && rest.length > 0;
  if (choice !== undefined && !isReason) return { choice, why: rest.join(' ') };
  return { choice: chosen, why: chosen === undefined ? '' : line.trim() };
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
