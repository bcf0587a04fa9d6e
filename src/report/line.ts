import { fit, widthOf } from './width.ts';

/** What a part of a line is, so that it can be coloured. The words say it too: colour only repeats it. */
export type Tint = 'plain' | 'good' | 'warning' | 'error' | 'quiet' | 'loud';

export type TintedText = readonly [Tint, string];

/** One line of a terminal, before it is cut to its width and coloured. */
export type TerminalLine = readonly TintedText[];

/** Colours a text; the identity where there are no colours. */
export type Paint = (tint: Exclude<Tint, 'plain'>, text: string) => string;

export type Face = {
  readonly width: number;
  readonly ascii: boolean;
  readonly paint: Paint;
};

/** Cut first, coloured last: no escape sequence is ever cut in two. */
export function drawn(line: TerminalLine, face: Face): string {
  let room = face.width;
  let text = '';
  for (const [index, [tint, part]] of line.entries()) {
    const rest = line.slice(index + 1).some(([, later]) => later !== '');
    const width = widthOf(part);
    const shown = width < room || (width === room && !rest) ? part : fit(part, room, markOf(face));
    if (shown !== '') text += tint === 'plain' ? shown : face.paint(tint, shown);
    room -= widthOf(shown);
    if (shown !== part || room <= 0) break;
  }
  return text;
}

export function markOf(face: Pick<Face, 'ascii'>): string {
  return face.ascii ? '~' : '…';
}
