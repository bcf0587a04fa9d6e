const MARK = 'gauntlet-disable-next-line';

/** The mark at the beginning of a comment, of whatever language; where it is only spoken of it is none. */
const COMMENT = new RegExp(`(?://|#|/?\\*+|<!--|--|;)\\s*${MARK}(?<said>.*)$`);

/** One comment that leaves findings of the next line alone. */
export type Suppression = {
  /** Of the comment, 1-based. */
  readonly line: number;
  readonly rules: readonly string[];
  /** Empty: it does not count. */
  readonly reason: string;
};

const NONE: readonly Suppression[] = [];

/** Every `gauntlet-disable-next-line RULE -- reason` of a text. */
export function suppressionsIn(text: string): readonly Suppression[] {
  if (!text.includes(MARK)) return NONE;
  return text.split('\n').flatMap((line, index) => {
    const said = COMMENT.exec(line)?.groups?.['said'];
    return said === undefined ? [] : [{ line: index + 1, ...understood(said) }];
  });
}

function understood(said: string): Pick<Suppression, 'rules' | 'reason'> {
  const bare = said.replace(/\s*(?:\*+\/\s*\}*|--+>|\}\}|\*@|#\}|%>)\s*$/, '');
  const [names = '', ...why] = bare.split(/\s--(?:\s|$)/);
  return {
    rules: names
      .trim()
      .split(/[\s,]+/)
      .filter((name) => name !== ''),
    reason: why.join(' -- ').trim(),
  };
}

/** The reason given on the line before for leaving a finding of this rule. Without a reason it does not count. */
export function suppressionAt(text: string, line: number, rule: string): string | null {
  if (line < 2) return null;
  const before = suppressionsIn(text).find((each) => each.line === line - 1);
  return before !== undefined && before.rules.includes(rule) && before.reason !== '' ? before.reason : null;
}
