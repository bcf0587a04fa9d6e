import { hash } from 'node:crypto';

/**
 * The channel of an epic. On it is said `events`, `lease` or `letter`; whoever hears it looks in the tables for what it
 * means. Names of channels are short; ids of epics may not be.
 */
export function channelOf(epic: string): string {
  return `gauntlet_${hash('sha256', epic, 'hex').slice(0, 32)}`;
}
