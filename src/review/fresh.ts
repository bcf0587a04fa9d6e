import type { Finding } from '../model/finding.ts';

/** Lines that a change added or rewrote, by file. */
export type ChangedLines = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * What a change brought: those of `now` that were not there `before`. Findings are told apart by rule and text and not
 * by line, and counted: of three that were two, one is new, and that is one on a changed line if there is any. Code that
 * only moved, within a file or to another, brought nothing.
 */
export function freshFindings(
  now: readonly Finding[],
  before: readonly Finding[],
  lines: ChangedLines,
): readonly Finding[] {
  const known = new Map<string, number>();
  for (const finding of before) known.set(kindOf(finding), (known.get(kindOf(finding)) ?? 0) + 1);
  const isTouched = ({ file, line }: Finding): boolean => lines.get(file)?.has(line) === true;
  const left = new Set(now);
  // Those on untouched lines are the likelier ones to have been there.
  for (const finding of now.toSorted((a, b) => Number(isTouched(a)) - Number(isTouched(b)))) {
    const count = known.get(kindOf(finding)) ?? 0;
    if (count === 0) continue;
    known.set(kindOf(finding), count - 1);
    left.delete(finding);
  }
  return now.filter((finding) => left.has(finding));
}

function kindOf({ rule, evidence, message }: Finding): string {
  const text = (evidence === '' ? message : evidence).replace(/\s+/g, ' ').trim();
  return JSON.stringify([rule, text]);
}
