// The picture of the demo in the README: records a real `gauntlet demo` on a pseudo-terminal and writes it as an animated SVG.
// npm run docs:demo, then look at it. Needs `script` of util-linux.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { sharedCli } from '../test/support/shared-cli.ts';

const COLUMNS = 112;
const ROWS = 30;
/** Frames besides the last one, and seconds that each is shown. */
const FRAMES = 14;
const FRAME_S = 1.2;
const LAST_S = 8;
const [CHARACTER, LINE, EDGE] = [7.83, 18, 14];

/** A cell run in one style: SGR codes that are on. */
type Span = { readonly text: string; readonly style: string };
type Row = readonly Span[];

const COLOURS: Readonly<Record<string, string>> = {
  31: '#ff7b72',
  32: '#56d364',
  33: '#e3b341',
  34: '#79c0ff',
  35: '#d2a8ff',
  36: '#56d4dd',
  90: '#8b949e',
};

const text = `$ gauntlet demo\r\n${await recorded()}`;
const screens = framesIn(text);
writeFileSync(join(import.meta.dirname, '../docs/images/demo.svg'), svgOf(thinned(screens)));
process.stdout.write(`docs/images/demo.svg: ${screens.length} screens\n`);

/** Everything that the demo writes to its terminal until it asks for a decision. Then it is interrupted. */
function recorded(): Promise<string> {
  const command = `stty cols ${COLUMNS} rows ${ROWS}; exec '${process.execPath}' '${sharedCli()}' demo`;
  const child = spawn('script', ['--quiet', '--flush', '--command', command, '/dev/null'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TERM: 'xterm-256color',
      GAUNTLET_USER: 'ada',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let [said, asked] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    said += part;
    if (asked !== '' || !/answer from another terminal[^]*1 to decide[^]*\?2026l$/.test(said)) return;
    asked = said;
    child.stdin.end('\u0003');
  });
  // The folder of the demo's repository says nothing to a reader.
  const shown = (): string => asked.replaceAll(/\/\S*gauntlet-demo-\w+\/orders\//g, '');
  return new Promise((resolve) => child.once('close', () => resolve(shown())));
}

/** The visible rows after each synchronised update, and at the end. Knows the sequences that Gauntlet writes, and no others. */
function framesIn(output: string): Row[][] {
  const cells: { char: string; style: string }[][] = [[]];
  let [row, column, style] = [0, 0, ''];
  const frames: Row[][] = [];
  const put = (char: string): void => {
    if (column === COLUMNS) [row, column] = [row + 1, 0];
    const line = (cells[row] ??= []);
    while (line.length < column) line.push({ char: ' ', style: '' });
    line[column] = { char, style };
    column += 1;
  };
  // oxlint-disable-next-line no-control-regex
  for (const [part, parameters, final] of output.matchAll(/\u001b\[([?\d;]*)([A-Za-z])|[^]/gu)) {
    if (final === 'm') style = nextStyle(style, parameters ?? '');
    else if (final === 'A') row = Math.max(0, row - Number(parameters || 1));
    else if (final === 'J') {
      cells.length = row + 1;
      cells[row]?.splice(column);
    } else if (final === 'K') cells[row]?.splice(column);
    else if (final === 'l' && parameters === '?2026') frames.push(visible(cells));
    else if (final !== undefined) continue;
    else if (part === '\r') column = 0;
    else if (part === '\n') [row, column] = [row + 1, 0];
    else put(part);
  }
  return [...frames, visible(cells)];
}

function nextStyle(style: string, parameters: string): string {
  const codes = new Set(style === '' ? [] : style.split(';'));
  for (const code of parameters === '' ? ['0'] : parameters.split(';')) {
    if (code === '0') codes.clear();
    else if (code === '22') for (const each of ['1', '2']) codes.delete(each);
    else if (code === '39') {
      for (const each of codes) if (/^[39]\d$/.test(each)) codes.delete(each);
    } else codes.add(code);
  }
  return [...codes].join(';');
}

function visible(cells: readonly (readonly { char: string; style: string }[] | undefined)[]): Row[] {
  return Array.from(cells, (line) => line ?? [])
    .slice(-ROWS)
    .map((line) => {
      const spans: { text: string; style: string }[] = [];
      for (const { char, style } of line) {
        const last = spans.at(-1);
        if (last?.style === style) last.text += char;
        else spans.push({ text: char, style });
      }
      return spans;
    });
}

/** So many of them, evenly, and the last. */
function thinned(frames: readonly Row[][]): Row[][] {
  const step = Math.max(1, (frames.length - 1) / FRAMES);
  const chosen = Array.from(
    { length: Math.min(FRAMES, frames.length - 1) },
    (_, nth) => frames[Math.floor((nth + 1) * step) - 1] ?? [],
  );
  return [...chosen, frames.at(-1) ?? []];
}

function svgOf(frames: readonly Row[][]): string {
  const [width, height] = [Math.ceil(COLUMNS * CHARACTER + 2 * EDGE), ROWS * LINE + 2 * EDGE];
  const total = (frames.length - 1) * FRAME_S + LAST_S;
  const share = (seconds: number): string => `${((seconds / total) * 100).toFixed(2)}%`;
  const rules = frames.map((_, nth) => {
    const [from, to] = [nth * FRAME_S, nth === frames.length - 1 ? total : (nth + 1) * FRAME_S];
    const shown = `${share(from)}{visibility:visible}`;
    const hidden = to === total ? '' : `${share(to)}{visibility:hidden}`;
    return `@keyframes f${nth}{0%{visibility:hidden}${shown}${hidden}}.f${nth}{animation:f${nth} ${total}s step-end infinite}`;
  });
  const still = `@media (prefers-reduced-motion:reduce){g{animation:none!important}.f${frames.length - 1}{visibility:visible}}`;
  const body = frames.map((rows, nth) => `<g class="f${nth}">${rows.map(rowText).join('')}</g>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="gauntlet demo in a terminal">
<style>text{font:13px/1 ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;fill:#e6edf3;white-space:pre}g{visibility:hidden}${rules.join('')}${still}</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${body.join('\n')}
</svg>
`;
}

function rowText(row: Row, nth: number): string {
  if (row.every(({ text }) => text.trim() === '')) return '';
  let at = 0;
  const spans = row.map(({ text, style }) => {
    const x = (EDGE + at * CHARACTER).toFixed(1);
    const cellCount = Array.from(text).length;
    at += cellCount;
    return `<tspan x="${x}" textLength="${(cellCount * CHARACTER).toFixed(1)}" lengthAdjust="spacingAndGlyphs"${styleOf(style)}>${escaped(text)}</tspan>`;
  });
  return `<text xml:space="preserve" y="${EDGE + (nth + 1) * LINE - 5}">${spans.join('')}</text>`;
}

function styleOf(style: string): string {
  const codes = style.split(';');
  const colour = codes.map((code) => COLOURS[code]).find((each) => each !== undefined);
  return [
    colour === undefined ? '' : ` fill="${colour}"`,
    codes.includes('1') ? ' font-weight="bold"' : '',
    codes.includes('2') ? ' opacity="0.7"' : '',
  ].join('');
}

function escaped(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
