import type { World } from '../support/world.ts';
import { auditFailed, reviewFailed } from '../support/answers.ts';

/**
 * An epic in which every tenth ticket is broken at first, another is found wanting by its critic, a third by its auditor,
 * and a fourth has a critic that crashes: a false pass would be seen in the files that land.
 */
export function chaosEpic(tickets: number, gate: number): World {
  const pair = '[ -f parts/T-1.txt ] && [ -f parts/T-2.txt ]';
  const check = `sleep ${gate}\nif grep -rn BROKEN parts; then exit 1; fi\n${pair} && ! grep -q fits parts/T-[12].txt && exit 1\nexit 0\n`;
  return {
    ...(gate === 0 ? {} : { files: { 'check.sh': check } }),
    tickets: Array.from({ length: tickets }, (_, nth) => ({
      id: `T-${nth + 1}`,
      ...(nth % 5 === 4 ? { needs: [`T-${nth}`] } : {}),
    })),
    config: {
      limits: {
        maxParallel: 12,
        maxVerify: 4,
        maxGates: 4,
        agentTimeout: '2m',
        stall: '2m',
        agentTries: 10,
      },
    },
    playbook: [
      ...(gate === 0
        ? []
        : ['T-1', 'T-2'].map((ticket) => ({ role: 'developer', ticket, shell: fitted }) as const)),
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

/** The first two are green alone and red together, until one of them has seen the other. */
const fitted = `mkdir -p parts
if [ -f parts/T-1.txt ] || [ -f parts/T-2.txt ]; then echo fits; else echo alone; fi >"parts/new"
mv parts/new "parts/$GAUNTLET_TICKET.txt"`;

/** Whether the first attempt at a ticket must never land. */
export function isWantingAtFirst(ticket: string): boolean {
  return /[368]$/.test(ticket);
}
