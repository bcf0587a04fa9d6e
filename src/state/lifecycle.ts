import type { Status } from '../model/events.ts';

/** Where a job may go from each status (EPIC-01). The journal refuses an event that would move it elsewhere. */
const moves: Readonly<Record<Status, readonly Status[]>> = {
  pending: ['queued', 'validating', 'auditing', 'blocked', 'completed', 'failed'],
  queued: ['executing', 'validating', 'blocked', 'escalated', 'failed'],
  executing: ['queued', 'validating', 'needs_revision', 'blocked', 'escalated', 'failed'],
  validating: ['reviewing', 'landing', 'needs_revision', 'blocked', 'escalated', 'completed', 'failed'],
  reviewing: ['auditing', 'landing', 'needs_revision', 'blocked', 'escalated', 'failed'],
  auditing: ['landing', 'needs_revision', 'blocked', 'escalated', 'completed', 'failed'],
  landing: ['completed', 'reviewing', 'needs_revision', 'blocked', 'escalated', 'failed'],
  needs_revision: ['executing', 'blocked', 'escalated', 'failed'],
  blocked: [
    'queued',
    'executing',
    'validating',
    'auditing',
    'landing',
    'needs_revision',
    'escalated',
    'failed',
  ],
  escalated: [
    'queued',
    'needs_revision',
    'validating',
    'reviewing',
    'auditing',
    'landing',
    'blocked',
    'completed',
    'failed',
  ],
  // Only by undoing what has landed (BEYOND-12).
  completed: ['failed'],
  // A person may reopen it; what comes of that is decided by the bounds (BEYOND-10).
  failed: ['escalated'],
};

export function mayMove(from: Status, to: Status): boolean {
  return from === to || moves[from].includes(to);
}
