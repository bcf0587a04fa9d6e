import type { Finding } from '../../model/finding.ts';
import { headline } from '../../model/outcome.ts';
import { confidenceOf, type Report, type ReportRule, wordsOf } from '../../model/report.ts';
import type { Severity } from '../../model/severity.ts';
import { crashText, line, notPassed, uriOf } from './plain.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json';

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  CRITICAL: 'error',
  HIGH: 'error',
  MEDIUM: 'warning',
  LOW: 'note',
  INFO: 'note',
};

/** A report as SARIF 2.1.0, as a value: what code-scanning services and editors read. */
export function sarifOf(report: Report, version: string): Readonly<Record<string, unknown>> {
  const positions = new Map(report.rules.map(({ id }, index) => [id, index]));
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'Gauntlet', semanticVersion: version, version, rules: report.rules.map(ruleOf) },
        },
        // Paths belong to the repository; where it lies on somebody's machine is nobody's business.
        originalUriBaseIds: { SRCROOT: { description: { text: 'The root of the repository.' } } },
        columnKind: 'utf16CodeUnits',
        invocations: [invocationOf(report)],
        results: report.findings.map((finding) => resultOf(finding, report, positions.get(finding.rule))),
        properties: {
          outcome: line(headline(report.outcome)),
          health: report.health,
          overallScore: report.overallScore,
          notComputed: report.notComputed,
        },
      },
    ],
  };
}

function ruleOf({ id, family, severity, title, why, fix, confidence }: ReportRule): unknown {
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

function invocationOf(report: Report): unknown {
  const crashes = notPassed(report);
  const say = (level: string) => (text: string) => ({ level, message: { text: line(text) } });
  return {
    executionSuccessful: crashes.length === 0,
    toolExecutionNotifications: crashes.map(crashText).map(say('error')),
    toolConfigurationNotifications: report.notes.map(say('warning')),
  };
}

function resultOf(finding: Finding, report: Report, ruleIndex: number | undefined): unknown {
  const { rule, severity, evidence, fingerprint, fix, baseline } = finding;
  const reportedBy = finding.reportedBy?.map((name) => line(name));
  return {
    ruleId: rule,
    ruleIndex,
    level: levels[severity],
    message: { text: line(wordsOf(finding)) },
    locations: [locationOf(finding, report.prefix)],
    partialFingerprints: {
      'gauntlet/v1': fingerprint,
      // The one name that GitHub looks for; without it every moved line is a new alert there.
      primaryLocationLineHash: `${fingerprint}:1`,
    },
    ...suppressionOf(finding),
    ...(report.baseline === null ? {} : { baselineState: baseline === 'known' ? 'unchanged' : 'new' }),
    properties: {
      severity,
      confidence: confidenceOf(finding),
      evidence: line(evidence),
      fix: line(fix),
      reportedBy,
    },
  };
}

function locationOf({ file, line: at }: Finding, prefix: string): unknown {
  // What is about the project as a whole is about its root: readers demand a place.
  const uri = file === '' ? uriOf(prefix.replace(/\/$/, '')) || '.' : uriOf(prefix + file);
  return {
    physicalLocation: {
      artifactLocation: { uri, uriBaseId: 'SRCROOT' },
      ...(at === 0 ? {} : { region: { startLine: at } }),
    },
  };
}

function suppressionOf({ suppressed, excuse }: Finding): Readonly<Record<string, unknown>> {
  if (suppressed == null) return { suppressions: [] };
  const until = excuse?.kind === 'waiver' ? ` (until ${line(excuse.until)})` : '';
  const kind = excuse?.kind === 'inline' ? 'inSource' : 'external';
  return { suppressions: [{ kind, status: 'accepted', justification: `${line(suppressed)}${until}` }] };
}
