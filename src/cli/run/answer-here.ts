import { createInterface } from 'node:readline';

import { jobAt, members } from '../../state/index.ts';
import type { Job } from '../../state/index.ts';
import type { Mailbox } from '../../ports/journal.ts';
import { decisionLines, openDecisions } from '../../report/index.ts';
import { answerProblem } from '../../model/steering.ts';
import type { CliCall } from '../command.ts';
import type { AnswerHere, View } from '../../app/run/run-screen.ts';
import { personOf } from '../../project/person.ts';

/**
 * Asks the person at the terminal, one question at a time, while the run goes on. What they type goes the same way as
 * an answer from another terminal, so the first answer wins wherever it comes from (LOOP-08).
 */
export function answerHere(call: CliCall, mailbox: Mailbox, view: View): AnswerHere {
  const lines = createInterface({ input: call.io.stdin() });
  let asked: Job | undefined;
  lines.on('line', (line) => {
    if (asked?.question == null) return;
    const [word = '', ...rest] = line.trim().split(/\s+/);
    const choice = asked.question.options.find((option) => option === word || option[0] === word);
    if (choice === undefined) {
      view.note(`Type one of ${asked.question.options.join(', ')}, and why.`);
      return;
    }
    const why = rest.join(' ');
    const by = personOf(call.io);
    const problem = answerProblem(choice, { by, why });
    if (problem !== undefined) {
      view.note(problem);
      return;
    }
    const answer = { ticket: asked.id, question: asked.question.id, choice, by, why };
    mailbox
      .put({ kind: 'answer', ...answer })
      .catch(() => view.note('Your answer could not be recorded. Give it again with: gauntlet decide'));
    asked = undefined;
  });
  return {
    look(state) {
      const open = [...members(state.asking)].map((index) => jobAt(state, index));
      if (asked !== undefined && open.some((job) => job.question?.id === asked?.question?.id)) return;
      asked = open[0];
      if (asked === undefined) return;
      for (const line of decisionLines(openDecisions(state, new Map()).slice(0, 1), state.plan.epic))
        view.note(line);
      view.note(`Type ${asked.question?.options.join(', ') ?? ''} and why, or answer from another terminal.`);
    },
    close: () => lines.close(),
  };
}
