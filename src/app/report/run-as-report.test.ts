import { expect, test } from 'vitest';
import type { Finding } from '../../model/finding.ts';
import { outcomeOf } from '../../model/outcome.ts';
import type { RunReport } from '../../report/index.ts';
import { runHtml, sarifOf, summaryMarkdown } from '../../report/index.ts';
import { runAsReport } from './run-as-report.ts';

const finding: Finding = {
  source: { kind: 'critic', name: 'critic' },
  rule: 'code_quality',
  severity: 'HIGH',
  file: 'src/a.ts',
  line: 3,
  message: 'not awaited',
  evidence: 'expire()',
  fix: 'await it',
  fingerprint: 'f1',
  grounding: 'quoted',
};

type JobReport = RunReport['jobs'][number];

function job(id: string, more: Partial<JobReport>): JobReport {
  const money = { costUsd: 0, tokens: 0 };
  const rest = {
    title: '',
    reason: '',
    commit: null,
    stop: null,
    judged: true,
    landed: null,
    endedAt: null,
    busyMs: 0,
    sentBack: [],
    putBack: [],
    accepted: [],
    evidence: [],
    setAside: [],
    acceptedBy: null,
    runs: [],
    findings: [],
    lastLines: [],
  };
  return { id, kind: 'ticket', status: 'completed', attempts: 1, ...money, ...rest, ...more };
}

function report(...jobs: readonly JobReport[]): RunReport {
  const about = {
    epic: 'told',
    status: 'partial',
    outcome: outcomeOf({ failing: ['x'] }),
    epicBranch: null,
    base: 'main',
    tip: 't',
    diff: null,
  } as const;
  const sums = {
    startedAt: 10,
    at: 20,
    costUsd: 0,
    tokens: 0,
    cost: 'cost $0',
    landing: '',
    redAtBase: [],
    counts: { done: 0, running: 0, waiting: 0, blocked: 0, deciding: 0, failed: 0 },
    enforcement: null,
    judges: null,
    critics: [],
    notes: [],
    requirements: [],
  } as const;
  return { schemaVersion: 1, ...about, ...sums, calibrations: [], decisions: [], people: [], jobs };
}

function found(attempt: number, more: Partial<Finding> = {}): JobReport['findings'][number] {
  return { ...finding, ...more, run: attempt, attempt };
}

test('BEYOND-07 a run shows what its last attempts were found wanting for, each finding once', () => {
  const findings = [found(1, { fingerprint: 'old' }), found(2), found(2), found(2, { fingerprint: 'f2' })];
  const audit = runAsReport(report(job('A', { status: 'escalated', attempts: 2, findings })));
  expect(audit.findings.map(({ fingerprint }) => fingerprint)).toEqual(['f1', 'f2']);
  expect(audit).toMatchObject({ health: 'needs-fixes', failing: 2, counts: { HIGH: 2 }, durationMs: 10 });
});

test('BEYOND-07 what was not counted or accepted by a person is there, and waived', () => {
  const aside = found(1, { fingerprint: 'aside', grounding: 'setAside' });
  const audit = runAsReport(
    report(job('A', { findings: [aside] }), job('B', { findings: [found(1)], acceptedBy: 'ada' })),
  );
  expect(audit.findings.map(({ suppressed }) => suppressed)).toEqual([
    'not counted: it could not be tied to the code',
    'accepted by ada',
  ]);
  expect(audit.failing).toBe(0);
});

test('BEYOND-07 a file without findings is no pass where something has not landed', () => {
  const blocked = report(job('A', {}), job('B', { status: 'blocked', reason: 'it needs X' }));
  const audit = runAsReport({ ...blocked, outcome: outcomeOf({ open: 'decision' }) });
  expect(audit.health).toBe('unknown');
  const [run] = sarifOf(audit, '1.0.0')['runs'] as readonly { readonly invocations: readonly unknown[] }[];
  expect(run?.invocations).toMatchObject([
    {
      executionSuccessful: false,
      toolExecutionNotifications: [{ message: { text: 'B failed: blocked: it needs X' } }],
    },
  ]);
  expect(runAsReport({ ...report(job('A', {})), outcome: outcomeOf({}) }).health).toBe('passed');
});

test('a conflict sends the developer again within an attempt: its finding is not open any more', () => {
  const at = { attempt: 1, who: '', startedAt: 0, durationMs: 1, costUsd: 0, result: '', said: [] };
  const runs = [
    { ...at, run: 1, stage: 'develop' as const },
    { ...at, run: 2, stage: 'merge' as const },
    { ...at, run: 3, stage: 'develop' as const },
  ];
  const conflict = { ...found(1), run: 2 };
  expect(runAsReport(report(job('A', { findings: [conflict], runs }))).findings).toEqual([]);
  const [one] = runAsReport(report(job('A', { findings: [conflict], runs: runs.slice(0, 2) }))).findings;
  expect(one?.fingerprint).toBe('f1');
});

test('a report begins with the open findings, linked to their tickets, and the changed files', () => {
  const escalated = job('A-1', { title: 'Say hello', status: 'escalated', findings: [found(1)] });
  const diff = [
    { path: 'src/a.ts', added: 10, removed: 2 },
    { path: 'logo.png', added: null, removed: null },
  ];
  const markdown = summaryMarkdown({ ...report(escalated), diff });
  expect(markdown).toContain('- **HIGH** `src/a.ts:3` not awaited ([A-1](#a-1-say-hello))');
  expect(markdown).toContain('2 files changed, +10 −2\n\n- `src/a.ts` +10 −2\n- `logo.png` binary');
  const page = runHtml({ ...report(escalated), diff });
  expect(headings(markdown, /^## (.+)$/gm)).toEqual(['Findings', 'Changes', 'Tickets', 'A-1 Say hello']);
  expect(headings(page, /<h2>(.+?)<\/h2>/g)).toEqual(['Findings', 'Changes', 'Tickets']);
  expect(page).toContain('(<a href="#job-A_451">A-1</a>)');
  expect(summaryMarkdown(report(job('A', { attempts: 2, findings: [found(1)] })))).toContain(
    '## Findings\n\nNone open. Found and fixed on the way: 1.',
  );
});

function headings(text: string, pattern: RegExp): readonly (string | undefined)[] {
  return [...text.matchAll(pattern)].map(([, heading]) => heading);
}
