import type { ScanAudit, ScanAuditFinding, ScanAuditRule } from '../../model/scan-audit.ts';
import type { Severity } from '../../model/severity.ts';
import { line, uriOf } from './plain.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json';

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  CRITICAL: 'error',
  HIGH: 'error',
  MEDIUM: 'warning',
  LOW: 'note',
  INFO: 'note',
};

/** An audit as SARIF 2.1.0, as a value: what code-scanning services and editors read. */
export function sarifOf(audit: ScanAudit, version: string): Readonly<Record<string, unknown>> {
  const positions = new Map(audit.rules.map(({ id }, index) => [id, index]));
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'Gauntlet', semanticVersion: version, version, rules: audit.rules.map(ruleOf) },
        },
        // Paths belong to the repository; where it lies on somebody's machine is nobody's business.
        originalUriBaseIds: { SRCROOT: { description: { text: 'The root of the repository.' } } },
        columnKind: 'utf16CodeUnits',
        invocations: [invocationOf(audit)],
        results: audit.findings.map((finding) => resultOf(finding, audit, positions.get(finding.rule))),
        properties: {
          health: audit.health,
          overallScore: audit.overallScore,
          notComputed: audit.notComputed,
        },
      },
    ],
  };
}

function ruleOf({ id, family, severity, title, why, fix, confidence }: ScanAuditRule): unknown {
  return {
    id,
    name: id.replace('-', ''),
    shortDescription: { text: line(title) },
    fullDescription: { text: line(why) },
    help: { text: `${line(why)} ${line(fix)}`, markdown: `${line(why)}\n\n**Fix**: ${line(fix)}` },
    defaultConfiguration: { level: levels[severity] },
    properties: {
      tags: [family, ...(family === 'secret' ? ['security'] : [])],
      precision: confidence,
      'problem.severity': problemSeverity(severity),
      ...(family === 'secret' ? { 'security-severity': severity === 'CRITICAL' ? '9.0' : '7.0' } : {}),
    },
  };
}

function problemSeverity(severity: Severity): string {
  return levels[severity] === 'note' ? 'recommendation' : levels[severity];
}

function invocationOf({ crashes, notes }: ScanAudit): unknown {
  const say = (level: string) => (text: string) => ({ level, message: { text: line(text) } });
  return {
    executionSuccessful: crashes.length === 0,
    toolExecutionNotifications: crashes
      .map(({ rule, file, because }) => `${rule} failed${file === '' ? '' : ` on ${file}`}: ${because}`)
      .map(say('error')),
    toolConfigurationNotifications: notes.map(say('warning')),
  };
}

function resultOf(finding: ScanAuditFinding, audit: ScanAudit, ruleIndex: number | undefined): unknown {
  const { rule, severity, message, evidence, fingerprint, fix, baseline, confidence } = finding;
  const reportedBy = finding.reportedBy?.map((name) => line(name));
  return {
    ruleId: rule,
    ruleIndex,
    level: levels[severity],
    message: { text: line(message) },
    locations: [locationOf(finding, audit.prefix)],
    partialFingerprints: {
      'gauntlet/v1': fingerprint,
      // The one name that GitHub looks for; without it every moved line is a new alert there.
      primaryLocationLineHash: `${fingerprint}:1`,
    },
    ...suppressionOf(finding),
    ...(audit.baseline === null ? {} : { baselineState: baseline === 'known' ? 'unchanged' : 'new' }),
    properties: { severity, confidence, evidence: line(evidence), fix: line(fix), reportedBy },
  };
}

function locationOf({ file, line: at }: ScanAuditFinding, prefix: string): unknown {
  // What is about the project as a whole is about its root: readers demand a place.
  const uri = file === '' ? uriOf(prefix.replace(/\/$/, '')) || '.' : uriOf(prefix + file);
  return {
    physicalLocation: {
      artifactLocation: { uri, uriBaseId: 'SRCROOT' },
      ...(at === 0 ? {} : { region: { startLine: at } }),
    },
  };
}

function suppressionOf({ suppressed, excuse }: ScanAuditFinding): Readonly<Record<string, unknown>> {
  if (suppressed === null) return { suppressions: [] };
  const isWaiver = excuse?.kind === 'waiver';
  const justification = isWaiver ? `${line(suppressed)} (until ${line(excuse.until)})` : line(suppressed);
  return {
    suppressions: [
      {
        kind: isWaiver || excuse?.kind === 'beside' ? 'external' : 'inSource',
        status: 'accepted',
        justification,
      },
    ],
  };
}
