import type { Finding } from '../../model/finding.ts';
import { isFailing, type Report, wordsOf } from '../../model/report.ts';
import { notPassed, placeText, standingText } from './plain.ts';
import { sanitize } from '../../formats/index.ts';

/** One case of JUnit XML; without `not` it passed. */
export type JunitCase = {
  readonly classname: string;
  readonly name: string;
  readonly file?: string;
  readonly line?: number;
  readonly durationMs?: number;
  readonly not?: {
    readonly how: 'failure' | 'error' | 'skipped';
    readonly type?: string;
    readonly message: string;
    readonly lines?: readonly string[];
  };
};

export type JunitSuite = { readonly name: string; readonly cases: readonly JunitCase[] };

/** JUnit XML with whatever text in its cases. */
export function junitXml(name: string, suites: readonly JunitSuite[], durationMs?: number): string {
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xml(name)}" ${counted(all)}${timeOf(durationMs)}>`,
    ...suites.flatMap((suite) => [
      `  <testsuite name="${xml(suite.name)}" ${counted(suite.cases)}>`,
      ...suite.cases.map(caseText),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

function counted(cases: readonly JunitCase[]): string {
  const of = (how: string): number => cases.filter(({ not }) => not?.how === how).length;
  return `tests="${cases.length}" failures="${of('failure')}" errors="${of('error')}" skipped="${of('skipped')}"`;
}

function timeOf(durationMs: number | undefined): string {
  return durationMs === undefined ? '' : ` time="${(durationMs / 1000).toFixed(3)}"`;
}

function caseText({ classname, name, file = '', line = 0, durationMs, not }: JunitCase): string {
  const place = file === '' ? '' : ` file="${xml(file)}"${line === 0 ? '' : ` line="${line}"`}`;
  const head = `    <testcase classname="${xml(classname)}" name="${xml(name)}"${place}${timeOf(durationMs)}`;
  if (not === undefined) return `${head}/>`;
  const { how, type, message, lines = [] } = not;
  const open = `${how}${type === undefined ? '' : ` type="${xml(type)}"`} message="${xml(message)}"`;
  const body = lines.filter((each) => each !== '').map(xml);
  return `${head}><${open}${body.length === 0 ? '/>' : `>${body.join('\n')}</${how}>`}</testcase>`;
}

/** A report as JUnit XML: a suite for each rule, a case for each finding, or one case that passed. */
export function writeJunit(report: Report, name = 'gauntlet audit'): string {
  const suites = report.rules.map(({ id, title }) => {
    const own = report.findings.filter(({ rule }) => rule === id).map((finding) => caseOf(finding, report));
    return { name: id, cases: own.length === 0 ? [{ classname: id, name: title }] : own };
  });
  // A rule or a parse that failed judged nothing: an error, not a pass.
  const broken = notPassed(report).map(({ rule, file, because }) => ({
    classname: rule === '' ? 'gauntlet' : rule,
    name: file === '' ? 'project' : file,
    not: { how: 'error' as const, message: because },
  }));
  const failed = broken.length === 0 ? [] : [{ name: 'failed', cases: broken }];
  return junitXml(name, [...suites, ...failed], report.durationMs);
}

function caseOf(finding: Finding, { failOn }: Report): JunitCase {
  const { rule, severity, evidence, fix, fingerprint, file, line, reportedBy = [] } = finding;
  const where = placeText(finding);
  const message = wordsOf(finding);
  const head = { classname: rule, name: `${where} ${message}`, file, line };
  if (!isFailing(finding, failOn)) {
    const why = standingText(finding) || `${severity} is below ${failOn}`;
    return { ...head, not: { how: 'skipped', message: why } };
  }
  const by = reportedBy.length === 0 ? '' : `reported by: ${reportedBy.join(', ')}`;
  const lines = [`${severity} ${rule} ${where}`, evidence, `fix: ${fix}`, by, `fingerprint: ${fingerprint}`];
  return { ...head, not: { how: 'failure', type: severity, message, lines } };
}

/** Text for XML 1.0, in an attribute or between tags: one line, no character that it cannot hold. */
export function xml(text: string): string {
  return sanitize(text, { singleLine: true, maxLength: 500 })
    .replace(/[\uFFFE\uFFFF]/g, '')
    .replace(/[&<>"']/g, (mark) => entities[mark] ?? '');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
