import type { RunScreen } from '../../app/run/run-screen.ts';
import type { CliCall } from '../command.ts';
import { openView } from '../terminal/live-view.ts';
import { answerHere } from './answer-here.ts';

/** The terminal as the screen of a run. */
export function onTerminal<Asked extends CliCall<{ readonly input?: boolean | undefined }>>(
  call: Asked,
): Asked & { readonly screen: RunScreen } {
  const plain = call.options.input === false || call.json;
  return {
    ...call,
    screen: {
      openView: (run) => openView({ ...run, io: call.io, plain }),
      answerHere: (mailbox, view) => answerHere(call, mailbox, view),
    },
  };
}
