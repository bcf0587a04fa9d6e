import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

import type { JobRow } from '../../../src/serve/wire.ts';
import { LandingStrip } from '../landing-strip.tsx';
import { Empty, GateBar, Standing, useNow } from '../parts.tsx';
import { ticketHref } from '../route.ts';
import { RunSteering } from '../steering.tsx';
import { useStore } from '../store.ts';
import { VirtualList } from '../virtual-list.tsx';
import { duration, fits, money, tokens } from '../words.ts';

type Column = { readonly name: string; readonly holds: (row: JobRow) => boolean; readonly always: boolean };

const columns: readonly Column[] = [
  { name: 'Needs you', holds: ({ bucket }) => bucket === 'deciding', always: false },
  { name: 'Running', holds: ({ bucket }) => bucket === 'running', always: true },
  {
    name: 'Sent back',
    holds: ({ bucket, status }) => bucket === 'waiting' && status === 'needs_revision',
    always: false,
  },
  {
    name: 'Waiting',
    holds: ({ bucket, status }) => bucket === 'waiting' && status !== 'needs_revision',
    always: true,
  },
  { name: 'Blocked', holds: ({ bucket }) => bucket === 'blocked', always: false },
  { name: 'Failed', holds: ({ bucket }) => bucket === 'failed', always: false },
  { name: 'Landed', holds: ({ bucket }) => bucket === 'done', always: true },
];

const CARD_HEIGHT = 150;

/** Every ticket by how it stands; what the run opened beside them is there while it matters. */
export function Board(): JSX.Element {
  const { rows, view } = useStore();
  const [filter, setFilter] = useState('');
  const [milestone, setMilestone] = useState('');
  const wanted = filter.trim();
  const shown = [...rows.values()].filter(
    (row) =>
      isOnBoard(row) &&
      (milestone === '' || row.milestone === milestone) &&
      fits(`${row.id} ${row.title} ${row.milestone}`, wanted),
  );
  const now = useNow(view?.run.held ?? false);
  const milestones = [...new Set([...rows.values()].map((row) => row.milestone))].filter((id) => id !== '');
  return (
    <>
      <div class="page-head">
        <h1>Board</h1>
        {view !== undefined && !view.readOnly && <RunSteering run={view.run} />}
        {milestones.length > 0 && (
          <label>
            Milestone{' '}
            <select value={milestone} onChange={(event) => setMilestone(event.currentTarget.value)}>
              <option value="">all</option>
              {milestones.map((id) => (
                <option key={id}>{id}</option>
              ))}
            </select>
          </label>
        )}
        <label class="filter">
          <span class="sr">Filter tickets</span>
          <input
            type="search"
            data-filter
            placeholder="Filter  /"
            value={filter}
            onInput={(event) => setFilter(event.currentTarget.value)}
          />
        </label>
      </div>
      <LandingStrip links={view?.run.landing ?? []} now={now} />
      {shown.length === 0 && (
        <Empty>{wanted === '' ? 'Nothing has been planned yet.' : 'No ticket matches.'}</Empty>
      )}
      <div class="board">
        {columns.map(({ name, holds, always }) => {
          const held = shown.filter(holds);
          if (held.length === 0 && !always) return null;
          return (
            <section
              key={name}
              class={held.length === 0 ? 'column bare' : 'column'}
              aria-label={`${name}: ${held.length}`}
            >
              <h2>
                {name} <span class="badge quiet-badge">{held.length}</span>
              </h2>
              <VirtualList
                count={held.length}
                rowHeight={CARD_HEIGHT}
                label={name}
                render={(index) => {
                  const row = held[index];
                  return row === undefined ? null : <Card row={row} now={now} />;
                }}
              />
            </section>
          );
        })}
      </div>
    </>
  );
}

/** Measurements and audits are looked at on their own pages, unless one of them keeps everything waiting. */
function isOnBoard(row: JobRow): boolean {
  if (row.kind === 'ticket' || row.kind === 'fix' || row.kind === 'remediation') return true;
  return row.bucket === 'running' || row.bucket === 'deciding';
}

function Card({ row, now }: { readonly row: JobRow; readonly now: number }): JSX.Element {
  const [worker] = row.atWork;
  const cost = row.usd > 0 ? money(row.usd) : row.tokens > 0 ? `${tokens(row.tokens)} tok` : '';
  return (
    <a class={`card ${row.bucket}`} href={ticketHref(row.id)} data-stop>
      <span class="card-top">
        <strong>{row.id}</strong>
        <Standing row={row} />
      </span>
      <span class="card-title">{row.title}</span>
      <GateBar row={row} />
      <span class="card-facts">
        {row.kind === 'ticket' && `attempt ${row.attempt}/${row.rounds}`}
        {worker !== undefined &&
          ` · ${worker.role}${row.atWork.length > 1 ? ` ×${row.atWork.length}` : ''}${worker.agent === '' ? '' : ` (${worker.agent})`} ${duration(now - worker.since)}`}
        {cost !== '' && ` · ${cost}`}
        {worker === undefined && row.busy > 0 && ` · ${duration(row.busy)}`}
      </span>
      {row.why !== '' && <span class="card-why">{row.why}</span>}
    </a>
  );
}
