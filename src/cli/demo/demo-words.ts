import type { Event } from '../../model/events.ts';
import { quoted } from '../../report/index.ts';
import type { RefusedWork } from '../../project/kept/refused-work.ts';

/** Said before the run: what it is made of, and what to look for. */
export const demoOpening = `A small service with tests, six tickets, and agents that follow a script: no model, no key, no network.
Git, workspaces, checks and the gate are the real ones. Watch for:

  SHOP-1  is right the first time
  SHOP-2  passes every test; its critic sees how anybody could fill the memory
  SHOP-3  says that its tests pass, and they do not
  SHOP-4  changes the lines that SHOP-1 changes, and continues from the merged tree
  SHOP-5  is wrong three times in three ways: it needs your decision
  SHOP-6  waits for the others
`;

/** Tickets that landed, in the order in which they did. */
export function landedIn(events: readonly Event[]): readonly string[] {
  return events.flatMap((event) => (event.type === 'task_complete' ? [event.ticket] : []));
}

/** The end of the demo: what did not get through, and what did. */
export function caughtText(caught: readonly RefusedWork[], landed: readonly string[]): string {
  const lines = caught.map(({ ticket, by, what }) => `  ${ticket}  ${by.padEnd(7)}  ${quoted(what, 220)}`);
  return [
    'Caught on the way:',
    ...lines,
    `Landed, each commit with every check green: ${landed.join(', ') || 'nothing'}`,
    '',
  ].join('\n');
}

/** How to continue after the demo. `gauntlet` is how this one was started; `open` is a ticket with an open decision. */
export function whereToLook(repository: string | null, gauntlet: string, open: string | undefined): string {
  if (repository === null)
    return 'The repository was removed, so the commands above have no run left. `gauntlet demo --keep` keeps it, with every prompt, answer and log.\n';
  const there = /^[\w./-]+$/.test(repository) ? repository : `'${repository}'`;
  const commands = [
    [`git -C ${there} log --graph epic/orders-hardening`, 'what landed, and for which ticket'],
    [`${gauntlet} status --cwd ${there}`, 'the state of every ticket'],
    [`${gauntlet} logs SHOP-3 --cwd ${there}`, 'its steps and their results'],
    ...(open === undefined ? [] : decisionCommands(gauntlet, open, there)),
  ] as const;
  const lines = commands.map(([command, about]) => `  ${command}\n      ${about}`);
  return [`The repository stays in ${there}: remove it when you have seen enough.`, ...lines, ''].join('\n');
}

function decisionCommands(
  gauntlet: string,
  ticket: string,
  there: string,
): readonly (readonly [string, string])[] {
  const reason = 'answer first, then tell the warehouse';
  return [
    [
      `${gauntlet} decide ${ticket} --retry --reason "${reason}" --cwd ${there}`,
      'your decision: one more round, with your words as guidance',
    ],
    [`${gauntlet} resume --cwd ${there}`, 'the rest of the run, once you have decided'],
  ];
}
