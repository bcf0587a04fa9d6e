const WORK =
  '(?:it|this|(?:the|this) (?:changes?|work|code|patch|diff|branch|ticket|commit|delivery|implementation|pull request|pr))';
const NOT = "(?: ?not|n?[’']t)";
const LANDED = '(?:\\w+ )?be (?:\\w+ )?(?:merged|landed|shipped|approved|accepted)';
const LAND = '(?:merge|land|ship|approve|accept)';
/** Behind it the sentence ends or says when or why: `cannot be shipped twice` is about something else. */
const END = '(?= (?:as|yet|before|until|unless|without|in|now|because|since|for)\\b|[ ]?[.!?;,:–—-]|$)';

/** The work, where nobody says that there is no reason against it. */
const OF_WORK = `(?:^|(?<!\\bno (?:good )?reason (?:why|that) )\\b${WORK} )`;

/** Sentences that state the opposite verdict: the work is not to be merged. */
const DENIALS = [
  `${OF_WORK}(?:should|must|can|may)${NOT} ${LANDED}${END}`,
  `${OF_WORK}(?:should|must|may)${NOT} (?:\\w+ )?${LAND}${END}`,
  `(?:^(?:please )?never|\\bdo${NOT}) (?:yet )?${LAND}(?: ${WORK})?${END}`,
  `\\bdo-not-${LAND}\\b`,
  `\\b(?:i|we) (?:would|could|can|do|should|must)${NOT} (?:\\w+ )?${LAND}(?: ${WORK})?${END}`,
  `(?:^not|\\b${WORK} (?:is|are) not) (?:yet )?(?:ready|fit|safe) (?:to|for) (?:be )?(?:merg|land|ship|releas|production)`,
].map((pattern) => new RegExp(pattern, 'i'));

/** A member of a report that says the opposite: `Status: FAIL`, `Approved: false`. */
const DENYING_MEMBER =
  /^[\s>#-]*(?:(?:overall )?(?:status|verdict|decision|recommendation)\s?[:|] ?(?:fail(?:ed)?|reject(?:ed)?|request changes|changes requested)|approved\s?[:|] ?(?:false|no))\W*$/i;

/** Longer than any line of prose; keeps a hostile one from costing anything. */
const LONGEST = 2_000;

/** Sentences that take a pass back. Whatever else prose and notes say does not block: an issue has a section of its own. */
export function findRetractions(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => {
    const plain = line.slice(0, LONGEST).replaceAll(/[*_`]/g, '').replaceAll(/\s+/g, ' ');
    const text = plain.replace(/^[\s>#-]*(?:[A-Z][\w ]{0,30}:\s*)?/, '');
    if (DENYING_MEMBER.test(plain)) return [plain.trim()];
    return text
      .split(/(?<=[.!?;]) | ?\| ?/)
      .filter((sentence) => DENIALS.some((denial) => denial.test(sentence)));
  });
}
