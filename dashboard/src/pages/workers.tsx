import type { JSX } from 'preact';

import type { WireWorker, WorkersView } from '../../../src/serve/wire-tables.ts';
import { Empty, Problem, Share, Table, TicketLink } from '../parts.tsx';
import { getJson, useBeat, useFetched, useTick } from '../store.ts';
import { clockTime, count, duration } from '../words.ts';

/** Signs of life are no events: they are looked for while somebody looks at the page. */
const LOOK_MS = 3000;

/** The machines of a cluster: who is there, what each does, and what waits for somebody. */
export function Workers(): JSX.Element {
  const beat = useBeat();
  const tick = useTick(LOOK_MS);
  const { value, problem } = useFetched(() => getJson<WorkersView>('workers'), [beat, tick]);
  return (
    <>
      <Problem text={problem} />
      <div class="page-head">
        <h1>Workers</h1>
      </div>
      {value === undefined ? problem === '' && <Empty>Reading…</Empty> : <Crew view={value} />}
    </>
  );
}

function Crew({ view }: { readonly view: WorkersView }): JSX.Element {
  const { where, at, workers, more, queues } = view;
  if (where === 'here')
    return (
      <Empty>
        This run uses one machine: its coordinator does all the work. To add other machines, use{' '}
        <code>gauntlet run EPIC --cluster</code>.
      </Empty>
    );
  if (where === 'unnamed')
    return (
      <Empty>
        This run is in a cluster that this dashboard does not know. Start the dashboard with{' '}
        <code>gauntlet serve --cluster URL</code>, or with <code>GAUNTLET_CLUSTER</code> set.
      </Empty>
    );
  const waiting = queues.filter((queue) => queue.waiting > 0);
  return (
    <>
      {workers.length === 0 && (
        <Empty>
          No worker is connected. Start one on any machine that can reach the database:{' '}
          <code>gauntlet worker --cluster URL</code>.
        </Empty>
      )}
      {workers.length > 0 && (
        <Table
          caption="Workers"
          heads={[
            'worker',
            'standing',
            'does now',
            'room',
            'takes',
            'last contact',
            'since',
            'release',
            'walls',
          ]}
          leftOut={more}
          rows={workers.map((worker) => cellsOf(worker, at))}
        />
      )}
      {waiting.length > 0 && (
        <Table
          caption="What waits"
          heads={['queue', 'waiting', 'in hand', 'taken by']}
          rows={waiting.map(({ queue, waiting: many, taken, served }) => [
            <code>{queue}</code>,
            many,
            taken,
            served ? 'a connected worker' : <strong class="absent">✗ no connected worker</strong>,
          ])}
        />
      )}
    </>
  );
}

const standings: Readonly<Record<WireWorker['standing'], readonly [glyph: string, pill: string]>> = {
  there: ['✓', 'done'],
  leaving: ['▶', 'waiting'],
  absent: ['✗', 'failed'],
};

function cellsOf(worker: WireWorker, at: number) {
  const { host, pid, standing, busy, capacity, kinds, labels, release, enforcement } = worker;
  const [glyph, pill] = standings[standing];
  return [
    <>
      <strong>{host}</strong> <span class="quiet">{pid}</span>
    </>,
    <span class={`pill ${pill}`}>
      <span aria-hidden="true">{glyph}</span> {standing}
    </span>,
    <DoesNow worker={worker} at={at} />,
    <>
      <Share ratio={busy / Math.max(1, capacity)} label={`${busy} of ${capacity}`} /> {busy} of {capacity}
    </>,
    <>
      {kinds.join(', ')}
      {labels.length > 0 && <span class="quiet"> [{labels.join(', ')}]</span>}
    </>,
    standing === 'absent'
      ? `absent since ${clockTime(worker.heardAt)}, ${duration(at - worker.heardAt)}`
      : `${duration(at - worker.heardAt)} ago`,
    duration(at - worker.startedAt),
    release,
    enforcement,
  ];
}

function DoesNow({ worker, at }: { readonly worker: WireWorker; readonly at: number }): JSX.Element {
  const { runs, busy } = worker;
  if (runs.length === 0) return <span class="quiet">nothing</span>;
  return (
    <ul class="plain">
      {runs.map(({ epic, run, ticket, stage, since }) => (
        <li key={`${epic} ${run}`}>
          {ticket === '' ? `run ${run} of ${epic}` : <TicketLink id={ticket} />} {stage}{' '}
          <span class="quiet">{duration(at - since)}</span>
        </li>
      ))}
      {busy > runs.length && <li class="quiet">and {count(busy - runs.length, 'more run')}</li>}
    </ul>
  );
}
