const pairs: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
const closing = new Set(Object.values(pairs));

/** Beyond this nobody writes a list of parameters. */
const FARTHEST = 5000;

/** The place of the bracket that closes the one at `start`, in text without strings; -1 where none does. */
export function closingBracket(code: string, start: number, farthest = FARTHEST): number {
  const open: string[] = [];
  const end = Math.min(code.length, start + farthest);
  for (let at = start; at < end; at++) {
    const letter = code[at] ?? '';
    if (isArrow(code, at)) continue;
    const close = pairs[letter];
    if (close !== undefined && (at === start || letter !== '<' || isGeneric(code, at))) open.push(close);
    else if (closing.has(letter)) {
      // A `>` that nothing opened compares; another bracket that does not fit ends what was taken for generics.
      if (letter !== '>') while (open.at(-1) === '>') open.pop();
      if (letter === '>' && open.at(-1) !== '>') continue;
      if (open.pop() !== letter) return -1;
      if (open.length === 0) return at;
    }
  }
  return -1;
}

/** The closing place of every round and curly bracket in text without strings; one that nothing closes is not in it. */
export function bracketPairs(code: string): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const open: number[] = [];
  for (const { 0: letter, index } of code.matchAll(/[(){}]/g)) {
    if (letter === '(' || letter === '{') open.push(index);
    else {
      const start = open.pop();
      if (start !== undefined && pairs[code[start] ?? ''] === letter) found.set(start, index);
      // What does not fit makes everything around it unreadable.
      else open.length = 0;
    }
  }
  return found;
}

/** Where the block that ends with the text begins; -1 where it ends with none. */
export function openingBrace(code: string): number {
  if (!code.trimEnd().endsWith('}')) return -1;
  let depth = 0;
  for (let at = code.trimEnd().length - 1; at >= 0; at--) {
    depth += code[at] === '}' ? 1 : code[at] === '{' ? -1 : 0;
    if (depth === 0) return at;
  }
  return -1;
}

/** Splits at commas that are in no brackets; what is empty is left out. */
export function splitAtCommas(code: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at <= code.length; at++) {
    const letter = code[at];
    if (letter !== undefined && pairs[letter] !== undefined && (letter !== '<' || isGeneric(code, at))) {
      const end = closingBracket(code, at);
      if (end !== -1) at = end;
    } else if (letter === ',' || letter === undefined) {
      parts.push(code.slice(from, at).trim());
      from = at + 1;
    }
  }
  return parts.filter((part) => part !== '');
}

function isArrow(code: string, at: number): boolean {
  return code[at] === '>' && (code[at - 1] === '=' || code[at - 1] === '-');
}

/** `Map<…`, and not `a < b`. */
function isGeneric(code: string, at: number): boolean {
  return !/[\s=]/.test(code[at + 1] ?? ' ') && !/\s/.test(code[at - 1] ?? ' ');
}
