/** A glob as the paths it can match: alternatives, each a list of segments. */
export type Glob = readonly (readonly Segment[])[];

/**
 * `**`, a name without wildcards, or a list of letters in which `*` stands for any run and `?` for any one letter.
 * Sets (`[abc]`) count as `?`, which can only widen them.
 */
export type Segment = string | readonly string[];

/** Beyond these a glob is read as "everything below here", which can only widen it. */
const MOST_ALTERNATIVES = 64;
const LONGEST = 512;

/** Parse a glob; what is not understood is widened, never narrowed, because an unsure answer means "overlaps". */
export function parseGlob(glob: string): Glob {
  const alternatives = glob.length > LONGEST ? undefined : expandBraces(glob);
  return (alternatives ?? [widened(glob, glob.search(/[*?[{]/))]).map(segmentsOf);
}

/** The directories at the front in which nothing is variable. */
export function staticPrefix(segments: readonly Segment[]): readonly string[] {
  const prefix: string[] = [];
  for (const segment of segments) {
    if (!isName(segment)) break;
    prefix.push(segment);
  }
  return prefix;
}

/** Whether a segment stands for exactly one name. */
export function isName(segment: Segment | undefined): segment is string {
  return typeof segment === 'string' && segment !== '**';
}

/** `a/{b,c}` → `a/b`, `a/c`; undefined when there are too many. */
function expandBraces(glob: string): readonly string[] | undefined {
  const open: string[] = [glob];
  const done: string[] = [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const group = firstGroup(next);
    if (group === undefined) done.push(next);
    else open.push(...group.options.map((option) => `${group.before}${option}${group.after}`).reverse());
    if (open.length + done.length > MOST_ALTERNATIVES) return undefined;
  }
  return done;
}

type Group = { readonly before: string; readonly options: readonly string[]; readonly after: string };

/** The first outermost `{…,…}` that is closed; one without a comma is plain text. */
function firstGroup(glob: string): Group | undefined {
  for (let start = glob.indexOf('{'); start >= 0; start = glob.indexOf('{', start + 1)) {
    const commas: number[] = [];
    let depth = 0;
    for (let at = start; at < glob.length; at++) {
      if (glob[at] === '{') depth++;
      if (glob[at] === ',' && depth === 1) commas.push(at);
      if (glob[at] === '}') depth--;
      if (depth > 0) continue;
      if (commas.length > 0) return groupAt(glob, [start, ...commas, at]);
      break;
    }
  }
  return undefined;
}

function groupAt(glob: string, marks: readonly number[]): Group {
  const start = marks[0] ?? 0;
  const end = marks.at(-1) ?? start;
  const options = marks.slice(0, -1).map((mark, index) => glob.slice(mark + 1, marks[index + 1]));
  return { before: glob.slice(0, start), options, after: glob.slice(end + 1) };
}

/** `src/a+(x)/b` → `src/**`: everything below the directory in which the unknown begins. */
function widened(glob: string, from: number): string {
  const cut = glob.lastIndexOf('/', from < 0 ? glob.length : from);
  return `${glob.slice(0, cut + 1)}**`;
}

const EXTENDED = /[@!+*?]\(|\\/;

function segmentsOf(glob: string): readonly Segment[] {
  const unknown = glob.search(EXTENDED);
  const known = unknown < 0 ? glob : widened(glob, unknown);
  // A directory written with a slash at its end means what is in it.
  const full = known.endsWith('/') ? `${known}**` : known;
  const segments = full
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .map(lettersOf);
  return segments.filter((segment, index) => segment !== '**' || segments[index - 1] !== '**');
}

function lettersOf(segment: string): Segment {
  if (segment === '**' || !/[*?[]/.test(segment)) return segment;
  const written = Array.from(segment);
  const letters: string[] = [];
  for (let at = 0; at < written.length; at++) {
    const letter = written[at] ?? '';
    // `[]a]` and `[!]a]` hold a bracket: the first letter of a set cannot close it.
    const end = letter === '[' ? written.indexOf(']', at + 2) : -1;
    if (end > 0) {
      letters.push('?');
      at = end;
    } else if (letter !== '*' || letters.at(-1) !== '*') letters.push(letter);
  }
  return letters;
}
