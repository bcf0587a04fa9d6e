import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import type { AuditScopeView, AuditView, WireAuditFinding } from '../../../src/serve/wire-tables.ts';
import { Empty, OneLine, Problem, Table, TicketLink } from '../parts.tsx';
import { getJson, useBeat, useFetched } from '../store.ts';
import { clockTime, count, dateTime, percent } from '../words.ts';

const severities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO'] as const;

/** What the run comes to: the conditions, the audits and how each score came about, who took which risk. */
export function Audit(): JSX.Element {
  const beat = useBeat();
  const { value, problem } = useFetched(() => getJson<AuditView>('audit'), [beat]);
  if (value === undefined) return problem === '' ? <Empty>Reading…</Empty> : <Problem text={problem} />;
  const verdict = value.conditions.some(({ ok }) => ok === false)
    ? 'Failed'
    : value.conditions.every(({ ok }) => ok === true)
      ? 'Passed'
      : 'Not computed';
  const judged = value.scopes.filter(({ outcome }) => outcome !== 'off');
  return (
    <>
      <Problem text={problem} />
      <div class="page-head">
        <h1>Audit</h1>
        <strong class={`big-verdict ${verdict.replace(' ', '-').toLowerCase()}`}>{verdict}</strong>
      </div>
      <Table
        caption="Conditions"
        heads={['condition', 'holds', 'because']}
        rows={value.conditions.map(({ what, ok, why }) => [
          what,
          <span class={`verdict ${ok === null ? 'none' : ok ? 'verified' : 'failed'}`}>
            {ok === null ? '· not known yet' : ok ? '✓ yes' : '✗ no'}
          </span>,
          <OneLine text={why} />,
        ])}
      />
      <Requirements convergence={value.convergence} />
      {judged.length === 0 && <Empty>No audit is part of this run.</Empty>}
      {judged.map((scope) => (
        <Scope key={scope.id} scope={scope} />
      ))}
      {value.accepted.length > 0 && (
        <Table
          caption="Risks that people accepted"
          heads={['ticket', 'who', 'why', 'when']}
          rows={value.accepted.map(({ ticket, by, why, at }) => [
            <TicketLink id={ticket} />,
            by,
            <OneLine text={why} />,
            dateTime(at),
          ])}
        />
      )}
      <Table
        caption="Inputs"
        heads={['what', 'value']}
        rows={value.provenance.map(({ what, value: said }) => [what, <code>{said}</code>])}
      />
    </>
  );
}

/** How far the requirements are ticked and reviewed, by document and in sum. */
function Requirements({ convergence }: { readonly convergence: AuditView['convergence'] }) {
  const { documents } = convergence;
  if (documents.length === 0) return null;
  const rows =
    documents.length === 1 ? documents : [...documents, { ...convergence, path: null, milestone: 'all' }];
  return (
    <Table
      caption="Requirements"
      heads={['milestone', 'document', 'ticked', 'ratio', 'health', 'cycles', 'open', 'escalated']}
      rows={rows.map((report) => [
        report.milestone,
        <code>{report.path ?? '—'}</code>,
        `${report.checkedRequirements} of ${report.totalRequirements}`,
        percent(report.convergenceRatio),
        report.health,
        report.zeroCycleMilestones.length === 0
          ? report.reviewCycles
          : `no review cycle: ${report.zeroCycleMilestones.join(', ')}`,
        <OneLine text={report.openItems.slice(0, 50).join(', ')} />,
        <OneLine text={report.escalatedItems.slice(0, 50).join(', ')} />,
      ])}
    />
  );
}

function Scope({ scope }: { readonly scope: AuditScopeView }): JSX.Element {
  const { id, health, score, totals, auditors, rounds, findings } = scope;
  return (
    <section aria-label={id}>
      <h2>
        {id} <span class={`pill health-${health}`}>{health}</span>{' '}
        {score !== null && <span class="quiet">score {percent(score)}</span>}
      </h2>
      {rounds.length === 0 && <p class="quiet">It has not been held yet.</p>}
      {totals !== null && (
        <p class="quiet">
          {totals.checked} checked: {totals.pass} pass, {totals.fail} fail, {totals.partial} partial
        </p>
      )}
      {auditors.length > 0 && (
        <Table
          caption={`How the score of ${id} came about`}
          heads={['auditor', 'said', 'score', 'checked', 'pass', 'fail', 'partial']}
          rows={auditors.map(({ auditor, outcome, score: own, checked, pass, fail, partial }) => [
            auditor,
            outcome,
            percent(own),
            checked,
            pass,
            fail,
            partial,
          ])}
        />
      )}
      {rounds.length > 0 && (
        <Table
          caption={`Rounds of ${id}`}
          heads={['when', 'score', 'then', 'kept', 'because']}
          rows={rounds.map(({ at, score: then, move, kept, because }) => [
            clockTime(at),
            percent(then),
            move,
            kept ? 'yes' : 'no, discarded',
            <OneLine text={because} />,
          ])}
        />
      )}
      {findings.length > 0 && <Findings id={id} findings={findings} />}
    </section>
  );
}

function Findings({ id, findings }: { readonly id: string; readonly findings: readonly WireAuditFinding[] }) {
  const [by, setBy] = useState<'severity' | 'file'>('severity');
  const [most, setMost] = useState(100);
  const sorted =
    by === 'severity'
      ? findings.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
      : findings.toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
  const counts = severities
    .map(
      (severity) => [severity, findings.filter((finding) => finding.severity === severity).length] as const,
    )
    .filter(([, many]) => many > 0)
    .map(([severity, many]) => `${many} ${severity}`)
    .join(', ');
  return (
    <>
      <p>
        {counts} · sorted by{' '}
        <button type="button" onClick={() => setBy(by === 'severity' ? 'file' : 'severity')}>
          {by}
        </button>
      </p>
      <Table
        caption={`Findings of ${id}`}
        heads={['severity', 'rule', 'place', 'what', 'fix', 'who']}
        rows={sorted.slice(0, most).map((finding) => [
          <strong class={`severity ${finding.severity.toLowerCase()}`}>{finding.severity}</strong>,
          <code>{finding.id}</code>,
          <code>
            {finding.file === '' ? '—' : `${finding.file}${finding.line > 0 ? `:${finding.line}` : ''}`}
          </code>,
          <>
            <OneLine text={finding.title} />
            {finding.verdict === 'PARTIAL' && <span class="quiet"> (partly)</span>}
            {finding.evidence !== '' && (
              <details>
                <summary>evidence</summary>
                <span class="words">
                  <OneLine text={finding.evidence} />
                </span>
              </details>
            )}
          </>,
          <OneLine text={finding.fix} />,
          finding.by,
        ])}
      />
      {findings.length > most && (
        <button type="button" onClick={() => setMost(most + 200)}>
          Show more of {count(findings.length - most, 'finding')}
        </button>
      )}
    </>
  );
}
