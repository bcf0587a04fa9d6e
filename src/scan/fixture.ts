/**
 * A little project in one file, for a rule's examples: `=== path` begins a file. A line that must be found ends with
 * `<- RULE` in a comment, and what is about a whole file or project stands above all files as `finds path:0`; the mark is taken out before the rule looks. A broken bar is taken out as well: with it a
 * made-up key is none for whoever looks for keys in here.
 */
export type Fixture = {
  readonly files: ReadonlyMap<string, string>;
  /** `path:line` of every marked line, sorted. */
  readonly marked: readonly string[];
};

const MARK = /\s*(?:\/\/|#|\/\*|<!--|--|\{\/\*)?\s*<- (?<rule>[A-Z0-9]+-\d+[a-z]?)\s*(?:\*\/\}?|-->)?\s*$/;

export function readFixture(text: string, rule: string): Fixture {
  const files = new Map<string, string>();
  const marked: string[] = [];
  let path = '';
  let lines: string[] = [];
  const close = (): void => {
    if (path !== '') files.set(path, `${lines.join('\n')}\n`);
  };
  for (const line of text.replaceAll('¦', '').split('\n')) {
    const begin = /^=== (\S+)$/.exec(line)?.[1];
    if (begin !== undefined) {
      close();
      path = begin;
      lines = [];
      continue;
    }
    const whole = path === '' ? /^finds (\S+)$/.exec(line)?.[1] : undefined;
    if (whole !== undefined) marked.push(whole);
    const mark = MARK.exec(line);
    lines.push(mark === null ? line : line.slice(0, mark.index));
    if (mark?.groups?.['rule'] === rule) marked.push(`${path}:${lines.length}`);
  }
  close();
  return { files, marked: marked.toSorted() };
}
