import type {
  AuditSettings,
  Config,
  ConvergenceSettings,
  CriticChoice,
  DocServer,
  ReviewSettings,
  ScanSettings,
} from '../model/config.ts';
import { REVIEW_TARGET_MS } from '../model/config.ts';
import type { Severity } from '../model/severity.ts';
import type { WrittenConfig } from './config-shape.ts';
import {
  agentOf,
  checksOf,
  commandOf,
  dimensionsOf,
  environmentsOf,
  limitsOf,
  millisOf,
  present,
  setupOf,
} from './normal.ts';
import type { Salvaged } from './salvage.ts';

type Written = Salvaged<WrittenConfig>;

const COVERAGE_FLOOR = 80;

/** The configuration with every default filled in; null stays where the depth decides. */
export function normalConfig(written: Written): Config {
  return {
    version: 1,
    agents: agentsOf(written.agents),
    limits: limitsOf(written.limits),
    onLimit: written.onLimit ?? 'escalate',
    depth: written.depth ?? 'standard',
    setup: setupOf(written.setup),
    environments: environmentsOf(written.environments),
    verify: checksOf(written.verify),
    audit: written.audit_team ? auditTeamOf(written.audit_team) : auditOf(written.audit ?? {}),
    review: reviewOf(written.review ?? {}),
    scans: scansOf(written.scans ?? {}),
    convergence: convergenceOf(written.convergence ?? {}),
    reconcile: written.reconcile ?? null,
    protect: present(written.protect),
    hooks: written.hooks ?? true,
    waivers: written.waivers ?? null,
    learning: written.learning ?? true,
    privacy: { deny: present(written.privacy?.deny), localOnly: written.privacy?.localOnly ?? false },
    notify: present(written.notify).map((one) => ({
      on: present(one.on),
      run: one.run === undefined ? null : commandOf(one.run),
      url: one.url ?? null,
    })),
    report: {
      formats: written.report?.formats ? present(written.report.formats) : ['markdown', 'html'],
      dir: written.report?.dir ?? '.gauntlet/reports',
    },
  };
}

function agentsOf(written: Written['agents']): Config['agents'] {
  const given = Object.entries(written ?? {}).flatMap(([name, agent]) =>
    agent ? [[name, agentOf(agent)] as const] : [],
  );
  return Object.fromEntries(given);
}

function auditOf(written: NonNullable<Written['audit']>): AuditSettings {
  // A team that is switched off has no other settings: what else was written is not even looked at.
  const rest: typeof written = written.enabled === false ? { enabled: false } : written;
  return {
    enabled: rest.enabled ?? null,
    auditors: given<boolean>(rest.auditors),
    passThreshold: rest.passThreshold ?? 0.9,
    severityGate: rest.severityGate ?? 'MEDIUM',
    maxFixRounds: rest.maxFixRounds ?? null,
    maxLibraryChecks: rest.maxLibraryChecks ?? null,
    perMilestone: rest.perMilestone ?? true,
    endOfRun: rest.endOfRun ?? true,
    ...(rest.library?.mcp === undefined ? {} : { servers: serversOf(rest.library.mcp) }),
  };
}

type WrittenServers = NonNullable<NonNullable<NonNullable<Written['audit']>['library']>['mcp']>;

function serversOf(written: WrittenServers): readonly DocServer[] {
  return Object.entries(written).map(([name, server]) => ({
    name,
    run: present(server?.run),
    url: server?.url ?? null,
    env: present(server?.env),
    headers: given<string>(server?.headers),
  }));
}

function auditTeamOf(written: NonNullable<Written['audit_team']>): AuditSettings {
  return auditOf({
    enabled: written.enabled,
    auditors: {
      requirements: written.requirements_auditor,
      technical: written.technical_auditor,
      interface: written.interface_auditor,
      test: written.test_auditor,
      library: written.library_auditor,
    },
    passThreshold: written.pass_threshold,
    severityGate: written.severity_gate,
    maxFixRounds: written.max_fix_rounds,
    maxLibraryChecks: written.max_library_checks,
    perMilestone: written.per_milestone,
    endOfRun: written.end_of_run,
    library: written.library,
  });
}

function reviewOf(written: NonNullable<Written['review']>): ReviewSettings {
  const { coverage } = written;
  return {
    dimensions: dimensionsOf(written.dimensions),
    critics: written.critics ?? null,
    criticsBy: present(written.criticsBy).map(criticChoiceOf),
    differentModel: written.differentModel ?? 'off',
    verify: written.verify ?? true,
    target: millisOf(written.target) ?? REVIEW_TARGET_MS,
    rounds: written.rounds ?? 3,
    path: written.path ?? null,
    coverage: coverage ? { run: commandOf(coverage.run), floor: coverage.floor ?? COVERAGE_FLOOR } : null,
  };
}

type WrittenChoice = NonNullable<NonNullable<NonNullable<Written['review']>['criticsBy']>[number]>;

function criticChoiceOf({ when, use, dimensions }: WrittenChoice): CriticChoice {
  const types = when?.type ?? [];
  return {
    types: typeof types === 'string' ? [types] : present(types),
    paths: present(when?.paths),
    use: agentOf(typeof use === 'string' ? { use } : (use ?? {})),
    dimensions: dimensionsOf(dimensions),
  };
}

function scansOf(written: NonNullable<Written['scans']>): ScanSettings {
  return {
    families: given<boolean>(written.families),
    severity: given<Severity | 'off'>(written.severity),
    ignore: present(written.ignore),
    baseline: written.baseline ?? null,
    maxScanFixPasses: written.maxScanFixPasses ?? null,
    ui: written.ui ?? null,
  };
}

function given<T>(record: Readonly<Record<string, T | undefined>> | undefined): Readonly<Record<string, T>> {
  return Object.fromEntries(
    Object.entries(record ?? {}).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

function convergenceOf(written: NonNullable<Written['convergence']>): ConvergenceSettings {
  return {
    minRatio: written.minRatio ?? 0.9,
    recoveryRatio: written.recoveryRatio ?? 0.8,
    degradedRatio: written.degradedRatio ?? 0.5,
    maxCycles: written.maxCycles ?? 10,
    escalateAfter: written.escalateAfter ?? 3,
    reviewRecoveryRetries: written.reviewRecoveryRetries ?? null,
  };
}
