import type { PlantedBug } from './bugs.ts';

/** Mistakes by which somebody pays for the mistake of somebody else (REAL-03, REAL-05, REAL-08). */
export const fairnessBugs: readonly PlantedBug[] = [
  {
    name: 'tell a developer the failure before the last one',
    file: 'src/state/fold/fold-decision.ts',
    find: '    sentBackFor: event.kind,\n',
    replace: '    sentBackFor: job.sentBackFor ?? event.kind,\n',
  },
  {
    name: 'send a developer after a conflict as if nothing had happened',
    file: 'src/decide/start.ts',
    find: 'job.attempt === 0 && job.sentBackFor === null',
    replace: 'job.attempt === 0',
  },
  {
    name: 'send the developer back for a claim of the auditor’s that does not hold',
    file: 'src/decide/outcome.ts',
    find: 'if (!isJudgesMistake(outcome))',
    replace: 'if (!isJudgesMistake(outcome) || job.evidence.refuted === 1)',
  },
  {
    name: 'send one auditor after the other and ask nobody',
    file: 'src/decide/outcome.ts',
    find: 'job.evidence.refuted < 2',
    replace: 'job.evidence.refuted < 1000',
  },
  {
    name: 'count an attempt for a merge that the critic fails',
    file: 'src/decide/outcome.ts',
    find: "return fail(job, 'landing', 'the critic rejects",
    replace: "return fail(job, 'review', 'the critic rejects",
  },
  {
    name: 'count an attempt for a conflict with what has landed',
    file: 'src/decide/outcome.ts',
    find: "return fail(job, 'landing', because(conflictWords(",
    replace: "return fail(job, 'validation', because(conflictWords(",
  },
  {
    name: 'send work back for a protected file that was put back',
    file: 'src/decide/outcome.ts',
    find: 'return [afterReady(job, outcome.commit, policy)];',
    replace:
      "return [outcome.putBack === undefined ? afterReady(job, outcome.commit, policy) : fail(job, 'validation', 'protected', policy)];",
  },
  {
    name: 'show the critic a merge before its checks have run',
    file: 'src/decide/outcome.ts',
    find: 'if (job.candidate.gated) return afterChecksOfMerge',
    replace: 'if (job.candidate.gated || job.candidate.overlapping) return afterChecksOfMerge',
  },
  {
    name: 'ask a critic for scores again and again',
    file: 'src/decide/agent-trouble.ts',
    find: 'if (!seat.scoresAsked && seat.clarifications',
    replace: 'if (seat.clarifications',
  },
  {
    name: 'take a pass without scores for any unclear answer',
    file: 'src/decide/agent-trouble.ts',
    find: "if (outcome.type === 'agent_unclear' && outcome.lacks === 'scores')",
    replace: "if (outcome.type === 'agent_unclear' && outcome.lacks === undefined && job.index < 0)",
  },
  {
    name: 'repair a base that only a person can repair, and ask nobody',
    file: 'src/decide/outcome.ts',
    find: 'if (outcome.doubt !== undefined) return askBeforeRepair(job, outcome.doubt, policy);\n  if (isQueue(state))',
    replace: 'if (isQueue(state))',
  },
  {
    name: 'repair what broke under the run without asking, whatever broke it',
    file: 'src/decide/infrastructure.ts',
    find: 'if (doubt === null) return [opened];',
    replace: 'if (doubt === null || remediations >= 0) return [opened];',
  },
];
