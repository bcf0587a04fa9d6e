import { colourOf } from './colours.ts';
import type { StyleFact } from './style-fact.ts';

const PAINTS =
  '(?:bg|text|border|ring|from|via|to|fill|stroke|decoration|accent|shadow|outline|divide|caret|placeholder)(?:-[trblxyse])?';
const HUES =
  'red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose';

const HUE = new RegExp(`(?<![\\w-])${PAINTS}-(${HUES})-(50|[1-9]00|950)(?![\\w-])`, 'g');
const ARBITRARY = new RegExp(
  `(?<![\\w-])${PAINTS}-\\[(#[0-9a-f]{3,8}|(?:rgb|hsl)a?\\([^\\]\\s]*\\))\\]`,
  'gi',
);
const SPACE =
  /(?<![\w.$-])(?:[pm][trblxyse]?|gap(?:-[xy])?|space-[xy])-(?:\[(\d*\.?\d+)(px|rem)\]|(\d+(?:\.5)?))(?![\w.%/-])/g;

type Told = { readonly fact: StyleFact; readonly at: number };

/** Whether a class paints what people click or look at first. */
function paintsAccent(text: string, at: number, paints: string, written: string): boolean {
  // What lets the ground through is a tint.
  if (text[at + written.length] === '/') return false;
  return /^(?:from|via|to|bg|text|ring)$/.test(paints);
}

/** What the classes of Tailwind in a text say of colours and distances; one of its units is four pixels. */
export function classWords(text: string): readonly Told[] {
  const found: Told[] = [];
  if (text.includes('-['))
    for (const { 0: written, 1: value = '', index: at } of text.matchAll(ARBITRARY)) {
      const colour = colourOf(value.replaceAll('_', ' '));
      if (colour !== undefined)
        found.push({ at, fact: { is: 'colour', colour, written, line: 0, name: 'class' } });
    }
  for (const { 0: written, 1: hue = '', 2: shade, index: at } of text.matchAll(HUE)) {
    const paints = written.slice(0, written.indexOf('-'));
    const isAccent = paintsAccent(text, at, paints, written);
    found.push({ at, fact: { is: 'hue', hue, shade: Number(shade), paints, isAccent, written, line: 0 } });
  }
  for (const { 0: written, 1: size, 2: unit, 3: steps, index: at } of text.matchAll(SPACE)) {
    const px = size === undefined ? Number(steps) * 4 : Number(size) * (unit === 'rem' ? 16 : 1);
    if (px > 0) found.push({ at, fact: { is: 'space', px, isStep: size === undefined, written, line: 0 } });
  }
  return found;
}
