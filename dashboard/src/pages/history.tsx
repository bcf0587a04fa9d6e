import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import type { HistoryView, WireEvent } from '../../../src/serve/wire.ts';
import { Empty, OneLine, Problem, TicketLink } from '../parts.tsx';
import { getJson, useEvents, useStore } from '../store.ts';
import { VirtualList } from '../virtual-list.tsx';
import { clockTime, count } from '../words.ts';

const PAGE = 200;

/** The journal: every event there is, of which only what can be seen is fetched. */
export function History(): JSX.Element {
  // Another run has another journal: nothing that was fetched before belongs to it.
  return <Events key={useStore().view?.run.startedAt ?? 0} />;
}

function Events(): JSX.Element {
  const { view, line } = useStore();
  const known = useRef(new Map<number, WireEvent>());
  const asked = useRef(new Set<number>());
  const [, again] = useState(0);
  const [problem, setProblem] = useState('');
  const [seen, setSeen] = useState({ from: 0, to: 0 });
  const [last, setLast] = useState(view?.seq ?? 0);
  useEffect(() => setLast((before) => Math.max(before, view?.seq ?? 0)), [view?.seq]);
  useEvents((event) => {
    known.current.set(event.seq, event);
    setLast((before) => Math.max(before, event.seq));
  }, []);
  useEffect(() => {
    const fetchPage = async (page: number): Promise<void> => {
      try {
        const { events } = await getJson<HistoryView>(`history?after=${page * PAGE}&limit=${PAGE}`);
        for (const event of events) known.current.set(event.seq, event);
        // A page that was not full yet is asked for again when it is looked at again.
        if (events.length < PAGE) asked.current.delete(page);
        setProblem('');
        again((times) => times + 1);
      } catch (error) {
        asked.current.delete(page);
        setProblem(error instanceof Error ? error.message : String(error));
      }
    };
    for (let page = Math.floor(seen.from / PAGE); page * PAGE < seen.to; page++) {
      if (asked.current.has(page)) continue;
      asked.current.add(page);
      void fetchPage(page);
    }
  }, [seen.from, seen.to, line === 'broken']);
  return (
    <>
      <div class="page-head">
        <h1>History</h1>
        <p class="quiet">{count(last, 'event')}, the newest at the end</p>
      </div>
      <Problem text={problem} />
      {last === 0 ? (
        <Empty>Nothing has happened yet.</Empty>
      ) : (
        <VirtualList
          className="history"
          count={last}
          rowHeight={24}
          label="Events"
          stickToEnd
          onWindow={(from, to) => setSeen({ from, to })}
          render={(index) => <Entry seq={index + 1} event={known.current.get(index + 1)} />}
        />
      )}
    </>
  );
}

function Entry({ seq, event }: { readonly seq: number; readonly event: WireEvent | undefined }): JSX.Element {
  if (event === undefined) return <span class="quiet">{seq} …</span>;
  return (
    <span class="entry">
      <span class="number">{event.seq}</span> <time>{clockTime(event.at)}</time>{' '}
      <span class="entry-ticket">{event.ticket === '' ? 'run' : <TicketLink id={event.ticket} />}</span>{' '}
      <OneLine text={event.words} />
    </span>
  );
}
