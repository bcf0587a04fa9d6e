import type { ScanResult } from './scan-result.ts';

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

/** A comment that was meant to leave a finding alone, and why it does not. */
export type SuppressionNote = {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly problem: 'no rule' | 'unknown rule' | 'no reason' | 'unused';
};

/**
 * What is wrong with suppressions: no reason, no such rule, nothing to leave alone. Of a rule that was not asked, or
 * that failed, nobody can say that it would have found nothing.
 */
export function suppressionNotes(
  { suppressions, findings, ran, crashes }: ScanResult,
  known: ReadonlySet<string>,
): readonly SuppressionNote[] {
  const left = findings.filter(({ suppressed }) => suppressed !== null);
  const used = new Set(left.map(({ rule, file, line }) => `${file}\n${line}\n${rule}`));
  const asked = new Set(ran);
  for (const { rule } of crashes) asked.delete(rule);
  const broken = new Set(crashes.map(({ file }) => file));
  return suppressions.flatMap(({ file, line, rules, reason }) => {
    if (rules.length === 0) return [{ file, line, rule: '', problem: 'no rule' as const }];
    return rules.flatMap((rule): readonly SuppressionNote[] => {
      if (!known.has(rule)) return [{ file, line, rule, problem: 'unknown rule' }];
      if (reason === '') return [{ file, line, rule, problem: 'no reason' }];
      const isUnused = asked.has(rule) && !broken.has(file) && !used.has(`${file}\n${line + 1}\n${rule}`);
      return isUnused ? [{ file, line, rule, problem: 'unused' }] : [];
    });
  });
}
