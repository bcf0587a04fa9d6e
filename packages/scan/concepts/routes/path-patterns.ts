import type { Pieces } from '../../syntax/typescript/pieces.ts';

/**
 * Paths of Java and Go with what a parameter must look like taken out: `{id:[0-9]{1,3}}` is `{id:int}`, `{rest:.*}`,
 * `{rest...}` and `**` stand for anything below.
 */
export function openedPath(pieces: Pieces): Pieces {
  return pieces.map((piece) => (typeof piece === 'string' ? opened(piece) : piece));
}

function opened(text: string): string {
  let made = '';
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== '{') {
      made += text[at];
      continue;
    }
    const end = closing(text, at);
    made += parameter(text.slice(at + 1, end));
    at = end;
  }
  return made;
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

function parameter(inside: string): string {
  const [name = '', ...rest] = inside.split(':');
  const shape = rest.join(':').trim();
  if (inside.trim() === '$') return '';
  if (name.endsWith('...') || name.startsWith('*') || /^\.[*+]\??$/.test(shape)) return '*';
  return /^(?:\[0-9\]|\\{1,2}d)(?:[+*]|\{[\d,]+\})$/.test(shape)
    ? `{${name.trim()}:int}`
    : `{${name.trim()}}`;
}
