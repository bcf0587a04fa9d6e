import type { PlantedBug } from './bugs.ts';

/** Mistakes with tickets that people edit and add. */
export const planBugs: readonly PlantedBug[] = [
  {
    name: 'let what was judged by the old text of a ticket stand',
    file: 'src/state/fold/fold-plan.ts',
    find: 'evidence: noEvidence, holds',
    replace: 'holds',
  },
  {
    name: 'go on with an edited ticket from where it stood',
    file: 'src/decide/answer.ts',
    find: 'isEdited(answer) ? judgedFrom(job) : stageAgain(job, answer)',
    replace: 'stageAgain(job, answer)',
  },
  {
    name: 'give a ticket another text while somebody works on it',
    file: 'src/state/fold/fold-plan.ts',
    find: "job.seats.every(({ state: seat }) => seat === 'waiting')",
    replace: 'true',
  },
  {
    name: 'let an audit stand that was held before a ticket was added',
    file: 'src/state/fold/fold-plan.ts',
    find: '  auditAgain(next, milestone);\n  putJob(next, available(',
    replace: '  putJob(next, available(',
  },
];
