import type { Event } from '../../model/events.ts';
import { enforcementWords } from '../../report/index.ts';
import { convergenceOf, each, type Job } from '../../state/index.ts';
import type { Book } from '../book.ts';
import type { AuditScopeView, AuditView } from '../wire-tables.ts';
import { leftBy } from './findings.ts';

type Scored = Extract<Event, { type: 'audit_scored' }>;

export function auditView(book: Book): AuditView {
  const state = book.state();
  const audits = [...each(state.jobs)].filter((job) => job.kind === 'audit');
  return {
    scopes: audits.map((job) => scopeView(book, job)),
    convergence: convergenceOf(state),
    accepted: acceptedIn(book),
    provenance: provenanceOf(book),
  };
}

function scopeView(book: Book, job: Job): AuditScopeView {
  const scored = book
    .chronicle()
    .of(job.id)
    .runs.flatMap(({ ended }) => (ended?.type === 'audit_scored' ? [ended] : []));
  const last = scored.findLast(({ kept }) => kept) ?? scored.at(-1);
  const report = last === undefined ? undefined : book.desk.record(last.run, 'score');
  return {
    id: job.id,
    status: job.status,
    outcome: job.audit?.outcome ?? null,
    health: report?.health ?? 'unknown',
    score: last?.overall ?? null,
    totals: report?.totals ?? null,
    auditors: (report?.auditors ?? []).map(({ auditor, outcome, score, checked, pass, fail, partial }) => ({
      auditor,
      outcome,
      score,
      checked,
      pass,
      fail,
      partial,
    })),
    findings: last === undefined ? [] : leftBy(book, last.run, true).findings,
    rounds: scored.map(roundOf),
  };
}

function roundOf({ at, overall, move, kept, because }: Scored): AuditScopeView['rounds'][number] {
  return { at, score: overall, move, kept, because };
}

function acceptedIn(book: Book): AuditView['accepted'] {
  const chronicle = book.chronicle();
  return [...chronicle.jobs].flatMap((ticket) =>
    chronicle.of(ticket).accepted.map(({ by, why, at }) => ({ ticket, by, why, at })),
  );
}

function provenanceOf(book: Book): AuditView['provenance'] {
  const { inputs } = book.chronicle();
  if (inputs === null) return [];
  const { base, epicFile, configFile, agents, enforcement } = inputs;
  return [
    { what: 'base', value: `${base.ref} at ${base.commit}` },
    { what: 'epic tip', value: book.state().tip },
    { what: 'epic file (sha-256)', value: epicFile },
    { what: 'configuration (sha-256)', value: configFile ?? 'none' },
    { what: 'judges', value: enforcementWords(enforcement) },
    { what: 'events in the journal', value: String(book.state().seq) },
    ...agents.map(({ role, hash, origin }) => ({
      what: `agent: ${role}`,
      value: `${origin} (${hash.slice(0, 16)})`,
    })),
  ];
}
