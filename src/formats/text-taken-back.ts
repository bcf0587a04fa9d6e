import { readBullet, readHeading } from './text-heading.ts';

const WORK =
  '(?:this|it|that|they|the (?:changes?|work|code|patch|diff|branch|ticket|commit|delivery|implementation|pull request|pr))';
const NOT = "(?: ?not|n[’']t)";
const LAND = '(?:merg(?:e|ed|ing)|land(?:ed|ing)?|ship(?:ped|ping)?|approved?|be accepted|go in)';

/** Sentences that deny the verdict itself: the work is not to be merged. */
const DENIALS = [
  `\\b${WORK} (?:\\w+ ){0,3}(?:should|must|can|may|ought|shall|will)${NOT} (?:\\w+ ){0,3}${LAND}\\b`,
  `^(?:please )?(?:do${NOT}|never) ${LAND}\\b`,
  `^(?:should|must|can)${NOT} (?:be )?${LAND}\\b`,
  `\\b(?:i|we|you) (?:would|could|can|do|should|must)${NOT} (?:\\w+ ){0,2}${LAND}\\b`,
  '\\bnot (?:yet )?(?:ready|fit|safe) (?:to|for) (?:be )?(?:merg|land|ship|releas|production)',
  '(?<!\\b(?:nothing|none|not|no)\\b[^.]{0,30})\\b(?:blocks|blocking|prevents) (?:the |this )?(?:merge|landing|release)\\b',
].map((pattern) => new RegExp(pattern, 'i'));

/** Longer than any line of prose; keeps a hostile one from costing anything. */
const LONGEST = 2_000;

/** `However, src/a.js:4 divides by zero`: a turn in the text, and then a line of the code. */
const TURN =
  /\b(?:but|however|although|though|except|unfortunately|nevertheless)\b[^]*?[\w/\\-]\.\w{1,8}[:#]L?\d/i;

/**
 * Sentences of prose that take a pass back: those that say the work is not to be merged, and those that turn to a line of
 * the code. Other prose is not judged. Entries and notes are read as what they are, so only a denial counts in them.
 */
export function takenBack(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => {
    const isEntry = readBullet(line) !== null || /^notes?$/.test(readHeading(line)?.label ?? '');
    const text = line.slice(0, LONGEST).replace(/^[\s>*_#-]*(?:[A-Z][\w ]{0,30}:\s*)?/, '');
    return text
      .split(/(?<=[.!?;])\s+/)
      .filter(
        (sentence) => DENIALS.some((denial) => denial.test(sentence)) || (!isEntry && TURN.test(sentence)),
      );
  });
}
