import { expect, test } from 'vitest';

import { bareFinding, type Finding } from '../../model/finding.ts';
import { reportOf } from '../../model/report.ts';
import type { Severity } from '../../model/severity.ts';
import { auditHtml } from './audit-html.ts';
import { auditMarkdownEnd } from './audit-markdown.ts';
import { auditText } from './audit-text.ts';

const plain = { paint: (_: string, text: string) => text, path: '' };
const scan = { kind: 'scan', name: 'x' } as const;

function found(rule: string, severity: Severity, many = 1): readonly Finding[] {
  return Array.from({ length: many }, (_, at) => ({
    ...bareFinding,
    source: scan,
    rule,
    severity,
    file: `src/${rule}-${at}.ts`,
    line: at + 1,
    message: `says ${rule}`,
    fix: 'fix it',
    fingerprint: `${rule}${at}`,
  }));
}

function linesOf(findings: readonly Finding[], all = false, useful: Readonly<Record<string, number>> = {}) {
  const report = reportOf(findings, {});
  const rules = report.rules.map((rule) => {
    const share = useful[rule.id];
    return share === undefined ? rule : { ...rule, useful: share };
  });
  const lines = auditText({ ...report, rules }, { ...plain, all });
  return lines.filter((line) => /^(?:CRITICAL|HIGH|MEDIUM|LOW|INFO|\+)/.test(line));
}

test('SCAN-02 more than a few findings of one rule are one line, with how many and the first places', () => {
  expect(linesOf([...found('A-001', 'MEDIUM', 9), ...found('B-001', 'MEDIUM', 2)])).toEqual([
    'MEDIUM   A-001  src/A-001-0.ts:1, src/A-001-1.ts:2, src/A-001-2.ts:3 and 6 more places  says A-001',
    'MEDIUM   B-001  src/B-001-0.ts:1  says B-001',
    'MEDIUM   B-001  src/B-001-1.ts:2  says B-001',
  ]);
});

test('SCAN-02 at most twenty lines are printed, and what is behind --all is said', () => {
  const many = Array.from({ length: 30 }, (_, at) => found(`R-${100 + at}`, 'LOW')).flat();
  const lines = linesOf(many);
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('+10 more findings of 10 rules: gauntlet audit --all');
  expect(linesOf(many, true)).toHaveLength(30);
});

test('SCAN-02 what fails comes first, then what readers found useful more often weighs more than a word of severity', () => {
  const findings = [...found('A-001', 'MEDIUM'), ...found('B-001', 'LOW'), ...found('C-001', 'HIGH')];
  const rules = linesOf(findings, false, { 'A-001': 0.55, 'B-001': 0.94, 'C-001': 0.1 }).map(
    (line) => line.split(/ +/)[1],
  );
  expect(rules).toEqual(['C-001', 'B-001', 'A-001']);
});

test('SCAN-03 a report says how many files, routes, entities and tests it rests on', () => {
  const requests = { resolved: 7, unknown: 2, elsewhere: 1 };
  const seen = { languages: { typescript: 12, python: 3 }, routes: 1, entities: 0, tests: 40, requests };
  expect(auditText(reportOf([], { seen }), { ...plain, all: false })).toContain(
    '  understood: 12 typescript, 3 python; 1 route, 40 tests, 10 requests (7 resolved, 2 unknown, 1 to other servers)',
  );
});

test.each([
  [70, 'requests with a computed URL', '70 requests with a computed URL'],
  [1, 'requests with a computed URL', '1 request with a computed URL'],
  [1, 'requests whose URL is not in the code', '1 request whose URL is not in the code'],
  [2, 'libraries used but not installed', '2 libraries used but not installed'],
  [1, 'libraries used but not installed', '1 library used but not installed'],
  [1, 'services whose port is not known', '1 service whose port is not known'],
  [1, 'seeded accounts whose role cannot be read', '1 seeded account whose role cannot be read'],
])(
  'SCAN-03 what could not be analysed is counted in the singular and the plural: %i %s',
  (count, what, words) => {
    const report = reportOf([], { unresolved: [{ rule: 'A-001', what, count }] });
    expect(auditText(report, { ...plain, all: false })).toContain(`  could not analyse: ${words} (A-001)`);
    expect(auditMarkdownEnd(report)).toContain(`- ${words} `);
    expect(auditHtml(report, { title: 't' })).toContain(`<li>${words} (A-001)</li>`);
  },
);
