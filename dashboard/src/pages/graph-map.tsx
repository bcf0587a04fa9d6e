import type { JSX } from 'preact';

import type { JobRow } from '../../../src/serve/wire.ts';

/** What of the drawing can be seen, in pixels of the screen. */
export type Corner = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

type MapProps = {
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
  readonly corner: Corner;
  readonly rows: ReadonlyMap<string, JobRow>;
  readonly places: ReadonlyMap<string, { readonly x: number; readonly y: number }>;
  readonly box: { readonly width: number; readonly height: number };
  readonly goTo: (x: number, y: number) => void;
};

const LARGEST = { width: 320, height: 150 };
/** A long drawing is made higher than it is: otherwise nobody sees its rows. */
const LOWEST = 56;

/** The whole drawing in a corner, and where in it we are. For eyes and a mouse: everything in it is in the drawing too. */
export function GraphMap({ width, height, zoom, corner, rows, places, box, goTo }: MapProps): JSX.Element {
  const scale = Math.min(LARGEST.width / width, LARGEST.height / height);
  const shown = { width: width * scale, height: Math.max(LOWEST, height * scale) };
  const moved = (event: MouseEvent): void => {
    if (event.type === 'mousemove' && event.buttons !== 1) return;
    const { left, top } = (event.currentTarget as SVGSVGElement).getBoundingClientRect();
    const x = ((event.clientX - left) / shown.width) * width * zoom - corner.width / 2;
    const y = ((event.clientY - top) / shown.height) * height * zoom - corner.height / 2;
    goTo(x, y);
  };
  return (
    <svg
      class="graph-map"
      aria-hidden="true"
      width={shown.width}
      height={shown.height}
      preserveAspectRatio="none"
      viewBox={`0 0 ${width} ${height}`}
      onMouseDown={moved}
      onMouseMove={moved}
    >
      {[...places].map(([id, { x, y }]) => (
        <g key={id} class={`spot ${rows.get(id)?.bucket ?? ''}`}>
          <rect x={x} y={y} width={box.width} height={box.height} />
        </g>
      ))}
      <rect
        class="seen"
        x={corner.x / zoom}
        y={corner.y / zoom}
        width={Math.min(width, corner.width / zoom)}
        height={Math.min(height, corner.height / zoom)}
      />
    </svg>
  );
}
