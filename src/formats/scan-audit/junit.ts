import type { ScanAudit, ScanAuditFinding, ScanAuditRule } from '../../model/scan-audit.ts';
import { isAtLeast } from '../../model/severity.ts';
import { xml } from '../xml-text.ts';
import { isFailing, placeOf } from './plain.ts';

/** An audit as JUnit XML: a suite for each rule, a case for each finding, or one case that passed. */
export function writeJunit(audit: ScanAudit, name = 'gauntlet audit'): string {
  const suites = [...audit.rules.map((rule) => suiteOf(rule, audit)), ...brokenSuites(audit)];
  const sum = (key: keyof Counts): number => suites.reduce((all, { counts }) => all + counts[key], 0);
  const all = {
    tests: sum('tests'),
    failures: sum('failures'),
    errors: sum('errors'),
    skipped: sum('skipped'),
  };
  const time = (audit.durationMs / 1000).toFixed(3);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xml(name)}" ${counted(all)} time="${time}">`,
    ...suites.map(({ text }) => text),
    '</testsuites>',
    '',
  ].join('\n');
}

type Counts = {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
};

type Suite = { readonly text: string; readonly counts: Counts };

function suiteOf(rule: ScanAuditRule, audit: ScanAudit): Suite {
  const own = audit.findings.filter((finding) => finding.rule === rule.id);
  const fails = (finding: ScanAuditFinding): boolean =>
    isFailing(finding, (severity) => isAtLeast(severity, audit.failOn));
  const failures = own.filter(fails).length;
  const cases =
    own.length === 0
      ? [`    <testcase classname="${xml(rule.id)}" name="${xml(rule.title)}"/>`]
      : own.map((finding) => caseOf(finding, audit, fails(finding)));
  const tests = cases.length;
  return suite(rule.id, cases, { tests, failures, errors: 0, skipped: own.length - failures });
}

/** A rule or a parse that failed judged nothing: an error, not a pass. */
function brokenSuites({ crashes }: ScanAudit): readonly Suite[] {
  if (crashes.length === 0) return [];
  const cases = crashes.map(
    ({ rule, file, because }) =>
      `    <testcase classname="${xml(rule)}" name="${xml(file === '' ? 'project' : file)}"><error message="${xml(because)}"/></testcase>`,
  );
  return [suite('failed', cases, { tests: cases.length, failures: 0, errors: cases.length, skipped: 0 })];
}

function suite(name: string, cases: readonly string[], counts: Counts): Suite {
  const head = `  <testsuite name="${xml(name)}" ${counted(counts)}>`;
  return { text: [head, ...cases, '  </testsuite>'].join('\n'), counts };
}

function counted({ tests, failures, errors, skipped }: Counts): string {
  return `tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}"`;
}

function caseOf(finding: ScanAuditFinding, audit: ScanAudit, fails: boolean): string {
  const { rule, severity, message, evidence, fix, fingerprint } = finding;
  const where = placeOf(finding);
  const head = `    <testcase classname="${xml(rule)}" name="${xml(`${where} ${message}`)}"${fileOf(finding)}>`;
  if (!fails) return `${head}<skipped message="${xml(whyNot(finding, audit))}"/></testcase>`;
  const said = [
    `${severity} ${rule} ${where}`,
    evidence,
    `fix: ${fix}`,
    ...reportedBy(finding),
    `fingerprint: ${fingerprint}`,
  ];
  const body = said.filter((each) => each !== '').map((each) => xml(each));
  return `${head}<failure type="${severity}" message="${xml(message)}">${body.join('\n')}</failure></testcase>`;
}

function reportedBy({ reportedBy: names = [] }: ScanAuditFinding): readonly string[] {
  return names.length === 0 ? [] : [`reported by: ${names.join(', ')}`];
}

function fileOf({ file, line: at }: ScanAuditFinding): string {
  if (file === '') return '';
  return ` file="${xml(file)}"${at === 0 ? '' : ` line="${at}"`}`;
}

function whyNot({ suppressed, excuse, baseline, severity }: ScanAuditFinding, { failOn }: ScanAudit): string {
  if (suppressed !== null) {
    const until = excuse?.kind === 'waiver' ? `waived until ${excuse.until}` : 'left alone';
    return `${until}: ${suppressed}`;
  }
  return baseline === 'known' ? 'known in the baseline' : `${severity} is milder than ${failOn}`;
}
