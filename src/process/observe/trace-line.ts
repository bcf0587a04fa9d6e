/** One call of a trace, with the part of its arguments that names files. */
export type TracedCall = {
  readonly pid: string;
  readonly name: string;
  /** Arguments as strace wrote them. */
  readonly args: readonly string[];
  /** The text behind the equals sign. */
  readonly result: string;
};

/** Joins the two halves of calls that another process interrupted, and takes lines apart. Unknown lines give undefined. */
export function traceLines(): (line: string) => TracedCall | undefined {
  const begun = new Map<string, string>();
  return (line) => {
    const [, pid = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (text.endsWith(UNFINISHED)) {
      begun.set(pid, text.slice(0, -UNFINISHED.length));
      return undefined;
    }
    const resumed = /^<\.\.\. \w+ resumed>/.exec(text)?.[0];
    const whole = resumed === undefined ? text : `${begun.get(pid) ?? ''}${text.slice(resumed.length)}`;
    if (resumed !== undefined) begun.delete(pid);
    return callIn(pid, whole);
  };
}

const UNFINISHED = ' <unfinished ...>';

function callIn(pid: string, text: string): TracedCall | undefined {
  const name = /^(\w+)\(/.exec(text)?.[1];
  if (name === undefined) return undefined;
  const args: string[] = [];
  let from = name.length + 1;
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') at = endOf(text, at, '"');
    else if (letter === '<' && /(?:\d|AT_FDCWD)$/.test(text.slice(Math.max(0, at - 8), at)))
      at = endOf(text, at, '>');
    else if (letter === '{' || letter === '[' || letter === '(') depth += 1;
    else if (letter === ',' && depth === 0) {
      args.push(text.slice(from, at).trim());
      from = at + 1;
    } else if (letter === ')' && depth === 0) {
      args.push(text.slice(from, at).trim());
      const result = /^\)\s*= (.*)$/.exec(text.slice(at))?.[1];
      return result === undefined ? undefined : { pid, name, args, result };
    } else if (letter === '}' || letter === ']' || letter === ')') depth -= 1;
  }
  return undefined;
}

/** Where a quoted part ends. strace escapes the closing character within it. */
function endOf(text: string, start: number, closing: string): number {
  let at = start + 1;
  while (at < text.length && text[at] !== closing) at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** The text of a quoted argument; undefined where it is an address. */
export function quotedText(arg: string | undefined): string | undefined {
  const inner = /^"((?:[^"\\]|\\.)*)"$/s.exec(arg ?? '')?.[1];
  return inner === undefined ? undefined : unescaped(inner);
}

/** The path that strace shows behind a file number: `3</repo/a>`. */
export function pathOfNumber(arg: string | undefined): string | undefined {
  const inner = /^(?:-?\d+|AT_FDCWD)<(\/(?:[^>\\]|\\.)*)>/s.exec(arg ?? '')?.[1];
  return inner === undefined ? undefined : unescaped(inner);
}

const LETTERS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', v: '\v', f: '\f' };

/** C escapes as bytes, read as UTF-8. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  const bytes = text.replaceAll(/\\([0-7]{1,3}|.)|[^\\]+/gs, (part, escape: string | undefined) => {
    if (escape === undefined) return Buffer.from(part).toString('latin1');
    if (/^[0-7]/.test(escape)) return String.fromCharCode(Number.parseInt(escape, 8) & 255);
    return LETTERS[escape] ?? Buffer.from(escape).toString('latin1');
  });
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
