import type { ReviewScreen } from '../../inspect/review/review-screen.ts';
import type { CliCall } from '../command.ts';
import { openStepView } from '../terminal/step-view.ts';
import { askHere } from './ask-here.ts';

/** The terminal as the screen of a review. */
export function onTerminal<Asked extends CliCall<{ readonly input?: boolean | undefined }>>(
  call: Asked,
): Asked & { readonly screen: ReviewScreen } {
  return {
    ...call,
    screen: {
      openSteps: () => openStepView(call),
      askHere: (mailbox, inputs) => askHere(call, mailbox, inputs),
    },
  };
}
