import type { FeedbackKind } from '../model/feedback.ts';

/** What a developer is told by the kind of failure: why it comes back, what to do, and what happens afterwards. */
export type ReworkInstructions = {
  readonly why: string;
  readonly steps: readonly string[];
  readonly after: string;
};

/** Holds for every rework, whoever sent it back (REWORK-09). */
export const keepWorking = 'Maintain all previously working functionality.';

/** The bounds of one fix group, as the gate checks them. */
export const fixScope =
  'Of the files that exist, change only these; you may add new ones, a test for example.';

/** The instructions for one kind of failure: four for a review, five for an audit (REWORK-01, REWORK-02). */
export function reworkInstructions(kind: FeedbackKind): ReworkInstructions {
  switch (kind) {
    case 'review':
      return review;
    case 'audit':
      return audit;
    case 'validation':
      return validation;
    case 'landing':
      return landing;
    case 'incomplete':
      return incomplete;
  }
}

const review: ReworkInstructions = {
  why: 'The Critic reviewed your code and found issues that must be fixed.',
  steps: [
    'Read the issues carefully',
    'Fix ALL issues listed above',
    'Run the verification commands again',
    'Signal READY_FOR_REVIEW when all issues are addressed',
  ],
  after: 'Do NOT skip any issue. The Critic will review the work again.',
};

const audit: ReworkInstructions = {
  why: 'The Auditor checked your implementation against the acceptance criteria and found them not met.',
  steps: [
    'Go through the failed criteria carefully',
    'Understand WHY each criterion failed',
    'Fix ALL issues listed above',
    'Run the verification commands again in ALL environments',
    'Signal READY_FOR_REVIEW when all criteria are met',
  ],
  after: 'The code will go through Critic review again before it is audited again.',
};

const validation: ReworkInstructions = {
  why: 'The coordinator ran its own checks on your commit and they did not pass.',
  steps: [
    'Reproduce each failed check with the command given',
    'Fix the cause, never the check',
    'Run every verification command in every environment',
    'Signal READY_FOR_REVIEW when every check passes',
  ],
  after: 'The same checks will run again before anybody reviews the work.',
};

const landing: ReworkInstructions = {
  why: 'The work passed, but it could not be merged with work that landed on the epic branch in the meantime.',
  steps: [
    'The epic branch is merged into your workspace: resolve every conflict and fix every issue listed above',
    'Keep the behaviour of both sides',
    'Run every verification command on the merged result',
    'Signal READY_FOR_REVIEW when the merged result is complete',
  ],
  after: 'The merged work will be validated, reviewed and audited again in full.',
};

const incomplete: ReworkInstructions = {
  why: 'The last attempt ended before the work was done. What it committed is still there.',
  steps: [
    'Look at what is committed already',
    'Finish what is missing, starting with what stopped the last attempt',
    'Run every verification command in every environment',
    'Signal READY_FOR_REVIEW when the work is complete',
  ],
  after: 'The whole work will be validated and reviewed, not only what is new.',
};
