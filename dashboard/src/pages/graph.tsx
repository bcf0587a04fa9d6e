import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import type { JobRow } from '../../../src/serve/wire.ts';
import { criticalPath, layOut, type Layout, mermaidOf } from '../layers.ts';
import { CopyText, Empty } from '../parts.tsx';
import { go, ticketHref } from '../route.ts';
import { useStore } from '../store.ts';
import { type Corner, GraphMap } from './graph-map.tsx';
import { bucketWords, fits, count, glyphs } from '../words.ts';

const BOX = { width: 176, height: 46, gapX: 64, gapY: 16 };
/** Room around the drawing. */
const EDGE = 14;
/** Below this nobody can read a title: id and picture are larger then. */
const READABLE = 0.6;
/** Below this not even that: a large drawing begins at it, and is moved about. */
const SMALLEST_AT_FIRST = 0.42;

/** Who waits for whom, left to right; the longest remaining chain is drawn bold. */
export function Graph(): JSX.Element {
  const { rows } = useStore();
  const tickets = [...rows.values()].filter(({ kind }) => kind === 'ticket');
  const shape = tickets.map(({ id, needs }) => `${id}:${needs.join(',')}`).join(';');
  // Laid out when the plan changes, not when a ticket moves.
  const layout = useMemo(() => layOut(tickets), [shape]);
  const standing = tickets.map(({ bucket }) => bucket).join();
  const critical = useMemo(
    () => criticalPath(tickets.map(({ id, needs, bucket }) => ({ id, needs, isDone: bucket === 'done' }))),
    [shape, standing],
  );
  const [focus, setFocus] = useState<string | undefined>();
  const [filter, setFilter] = useState('');
  const wanted = filter.trim();
  const fitting = useMemo(
    () =>
      wanted === '' ? undefined : new Set(tickets.filter((row) => isWanted(row, wanted)).map(({ id }) => id)),
    [wanted, shape],
  );
  return (
    <>
      <div class="page-head">
        <h1>Graph</h1>
        <p class="quiet">
          {count(tickets.length, 'ticket')}
          {critical.size > 1 && ` · longest remaining chain: ${critical.size} (bold)`}
        </p>
        <Legend />
        <label class="filter">
          <span class="sr">Find tickets</span>
          <input
            type="search"
            data-filter
            placeholder="Find  /"
            value={filter}
            onInput={(event) => setFilter(event.currentTarget.value)}
          />
        </label>
      </div>
      {tickets.length === 0 ? (
        <Empty>Nothing has been planned yet.</Empty>
      ) : (
        <Drawing {...{ layout, rows, critical, focus, setFocus, fitting }} />
      )}
    </>
  );
}

function isWanted({ id, title, milestone, bucket }: JobRow, wanted: string): boolean {
  return fits(`${id} ${title} ${milestone} ${bucketWords[bucket]}`, wanted);
}

function Legend(): JSX.Element {
  const buckets = ['waiting', 'running', 'deciding', 'blocked', 'failed', 'done'] as const;
  return (
    <p class="legend">
      {buckets.map((bucket) => (
        <span key={bucket} class={`pill ${bucket}`}>
          <span aria-hidden="true">{glyphs[bucket]}</span> {bucketWords[bucket]}
        </span>
      ))}
    </p>
  );
}

type DrawingProps = {
  readonly layout: Layout;
  readonly rows: ReadonlyMap<string, JobRow>;
  readonly critical: ReadonlySet<string>;
  readonly focus: string | undefined;
  readonly setFocus: (id: string | undefined) => void;
  /** Those that were looked for; undefined where nothing was. */
  readonly fitting: ReadonlySet<string> | undefined;
};

function Drawing({ layout, rows, critical, focus, setFocus, fitting }: DrawingProps): JSX.Element {
  const width = layout.layers * (BOX.width + BOX.gapX) - BOX.gapX + 2 * EDGE;
  const height = layout.widest * (BOX.height + BOX.gapY) - BOX.gapY + 2 * EDGE;
  const box = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const [corner, setCorner] = useState<Corner>({ x: 0, y: 0, width: 0, height: 0 });
  const look = (): void => {
    const { scrollLeft: x = 0, scrollTop: y = 0, clientWidth = 0, clientHeight = 0 } = box.current ?? {};
    setCorner({ x, y, width: clientWidth, height: clientHeight });
  };
  const whole = (): number => {
    const { clientWidth = width, clientHeight = height } = box.current ?? {};
    return Math.min(1, clientWidth / width, clientHeight / height);
  };
  useEffect(() => setZoom(Math.max(SMALLEST_AT_FIRST, whole())), [layout]);
  useEffect(look, [zoom, layout]);
  const zoomBy = (factor: number): void => setZoom((now) => Math.min(2.5, Math.max(0.08, now * factor)));
  const fit = (): void => setZoom(whole());
  const places = useMemo(
    () =>
      new Map(
        layout.nodes.map(({ id, layer, at }) => [
          id,
          { x: EDGE + layer * (BOX.width + BOX.gapX), y: EDGE + at * (BOX.height + BOX.gapY) },
        ]),
      ),
    [layout],
  );
  const related = useMemo(
    () => (focus === undefined ? fitting : relatedTo(focus, rows)),
    [focus, rows, fitting],
  );
  return (
    <>
      <div class="tools">
        <button type="button" onClick={() => zoomBy(1.25)} aria-label="Larger">
          +
        </button>
        <button type="button" onClick={() => zoomBy(0.8)} aria-label="Smaller">
          −
        </button>
        <button type="button" onClick={fit}>
          Fit
        </button>
        <button type="button" onClick={() => setZoom(1)}>
          100 %
        </button>
        <CopyText words="Copy as Mermaid" text={() => mermaidOf([...rows.values()])} />
      </div>
      <div class="graph-place">
        <div
          class="graph"
          ref={box}
          onScroll={look}
          tabIndex={0}
          role="region"
          aria-label="Tickets and their dependencies"
        >
          <svg width={width * zoom} height={height * zoom} viewBox={`0 0 ${width} ${height}`}>
            <g class="edges" aria-hidden="true">
              {layout.edges.map(([from, to]) => (
                <path
                  key={`${from} ${to}`}
                  d={curve(places.get(from), places.get(to))}
                  class={edgeClass(from, to, critical, related)}
                />
              ))}
            </g>
            {layout.nodes.map(({ id }) => {
              const row = rows.get(id);
              const place = places.get(id);
              if (row === undefined || place === undefined) return null;
              const isFar = related !== undefined && !related.has(id);
              return (
                <Box
                  key={id}
                  {...{ row, place, isFar, isCritical: critical.has(id), isSmall: zoom < READABLE, setFocus }}
                />
              );
            })}
          </svg>
        </div>
        {(width * zoom > corner.width || height * zoom > corner.height) && (
          <GraphMap
            {...{ width, height, zoom, corner, rows, places, box: BOX }}
            goTo={(x, y) => box.current?.scrollTo(x, y)}
          />
        )}
      </div>
    </>
  );
}

type Place = { readonly x: number; readonly y: number };

type BoxProps = {
  readonly row: JobRow;
  readonly place: Place;
  readonly isFar: boolean;
  readonly isCritical: boolean;
  readonly isSmall: boolean;
  readonly setFocus: (id: string | undefined) => void;
};

function Box({ row, place, isFar, isCritical, isSmall, setFocus }: BoxProps): JSX.Element {
  const href = ticketHref(row.id);
  const needs = row.needs.length === 0 ? '' : `, needs ${row.needs.join(', ')}`;
  const seen = isSmall
    ? [`${glyphs[row.bucket]} ${clipped(row.id, 9)}`]
    : [`${glyphs[row.bucket]} ${clipped(row.id, 20)}`, clipped(row.title, 23)];
  const classes = ['node', row.bucket, isCritical ? 'critical' : '', isFar ? 'far' : ''].join(' ');
  return (
    <a
      href={href}
      class={classes}
      data-stop
      aria-label={`${seen.join(' ')}: ${bucketWords[row.bucket]}${needs}`}
      onMouseEnter={() => setFocus(row.id)}
      onMouseLeave={() => setFocus(undefined)}
      onFocus={() => setFocus(row.id)}
      onBlur={() => setFocus(undefined)}
      onClick={(event) => {
        event.preventDefault();
        go(href);
      }}
    >
      <rect x={place.x} y={place.y} width={BOX.width} height={BOX.height} rx="6" />
      {seen.map((words, nth) => (
        <text
          key={nth}
          x={place.x + 10}
          y={place.y + (isSmall ? 32 : 19 + 17 * nth)}
          class={isSmall ? 'node-large' : nth === 0 ? 'node-id' : 'node-title'}
        >
          {`${words} `}
        </text>
      ))}
    </a>
  );
}

function clipped(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

function curve(from: Place | undefined, to: Place | undefined): string {
  if (from === undefined || to === undefined) return '';
  const start = { x: from.x + BOX.width, y: from.y + BOX.height / 2 };
  const end = { x: to.x, y: to.y + BOX.height / 2 };
  const middle = (start.x + end.x) / 2;
  return `M${start.x} ${start.y}C${middle} ${start.y} ${middle} ${end.y} ${end.x} ${end.y}`;
}

function edgeClass(
  from: string,
  to: string,
  critical: ReadonlySet<string>,
  related: ReadonlySet<string> | undefined,
): string {
  const isCritical = critical.has(from) && critical.has(to);
  const isFar = related !== undefined && !(related.has(from) && related.has(to));
  return `edge${isCritical ? ' critical' : ''}${isFar ? ' far' : ''}`;
}

/** What a ticket waits for, all the way back, and what waits for it. */
function relatedTo(id: string, rows: ReadonlyMap<string, JobRow>): ReadonlySet<string> {
  const related = new Set([id]);
  const queue = [id];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const need of rows.get(next)?.needs ?? []) {
      if (related.has(need)) continue;
      related.add(need);
      queue.push(need);
    }
  }
  for (const row of rows.values()) if (row.needs.includes(id)) related.add(row.id);
  return related;
}
