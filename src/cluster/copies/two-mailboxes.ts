import type { Mailbox } from '../../ports/journal.ts';

/** What is said in this repository and what is said on other machines comes to the same coordinator. */
export function bothMailboxes(here: Mailbox, elsewhere: Mailbox): Mailbox {
  return {
    put: (message) => here.put(message),
    watch(deliver) {
      const watched = [here.watch(deliver), elsewhere.watch(deliver)];
      return { close: () => watched.forEach((each) => each.close()) };
    },
  };
}
