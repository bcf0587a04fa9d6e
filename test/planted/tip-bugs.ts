import type { PlantedBug } from './bugs.ts';

/** Mistakes with the checks that run on the final tip (EVID-07). */
export const tipBugs: readonly PlantedBug[] = [
  {
    name: 'pass without a look at the final tip',
    file: 'src/decide/end.ts',
    find: "status === 'completed' && state.unproved.length > 0",
    replace: "status === 'failed' && state.unproved.length > 0",
  },
  {
    name: 'forget what the landing gate spared',
    file: 'src/state/kept-gates.ts',
    find: 'spared: [...new Set([...job.evidence.spared, ...spared])]',
    replace: 'spared: []',
  },
  {
    name: 'take a red final tip for a green one',
    file: 'src/decide/outcome.ts',
    find: "  if (red.length === 0) return accepted(job, 'every check is green on the final tip');",
    replace: "  if (red.length < 9) return accepted(job, 'every check is green on the final tip');",
  },
];
