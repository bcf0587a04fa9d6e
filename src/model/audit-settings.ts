import { choice, count, flag, map, share } from '../schema/parts.ts';
import {
  described,
  type InferOf,
  mapOf,
  optional,
  or,
  type Salvaged,
  turned,
  type WrittenOf,
} from '../schema/shape.ts';
import { docServers } from './settings.ts';
import { severities } from './severity.ts';
import type { Auditor } from './team.ts';

function auditKeys() {
  return {
    passThreshold: or(0.9, share('Minimum score to pass, more than 0 and at most 1.')),
    severityGate: or('MEDIUM', choice(severities, 'Findings of this severity or worse are fixed.')),
    maxFixRounds: or(null, count('Fix rounds; 0: audit without fixing; if not set, depth decides.', 0, 20)),
    maxLibraryChecks: or(
      null,
      count('Libraries checked; 0 switches the library auditor off; if not set, depth decides.'),
    ),
    perMilestone: or(true, flag('Run after each milestone.')),
    endOfRun: or(true, flag('Run at the end.')),
    library: optional(
      map('For the library auditor.', { mcp: optional(docServers('Documentation servers (MCP), by name.')) }),
    ),
  };
}

function auditSwitch() {
  return or(null, flag('Whether the team of auditors runs; if not set, depth decides.'));
}

export function audit() {
  const asked = (name: Auditor) =>
    optional(flag(`Whether the ${name} auditor runs; if not set, depth decides.`));
  const team = {
    requirements: asked('requirements'),
    technical: asked('technical'),
    interface: asked('interface'),
    test: asked('test'),
    library: asked('library'),
  };
  const keys = mapOf({
    enabled: auditSwitch(),
    auditors: or({}, map('Which auditors run.', team)),
    ...auditKeys(),
  });
  return described(
    'The audit team. With enabled: false everything else in here is ignored.',
    turned(keys, ({ library, ...rest }) => ({
      ...rest,
      ...(library?.mcp === undefined ? {} : { servers: library.mcp }),
    })),
  );
}

export type AuditSettings = InferOf<typeof audit>;

/** The keys of `audit` in the spelling of the founding documents, on one level. */
export function auditTeam() {
  const keys = auditKeys();
  const asked = (name: Auditor) => optional(flag(`Whether the ${name} auditor runs.`));
  return map('Another spelling of audit; give one of the two.', {
    enabled: auditSwitch(),
    requirements_auditor: asked('requirements'),
    technical_auditor: asked('technical'),
    interface_auditor: asked('interface'),
    test_auditor: asked('test'),
    library_auditor: asked('library'),
    pass_threshold: keys.passThreshold,
    severity_gate: keys.severityGate,
    max_fix_rounds: keys.maxFixRounds,
    max_library_checks: keys.maxLibraryChecks,
    per_milestone: keys.perMilestone,
    end_of_run: keys.endOfRun,
    library: keys.library,
  });
}

/** `audit_team` as `audit` would say it. */
export function auditOfTeam(
  written: Salvaged<WrittenOf<typeof auditTeam>>,
): Salvaged<WrittenOf<typeof audit>> {
  const entries = Object.entries(written);
  const isOfTeam = (key: string): boolean => key.endsWith('_auditor');
  return {
    ...Object.fromEntries(
      entries
        .filter(([key]) => !isOfTeam(key))
        .map(([key, value]) => [
          key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
          value,
        ]),
    ),
    auditors: Object.fromEntries(
      entries.filter(([key]) => isOfTeam(key)).map(([key, value]) => [key.replace(/_auditor$/, ''), value]),
    ),
  };
}
