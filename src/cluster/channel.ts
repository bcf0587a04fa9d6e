import { hash } from 'node:crypto';

/**
 * The channel of an epic. On it is said `events`, `lease` or `letter`; whoever hears it looks in the tables for what it
 * means. Names of channels are short; ids of epics may not be.
 */
export function channelOf(epic: string): string {
  return `gauntlet_${hash('sha256', epic, 'hex').slice(0, 32)}`;
}

/** Said to workers when there is work, and when a coordinator wants something stopped. */
export const WORK = 'gauntlet_work';
/** What is said there in the second case. */
export const STOP = 'stop';
/** Said to coordinators, with the name of the epic, when something was answered. */
export const ANSWERS = 'gauntlet_answers';
