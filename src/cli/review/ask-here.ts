import { createInterface } from 'node:readline';

import type { ReviewInputs } from '../../run/index.ts';
import type { Choice } from '../../model/events.ts';
import { answerProblem } from '../../model/steering.ts';
import type { Mailbox } from '../../ports/journal.ts';
import { escalateReview, escalationText } from '../../review/index.ts';
import type { ReviewState } from '../../state/index.ts';
import type { CliCall } from '../command.ts';
import type { AskHere } from '../../inspect/review/review-screen.ts';
import { personOf } from '../../project/person.ts';

/** The letters of the founding options. */
const letters: Readonly<Record<string, Choice>> = { a: 'manual', b: 'accept', c: 'retry' };

/**
 * Asks the person at the terminal. What they type goes the same way as an answer from another terminal, so the first
 * answer wins wherever it comes from (LOOP-08).
 */
export function askHere(
  { io }: Pick<CliCall, 'io'>,
  mailbox: Mailbox,
  inputs: Pick<ReviewInputs, 'id'>,
): AskHere {
  const left = new AbortController();
  let lines: ReturnType<typeof createInterface> | undefined;
  let asked: ReviewState | undefined;
  let chosen: Choice | undefined;
  const answer = (line: string): void => {
    if (asked === undefined || asked.question === null) return;
    const { choice, why } = readAnswer(line, chosen, asked.options);
    chosen = choice;
    const by = personOf(io);
    const problem = choice === undefined ? undefined : answerProblem(choice, { by, why });
    if (choice === undefined) io.stderr.write(usageOf(asked));
    else if (problem !== undefined) io.stderr.write(`${problem}\n`);
    else {
      const given = { ticket: asked.job, question: asked.question, choice, by, why };
      asked = undefined;
      mailbox
        .put({ kind: 'answer', ...given })
        .catch(() =>
          io.stderr.write('Your answer could not be recorded. Give it again with: gauntlet decide\n'),
        );
    }
  };
  return {
    look(state) {
      if (state.question === null || state.question === asked?.question) return;
      asked = state;
      chosen = undefined;
      io.stderr.write(questionText(state, inputs));
      io.stderr.write(usageOf(state));
      if (lines !== undefined) return;
      lines = createInterface({ input: io.stdin() });
      lines.on('line', answer);
      lines.on('close', () => left.abort());
    },
    left: left.signal,
    close: () => lines?.close(),
  };
}

function usageOf({ options }: ReviewState): string {
  return `Type ${options.length === 3 ? 'a, b or c' : 'a or b'}, and why.\n`;
}

/** Reads one typed line: a choice with or without its reason, or the reason of the choice that was `chosen` before. */
export function readAnswer(
  line: string,
  chosen: Choice | undefined,
  options: readonly Choice[],
): { readonly choice: Choice | undefined; readonly why: string } {
  const [word = '', ...rest] = line.trim().split(/\s+/);
  const named = letters[word.replace(/\)$/, '')] ?? word;
  const choice = options.find((each) => each === named);
  const isReason = chosen !== undefined && choice !== chosen && rest.length > 0;
  if (choice !== undefined && !isReason) return { choice, why: rest.join(' ') };
  return { choice: chosen, why: chosen === undefined ? '' : line.trim() };
}

/** What a person is shown (LOOP-08). */
function questionText({ answers, round, because }: ReviewState, { id }: Pick<ReviewInputs, 'id'>): string {
  const last = answers.at(-1);
  const counts = { critical: last?.critical ?? 0, important: last?.important ?? 0, minor: last?.minor ?? 0 };
  const text = escalationText(
    escalateReview({ id, rounds: round, counts, document: last?.document ?? 'none' }),
  );
  return `${text}because: ${because}\n`;
}
