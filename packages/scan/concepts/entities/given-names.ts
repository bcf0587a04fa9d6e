/** What stands by name in brackets: `(a=1, b=2)`, `{ A = 1 }`. */
export type GivenNames = {
  readonly names: readonly string[];
  /** Something is given without a name, or spread: more may be meant. */
  readonly isOpen: boolean;
};

/** Longer ones are not read: brackets that never close would be gone through from every place where one opens. */
const FARTHEST = 4_000;

/** The names before `=` in the brackets that open here; undefined where they do not close. */
export function givenAt(text: string, open: number, comment: string): GivenNames | undefined {
  const names: string[] = [];
  let isOpen = false;
  let depth = 0;
  let start = open + 1;
  const take = (end: number): void => {
    const part = withoutComments(text.slice(start, end), comment).trim();
    start = end + 1;
    if (part === '') return;
    const name = /^(?<name>\w+)\s*=(?![=>])/.exec(part)?.groups?.['name'];
    if (name === undefined) isOpen = true;
    else names.push(name);
  };
  for (let at = open; at < text.length && at < open + FARTHEST; at += 1) {
    const letter = text[at] ?? '';
    if (letter === '"' || letter === "'") {
      at = endOfText(text, at);
      continue;
    }
    if (text.startsWith(comment, at)) {
      const end = text.indexOf('\n', at);
      at = end < 0 ? text.length : end;
      continue;
    }
    if ('([{'.includes(letter)) depth += 1;
    if (')]}'.includes(letter)) depth -= 1;
    if (letter === ',' && depth === 1) take(at);
    if (depth > 0) continue;
    take(at);
    return { names, isOpen };
  }
  return undefined;
}

function endOfText(text: string, at: number): number {
  const mark = text.startsWith(text[at]?.repeat(3) ?? '', at) ? text.slice(at, at + 3) : text.charAt(at);
  for (let end = at + mark.length; end < text.length; end += 1) {
    if (text[end] === '\\') end += 1;
    else if (text.startsWith(mark, end)) return end + mark.length - 1;
    else if (mark.length === 1 && text[end] === '\n') return end;
  }
  return text.length;
}

function withoutComments(part: string, comment: string): string {
  return part.replaceAll(comment === '#' ? /#[^\n]*/g : /\/\/[^\n]*/g, '');
}
