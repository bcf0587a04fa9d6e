import type { BlockReason, Choice, Stage, Status } from '../model/events.ts';
import type { Job } from '../state/index.ts';

/** Who is at work in a stage, in one word. */
export function roleIn(stage: Stage, kind: Job['kind'] = 'ticket'): string {
  switch (stage) {
    case 'develop':
      return kind === 'remediation' ? 'remediator' : kind === 'fix' ? 'fixer' : 'developer';
    case 'baseline':
      return 'baseline';
    case 'validate':
      return 'checks';
    case 'review':
      return 'critic';
    case 'audit':
    case 'team':
      return 'auditor';
    case 'confirm':
      return 'claim check';
    case 'merge':
      return 'merge';
    case 'gate':
      return 'landing gate';
    case 'land':
      return 'landing';
    case 'survey':
      return 'survey';
    case 'recover':
      return 'recovery';
    case 'reconcile':
      return 'reconciliation';
    case 'score':
      return 'scoring';
  }
}

/** A picture and its plain stand-in. The word beside it says the same. */
type Glyph = readonly [fancy: string, plain: string];

const glyphs: Readonly<Record<Status, Glyph>> = {
  pending: ['·', '.'],
  queued: ['·', '.'],
  executing: ['▶', '>'],
  validating: ['⚙', '*'],
  reviewing: ['◔', '?'],
  auditing: ['◑', '?'],
  landing: ['⇣', 'v'],
  needs_revision: ['↻', '~'],
  blocked: ['■', '#'],
  escalated: ['⚠', '!'],
  completed: ['✓', '+'],
  failed: ['✗', 'x'],
};

export function glyphOf(status: Status, ascii: boolean): string {
  return glyphs[status][ascii ? 1 : 0];
}

/** Why a blocked job does not move. */
export function blockWords(why: BlockReason): string {
  switch (why) {
    case 'dependency':
      return 'a dependency has not landed';
    case 'infrastructure':
      return 'checks cannot pass at base';
    case 'question':
      return 'the developer asks a question';
    case 'manual':
      return 'a person fixes it by hand';
    case 'limit':
      return 'a usage limit';
  }
}

/** What happens when a person answers so. */
export function consequence(choice: Choice, { kind, question }: Pick<Job, 'kind' | 'question'>): string {
  switch (choice) {
    case 'retry':
      if (question?.reason === 'review_cycles_used') return 'allow one more review cycle';
      if (kind === 'audit') return 'audit again, with one more round of fixes';
      if (question?.options.includes('repair') === true || kind === 'baseline')
        return 'run the checks again; repair the cause first (in code: commit it to the base, then gauntlet sync)';
      if (question?.reason === 'refuted_audit') return 'send another auditor';
      return 'one more round, with your words as guidance';
    case 'repair':
      return 'send the remediator to repair the base, with your words as guidance';
    case 'accept':
      if (question?.reason === 'review_cycles_used')
        return 'continue without an audit; its requirements stay unticked';
      return kind === 'audit'
        ? 'continue with the audit’s findings open'
        : 'land it as it is; recorded with your name and reason';
    case 'manual':
      return 'you fix it in its workspace; your commits go through the gate';
    case 'fail':
      return kind === 'audit'
        ? 'the audit has failed; later milestones stay closed'
        : 'give it up; tickets that need it cannot start';
    case 'answer':
      return 'the developer continues with your answer';
    case 'override':
      return 'checks that fail at base may stay red; recorded with your name and reason';
    case 'halt':
      return 'stop the run; it can be resumed';
  }
}
