/**
 * Whose setups may serve a workspace. It keeps what its own setup makes under the first name; the other names are those of
 * code that is trusted more. No branch can prepare dependencies for another one (EVID-04).
 */
export type SetupScopes = readonly [own: string, ...others: string[]];

/** Of the commit that everything is compared with: the only one that fills stores which every run shares. */
export const BASE_SCOPE = 'base';

export const baseScopes: SetupScopes = [BASE_SCOPE];

/** Of commits that landed in an epic. */
export function landedScopes(epic: string): SetupScopes {
  return [`epic ${epic}`, BASE_SCOPE];
}

/** Of a commit or workspace that nobody has judged yet. */
export function branchScopes(name: string, epic: string): SetupScopes {
  return [`branch ${name}`, ...landedScopes(epic)];
}
