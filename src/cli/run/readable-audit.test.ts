import { expect, test } from 'vitest';
import { auditorReport } from '../../formats/index.ts';
import type { AuditFinding } from '../../model/audit.ts';
import { type AuditSource, copyAudit } from './readable-audit.ts';

const open: AuditFinding = {
  auditor: 'requirements',
  source: 'agent',
  verdict: 'FAIL',
  severity: 'HIGH',
  id: 'REQ-1',
  title: 'open',
  file: 'a.ts',
  line: 1,
  evidence: 'e',
  fixHint: '',
};
const group = {
  name: 'fix-1',
  general: false,
  severity: 'HIGH' as const,
  files: ['a.ts'],
  findings: [0],
};

/** Two scorings of one audit, with a recovery review before the first; it counts in the first only. */
function copied(recovered: boolean) {
  const counts = { checked: 1, pass: 0, fail: 1, partial: 0 };
  const row = { auditor: 'recovery', outcome: 'reported', inconsistent: false, ...counts, score: 0 };
  const auditors = recovered ? [row] : [];
  const kept: Record<string, unknown> = {
    recovery: { commit: 'c', report: auditorReport('recovery', [open]) },
    score: { auditors, findings: [open], totals: counts, overallScore: 1, health: 'passed' },
    round: { round: {}, findings: [open], groups: [group] },
  };
  const scored = [2, 6].map((seq) => ({
    type: 'audit_scored',
    ticket: 'audit:run',
    run: seq,
    seq,
    at: seq,
    groups: 1,
  }));
  const events = [{ type: 'recovery_done', ticket: 'audit:run', run: 1, seq: 1, at: 1 }, ...scored];
  const source = {
    journal: { read: () => events },
    records: { get: (_: number, name: string) => Promise.resolve(kept[name]) },
  } as unknown as AuditSource;
  const files = new Map<string, string | null>();
  const done = copyAudit(scored[1] as never, source, (name, text) => files.set(name, text));
  return done.then(() => files);
}

test('FOUND-01 002#18 a recovery review that no longer counts leaves no file to be scored again', async () => {
  expect((await copied(true)).get('recovery_audit.md')).toContain('REQ-1');
  expect((await copied(false)).get('recovery_audit.md')).toBeNull();
});
