import {
  overallMinimum,
  type ReviewDimension,
  type ReviewScore,
  scoreReview,
} from '../../model/dimensions.ts';
import type { BlockingIssue } from '../../model/feedback.ts';
import type { Objection } from '../../model/verdict.ts';
import { openMapOf } from '../../schema/shape.ts';
import { isPath, readFileNames, writeFileName } from '../text/entry.ts';
import { posixPath } from '../text/location.ts';
import { oneLine, type Outline, readSections } from '../text/sections.ts';
import { outsideOf, readAnswer, type SignalAnswer } from './answer.ts';
import { aspects, assessmentFrom, assessmentPart, isAssessment } from './assessment.ts';
import type { Expected } from './find-signal.ts';
import { bothFindings, findingLabels, fixLabels, judged, type JudgeReply } from './judge.ts';
import type { SignalName } from './names.ts';
import {
  type BodyOf,
  fromText,
  line,
  linePart,
  linesPart,
  listPart,
  locatedPart,
  outlineOf,
  type AnswerPart,
} from './parts.ts';
import { priorityPart } from './priority.ts';
import { answersOf, claimedOverall, readScore, scoresPart } from './scores.ts';

/** What forbids a pass whatever the scores: `<dimension>: <what is wrong>; required: <what to do>`. */
const blockingPart: AnswerPart<readonly BlockingIssue[]> = listPart({
  title: 'Blocking Issues',
  labels: ['blocking'],
  keeps: 'all',
  read: readBlocking,
  entry: {
    form: openMapOf({ dimension: line, message: line, requiredAction: line }),
    make: (read, whole) => ({ ...read, message: read.message || whole }),
  },
  write: ({ dimension, message, requiredAction }) => {
    const said = [dimension, message].filter(Boolean).join(': ');
    return requiredAction === '' ? said : `${said}; required: ${requiredAction}`;
  },
});

function readBlocking(item: string): BlockingIssue {
  const [, dimension = '', said = item] = DIMENSION.exec(item) ?? [];
  const [message = said, ...action] = said.split(REQUIRED);
  return { dimension, message, requiredAction: action.join('; required: ') };
}

/** A name as dimensions have it: neither a path nor the first word of a sentence. */
const DIMENSION = /^([a-z][a-z0-9_]{0,80}): (.+)$/;
const REQUIRED = /[;.,] required(?: action)?: /i;

/** What a critic says about the code. */
export const criticParts = {
  filesReviewed: listPart({
    title: 'Files Reviewed',
    labels: ['reviewed files', 'files'],
    read: readFileNames,
    write: writeFileName,
  }),
  assessment: assessmentPart,
  scores: scoresPart,
  findings: locatedPart(
    'Issues Found',
    findingLabels.filter((label) => label !== 'blocking issues'),
  ),
  blockingIssues: blockingPart,
  requiredFixes: linesPart('Required Fixes', fixLabels, 'all'),
  revisionNotes: linesPart('Revision Notes', [], 'all'),
  priority: priorityPart,
  /** Observations that ask for no change, whatever their words: an issue has a section of its own. */
  notes: linesPart('Notes'),
  summary: linePart('Summary'),
};

type CriticBody = BodyOf<typeof criticParts>;

/** A critic's answer. Unless exactly one valid signal is there and nothing contradicts it, the verdict is unknown. */
export type CriticAnswer = CriticBody & {
  readonly signal: SignalName | null;
  readonly ticket: string | null;
  readonly verdict: 'pass' | 'fail' | 'unknown';
  /** Recomputed from the scores; null where nothing was asked to be scored, or not everything was. */
  readonly overallScore: number | null;
  /** It says pass, and the dimensions that were asked for are not all scored. */
  readonly lacksScores?: true;
  /** The gravest thing it says against the work, also where it is no verdict. */
  readonly objection?: Objection;
  /** Its signal does not count, whatever else it says. */
  readonly isUnsigned?: true;
  /** What it says beside its form, where it does not fail the work. */
  readonly outside?: readonly string[];
  readonly reasons: readonly string[];
};

export type ExpectedReview = Expected & {
  /** Every one of them has to be among the files reviewed. */
  readonly changedFiles?: readonly string[];
  /** A pass has to score every one of them, and its numbers decide (EPIC-05). */
  readonly dimensions?: readonly ReviewDimension[];
};

/** Reads a critic's output. Never throws: what is wrong is said in `reasons`. */
export function parseCritic(text: string, expected: ExpectedReview): CriticAnswer {
  const answer = readAnswer(text, 'critic', expected, { pass: 'REVIEW_PASSED', fail: 'REVIEW_FAILED' });
  const { signal, ticket } = answer;
  const said = criticFromText(answer, expected);
  const { body, isPass, doubts } = judged(answer, said, {
    pass: 'REVIEW_PASSED',
    fail: 'REVIEW_FAILED',
    parts: criticParts,
    together,
    needed: ['findings', 'requiredFixes'],
  });
  const problems = [
    ...answer.reasons,
    ...criticProblems(signal, body, expected.changedFiles ?? []),
    ...doubts,
  ];
  const score = scoreOf(body, expected.dimensions, claimedOverall(body.scores, said.overall));
  const lacksScores = isPass && answer.reasons.length === 0 && score.verdict === 'unknown';
  const objection = objectionIn(body, answer, score.verdict === 'fail');
  const about = {
    signal,
    ticket,
    ...body,
    overallScore: score.overall,
    ...(answer.reasons.length > 0 && { isUnsigned: true as const }),
    ...(lacksScores && { lacksScores }),
    ...(objection && { objection }),
    ...(signal !== 'REVIEW_FAILED' && said.outside.length > 0 && { outside: said.outside }),
  };
  const more = isPass ? (lacksScores ? score.reasons : []) : said.omitted;
  if (problems.length > 0) return { ...about, verdict: 'unknown', reasons: [...problems, ...more] };
  // Where word and numbers differ, the stricter counts.
  if (isPass) return { ...about, verdict: score.verdict, reasons: score.reasons };
  return { ...about, verdict: signal === 'REVIEW_FAILED' ? 'fail' : 'unknown', reasons: said.omitted };
}

function objectionIn(
  { findings, blockingIssues, requiredFixes, revisionNotes }: CriticBody,
  { signal, hidesFail }: SignalAnswer,
  isLow: boolean,
): Objection | undefined {
  if (isLow || findings.length + blockingIssues.length + requiredFixes.length + revisionNotes.length > 0)
    return 'work';
  if (signal === 'REVIEW_FAILED') return 'fail';
  return hidesFail ? 'hidden' : undefined;
}

type Numbers = Pick<ReviewScore, 'verdict' | 'overall' | 'reasons'>;

/** What the numbers say; without dimensions only a blocking issue forbids a pass, or an overall score that the critic gives itself. */
function scoreOf(
  { scores, blockingIssues }: CriticBody,
  dimensions: readonly ReviewDimension[] | undefined,
  claimed: number | null,
): Numbers {
  const blocking = blockingIssues.length;
  const computed: Numbers =
    dimensions === undefined
      ? blocking === 0
        ? { verdict: 'pass', overall: null, reasons: [] }
        : { verdict: 'fail', overall: null, reasons: [`${blocking} blocking`] }
      : scoreReview(dimensions, answersOf(scores), blocking);
  if (computed.verdict === 'unknown' || claimed === null || claimed >= overallMinimum) return computed;
  const reason = `the critic states an overall score of ${claimed}, below the minimum of ${overallMinimum}`;
  return { ...computed, verdict: 'fail', reasons: [...computed.reasons, reason] };
}

const outline: Outline<string> = {
  ...outlineOf(criticParts),
  // The founding format closes with a sentence to the developer, which belongs to nothing before it.
  developer: { shape: 'line', labels: ['developer'] },
  // Only its number counts.
  overall: { shape: 'line', labels: ['overall score', 'overall_score'] },
};

type SaidReview = JudgeReply<CriticBody> & { readonly overall: string };

function criticFromText(answer: SignalAnswer, asked: ExpectedReview): SaidReview {
  const sections = readSections(answer.lines, outline);
  const changed = new Set((asked.changedFiles ?? []).map(posixPath));
  const isFile = (item: string): boolean =>
    item.startsWith('`') || readFileNames(item).every((file) => changed.has(file) || isPath(file));
  const entries = (name: string, isOne: (item: string) => boolean): readonly string[] =>
    sections.items(name).filter((item) => !isOne(item));
  return {
    body: fromText(criticParts, sections),
    omitted: sections.reasons,
    loose: sections.outside,
    overall: sections.text('overall'),
    outside: [
      ...outsideOf(answer, sections),
      ...entries('filesReviewed', isFile),
      ...entries('assessment', isAssessment),
      ...entries('scores', (item) => readScore(item).length > 0),
    ],
  };
}

/** JSON says it better, but a complaint that only the text has is not forgotten. */
function together(json: CriticBody, text: CriticBody): CriticBody {
  return {
    ...json,
    ...bothFindings(json, text),
    scores: [...json.scores, ...text.scores],
    blockingIssues: [...json.blockingIssues, ...text.blockingIssues],
    revisionNotes: [...json.revisionNotes, ...text.revisionNotes],
    notes: [...new Set([...json.notes, ...text.notes])],
    assessment: assessmentFrom((aspect) => bothOf(json.assessment[aspect], text.assessment[aspect])),
  };
}

function bothOf(json: string, text: string): string {
  return text === '' || text === json ? json : oneLine(`${json} / ${text}`);
}

/** Where a critic's answer contradicts itself (FLOW-11): such a verdict is no verdict. */
function criticProblems(
  signal: SignalName | null,
  body: CriticBody,
  changedFiles: readonly string[],
): readonly string[] {
  if (signal === 'REVIEW_PASSED') return passProblems(body, changedFiles);
  if (signal !== 'REVIEW_FAILED') return [];
  const { findings, requiredFixes, blockingIssues, revisionNotes } = body;
  if ([findings, requiredFixes, blockingIssues, revisionNotes].some(({ length }) => length > 0)) return [];
  return ['REVIEW_FAILED names neither an issue nor a fix'];
}

function passProblems(body: CriticBody, changedFiles: readonly string[]): readonly string[] {
  const { findings, requiredFixes, revisionNotes, filesReviewed } = body;
  const assessed = aspects.flatMap(({ aspect, label, good }) => {
    const word = body.assessment[aspect];
    if (word === good) return [];
    return [
      word === '' ? `REVIEW_PASSED without a line on ${label}` : `REVIEW_PASSED with ${label}: ${word}`,
    ];
  });
  const unread = changedFiles.filter((file) => !isReviewed(file, filesReviewed));
  return [
    ...(findings.length > 0 ? [`REVIEW_PASSED with ${findings.length} issues`] : []),
    ...(requiredFixes.length > 0 ? [`REVIEW_PASSED with ${requiredFixes.length} required fixes`] : []),
    ...(revisionNotes.length > 0 ? ['REVIEW_PASSED with revision notes'] : []),
    ...assessed,
    ...(filesReviewed.length === 0 ? ['REVIEW_PASSED names no file reviewed'] : []),
    ...unread.map((file) => `REVIEW_PASSED without a review of ${file}`),
  ];
}

/** The same path, or an absolute one that ends with it. */
function isReviewed(changed: string, reviewed: readonly string[]): boolean {
  const file = posixPath(changed);
  return reviewed.some((path) => path === file || (isAbsolute(path) && path.endsWith(`/${file}`)));
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:\//.test(path);
}
