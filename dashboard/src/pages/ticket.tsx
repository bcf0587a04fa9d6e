import type { JSX } from 'preact';

import type { TicketView, WireCriterion } from '../../../src/serve/wire.ts';
import { Empty, GateBar, OneLine, Problem, Standing, Table, TicketLink } from '../parts.tsx';
import { hrefTo, ticketHref, useRoute } from '../route.ts';
import { getJson, useBeat, useFetched, useStore } from '../store.ts';
import { clockTime, duration, money, short, tokens } from '../words.ts';
import { TicketSteering } from '../steering.tsx';
import { Attempts } from './ticket-attempts.tsx';
import { TicketDiff } from './ticket-diff.tsx';
import { TicketLogs } from './ticket-logs.tsx';

const tabs = ['overview', 'attempts', 'diff', 'logs'] as const;

type Tab = (typeof tabs)[number];

/** All about one ticket. Each tab, attempt and run has an address of its own. */
export function Ticket(): JSX.Element {
  const { path, query } = useRoute();
  const id = path[1] ?? '';
  const { rows, view } = useStore();
  const beat = useBeat(id);
  const { value, problem } = useFetched(
    () => getJson<TicketView>(`tickets/${encodeURIComponent(id)}`),
    [id, beat],
  );
  const tab = tabs.find((each) => each === query.get('tab')) ?? 'overview';
  if (value === undefined || value.row.id !== id)
    return (
      <>
        <h1>{id}</h1>
        {problem === '' ? <Empty>Reading…</Empty> : <Problem text={problem} />}
        {problem !== '' && <a href={hrefTo('/')}>All tickets are on the board</a>}
      </>
    );
  const row = rows.get(id) ?? value.row;
  return (
    <>
      <Problem text={problem} />
      <div class="page-head">
        <h1>
          {id} <span class="title">{row.title}</span>
        </h1>
        <Standing row={row} />
        <GateBar row={row} />
        <span class="quiet">
          attempt {row.attempt}/{row.rounds} · {row.usd > 0 ? money(row.usd) : `${tokens(row.tokens)} tokens`}{' '}
          · {duration(row.busy)}
        </span>
      </div>
      {value.whys.length > 0 && (
        <ul class="why" aria-label="Why it is not running">
          {value.whys.map(({ text, next }) => (
            <li key={text}>
              <OneLine text={text} />
              {next !== '' && (
                <>
                  : <code>{next}</code>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <nav class="tabs" aria-label="Parts of the ticket">
        {tabs.map((each) => (
          <a
            key={each}
            href={ticketHref(id, each === 'overview' ? {} : { tab: each })}
            aria-current={tab === each ? 'page' : undefined}
          >
            {tabWords[each]}
          </a>
        ))}
      </nav>
      {tab === 'overview' && <Overview view={value} readOnly={view?.readOnly ?? true} />}
      {tab === 'attempts' && <Attempts view={value} failedOnly={query.get('failed') === '1'} />}
      {tab === 'diff' && <TicketDiff view={value} />}
      {tab === 'logs' && <TicketLogs view={value} />}
    </>
  );
}

const tabWords: Readonly<Record<Tab, string>> = {
  overview: 'Overview',
  attempts: 'Attempts',
  diff: 'Diff',
  logs: 'Prompts and logs',
};

function Overview({
  view,
  readOnly,
}: {
  readonly view: TicketView;
  readonly readOnly: boolean;
}): JSX.Element {
  const { row, description, touches, dependents, landed, answered } = view;
  return (
    <>
      {description !== '' && <p class="words description">{description}</p>}
      <dl class="facts">
        <Fact name="Needs" ids={row.needs} />
        <Fact name="Needed by" ids={dependents} />
        {row.milestone !== '' && (
          <div>
            <dt>Milestone</dt>
            <dd>{row.milestone}</dd>
          </div>
        )}
        {touches.length > 0 && (
          <div>
            <dt>Touches</dt>
            <dd>{touches.join(', ')}</dd>
          </div>
        )}
        {landed !== null && (
          <div>
            <dt>Landed as</dt>
            <dd>
              <code>{short(landed)}</code>
            </dd>
          </div>
        )}
      </dl>
      <Acceptance criteria={view.acceptance} />
      {answered.length > 0 && (
        <Table
          caption="Decisions"
          heads={['when', 'who', 'answer', 'why']}
          rows={answered.map(({ at, by, choice, why }) => [
            clockTime(at),
            by,
            choice,
            <OneLine text={why} />,
          ])}
        />
      )}
      {row.bucket === 'deciding' && (
        <p>
          <a href={hrefTo(`/decisions/${encodeURIComponent(row.id)}`)}>Decide it</a>
        </p>
      )}
      {!readOnly && <TicketSteering view={view} />}
    </>
  );
}

function Fact({ name, ids }: { readonly name: string; readonly ids: readonly string[] }): JSX.Element | null {
  if (ids.length === 0) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {ids.slice(0, 40).map((id, nth) => (
          <span key={id}>
            {nth > 0 && ', '}
            <TicketLink id={id} />
          </span>
        ))}
        {ids.length > 40 && ` and ${ids.length - 40} more`}
      </dd>
    </div>
  );
}

const verdictGlyphs: Readonly<Record<WireCriterion['verdict'], string>> = {
  verified: '✓',
  failed: '✗',
  'not judged': '·',
};

function Acceptance({ criteria }: { readonly criteria: readonly WireCriterion[] }): JSX.Element | null {
  if (criteria.length === 0) return null;
  return (
    <Table
      caption="Acceptance"
      heads={['criterion', 'evidence', 'verdict', 'who checked']}
      rows={criteria.map(({ id, text, verify, verdict, evidence, checkedBy }) => [
        <>
          <strong>{id}</strong> <OneLine text={text} />
          {verify !== '' && <code class="command">{verify}</code>}
        </>,
        <OneLine text={evidence === '' ? '—' : evidence} />,
        <span class={`verdict ${verdict === 'not judged' ? 'none' : verdict}`}>
          <span aria-hidden="true">{verdictGlyphs[verdict]}</span> {verdict}
        </span>,
        checkedBy === '' ? 'nobody yet' : checkedBy,
      ])}
    />
  );
}
