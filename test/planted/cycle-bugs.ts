import type { PlantedBug } from './bugs.ts';

/** Mistakes about review cycles and the recovery review. */
export const cycleBugs: readonly PlantedBug[] = [
  {
    name: 'take a recovery review without an answer for a review',
    file: 'src/state/enter-stage.ts',
    find: "unreviewed: job.seats[0]?.outcome?.type !== 'recovery_done'",
    replace: 'unreviewed: false',
  },
  {
    name: 'pass an audit whose requirements nobody has reviewed',
    file: 'src/decide/team-audit.ts',
    find: "audit?.move === 'passed' && audit.unreviewed",
    replace: "audit?.move === 'passed' && audit.unreviewed && audit.silent",
  },
  {
    name: 'go on with another review cycle unasked',
    file: 'src/decide/team-audit.ts',
    find: 'asks !== undefined && !isRound && job.audit?.allowed !== true',
    replace: "asks === ''",
  },
  {
    name: 'fix and judge past the last review cycle unasked',
    file: 'src/decide/team-audit.ts',
    find: 'audit.asks !== null',
    replace: "audit.asks === ''",
  },
];
