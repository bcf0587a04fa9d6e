import { type ReviewDimension, type ReviewScore, scoreReview } from '../../model/dimensions.ts';
import { isNothing, readHeading } from '../text-heading.ts';
import { readLocated } from '../text-location.ts';
import { readFileNames } from '../text-entry.ts';
import { type BodyLine, oneLine, type Outline, readSections } from '../text-sections.ts';
import { readAnswer } from './answer.ts';
import { criticProblems } from './critic-problems.ts';
import { assessmentComplaints, assessmentFrom, readAssessment } from './assessment.ts';
import type { CriticBody } from './critic-body.ts';
import { criticFromJson, criticKeys } from './critic-json.ts';
import type { Expected } from './find-signal.ts';
import { keyProblems } from './json-keys.ts';
import {
  findingLabels,
  fixLabels,
  isComplaintEntry,
  overlooked,
  type Said,
  strangeFindings,
} from './overlooked.ts';
import { readPriority } from './priority.ts';
import type { SignalName } from './names.ts';
import { answersOf, readScores } from './scores.ts';

/** A critic's answer. Unless exactly one valid signal is there and nothing contradicts it, the verdict is unknown. */
export type CriticAnswer = CriticBody & {
  readonly signal: SignalName | null;
  readonly ticket: string | null;
  readonly verdict: 'pass' | 'fail' | 'unknown';
  /** Recomputed from the scores; null where nothing was asked to be scored, or not everything was. */
  readonly overallScore: number | null;
  /** It says pass, and the dimensions that were asked for are not all scored. */
  readonly lacksScores?: true;
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
  const said = criticFromText(answer.lines);
  const { signal, ticket, json } = answer;
  const read = json === null ? said.body : together(criticFromJson(json), said.body);
  const isPass = signal === 'REVIEW_PASSED';
  const body = isPass
    ? read
    : { ...read, findings: [...read.findings, ...strangeFindings(said, json, criticKeys)] };
  const problems = [
    ...answer.reasons,
    ...criticProblems(signal, body, expected.changedFiles ?? []),
    ...(isPass ? overlooked(answer, said) : []),
    ...(isPass && json !== null ? keyProblems(json, criticKeys, ['findings', 'requiredFixes']) : []),
  ];
  const score = scoreOf(body, expected.dimensions);
  const lacksScores = isPass && answer.reasons.length === 0 && score.verdict === 'unknown';
  const about = { signal, ticket, ...body, overallScore: score.overall, ...(lacksScores && { lacksScores }) };
  const missing = lacksScores ? score.reasons : [];
  if (problems.length > 0)
    return { ...about, verdict: 'unknown', reasons: [...problems, ...(isPass ? missing : said.notes)] };
  // Where word and numbers differ, the stricter counts.
  if (isPass) return { ...about, verdict: score.verdict, reasons: score.reasons };
  return { ...about, verdict: signal === 'REVIEW_FAILED' ? 'fail' : 'unknown', reasons: said.notes };
}

/** What the numbers say; without dimensions only a blocking issue forbids a pass. */
function scoreOf(
  { scores, blockingIssues }: CriticBody,
  dimensions: readonly ReviewDimension[] | undefined,
): Pick<ReviewScore, 'verdict' | 'overall' | 'reasons'> {
  const blocking = blockingIssues.length;
  if (dimensions !== undefined) return scoreReview(dimensions, answersOf(scores), blocking);
  if (blocking === 0) return { verdict: 'pass', overall: null, reasons: [] };
  return { verdict: 'fail', overall: null, reasons: [`${blocking} blocking`] };
}

const outline = {
  files: { shape: 'list', labels: ['files reviewed', 'reviewed files', 'files'] },
  assessment: { shape: 'list', keeps: 'against', labels: ['quality assessment', 'assessment', 'quality'] },
  scores: { shape: 'list', labels: ['dimension scores', 'scores', 'review dimensions'] },
  findings: { shape: 'list', keeps: 'all', labels: findingLabels },
  fixes: { shape: 'list', keeps: 'all', labels: fixLabels },
  priority: { shape: 'line', labels: ['priority'] },
  notes: { shape: 'list', labels: ['notes'] },
  summary: { shape: 'line', labels: ['summary'] },
  // The founding format closes with a sentence to the developer, which belongs to nothing before it.
  developer: { shape: 'line', labels: ['developer'] },
} as const satisfies Outline<string>;

function criticFromText(lines: readonly BodyLine[]): Said & { readonly body: CriticBody } {
  const sections = readSections(lines, outline);
  const assessed = sections.items('assessment');
  const files = sections.items('files');
  const complaints = [
    ...files.filter(isComplaintEntry),
    ...assessmentComplaints(assessed).flatMap(complaintIn),
  ];
  const body = {
    filesReviewed: files.filter((item) => !isComplaintEntry(item)).flatMap(readFileNames),
    assessment: readAssessment(assessed),
    scores: readScores(sections.items('scores')),
    findings: [...sections.items('findings'), ...complaints].map(readLocated),
    blockingIssues: [],
    requiredFixes: sections.items('fixes'),
    priority: readPriority(sections.text('priority')),
    notes: sections.items('notes'),
    summary: sections.text('summary'),
  };
  return { body, notes: sections.reasons, strangers: sections.strangers };
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
  const known = new Set(json.findings.map(({ message }) => message));
  return {
    ...json,
    scores: [...json.scores, ...text.scores],
    notes: [...new Set([...json.notes, ...text.notes])],
    assessment: assessmentFrom((aspect) => bothOf(json.assessment[aspect], text.assessment[aspect])),
    findings: [...json.findings, ...text.findings.filter(({ message }) => !known.has(message))],
    requiredFixes: [...new Set([...json.requiredFixes, ...text.requiredFixes])],
  };
}

function bothOf(json: string, text: string): string {
  return text === '' || text === json ? json : oneLine(`${json} / ${text}`);
}
