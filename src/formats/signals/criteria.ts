import { openMapOf } from '../../schema/shape.ts';
import { inCode } from '../text/location.ts';
import { oneLine } from '../text/sections.ts';
import { readStatusEntry, writeStatusEntry } from '../text/status.ts';
import { line, listPart, type AnswerPart, listSection } from './parts.ts';

/** What the auditor says about one acceptance criterion. UNKNOWN is whatever is neither of the two words. */
export type JudgedCriterion = {
  readonly criterion: string;
  readonly status: 'VERIFIED' | 'FAILED' | 'UNKNOWN';
  readonly evidence: string;
};

/** A criterion as the ticket has it. */
export type TicketCriterion = { readonly id: string; readonly text: string };

export type MatchedCriteria = {
  /** One for each of the ticket's criteria, in its order; null where the auditor said nothing about it. */
  readonly matched: readonly { readonly id: string; readonly judged: JudgedCriterion | null }[];
  /** Why the claims do not cover the ticket's criteria exactly once each; empty when they do. */
  readonly problems: readonly string[];
};

/**
 * Ties what was judged to the ticket's criteria: by id, else by text after folding case, space and punctuation. Each
 * has to be judged exactly once, and none may be invented (FLOW-08).
 */
export function matchCriteria(
  judged: readonly JudgedCriterion[],
  criteria: readonly TicketCriterion[],
): MatchedCriteria {
  const problems: string[] = [];
  const matched = new Map<string, JudgedCriterion>();
  const names = namesOf(criteria);
  for (const claim of judged) {
    const named = names.get(folded(claim.criterion));
    const id = named ?? idBefore(claim.criterion, criteria);
    // Other words than the ticket's, between its id and VERIFIED, may say anything. Some callers know the id alone.
    const isKnown = criteria.some((each) => each.id === id && each.text !== '');
    if (named === undefined && isKnown && claim.status === 'VERIFIED')
      problems.push(`name it by its id alone: ${claim.criterion}`);
    if (id === undefined) problems.push(`not a criterion of the ticket: ${claim.criterion}`);
    else if (matched.has(id)) problems.push(`criterion ${id} is judged twice`);
    else matched.set(id, claim);
  }
  for (const { id } of criteria) {
    if (!matched.has(id)) problems.push(`criterion ${id} is not judged`);
  }
  return { matched: criteria.map(({ id }) => ({ id, judged: matched.get(id) ?? null })), problems };
}

/** Everything a criterion may be called, folded. Set last what counts most: the id, before the text. */
function namesOf(criteria: readonly TicketCriterion[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { id, text } of criteria) names.set(folded(`${id} ${text}`), id);
  for (const { id, text } of criteria) names.set(folded(text), id);
  for (const { id } of criteria) names.set(folded(id), id);
  names.delete('');
  return names;
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** `AC1: its text in other words` is about AC1; `AC10` is not. */
function idBefore(said: string, criteria: readonly TicketCriterion[]): string | undefined {
  const plain = said.replace(/^[*_`([]{1,4}/, '');
  return criteria.find(
    ({ id }) => plain.startsWith(id) && /^[*_`)\]]{0,4}\s{0,2}(?:[:–—]|-\s)/.test(plain.slice(id.length)),
  )?.id;
}

const FAILED_WORDS = ['NOT VERIFIED', 'NOT MET', 'UNVERIFIED', 'UNMET', 'FAILED', 'FAIL'] as const;
const OTHER_WORDS = [
  'PARTIALLY VERIFIED',
  'PARTIAL',
  'PASSED',
  'PASS',
  'BLOCKED',
  'SKIPPED',
  'UNKNOWN',
] as const;
/** Longer ones first, so that NOT VERIFIED is never read as VERIFIED. */
const STATUS_WORDS = [...FAILED_WORDS, ...OTHER_WORDS, 'VERIFIED'] as const;

/** Reads `<criterion>: VERIFIED - <evidence>`. Only the word VERIFIED itself is one; without one clear word the worse counts. */
function readCriterion(item: string): JudgedCriterion {
  const { subject, word, note } = readStatusEntry(item, STATUS_WORDS);
  const status = word === '' && SAYS_FAILED.test(item) ? 'FAILED' : statusOf(word);
  return judgedAs({ criterion: oneLine(subject), status, evidence: oneLine(note) });
}

/** A word of failure in capitals, or in small letters where the status stands: `AC1: failed - …`. */
const SAYS_FAILED = new RegExp(
  `(?<![A-Za-z])(?:${FAILED_WORDS.join('|')})(?![A-Za-z])|[:：–—-] ?(?:${FAILED_WORDS.join('|').toLowerCase()})(?= ?(?:$|[-–—:;,.(]))`,
);

/** The judgement as it counts: evidence that begins with another status says two things. */
export function judgedAs(said: JudgedCriterion): JudgedCriterion {
  return said.status === 'VERIFIED' && OTHER_STATUS.test(said.evidence)
    ? { ...said, status: 'UNKNOWN' }
    : said;
}

const OTHER_STATUS = new RegExp(
  `^[^A-Za-z0-9]{0,9}(?:${[...FAILED_WORDS, ...OTHER_WORDS].join('|')})(?<!pass(?:ed)?)\\W{0,3}(?:$|[-–—:;,.(])`,
  'i',
);

/** Reads an entry of the failed criteria: whatever it says, it failed. The status word may be missing. */
function readFailedCriterion(item: string): JudgedCriterion {
  const { subject, word, note } = readStatusEntry(item, STATUS_WORDS);
  if (word !== '') return { criterion: oneLine(subject), status: 'FAILED', evidence: oneLine(note) };
  const at = item.search(/: | [-–—] /);
  if (at < 0) return { criterion: item, status: 'FAILED', evidence: '' };
  return {
    criterion: oneLine(item.slice(0, at)),
    status: 'FAILED',
    evidence: oneLine(item.slice(at).replace(/^(?::| [-–—]) /, '')),
  };
}

/** Writes what `readCriterion` reads back to the same value. */
function writeCriterion({ criterion, status, evidence }: JudgedCriterion): string {
  const entry = { subject: criterion, word: status, note: evidence };
  const written = writeStatusEntry(entry, STATUS_WORDS);
  const isRead = readCriterion(written).status === status;
  return isRead ? written : `${inCode(criterion)}: ${status}${evidence === '' ? '' : ` - ${evidence}`}`;
}

/** What a status word comes to. */
function statusOf(word: string): JudgedCriterion['status'] {
  if (word === 'VERIFIED') return 'VERIFIED';
  return FAILED_WORDS.some((failed) => failed === word) ? 'FAILED' : 'UNKNOWN';
}

const verified: AnswerPart<readonly JudgedCriterion[]> = listPart({
  title: 'Verification Results',
  labels: ['requirements verification', 'criteria verification', 'acceptance criteria', 'criteria'],
  keeps: 'evidence',
  read: readCriterion,
  entry: {
    form: openMapOf({ criterion: line, status: line, evidence: line }),
    make: ({ criterion, status, evidence }, whole) =>
      judgedAs({ criterion: criterion || whole, status: statusOf(status.toUpperCase()), evidence }),
  },
  write: writeCriterion,
});

/** The criteria as they were judged, those among the failed ones included. */
export const criteriaPart: AnswerPart<readonly JudgedCriterion[]> = {
  ...verified,
  fromText: (sections, name) => [
    ...verified.fromText(sections, name),
    ...sections.items('failed').map(readFailedCriterion),
    // A criterion that failed does so wherever its entry stands.
    ...sections
      .items('passing')
      .filter((item) => statusOf(readStatusEntry(item, STATUS_WORDS).word) === 'FAILED')
      .map(readCriterion),
  ],
  write: (judged) =>
    judged.every(({ status }) => status === 'FAILED')
      ? listSection('Failed Criteria', judged.map(writeCriterion))
      : verified.write(judged),
};

/** Where a text names criteria that failed, whatever it says about them. */
export const failedSection = {
  shape: 'list',
  keeps: 'all',
  labels: [
    'failed criteria',
    'failing criteria',
    'criteria failed',
    'unmet criteria',
    'unverified criteria',
    'criteria not met',
  ],
} as const;
