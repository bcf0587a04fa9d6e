import type { AuditTeamReport } from '../../model/audit.ts';
import type { Event } from '../../model/events.ts';
import { type MergedFinding, mergeFindings } from '../../model/merge-audit-findings.ts';
import { enforcementWords, whoWords } from '../../report/index.ts';
import { convergenceOf, each, type Job, type State } from '../../state/index.ts';
import type { Book } from '../book.ts';
import type { AuditScopeView, AuditView, WireAuditFinding } from '../wire-tables.ts';

const MOST_FINDINGS = 2000;

type Scored = Extract<Event, { type: 'audit_scored' }>;

export function auditView(book: Book): AuditView {
  const state = book.state();
  const audits = [...each(state.jobs)].filter((job) => job.kind === 'audit');
  return {
    scopes: audits.map((job) => scopeView(book, job)),
    conditions: conditionsOf(state),
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
  const report =
    last === undefined
      ? undefined
      : (book.desk.record(last.run, 'score') as Partial<AuditTeamReport> | undefined);
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
    findings: mergeFindings(report?.findings ?? [])
      .slice(0, MOST_FINDINGS)
      .map(wireFinding),
    rounds: scored.map(roundOf),
  };
}

function roundOf({ at, overall, move, kept, because }: Scored): AuditScopeView['rounds'][number] {
  return { at, score: overall, move, kept, because };
}

function wireFinding({ verdict, severity, file, line, sources }: MergedFinding): WireAuditFinding {
  const [{ id, title, evidence, fixHint }] = sources;
  const by = [...new Set(sources.map(reporterOf))].join('; ');
  return { verdict, severity, id, title, file, line, evidence, fix: fixHint, by };
}

function reporterOf({ auditor, source, id, by }: MergedFinding['sources'][number]): string {
  if (source === 'scan') return `scan ${id}`;
  return by === undefined ? auditor : `${auditor}, ${whoWords(by)}`;
}

/** What has to hold for the run to pass. null: not known yet, which is not a pass. */
function conditionsOf(state: State): AuditView['conditions'] {
  const tickets = [...each(state.jobs)].filter((job) => job.kind === 'ticket');
  const landed = tickets.filter(({ status }) => status === 'completed').length;
  const failed = tickets.filter(({ status }) => status === 'failed').length;
  // What waits for a person is not lost: it is not known yet.
  const isOver = state.status !== null && state.asking.size === 0;
  const audits = [...each(state.jobs)].filter((job) => job.kind === 'audit' && job.audit?.outcome !== 'off');
  const good = audits.filter(({ audit }) => audit?.outcome === 'passed' || audit?.outcome === 'accepted');
  return [
    {
      what: 'every ticket has landed',
      ok: landed === tickets.length ? true : isOver || failed > 0 ? false : null,
      why: `${landed} of ${tickets.length}, ${failed} failed`,
    },
    {
      what: 'no decision is open',
      ok: state.asking.size === 0 ? true : null,
      why: state.asking.size === 0 ? 'none' : `${state.asking.size} open`,
    },
    {
      what: 'the infrastructure is sound',
      // What cannot be computed is no verdict about the work.
      ok: state.infrastructure.blocked ? null : true,
      why: state.infrastructure.blocked ? state.infrastructure.because : 'nothing is known to be broken',
    },
    ...(audits.length === 0
      ? []
      : [
          {
            what: 'every audit has ended well',
            ok: good.length === audits.length ? true : isOver ? false : null,
            why: `${good.length} of ${audits.length}`,
          },
        ]),
    { what: 'the run has ended and passed', ...endOf(state) },
  ];
}

/** The last word is the run's own: no page says passed before it does. */
function endOf({ status }: State): Pick<AuditView['conditions'][number], 'ok' | 'why'> {
  if (status === null) return { ok: null, why: 'it has not ended' };
  const isFailure = status === 'failed' || status === 'partial';
  return { ok: status === 'completed' ? true : isFailure ? false : null, why: status };
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
