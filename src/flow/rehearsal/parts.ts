import type { AssignmentEvent, Stage } from '../../model/events.ts';
import { type Auditor, auditors } from '../../model/team.ts';

/** What a prompt can be asked for: every role, rework by its kind, and each of the five auditors. */
export const parts = [
  'developer',
  'rework-review',
  'rework-audit',
  'rework-environment',
  'critic',
  'auditor',
  ...auditors,
  'reviewer',
  'fixer',
  'remediator',
] as const;

export type PartName = (typeof parts)[number];

/** How a part is handed out: by which event, at which stage. */
export type Handed = { readonly type: AssignmentEvent['type']; readonly stage: Stage };

export function handedFor(part: PartName): Handed {
  switch (part) {
    case 'developer':
    case 'rework-review':
    case 'rework-audit':
    case 'rework-environment':
      return { type: 'developer_dispatched', stage: 'develop' };
    case 'critic':
      return { type: 'critic_dispatched', stage: 'review' };
    case 'auditor':
      return { type: 'auditor_dispatched', stage: 'audit' };
    case 'fixer':
      return { type: 'fixer_dispatched', stage: 'develop' };
    case 'remediator':
      return { type: 'remediation_dispatched', stage: 'develop' };
    case 'requirements':
    case 'technical':
    case 'interface':
    case 'test':
    case 'library':
    case 'reviewer':
      return { type: 'team_auditor_dispatched', stage: 'team' };
  }
}

export function auditorIn(part: PartName): Auditor | undefined {
  return auditors.find((auditor) => auditor === part);
}

/** The job a part works on where the ticket itself is not it. */
export function jobFor(part: PartName, ticket: string): string {
  const prefix = prefixes[part];
  return prefix === undefined || ticket.startsWith(`${prefix}:`) ? ticket : `${prefix}:1`;
}

const audit = 'audit';
const prefixes: Readonly<Partial<Record<PartName, string>>> = {
  ...Object.fromEntries(auditors.map((auditor) => [auditor, audit])),
  reviewer: audit,
  fixer: 'fix',
  remediator: 'remediation',
};
