import {
  overallMinimum,
  type ReviewDimension,
  type ReviewScore,
  scoreReview,
} from '../../model/dimensions.ts';
import type { BlockingIssue } from '../../model/feedback.ts';
import type { Objection } from '../../model/judge-answers.ts';
import { openMapOf } from '../../schema/shape.ts';
import { readFileNames, writeFileName } from '../text-entry.ts';
import { isNothing, readHeading } from '../text-heading.ts';
import { inCode, isPlaced, posixPath, readLocated } from '../text-location.ts';
import { type BodyLine, oneLine, type Outline, readSections } from '../text-sections.ts';
import { readAnswer } from './answer.ts';
import { aspects, assessmentComplaints, assessmentFrom, assessmentPart } from './assessment.ts';
import type { Expected } from './find-signal.ts';
import {
  bothFindings,
  findingLabels,
  fixLabels,
  isComplaintEntry,
  judged,
  type JudgeReply,
} from './judge.ts';
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
import { answersOf, claimedOverall, scoresPart, strayScores } from './scores.ts';
import { strayIssues } from './stray-issues.ts';

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
    read: (item) => (isComplaintEntry(item) ? [] : readFileNames(item)),
    write: writeFile,
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
  const said = criticFromText(answer.lines, expected);
  const { body, isPass, doubts } = judged(answer, said, {
    pass: 'REVIEW_PASSED',
    parts: criticParts,
    together,
    needed: ['findings', 'requiredFixes'],
  });
  const problems = [
    ...answer.reasons,
    ...criticProblems(signal, body, expected.changedFiles ?? []),
    ...doubts,
  ];
  const score = scoreOf(body, expected.dimensions, claimedOverall(body.scores, answer.lines));
  const lacksScores = isPass && answer.reasons.length === 0 && score.verdict === 'unknown';
  const isRefused = answer.against.length > 0 || (isPass && said.strangers.length > 0);
  const isHeard = !answer.isNoise || signal === 'REVIEW_FAILED';
  const objection = isHeard ? objectionIn(body, signal, score.verdict === 'fail', isRefused) : undefined;
  const about = {
    signal,
    ticket,
    ...body,
    overallScore: score.overall,
    ...(answer.faults.length > 0 && { isUnsigned: true as const }),
    ...(lacksScores && { lacksScores }),
    ...(objection && { objection }),
  };
  const more = isPass ? (lacksScores ? score.reasons : []) : said.notes;
  if (problems.length > 0) return { ...about, verdict: 'unknown', reasons: [...problems, ...more] };
  // Where word and numbers differ, the stricter counts.
  if (isPass) return { ...about, verdict: score.verdict, reasons: score.reasons };
  return { ...about, verdict: signal === 'REVIEW_FAILED' ? 'fail' : 'unknown', reasons: said.notes };
}

/** Beside a pass an issue without a place is only a word against it. */
function objectionIn(
  { findings, blockingIssues, requiredFixes, revisionNotes }: CriticBody,
  signal: SignalName | null,
  isLow: boolean,
  isRefused: boolean,
): Objection | undefined {
  const isFail = signal === 'REVIEW_FAILED';
  const issues = findings.filter((each) => isFail || isPlaced(each)).length;
  if (isLow || issues + blockingIssues.length + requiredFixes.length + revisionNotes.length > 0)
    return 'work';
  if (isFail) return 'fail';
  return isRefused || findings.length > 0 ? 'words' : undefined;
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
  // Only its number counts (`claimedOverall`).
  overall: { shape: 'line', labels: ['overall score', 'overall_score'] },
};

function criticFromText(lines: readonly BodyLine[], asked: ExpectedReview): JudgeReply<CriticBody> {
  const sections = readSections(lines, outline);
  const complaints = [
    ...sections.items('filesReviewed').filter(isComplaintEntry),
    ...assessmentComplaints(sections.items('assessment')).flatMap(complaintIn),
  ];
  const body = fromText(criticParts, sections);
  const items = Object.keys(outline)
    .flatMap((name) => [...sections.items(name), sections.text(name)])
    .concat(sections.strange);
  const files = [...body.filesReviewed, ...(asked.changedFiles ?? [])];
  return {
    body: {
      ...body,
      scores: [...body.scores, ...strayScores(lines, body.scores, asked.dimensions ?? [])],
      findings: [...body.findings, ...complaints.map(readLocated)],
    },
    notes: sections.reasons,
    strangers: [...sections.strangers, ...strayIssues(lines, items, files)],
  };
}

/** What a line of the assessment that is none complains of: `Issues Found: …` does so by its heading. */
function complaintIn(item: string): readonly string[] {
  const heading = readHeading(item);
  const labels: readonly string[] = [...findingLabels, ...fixLabels];
  if (heading === null || !labels.includes(heading.label)) return [item];
  return isNothing(heading.rest) ? [] : [heading.rest];
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

function writeFile(file: string): string {
  const written = writeFileName(file);
  return isComplaintEntry(written) ? `${inCode(file)}:0` : written;
}
