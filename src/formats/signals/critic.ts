import { isNothing, readHeading } from '../text-heading.ts';
import { readLocated } from '../text-location.ts';
import { readFileNames } from '../text-entry.ts';
import { type BodyLine, type Outline, readSections } from '../text-sections.ts';
import { readAnswer } from './answer.ts';
import { criticProblems } from './critic-problems.ts';
import { readAssessment } from './assessment.ts';
import type { CriticBody } from './critic-body.ts';
import { criticFromJson } from './critic-json.ts';
import type { Expected } from './find-signal.ts';
import { readPriority } from './priority.ts';
import type { SignalName } from './names.ts';

/** A critic's answer. Unless exactly one valid signal is there and nothing contradicts it, the verdict is unknown. */
export type CriticAnswer = CriticBody & {
  readonly signal: SignalName | null;
  readonly ticket: string | null;
  readonly verdict: 'pass' | 'fail' | 'unknown';
  readonly reasons: readonly string[];
};

export type ExpectedReview = Expected & {
  /** Every one of them has to be among the files reviewed. */
  readonly changedFiles?: readonly string[];
};

/** Reads a critic's output. Never throws: what is wrong is said in `reasons`. */
export function parseCritic(text: string, expected: ExpectedReview): CriticAnswer {
  const answer = readAnswer(text, 'critic', expected, { pass: 'REVIEW_PASSED', fail: 'REVIEW_FAILED' });
  const said = criticFromText(answer.lines);
  const body = answer.json === null ? said.body : together(criticFromJson(answer.json), said.body);
  const { signal, ticket } = answer;
  const problems = [...answer.reasons, ...criticProblems(signal, body, expected.changedFiles ?? [])];
  const verdict = problems.length > 0 ? 'unknown' : verdictOf(signal);
  return { signal, ticket, verdict, ...body, reasons: [...problems, ...said.notes] };
}

function verdictOf(signal: SignalName | null): CriticAnswer['verdict'] {
  if (signal === 'REVIEW_PASSED') return 'pass';
  return signal === 'REVIEW_FAILED' ? 'fail' : 'unknown';
}

const outline = {
  files: { shape: 'list', labels: ['files reviewed', 'reviewed files', 'files'] },
  assessment: { shape: 'list', labels: ['quality assessment', 'assessment', 'quality'] },
  findings: { shape: 'list', labels: ['issues found', 'issues', 'findings', 'problems found'] },
  fixes: { shape: 'list', labels: ['required fixes', 'required changes', 'fixes required', 'fixes'] },
  priority: { shape: 'line', labels: ['priority'] },
  summary: { shape: 'line', labels: ['summary'] },
  // The founding format closes with a sentence to the developer, which belongs to nothing before it.
  developer: { shape: 'line', labels: ['developer'] },
} as const satisfies Outline<string>;

function criticFromText(lines: readonly BodyLine[]): { body: CriticBody; notes: readonly string[] } {
  const sections = readSections(lines, outline);
  const assessed = sections.items('assessment');
  const body = {
    filesReviewed: sections.items('files').flatMap(readFileNames),
    assessment: readAssessment(assessed),
    findings: [...sections.items('findings'), ...assessed.flatMap(complaintIn)].map(readLocated),
    requiredFixes: sections.items('fixes'),
    priority: readPriority(sections.text('priority')),
    summary: sections.text('summary'),
  };
  return { body, notes: sections.reasons };
}

/** A line of the assessment that is none, but says `Issues Found: …`: a pass must not get by with it. */
function complaintIn(item: string): readonly string[] {
  const heading = readHeading(item);
  const labels: readonly string[] = [...outline.findings.labels, ...outline.fixes.labels];
  if (heading === null || !labels.includes(heading.label)) return [];
  return isNothing(heading.rest) ? [] : [heading.rest];
}

/** JSON says it better, but a complaint that only the text has is not forgotten. */
function together(json: CriticBody, text: CriticBody): CriticBody {
  const known = new Set(json.findings.map(({ message }) => message));
  return {
    ...json,
    findings: [...json.findings, ...text.findings.filter(({ message }) => !known.has(message))],
    requiredFixes: [...new Set([...json.requiredFixes, ...text.requiredFixes])],
  };
}
