import type { JSX } from 'preact';

import type { AuditScopeView, AuditView } from '../../../src/serve/wire-tables.ts';
import { Empty, Findings, OneLine, Problem, Table, TicketLink, Verdict } from '../parts.tsx';
import { getJson, useBeat, useFetched, useStore } from '../store.ts';
import { clockTime, dateTime, percent } from '../words.ts';

/** What the run came to, its audits and how each score came about, who took which risk. */
export function Audit(): JSX.Element {
  const beat = useBeat();
  const { view } = useStore();
  const { value, problem } = useFetched(() => getJson<AuditView>('audit'), [beat]);
  if (value === undefined) return problem === '' ? <Empty>Reading…</Empty> : <Problem text={problem} />;
  const judged = value.scopes.filter(({ outcome }) => outcome !== 'off');
  return (
    <>
      <Problem text={problem} />
      <div class="page-head">
        <h1>Audit</h1>
        {view !== undefined && <Verdict outcome={view.run.outcome} />}
      </div>
      <Requirements convergence={value.convergence} />
      {judged.length === 0 && <Empty>This run has no audit.</Empty>}
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
          : `without a review cycle: ${report.zeroCycleMilestones.join(', ')}`,
        <OneLine text={report.openItems.slice(0, 50).join(', ')} />,
        <OneLine text={report.escalatedItems.slice(0, 50).join(', ')} />,
      ])}
    />
  );
}

function Scope({ scope }: { readonly scope: AuditScopeView }): JSX.Element {
  const { id, outcome, health, score, totals, auditors, rounds, findings } = scope;
  return (
    <section aria-label={id}>
      <h2>
        {id}{' '}
        <span class={`pill health-${health}`}>{outcome ?? (rounds.length === 0 ? 'not run' : health)}</span>{' '}
        {score !== null && <span class="quiet">score {percent(score)}</span>}
      </h2>
      {totals !== null && (
        <p class="quiet">
          {totals.checked} checked: {totals.pass} pass, {totals.fail} fail, {totals.partial} partial
        </p>
      )}
      {auditors.length > 0 && (
        <Table
          caption={`How the score of ${id} was computed`}
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
      <Findings findings={findings} />
    </section>
  );
}
