/** Evidence is capped where it is read; this bounds what one finding can make us look at. */
const MOST_TEXT = 20_000;

/** A run of characters that can stand in a path, on either system; splitting on the rest keeps this linear. */
const NOT_PATH = /[^\p{L}\p{N}_@./\\:#+-]+/u;

const LOCATION = /^([^:#]+)(?:[:#]L?\d.*)?$/;

const EXTENSION = /\.[A-Za-z][A-Za-z0-9]{0,7}$/;

/**
 * The files a text speaks of: words with a folder and an extension, or an extension and a line. A bare
 * `name.word` is more often a call than a file, so it does not count.
 */
export function mentionedFiles(text: string): readonly string[] {
  const files = new Set<string>();
  for (const word of text.slice(0, MOST_TEXT).split(NOT_PATH)) {
    const file = fileOf(word);
    if (file !== undefined) files.add(file);
  }
  return [...files];
}

function fileOf(word: string): string | undefined {
  const slashed = word.replaceAll('\\', '/');
  if (slashed.includes('//')) return undefined;
  const path = LOCATION.exec(slashed.replace(/[.:]$/, ''))?.[1];
  if (path === undefined || !EXTENSION.test(path)) return undefined;
  const isPlaced = slashed.length > path.length + 1;
  if (!path.includes('/') && !isPlaced) return undefined;
  return path.startsWith('./') ? path.slice(2) : path;
}
