/** Whether a path fits a pattern of `*`, `?`, `**` and `{a,b}`; in time that grows with their lengths, never faster. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const patterns = expanded(pattern.replace(/^\.\//, '')).map((each) => each.split('/'));
  return (path) => {
    const parts = path.split('/');
    return patterns.some((each) => fitsParts(each, parts));
  };
}

const MOST_ALTERNATIVES = 64;

/** The patterns that one with braces stands for. */
function expanded(pattern: string): readonly string[] {
  let all = [pattern];
  for (;;) {
    const next = all.flatMap((each) => {
      const found = /^([^{}]*)\{([^{}]*)\}(.*)$/s.exec(each);
      if (found === null) return [each];
      const [, before = '', inner = '', after = ''] = found;
      return inner.split(',').map((choice) => `${before}${choice}${after}`);
    });
    if (next.length > MOST_ALTERNATIVES || next.length === all.length) return all;
    all = next;
  }
}

function fitsParts(pattern: readonly string[], parts: readonly string[]): boolean {
  return fits(pattern, parts, '**', fitsPart);
}

function fitsPart(pattern: string, part: string): boolean {
  return fits(pattern.split(''), part.split(''), '*', (want, have) => want === '?' || want === have);
}

/** One wildcard that stands for any number of items: after a miss, only the last one has to take one more. */
function fits(
  pattern: readonly string[],
  items: readonly string[],
  wildcard: string,
  isSame: (want: string, have: string) => boolean,
): boolean {
  let at = 0;
  let last: { readonly at: number; readonly item: number } | undefined;
  for (let item = 0; item < items.length;) {
    const want = pattern[at];
    if (want === wildcard) {
      last = { at, item };
      at += 1;
    } else if (want !== undefined && isSame(want, items[item] ?? '')) {
      at += 1;
      item += 1;
    } else if (last === undefined) {
      return false;
    } else {
      last = { at: last.at, item: last.item + 1 };
      at = last.at + 1;
      item = last.item;
    }
  }
  return pattern.slice(at).every((want) => want === wildcard);
}
