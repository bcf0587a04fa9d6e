import type { World } from '../support/world.ts';
import { auditFailed, reviewFailed } from '../support/answers.ts';

/**
 * An epic in which every tenth ticket is broken at first, another is found wanting by its critic, a third by its auditor,
 * and a fourth has a critic that crashes: a false pass would be seen in the files that land.
 */
export function chaosEpic(tickets: number): World {
  return {
    tickets: Array.from({ length: tickets }, (_, nth) => ({
      id: `T-${nth + 1}`,
      ...(nth % 5 === 4 ? { needs: [`T-${nth}`] } : {}),
    })),
    config: { limits: { maxParallel: 12, maxVerify: 4, agentTimeout: '2m', stall: '2m', agentTries: 10 } },
    playbook: [
      {
        role: 'developer',
        ticket: 'T-*3',
        attempt: 0,
        shell: 'mkdir -p parts; echo BROKEN >"parts/$GAUNTLET_TICKET.txt"',
      },
      {
        role: 'critic',
        ticket: 'T-*6',
        attempt: 0,
        say: reviewFailed(['parts/@TICKET@.txt:1: too short'], ['lengthen it']),
      },
      { role: 'auditor', ticket: 'T-*8', attempt: 0, say: auditFailed(['AC1: FAILED - not yet']) },
      { role: 'critic', ticket: 'T-*9', try: 0, exit: 1 },
    ],
  };
}

/** Whether the first attempt at a ticket must never land. */
export function isWantingAtFirst(ticket: string): boolean {
  return /[368]$/.test(ticket);
}
