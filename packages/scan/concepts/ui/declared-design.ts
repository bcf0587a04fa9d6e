import { coloursIn } from './colours.ts';

/** What a project says its product should look like. An empty part says nothing, and nothing is held against it. */
export type DeclaredDesign = {
  /** As `#rrggbb`. */
  readonly colours: ReadonlySet<string>;
  /** Words of colours: `indigo`, `rose`. */
  readonly hues: ReadonlySet<string>;
  /** Lower case. */
  readonly fonts: ReadonlySet<string>;
  /** All distances are multiples of it. */
  readonly step: number | undefined;
  /** The distances, in pixels, where a list of them is given. */
  readonly distances: ReadonlySet<number>;
};

type Part = 'colours' | 'fonts' | 'distances' | 'forbidden' | 'other';

const FORBIDDEN =
  /\b(?:avoid|never|don['’]?t|do not|must not|forbidden|banned|anti-?patterns?|not allowed|no generic)\b/i;
const HUES =
  /\b(?:red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose)\b/gi;

/** Reads a document in Markdown, YAML or JSON line by line. What it forbids declares nothing. Never throws. */
export function readDesign(text: string): DeclaredDesign {
  const design = {
    colours: new Set<string>(),
    hues: new Set<string>(),
    fonts: new Set<string>(),
    distances: new Set<number>(),
  };
  let step: number | undefined;
  let part: Part = 'other';
  for (const line of text.split('\n')) {
    const heading = headingOf(line);
    if (heading !== undefined) part = partOf(heading);
    const own = part === 'forbidden' ? part : (labelledPart(line) ?? part);
    if (own === 'forbidden' || FORBIDDEN.test(line)) continue;
    for (const { colour, written } of coloursIn(line.replaceAll(/["'`]/g, ' ')))
      if (!/^[a-z]+$/i.test(written)) design.colours.add(colour.slice(0, 7));
    if (own === 'colours') for (const [hue] of line.matchAll(HUES)) design.hues.add(hue.toLowerCase());
    if (own === 'fonts') for (const font of fontsIn(line)) design.fonts.add(font);
    if (own === 'distances') {
      step ??= stepIn(line);
      for (const px of distancesIn(line)) design.distances.add(px);
    }
  }
  return { ...design, step };
}

/** `## Colours` of Markdown, `colors:` of YAML, `"colors": {` of JSON. */
function headingOf(line: string): string | undefined {
  return (
    /^\s*#{1,6}\s+(.+?)\s*#*\s*$/.exec(line)?.[1] ??
    /^\s*\*\*([^*]+)\*\*:?\s*$/.exec(line)?.[1] ??
    /^\s*"?([\w -]+)"?\s*:\s*[{[]?\s*$/.exec(line)?.[1]
  );
}

function partOf(words: string): Part {
  if (FORBIDDEN.test(words)) return 'forbidden';
  if (/colou?r|palette/i.test(words)) return 'colours';
  if (/font|typograph|typeface/i.test(words)) return 'fonts';
  return /spac|grid|distance|gutter|padding|margin/i.test(words) ? 'distances' : 'other';
}

/** A line that says itself what it is about: `Heading font: …`, `Spacing base: 8px`. */
function labelledPart(line: string): Part | undefined {
  const label = /^\s*(?:[-*+|]\s*)*\**"?([\w /-]{2,40}?)"?\**\s*[:|]/.exec(line)?.[1];
  const part = label === undefined ? 'other' : partOf(label);
  return part === 'other' ? undefined : part;
}

const NO_FONT =
  /^(?:headings?|body|text|display|weights?|sizes?|regular|bold|medium|semi-?bold|light|black|fonts?|family|families|role|usage|use|primary|secondary|google fonts?|line height|letter spacing|scale|base|ui|code|labels?|buttons?|captions?|titles?|name|value|token|h\d|normal|italic|yes|no|default|typography|typeface)$/i;

function fontsIn(line: string): readonly string[] {
  // In a list the name stands behind its label, in a table in a cell of its own.
  const said = line.includes('|') ? line : line.replace(/^[^:]*:/, '');
  return said
    .replaceAll(/\([^)]*\)/g, ' ')
    .split(/[,;|/{}[\]]|\band\b|\bor\b|\bwith\b|\bfor\b|\s[–—-]\s/)
    .map((each) =>
      each
        .replaceAll(/["'`*#]/g, '')
        .replace(/^\s*[-+]\s/, '')
        .trim(),
    )
    .filter(
      (each) =>
        (/^[A-Z][A-Za-z0-9]*(?: [A-Z0-9][A-Za-z0-9]*){0,3}$/.test(each) && !NO_FONT.test(each)) ||
        /^(?:system-ui|sans-serif|serif|ui-sans-serif|-apple-system)$/.test(each),
    )
    .map((each) => each.toLowerCase());
}

function stepIn(line: string): number | undefined {
  const said =
    /\b(?:base|grid|unit|step|multiples? of)\b[^\d\n|,]{0,30}?(\d+)\s*(?:px)?(?!\s*[,\d])/i.exec(line) ??
    /\b(\d+)\s*(?:px|pt)?[ -]*(?:base|grid|unit|step)\b/i.exec(line);
  const px = Number(said?.[1]);
  return px > 1 && px <= 16 ? px : undefined;
}

function distancesIn(line: string): readonly number[] {
  const withUnit = [...line.matchAll(/(?<![\w.#])(\d+(?:\.\d+)?)\s*(px|rem)\b/g)].map(
    ([, size, unit]) => Number(size) * (unit === 'rem' ? 16 : 1),
  );
  // `scale: 4, 8, 12, 16` and `- 4`.
  const list = /(?<![\w.#])\d+(?:\s*,\s*\d+){2,}/.exec(line)?.[0].split(',').map(Number);
  const item = /^\s*-\s*(\d+)\s*$/.exec(line)?.[1];
  return [...withUnit, ...(list ?? []), ...(item === undefined ? [] : [Number(item)])].filter((px) => px > 0);
}
