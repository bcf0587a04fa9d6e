import type { Config } from '../../model/config.ts';

export const NO_REQUIREMENTS = 'no REQUIREMENTS.md in this commit: the requirements auditor was not asked';

/** Whether the depth alone asks the requirements auditor: without requirements it has nothing to judge. */
export function asksByDepth({ audit }: Config): boolean {
  return (audit.auditors.requirements ?? null) === null;
}

/** The settings of an audit whose commit has no requirements document. */
export function withoutRequirements(config: Config): Config {
  const { audit } = config;
  return { ...config, audit: { ...audit, auditors: { ...audit.auditors, requirements: false } } };
}
