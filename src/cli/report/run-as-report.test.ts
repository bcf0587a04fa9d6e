import { expect, test } from 'vitest';
import type { Finding } from '../../model/finding.ts';
import { outcomeOf } from '../../model/outcome.ts';
import type { RunReport } from '../../report/index.ts';
import { sarifOf } from '../../report/index.ts';
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
  } as const;
  const sums = {
    startedAt: 10,
    at: 20,
    costUsd: 0,
    tokens: 0,
    estimated: '',
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
