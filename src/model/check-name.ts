/** The environment of a plan that configures none. */
export const DEFAULT_ENVIRONMENT = 'local';

/** ` in <environment>`, or nothing for the default one: a user who configured no environment never named it. */
export function inEnvironment(environment: string): string {
  return environment === '' || environment === DEFAULT_ENVIRONMENT ? '' : ` in ${environment}`;
}

/** The name of a check as every message gives it. */
export function checkName(cell: { readonly check: string; readonly environment: string }): string {
  return `${cell.check}${inEnvironment(cell.environment)}`;
}
