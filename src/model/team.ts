/** The five auditors of the audit team, in the order in which they are shown. */
export const auditors = ['requirements', 'technical', 'interface', 'test', 'library'] as const;

export type Auditor = (typeof auditors)[number];

export const depths = ['quick', 'standard', 'thorough', 'exhaustive'] as const;

export type Depth = (typeof depths)[number];

export const roles = ['developer', 'critic', 'auditor', 'reviewer', 'fixer', 'remediator'] as const;

export type Role = (typeof roles)[number];
