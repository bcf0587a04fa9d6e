import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import type { TicketView } from '../../../src/serve/wire.ts';
import { Empty, OneLine, Problem } from '../parts.tsx';
import { go, ticketHref, useRoute } from '../route.ts';
import { getText, useBeat, useFetched, useTick } from '../store.ts';
import { VirtualList } from '../virtual-list.tsx';
import { count } from '../words.ts';

const LINE_HEIGHT = 18;
/** What an agent says while it works is no event. */
const LOOK_MS = 2000;
/** What git does leaves nothing to read: somebody who comes without a run in mind is shown another. */
const wordless: ReadonlySet<string> = new Set(['confirm', 'merge', 'land']);

/** What an agent was asked and what it said, run by run, as plain text. */
export function TicketLogs({ view }: { readonly view: TicketView }): JSX.Element {
  const { query } = useRoute();
  const runs = view.attempts.flatMap(({ attempt, runs }) => runs.map((run) => ({ attempt, run })));
  const chosen =
    runs.find(({ run }) => String(run.run) === query.get('run')) ??
    runs.findLast(({ run }) => !wordless.has(run.stage)) ??
    runs.at(-1);
  const piece = query.get('piece') === 'prompt' ? 'prompt' : 'output';
  const { id } = view.row;
  const beat = useBeat(id);
  const tick = useTick(LOOK_MS);
  const isGrowing = chosen?.run.outcome === 'running' && piece === 'output';
  const path = `tickets/${encodeURIComponent(id)}/runs/${chosen?.run.run ?? ''}/${piece}`;
  const { value, problem } = useFetched(
    () => (chosen === undefined ? Promise.resolve('') : getText(path)),
    [path, beat, isGrowing ? tick : 0],
  );
  const lines = useMemo(() => (value === undefined || value === '' ? [] : value.split('\n')), [value]);
  if (chosen === undefined) return <Empty>No step of this ticket has run yet.</Empty>;
  return (
    <>
      <div class="tools">
        <label>
          Run{' '}
          <select
            value={String(chosen.run.run)}
            onChange={(event) => go(ticketHref(id, { tab: 'logs', run: event.currentTarget.value, piece }))}
          >
            {runs.map(({ attempt, run }) => (
              <option key={run.run} value={String(run.run)}>
                {run.run}: attempt {attempt}, {run.role}, {run.outcome}
              </option>
            ))}
          </select>
        </label>
        {(['output', 'prompt'] as const).map((each) => (
          <a
            key={each}
            href={ticketHref(id, { tab: 'logs', run: String(chosen.run.run), piece: each })}
            aria-current={piece === each ? 'page' : undefined}
          >
            {each}
          </a>
        ))}
        <span class="quiet">{count(lines.length, 'line')}</span>
      </div>
      <Problem text={problem} />
      {lines.length === 0 ? (
        <Empty>
          {value === undefined && problem === '' ? 'Reading…' : 'Nothing was recorded for this run.'}
        </Empty>
      ) : (
        <VirtualList
          className="log"
          count={lines.length}
          rowHeight={LINE_HEIGHT}
          label={`${piece} of run ${chosen.run.run}`}
          render={(index) => <OneLine text={lines[index] ?? ''} />}
        />
      )}
    </>
  );
}
