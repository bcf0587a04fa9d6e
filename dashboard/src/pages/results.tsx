import type { JSX } from 'preact';

import type { LastResult, ResultsView } from '../../../src/serve/wire-tables.ts';
import { Empty, Findings, Problem, Share, Table, Verdict } from '../parts.tsx';
import { getJson, useBeat, useFetched } from '../store.ts';
import { count, dateTime, duration, money, tokens } from '../words.ts';

/** What came of everything that ran here: the trend over runs, and the findings of the last audit and review. */
export function Results(): JSX.Element {
  const beat = useBeat();
  const { value, problem } = useFetched(() => getJson<ResultsView>('results'), [beat]);
  if (value === undefined) return problem === '' ? <Empty>Reading…</Empty> : <Problem text={problem} />;
  const { runs, last } = value;
  const most = Math.max(1, ...runs.map(({ sentBack }) => sentBack));
  return (
    <>
      <Problem text={problem} />
      <div class="page-head">
        <h1>Results</h1>
      </div>
      {runs.length + last.length === 0 && (
        <Empty>Nothing has run here yet. Start with: gauntlet review, gauntlet audit or gauntlet do.</Empty>
      )}
      {runs.length > 0 && (
        <Table
          caption="Runs, the newest first"
          heads={['epic', 'ended', 'result', 'landed', 'sent back', 'took', 'cost']}
          rows={runs.map((run) => [
            <a href={`/?epic=${encodeURIComponent(run.epic)}`} target="_self">
              {run.epic}
            </a>,
            dateTime(run.at),
            <Verdict outcome={run.outcome} />,
            <>
              <Share ratio={run.done / Math.max(1, run.tickets)} label={`${run.done} of ${run.tickets}`} />{' '}
              {run.done}/{run.tickets}
            </>,
            <>
              <Share ratio={run.sentBack / most} label={count(run.sentBack, 'time')} /> {run.sentBack}
            </>,
            run.startedAt === null ? '' : duration(run.at - run.startedAt),
            run.usd > 0 ? money(run.usd) : `${tokens(run.tokens)} tokens`,
          ])}
        />
      )}
      {last.map((result) => (
        <Last key={result.kind} result={result} />
      ))}
    </>
  );
}

function Last({ result }: { readonly result: LastResult }): JSX.Element {
  const { kind, about, at, outcome, findings, more } = result;
  return (
    <section aria-label={`Last ${kind}`}>
      <h2>
        Last {kind} <span class="title">of {about}</span> <Verdict outcome={outcome} />
      </h2>
      <p class="quiet">{dateTime(at)}</p>
      {findings.length === 0 && <p>No open findings.</p>}
      <Findings findings={findings} more={more} />
    </section>
  );
}
