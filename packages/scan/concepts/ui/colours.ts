/** A colour as it stands in a style, in the form in which two colours can be compared. */
export type Colour = {
  /** `#rrggbb`, with two more letters where it lets something through. */
  readonly colour: string;
  readonly written: string;
  readonly at: number;
};

const NAMED: Readonly<Record<string, string>> = Object.fromEntries(
  `red ff0000 green 008000 blue 0000ff yellow ffff00 orange ffa500 purple 800080 pink ffc0cb brown a52a2a gray 808080
   grey 808080 silver c0c0c0 gold ffd700 cyan 00ffff magenta ff00ff lime 00ff00 navy 000080 teal 008080 maroon 800000
   olive 808000 indigo 4b0082 violet ee82ee crimson dc143c coral ff7f50 salmon fa8072 tomato ff6347 orchid da70d6
   turquoise 40e0d0 skyblue 87ceeb steelblue 4682b4 royalblue 4169e1 dodgerblue 1e90ff lightblue add8e6 lightgray d3d3d3
   lightgrey d3d3d3 darkgray a9a9a9 darkgrey a9a9a9 dimgray 696969 gainsboro dcdcdc whitesmoke f5f5f5 slategray 708090
   darkblue 00008b darkred 8b0000 darkgreen 006400 lightgreen 90ee90 forestgreen 228b22 seagreen 2e8b57 hotpink ff69b4
   deeppink ff1493 rebeccapurple 663399 slateblue 6a5acd khaki f0e68c beige f5f5dc ivory fffff0 lavender e6e6fa`
    .trim()
    .split(/\s+/)
    .flatMap((word, index, words) =>
      index % 2 === 0 ? [[word, `#${words[index + 1] ?? ''}`] as const] : [],
    ),
);

const COLOUR =
  /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![\w-])|\b(?:rgb|hsl)a?\(\s*[\d.%,\s/deg]+\)|(?<![\w$@#.-])[a-z]{3,13}(?![\w(-])/gi;

/** The colours that are written out in the value of a style; black and white that let something through are shadows. */
export function coloursIn(value: string): readonly Colour[] {
  const found: Colour[] = [];
  // What stands behind a name is used only where the name is not known.
  const plain = value.replaceAll(
    /url\([^)]*\)|"[^"]*"|'[^']*'|(?:var|theme)\([^()]*(?:\([^()]*\)[^()]*)*\)/g,
    (each) => '¤'.repeat(each.length),
  );
  for (const { 0: written, index: at } of plain.matchAll(COLOUR)) {
    const colour = colourOf(written);
    if (colour !== undefined && !/^#(?:000000|ffffff)[0-9a-f]{2}$/.test(colour))
      found.push({ colour, written, at });
  }
  return found;
}

/** A colour in the form that is compared; undefined for what is none. */
export function colourOf(written: string): string | undefined {
  const low = written.trim().toLowerCase();
  if (low.startsWith('#')) return ofHex(low.slice(1));
  const numbers = /^(rgb|hsl)a?\((.*)\)$/.exec(low);
  if (numbers === null) return NAMED[low];
  const parts = (numbers[2] ?? '').split(/[\s,/]+/).filter((each) => each !== '');
  const [a, b, c, alpha] = parts.map((each) => Number.parseFloat(each));
  if (a === undefined || b === undefined || c === undefined || [a, b, c].some(Number.isNaN)) return undefined;
  const rgb = numbers[1] === 'rgb' ? [a, b, c] : ofHsl(a, b / 100, c / 100);
  const through = alpha === undefined ? 1 : parts[3]?.endsWith('%') === true ? alpha / 100 : alpha;
  const hex = rgb.map(twoLetters).join('');
  return `#${hex}${through >= 1 ? '' : twoLetters(through * 255)}`;
}

function ofHex(letters: string): string | undefined {
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(letters)) return undefined;
  const long = letters.length < 6 ? letters.replaceAll(/./g, '$&$&') : letters;
  return `#${long.replace(/^(.{6})ff$/, '$1')}`;
}

function twoLetters(value: number): string {
  return Math.min(255, Math.max(0, Math.round(value)))
    .toString(16)
    .padStart(2, '0');
}

function ofHsl(hue: number, saturation: number, lightness: number): readonly number[] {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((shift) => {
    const k = (((shift + hue / 30) % 12) + 12) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  });
}
