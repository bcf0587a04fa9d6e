import { expect, test } from 'vitest';
import { auditorReport } from '../../formats/index.ts';
import type { AuditFinding, AuditTeamReport } from '../../model/audit.ts';
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
function copied(recovered: boolean, fixes: readonly number[] = [], complete = true) {
  const counts = { checked: 1, pass: 0, fail: 1, partial: 0 };
  const found = recovered ? [{ ...open, auditor: 'recovery' }] : [open];
  const kept: Record<string, unknown> = {
    recovery: { commit: 'c', report: { ...auditorReport('recovery', [open]), complete } },
    score: { auditors: [], findings: found, totals: counts, overallScore: 1, health: 'passed' },
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
  const type = complete ? 'recovery_done' : 'agent_unclear';
  const events = [{ type, ticket: 'audit:run', run: 1, seq: 1, at: 1 }, ...scored];
  const opened = fixes.map((seq, nth) => ({
    type: 'fix_opened',
    ticket: `fix:${nth + 1}`,
    audit: 'audit:run',
    group: 0,
    seq,
    at: seq,
  }));
  const source = {
    journal: { read: () => [...events, ...opened].sort((a, b) => a.seq - b.seq) },
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

test('FOUND-01 002#28 a recovery review that left an item out has a file that says it is not complete', async () => {
  expect((await copied(true, [], false)).get('recovery_audit.md')).toContain('- Complete: no');
});

test('FOUND-01 002#27 fix rounds are those in which a fixer was sent, and no two groups have one name', async () => {
  const told = async (...fixes: number[]) =>
    JSON.parse((await copied(false, fixes)).get('audit.json') ?? '') as Pick<
      AuditTeamReport,
      'fixRoundsUsed' | 'fixGroups'
    >;
  const first = { name: 'fix-1', round: 1, about: ['REQ-1'], findings: [] };
  expect(await told()).toMatchObject({ fixRoundsUsed: 0, fixGroups: [{ name: 'fix-1' }] });
  expect(await told(4)).toMatchObject({
    fixRoundsUsed: 1,
    fixGroups: [first, { name: 'fix-2', findings: [0] }],
  });
  const second = { name: 'fix-2', round: 2, about: ['REQ-1'], findings: [0] };
  expect(await told(4, 7)).toMatchObject({ fixRoundsUsed: 2, fixGroups: [first, second] });
});
