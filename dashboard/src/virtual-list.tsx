import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

export type VirtualListProps = {
  readonly count: number;
  readonly rowHeight: number;
  readonly label: string;
  readonly render: (index: number) => ComponentChildren;
  /** Told which rows can be seen, so that they can be fetched. */
  readonly onWindow?: (from: number, to: number) => void;
  readonly className?: string;
  /** Keep the end in sight while it grows, as long as somebody has not scrolled away from it. */
  readonly stickToEnd?: boolean;
};

/** Rows above and below what can be seen. */
const SPARE = 6;
/** No browser lays out a taller box: above that, rows are placed by share. */
const TALLEST = 8_000_000;

/** A list of which only what can be seen exists, so that a hundred thousand lines cost as much as fifty. */
export function VirtualList(props: VirtualListProps): JSX.Element {
  const { count, rowHeight, label, render, onWindow, className = '', stickToEnd = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 600 });
  const height = Math.min(TALLEST, count * rowHeight);
  const atEnd = useRef(true);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const look = (): void => setSeen({ top: element.scrollTop, height: element.clientHeight });
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    look();
    return () => watcher.disconnect();
  }, []);
  useEffect(() => {
    const element = box.current;
    if (stickToEnd && atEnd.current && element !== null) element.scrollTop = element.scrollHeight;
  }, [count, stickToEnd]);
  const share = height <= seen.height ? 0 : seen.top / (height - seen.height);
  const first = Math.min(
    count,
    Math.max(0, Math.floor(share * Math.max(0, count - seen.height / rowHeight))),
  );
  const from = Math.max(0, first - SPARE);
  const to = Math.min(count, first + Math.ceil(seen.height / rowHeight) + SPARE);
  useEffect(() => onWindow?.(from, to), [from, to]);
  const scrolled = (): void => {
    const element = box.current;
    if (element === null) return;
    atEnd.current = element.scrollTop + element.clientHeight >= element.scrollHeight - rowHeight;
    setSeen({ top: element.scrollTop, height: element.clientHeight });
  };
  // Placed so that the first row that can be seen stands where the box was scrolled to.
  const offset = Math.max(
    0,
    Math.min(seen.top - (first - from) * rowHeight, height - (to - from) * rowHeight),
  );
  return (
    <div
      class={`virtual ${className}`}
      ref={box}
      onScroll={scrolled}
      tabIndex={0}
      role="list"
      aria-label={label}
    >
      <div style={{ height: `${height}px`, position: 'relative' }} role="presentation">
        <div style={{ position: 'absolute', insetInline: 0, top: `${offset}px` }} role="presentation">
          {Array.from({ length: to - from }, (_, nth) => (
            <div
              key={from + nth}
              role="listitem"
              aria-setsize={count}
              aria-posinset={from + nth + 1}
              style={{ height: `${rowHeight}px` }}
              class="virtual-row"
            >
              {render(from + nth)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
