import { cellsOf } from '../matrix.ts';
import { readBullet } from '../text-heading.ts';
import { isContent } from '../text-lines.ts';
import { type BodyLine, oneLine } from '../text-sections.ts';
import { criterionNamed, type JudgedCriterion, readCriterion, type TicketCriterion } from './criteria.ts';

/** What the text says against criteria outside the sections that are made for it. */
export type StrayCriteria = {
  /** Lines that give a criterion of the ticket the status FAILED. */
  readonly failed: readonly JudgedCriterion[];
  /** Sentences that say of one that it is not met or was not verified. */
  readonly sentences: readonly string[];
};

/** Looks through every line that is neither code nor a quote. `judged` is what the sections already say. */
export function strayCriteria(
  lines: readonly BodyLine[],
  criteria: readonly TicketCriterion[],
  judged: readonly JudgedCriterion[],
): StrayCriteria {
  const known = new Set(judged.map(({ criterion, status }) => `${criterion} ${status}`));
  const denials = criteria.map(({ id }) => denialOf(id));
  const failed: JudgedCriterion[] = [];
  const sentences: string[] = [];
  for (const { text, kind } of lines) {
    if (kind === 'end' || !isContent(kind)) continue;
    const said = oneLine(wordsOf(text));
    const entry = readCriterion(said, () => false);
    const isNamed = criterionNamed(entry.criterion, criteria) !== undefined;
    if (isNamed && known.has(`${entry.criterion} ${entry.status}`)) continue;
    if (isNamed && entry.status === 'FAILED') failed.push(entry);
    else if (denials.some((denial) => denial.test(said.replaceAll(QUOTED, 'X')))) sentences.push(said);
  }
  return { failed, sentences };
}

/** The words of a list item, or the cells of a table row, as one line. */
function wordsOf(line: string): string {
  const row = line.trimStart().startsWith('|') ? cellsOf(line) : null;
  return row === null ? (readBullet(line)?.text ?? line.trim()) : row.filter(Boolean).join(' - ');
}

/** `AC1 is not met`, `AC1 could not be verified`, `I was unable to verify AC1`. */
function denialOf(id: string): RegExp {
  const name = `(?<![\\w.-])${id.replaceAll(/[^\w]/g, '\\$&')}(?![\\w-]|\\.\\w)`;
  return new RegExp(`${name}${SUBJECT_ENDS}${DENIED}|${UNABLE}[^.;]{0,40}?${name}`, 'i');
}

const DONE =
  '(?:met|verified|satisfied|fulfilled|checked|tested|confirmed|done|implemented|covered|reached|working|proven|shown|true|complete|pass|hold)\\b';
const SUBJECT_ENDS = '[*_`)]{0,3},?(?: and [\\w-]+)?(?: ?[:–—-])? (?:(?!not\\b)\\w+ ){0,3}?';
const DENIED = `(?:(?:not|never|cannot|\\w+n[’']t) (?:yet |fully |entirely |really |actually |completely )*(?:be(?:en)? )?(?:(?!only)\\w+ly )?${DONE}|(?:fails|failed|unmet|unverified|untested|incomplete|broken|missing)(?=[.,;:!]|$| (?:for|when|on|if|with|as|because|since|in)\\b(?! (?:base|main)\\b)))`;
const UNABLE =
  "(?:could not|couldn[’']t|cannot|can[’']t|did not|didn[’']t|unable to|not able to) (?:\\w+ly )?(?:verify|check|test|confirm|reproduce) ";
const QUOTED = /`[^`]*`|"[^"]*"|“[^”]*”/g;
