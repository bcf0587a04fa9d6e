const FAILED = /^ *not ok\b(?: \d+)?(?: -)? (.*)$/;
const SPARED = / # *(?:skip|todo)\b/i;
/** node:test about points that only repeat what failed inside of them. */
const EMPTY = /^(?:test failed|\d+ subtests? failed)$/;

/** The first failed test of a TAP output and its message, `name: message`; undefined where no details say it. */
export function tapReason(
  lines: readonly string[],
): { readonly text: string; readonly at: number } | undefined {
  for (const [at, line] of lines.entries()) {
    const name = FAILED.exec(line)?.[1];
    if (name === undefined || SPARED.test(line) || !/^ +---$/.test(lines[at + 1] ?? '')) continue;
    const end = lines.findIndex((each, index) => index > at && each.trim() === '...');
    const message = errorIn(lines.slice(at + 2, end === -1 ? at + 40 : end));
    if (message !== '' && !EMPTY.test(message)) return { text: `${name.trim()}: ${message}`, at };
  }
  return undefined;
}

/** The value of `error:`, which may be a quoted or a block scalar of YAML, in one line. */
function errorIn(details: readonly string[]): string {
  const at = details.findIndex((line) => /^ +error:/.test(line));
  const [, indent = '', value = ''] = /^( +)error: *(.*)$/.exec(details[at] ?? '') ?? [];
  if (!/^[|>][-+\d]*$/.test(value)) return unquoted(value.trim());
  const rest = details.slice(at + 1);
  const end = rest.findIndex((line) => line.trim() !== '' && !line.startsWith(`${indent} `));
  const block = end === -1 ? rest : rest.slice(0, end);
  return block
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

function unquoted(value: string): string {
  const [, mark = '', inner = value] = /^(['"])(.*)\1$/.exec(value) ?? [];
  return mark === "'" ? inner.replaceAll("''", "'") : inner;
}
