import { detectCoordination } from '../detect/index.ts';
import type { Gate } from './gate.ts';

/** What the tickets of an epic agreed on (EPIC-11, EPIC-18). */
export const coordination: Gate = {
  name: 'coordination',
  asks: 'Does the change follow the agreements between the tickets of the epic?',
  async check({ hub, epic, matches }, { base, changes }) {
    const topLevel =
      epic.coordination.directories.length === 0
        ? new Set<string>()
        : new Set((await hub.paths(base)).map((path) => path.split('/')[0] ?? ''));
    return { detected: detectCoordination(epic.coordination, { changes, topLevel, matches }) };
  },
};
