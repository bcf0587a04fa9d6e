const MARK = 'gauntlet-disable-next-line';

/**
 * The reason given on the line before for leaving a finding of this rule: `gauntlet-disable-next-line RULE -- reason`
 * in a comment of whatever kind. Without a reason it does not count.
 */
export function suppressionAt(text: string, line: number, rule: string): string | null {
  if (line < 2 || !text.includes(MARK)) return null;
  const before = text.split('\n', line - 1)[line - 2] ?? '';
  const said = before.slice(before.indexOf(MARK) + MARK.length);
  if (!before.includes(MARK)) return null;
  const [names = '', ...reason] = said.split(/\s--\s/);
  const why = reason
    .join(' -- ')
    .replace(/\s*(?:\*\/|-->|\}\}?|%>)\s*$/, '')
    .trim();
  const isNamed = names
    .trim()
    .split(/[\s,]+/)
    .includes(rule);
  return isNamed && why !== '' ? why : null;
}
