import { type ReviewDimension, scoresTooLow } from '../model/dimensions.ts';
import type { Criterion } from '../model/epic.ts';
import type { Feedback } from '../model/feedback.ts';
import { type Finding, isPutBack } from '../model/finding.ts';
import type { Depth } from '../model/team.ts';
import { criticFormat } from './answer-format.ts';
import {
  type Brief,
  coordinationSections,
  decidedSections,
  earlierSections,
  identity,
  type PeopleWords,
  readingSections,
  siblingSections,
  ticketSections,
} from './brief.ts';
import { closingSection } from './closing.ts';
import {
  type ChangedFiles,
  diffSections,
  filesSection,
  type Since,
  sinceSections,
  treeRules,
} from './files.ts';
import { blockingText, findingText } from './finding-text.ts';
import { chapter, data, document, findingCap, listed, section, type Section, words } from './section.ts';

/** Everything a critic is told, in a fresh context: the founding TicketReviewContext and the ticket's words. */
export type CriticInput = {
  readonly brief: Brief;
  readonly token: string | null;
  readonly people?: PeopleWords;
  readonly files: ChangedFiles;
  /** The developer's closing report, as written. */
  readonly developerSignal: string;
  readonly dimensions: readonly ReviewDimension[];
  readonly context: ReviewContext;
  /** What changed since a critic last judged this ticket; missing at the first review. */
  readonly since?: Since | undefined;
  readonly proved?: readonly string[]; // By checks, about this very commit.
  /** What the gates noticed without being certain, and what they put back. */
  readonly noticed?: readonly Finding[];
  /** How deep to look, and why; missing: as usual. */
  readonly look?: { readonly depth: Depth; readonly because: readonly string[] };
};

export type ReviewContext = {
  readonly ticketPath: string;
  readonly epicPath: string;
  readonly branch: string;
  readonly baseCommit: string;
  readonly finalCommit: string;
  readonly testSuite: 'passing' | 'failing' | 'not run on this commit';
  /** Ids of the criteria the developer and the gates say are met. */
  readonly claimedMet: readonly Criterion['id'][];
  readonly revisionCount: number;
  /** Of the attempt before; null at the first review. */
  readonly previous: Feedback | null;
};

/**
 * The critic's assignment, under the founding headings in their order (FLOW-01, FLOW-13). In the prompt it follows the role
 * text of `agents.d/critic.md`; `renderPrompt` joins them.
 */
export function criticAssignment(input: CriticInput): readonly Section[] {
  const { brief, token } = input;
  const { id } = brief.ticket;
  return [
    chapter('Review Assignment', words(...identity(id, token))),
    contextSection(input.context),
    ...ticketSections(brief),
    ...decidedSections(input.people),
    ...siblingSections(brief),
    ...coordinationSections(brief),
    ...readingSections(brief),
    ...earlierSections(brief),
    filesSection('Files to Review', input.files),
    ...sinceSections(input.since),
    ...diffSections(input.files.diff),
    section('Developer READY_FOR_REVIEW Signal', { ...document(input.developerSignal), isReport: true }),
    ...provedSections(input.proved),
    ...noticedSections(input.noticed),
    ...previousSections(input.context.previous),
    section('Review Focus', words(...reviewFocus.map((focus) => `- ${focus}`))),
    ...depthSections(input.look),
    ...dimensionSections(input.dimensions),
    section('How to Judge', words(...reviewRules.map((rule) => `- ${rule}`))),
    criticFormat(input.dimensions),
    closingSection({ role: 'critic', ticket: id, token, act: 'review' }),
  ];
}

/** What a judge need not prove again. */
export function provedSections(proved: readonly string[] = []): readonly Section[] {
  return listed('Proved by Checks', proved, {
    intro: 'The coordinator ran these on this commit. Do not repeat them; judge what they do not show.',
  });
}

/** The five items of the founding focus list. */
export const reviewFocus: readonly string[] = [
  'Code quality and best practices',
  'Error handling patterns',
  'Naming conventions',
  'Architectural consistency',
  'Project standards compliance',
];

export const reviewRules: readonly string[] = [
  'Judge the code at the commit given, not what is said about it',
  ...treeRules,
  'Name a file and a line for every issue, and quote the text it is about; an issue with neither does not count',
  'For something missing, name the criterion, rule or path that asks for it',
  'Review every changed file; report what you find, however much or little it is',
];

const light = 'Light: read every changed line and what it directly affects.';
const deep =
  'Deep: also read the callers of the changed files, every error path, limits and concurrent use, what the tests do not cover, and what an attacker could send. Look for what is missing.';

const depthWords: Readonly<Record<Depth, string>> = {
  quick: light,
  standard: 'Standard: read the changed files, and the code that uses the changed parts.',
  thorough: deep,
  exhaustive: deep,
};

/** Light for small changes, deep for large or risky ones (BEYOND-06). The reasons may name files, so they are quoted. */
function depthSections(look: CriticInput['look']): readonly Section[] {
  if (look === undefined) return [];
  const always = 'At every depth all dimensions are scored, and one real issue fails the review.';
  return [section('Review Depth', words(depthWords[look.depth], always, 'Why:'), data(look.because))];
}

function contextSection(context: ReviewContext): Section {
  const { claimedMet } = context;
  return section(
    'Review Context',
    data([
      `Ticket file: ${context.ticketPath}`,
      `Epic file: ${context.epicPath}`,
      `Branch: ${context.branch}`,
      `Base commit: ${context.baseCommit}`,
      `Final commit: ${context.finalCommit}`,
      `Test suite: ${context.testSuite}`,
      `Criteria claimed as met: ${claimedMet.length === 0 ? 'none' : claimedMet.join(', ')}`,
      `Revision count: ${context.revisionCount}`,
    ]),
  );
}

/** A detector that is not certain tells the critic instead of refusing the work (REAL-08). */
function noticedSections(noticed: readonly Finding[] = []): readonly Section[] {
  const back = noticed.filter(isPutBack).map(({ file, message }) => `${file}: ${message}`);
  const others = noticed.filter((finding) => !isPutBack(finding)).map((finding) => findingText(finding));
  return [
    ...listed('Reverted by the Gate', back, {
      intro:
        'These changes are not part of the work: do not ask for them. If the ticket cannot be done without one of them, fail the review and say so.',
    }),
    ...listed('Noticed by the Gates', others, {
      cap: findingCap,
      intro:
        'Nobody has judged these: each may be harmless. Look at every one, and fail the review for those that are not.',
    }),
  ];
}

/** What was said before is given as claims to check, so that a fixed finding is not repeated unseen. */
function previousSections(previous: Feedback | null): readonly Section[] {
  if (previous === null) return [];
  const said = [
    ...(previous.revisionNotes === null ? [] : [previous.revisionNotes]),
    ...previous.blockingIssues.map(blockingText),
    ...scoresTooLow(previous.dimensionScores, previous.overallScore),
    ...previous.findings.map((finding) => findingText(finding)),
    ...previous.requiredFixes,
  ];
  return listed('Previous Review Feedback', said, {
    cap: findingCap,
    intro:
      'These statements are about the previous attempt. They are claims to verify against the code as it is now, not facts.',
  });
}

/** Every question of every dimension, the epic's own included (EPIC-17). */
export function dimensionSections(dimensions: readonly ReviewDimension[]): readonly Section[] {
  if (dimensions.length === 0) return [];
  return [
    section(
      'Review Dimensions',
      words('Answer every question. Score each dimension from 0 to 100.'),
      ...dimensions.map((dimension) =>
        words(
          `Dimension ${dimension.id} (${dimension.class}): ${dimension.title}`,
          ...dimension.questions.map((question) => `- ${question}`),
        ),
      ),
    ),
  ];
}
