import { openMapOf } from '../../schema/shape.ts';
import { isDoubted, isSubjectDoubted } from '../text-doubt.ts';
import { inCode, readCode } from '../text-location.ts';
import { oneLine } from '../text-sections.ts';
import { readStatusEntry, writeStatusEntry } from '../text-status.ts';
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
    const isPlain = named !== undefined || claim.status !== 'VERIFIED' || !isSubjectDoubted(claim.criterion);
    if (!isPlain) problems.push(`no clear verdict for criterion: ${claim.criterion}`);
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

/** The id of the criterion that these words name; undefined where they name none. */
export function criterionNamed(said: string, criteria: readonly TicketCriterion[]): string | undefined {
  return namesOf(criteria).get(folded(said)) ?? idBefore(said, criteria);
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

/** Whether a text is the name of one of the ticket's criteria, word for word. */
type KnownCriteria = (said: string) => boolean;

/** What the ticket's criteria may be called: id, text, or both. */
function knownCriteria(criteria: readonly TicketCriterion[]): KnownCriteria {
  const names = namesOf(criteria);
  return (said) => names.has(folded(said));
}

/**
 * Reads `<criterion>: VERIFIED - <evidence>`. Only the word VERIFIED itself is one, and only where nothing on the
 * line takes it back. The words of a known criterion, or in code marks, are a name, whatever they speak of.
 */
export function readCriterion(item: string, isKnown: KnownCriteria): JudgedCriterion {
  const { subject, word, note } = readStatusEntry(item, STATUS_WORDS);
  const criterion = oneLine(subject);
  const said = believed({ criterion, status: statusOf(word), evidence: oneLine(note) });
  const isName = isKnown(criterion) || readCode(item)?.code === subject;
  const isCrossed = /[❌✗✘]/.test(item.slice(subject.length));
  const isTakenBack = isCrossed || (!isName && isSubjectDoubted(criterion));
  return said.status === 'VERIFIED' && isTakenBack ? { ...said, status: 'UNKNOWN' } : said;
}

/** The judgement as it counts: evidence that speaks of a failure to verify leaves nothing verified. */
export function believed(judged: JudgedCriterion): JudgedCriterion {
  return judged.status === 'VERIFIED' && isDoubted(judged.evidence)
    ? { ...judged, status: 'UNKNOWN' }
    : judged;
}

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
  const isRead = readCriterion(written, () => false).status === status;
  return isRead ? written : `${inCode(criterion)}: ${status}${evidence === '' ? '' : ` - ${evidence}`}`;
}

/** What a status word comes to. */
function statusOf(word: string): JudgedCriterion['status'] {
  if (word === 'VERIFIED') return 'VERIFIED';
  return FAILED_WORDS.some((failed) => failed === word) ? 'FAILED' : 'UNKNOWN';
}

/** The criteria as they were judged, those among the failed ones included. */
export function criteriaPart(criteria: readonly TicketCriterion[]): AnswerPart<readonly JudgedCriterion[]> {
  const isKnown = knownCriteria(criteria);
  const part = listPart({
    title: 'Verification Results',
    labels: ['requirements verification', 'criteria verification', 'acceptance criteria', 'criteria'],
    keeps: 'against',
    read: (item) => readCriterion(item, isKnown),
    entry: {
      form: openMapOf({ criterion: line, status: line, evidence: line }),
      make: ({ criterion, status, evidence }, whole) =>
        believed({ criterion: criterion || whole, status: statusOf(status.toUpperCase()), evidence }),
    },
    write: writeCriterion,
  });
  return {
    ...part,
    fromText: (sections, name) => [
      ...part.fromText(sections, name),
      ...sections.items('failed').map(readFailedCriterion),
    ],
    write: (judged) =>
      judged.every(({ status }) => status === 'FAILED')
        ? listSection('Failed Criteria', judged.map(writeCriterion))
        : part.write(judged),
  };
}

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
