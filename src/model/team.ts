/** The five auditors of the audit team, in the order in which they are shown. */
export const auditors = ['requirements', 'technical', 'interface', 'test', 'library'] as const;

export type Auditor = (typeof auditors)[number];

/** Whose reports an audit scores: the team, and a recovery review that found something open (TEAM-24). */
export const auditJudges = [...auditors, 'recovery'] as const;

export type AuditJudge = (typeof auditJudges)[number];

export const depths = ['quick', 'standard', 'thorough', 'exhaustive'] as const;

export type Depth = (typeof depths)[number];

export const roles = ['developer', 'critic', 'auditor', 'reviewer', 'fixer', 'remediator'] as const;

export type Role = (typeof roles)[number];
