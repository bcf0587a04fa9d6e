import { reviewScoreText } from '../model/dimensions.ts';
import { type Feedback, mergeConflictRule } from '../model/feedback.ts';
import { type Finding, placeOf } from '../model/finding.ts';
import { isMustFix } from '../model/severity.ts';
import { developerFormat } from './answer-format.ts';
import { accumulate, type Accumulated, isNew, type Remembered } from './accumulate.ts';
import {
  type AnsweredQuestion,
  type Brief,
  coordinationSections,
  earlierSections,
  identity,
  type Note,
  peopleSections,
  readingSections,
  siblingSections,
  ticketSections,
  verificationSections,
  workspaceSection,
} from './brief.ts';
import { closingSection } from './closing.ts';
import { environmentSections, failedCheckText, isEnvironmentSpecific } from './environment.ts';
import { blockingText, findingText, seenIn, worstFirst } from './finding-text.ts';
import type { Lesson } from '../model/finding-memory.ts';
import { lessonSections } from './lessons.ts';
import { keepWorking, reworkInstructions } from './rework-instructions.ts';
import {
  chapter,
  data,
  findingCap,
  listCap,
  listed,
  numbered,
  section,
  type Section,
  words,
} from './section.ts';

export type ReworkInput = {
  readonly brief: Brief;
  readonly token: string | null;
  /** Every failed attempt so far, oldest first. */
  readonly feedbacks: readonly [Feedback, ...Feedback[]];
  /** What git says the attempts changed. */
  readonly filesModified: readonly string[];
  readonly answers: readonly AnsweredQuestion[];
  readonly notes: readonly Note[];
  readonly lessons?: readonly Lesson[];
  /** The commit that was judged last. */
  readonly judged?: string | null;
};

/**
 * Work sent back, whatever sent it back and in whichever format (REWORK-09). It is read in a fresh conversation, so
 * it holds the ticket too. Sections with nothing in them are left out.
 */
export function reworkAssignment(input: ReworkInput): readonly Section[] {
  const { brief, token } = input;
  const { open: learnt, settled } = sorted(accumulate(input.feedbacks.map(sendable)));
  const newest = learnt.rounds[0] ?? input.feedbacks[0];
  return [
    chapter('Rework Assignment', words(...identity(brief.ticket.id, token))),
    revisionSection(newest),
    ...verdictSections(newest, learnt),
    ...(isEnvironmentSpecific(newest) ? environmentSections(newest.environments) : []),
    ...findingSections(newest, learnt),
    ...listed('Passing Criteria', learnt.passingCriteria, {
      intro: 'Verified. Keep them working.',
    }),
    ...previousWork(input),
    ...settledSections(settled),
    ...historySections(learnt),
    ...peopleSections(input.answers, input.notes),
    ...ticketSections(brief),
    ...siblingSections(brief),
    ...coordinationSections(brief),
    ...readingSections(brief),
    ...earlierSections(brief),
    ...verificationSections(brief),
    ...lessonSections(input.lessons),
    workspaceSection(brief),
    instructionsSection(newest),
    developerFormat(),
    closingSection({ role: 'developer', ticket: brief.ticket.id, token, act: 'rework' }),
  ];
}

/** How far an attempt came before it failed: whatever is asked for before that was found in order. */
const reached: Readonly<Record<Feedback['kind'], number>> = {
  incomplete: 0,
  validation: 1,
  review: 2,
  audit: 3,
  landing: 4,
};

/**
 * What a later attempt got past is settled: nobody has to fix it a second time (REAL-08). Gates find the same again if it is
 * there; a judge that only says something else has not said that the old is gone.
 */
function sorted(all: Accumulated): { readonly open: Accumulated; readonly settled: Accumulated } {
  const isSettled = ({ attempts: [newest = 0] }: Remembered<unknown>): boolean => {
    const own = all.rounds.filter(({ attempt }) => attempt === newest).map(({ kind }) => reached[kind]);
    const enough = Math.max(...own) <= reached.validation ? reached.validation : Math.max(...own) + 1;
    return all.rounds.some(({ attempt, kind }) => attempt > newest && reached[kind] >= enough);
  };
  const only = (wanted: boolean): Accumulated => {
    const keep = <T>(items: readonly Remembered<T>[]): readonly Remembered<T>[] =>
      items.filter((item) => isSettled(item) === wanted);
    return {
      ...all,
      findings: keep(all.findings),
      requiredFixes: keep(all.requiredFixes),
      failedCriteria: keep(all.failedCriteria),
      blockingIssues: keep(all.blockingIssues),
      revisionNotes: keep(all.revisionNotes),
    };
  };
  return { open: only(false), settled: only(true) };
}

function settledSections(settled: Accumulated): readonly Section[] {
  const lines = [
    ...settled.blockingIssues.map(({ said, attempts }) =>
      spoken(attempts, blockingText({ ...said, requiredAction: '' })),
    ),
    ...settled.failedCriteria.map(({ said, attempts }) =>
      spoken(attempts, `${said.criterion}: ${said.reason}`),
    ),
    ...settled.findings.map(({ said, attempts }) =>
      spoken(attempts, `${placeOf(said, '')} ${said.rule}: ${said.message}`.trim()),
    ),
    ...[...settled.requiredFixes, ...settled.revisionNotes, ...settled.settledScores].map(
      ({ said, attempts }) => spoken(attempts, said),
    ),
  ];
  return listed('Settled Earlier', lines, {
    cap: findingCap,
    intro: 'Found in earlier attempts, but not in the newest. Nothing to do: keep them fixed.',
  });
}

/** Findings that could not be tied to anything real never reach a developer. The worst come first. */
function sendable(feedback: Feedback): Feedback {
  const grounded = feedback.findings.filter(({ grounding }) => grounding !== 'setAside');
  return { ...feedback, findings: worstFirst(grounded) };
}

function revisionSection(newest: Feedback): Section {
  return section(
    'REVISION REQUIRED',
    words(
      reworkInstructions(newest.kind).why,
      '',
      `${statusNames[newest.kind]} Status: FAIL`,
      ...(ofHundred(newest.overallScore) === null
        ? []
        : [`Overall Score: ${ofHundred(newest.overallScore)}`]),
      `Priority: ${newest.priority}`,
    ),
  );
}

const statusNames: Readonly<Record<Feedback['kind'], string>> = {
  review: 'Review',
  audit: 'Audit',
  validation: 'Validation',
  landing: 'Landing',
  incomplete: 'Attempt',
};

function verdictSections(newest: Feedback, learnt: Accumulated): readonly Section[] {
  const attemptsOf = attemptsShown(learnt);
  return [
    ...listed('Dimension Scores', scoreLines(newest)),
    ...listed(
      'Blocking Issues',
      learnt.blockingIssues.map((issue) => spoken(attemptsOf(issue), blockingText(issue.said))),
      { cap: findingCap, intro: 'Every one of these stops the work from passing.' },
    ),
    ...listed(
      'Required Changes',
      learnt.revisionNotes.filter(isNew(learnt)).map((note) => spoken(attemptsOf(note), note.said)),
      { cap: findingCap },
    ),
    ...listed('Notes', newest.notes ?? [], { intro: 'Observations. None of them asks for a change.' }),
    ...listed(
      'Failed Criteria',
      learnt.failedCriteria.map((failed) =>
        spoken(attemptsOf(failed), `${failed.said.criterion}: ${failed.said.reason}`),
      ),
      { cap: findingCap },
    ),
  ];
}

/** The reason of a score repeats the issues, so it is shown only where the judge named none. */
function scoreLines({ dimensionScores, findings, blockingIssues }: Feedback): readonly string[] {
  const hasIssues = findings.length + blockingIssues.length > 0;
  return dimensionScores.map(({ dimension, score, reason = '' }) => {
    const shown = ofHundred(score) ?? 'not applicable';
    return hasIssues || reason === '' ? `${dimension}: ${shown}` : `${dimension}: ${shown} - ${reason}`;
  });
}

function findingSections(newest: Feedback, learnt: Accumulated): readonly Section[] {
  const attemptsOf = attemptsShown(learnt);
  const conflicts = learnt.findings.filter(isConflict);
  const failing = newest.environments.filter(({ status }) => status === 'FAIL');
  const isReason = (finding: Remembered<Finding>): boolean => !isConflict(finding) && !isOptional(finding);
  const hasOther = learnt.findings.some(isReason) || learnt.blockingIssues.length + failing.length > 0;
  // Small things that failed the work, and nothing else, are the reason and have to be fixed.
  const isSmall = (finding: Remembered<Finding>): boolean =>
    isOptional(finding) && (hasOther || finding.said.source.kind === 'gate');
  const others = learnt.findings.filter((finding) => !isConflict(finding) && !isSmall(finding));
  const optional = learnt.findings.filter(isSmall);
  return [
    ...listed(
      'Conflicting Files',
      conflicts.map((conflict) => spoken(attemptsOf(conflict), placeOf(conflict.said, ''))),
    ),
    ...(isEnvironmentSpecific(newest)
      ? []
      : listed('Failed Checks', failing.map(failedCheckText), { cap: findingCap })),
    ...listed(
      'Issues Found',
      others.map((finding) => findingText(finding.said, attemptsOf(finding))),
      { cap: findingCap },
    ),
    ...listed(
      'Optional',
      optional.map((finding) => findingText(finding.said, attemptsOf(finding))),
      { cap: findingCap, intro: 'For information. None of these stops the work, and none has to be fixed.' },
    ),
    ...listed(
      'Required Fixes',
      learnt.requiredFixes.filter(isNew(learnt)).map((fix) => spoken(attemptsOf(fix), fix.said)),
      { cap: findingCap },
    ),
  ];
}

/** What a gate lets pass, and what a scan calls small. What a judge failed the work for is never optional (REWORK-01). */
function isOptional({ said }: Remembered<Finding>): boolean {
  if (isConflict({ said, attempts: [] }) || isMustFix(said.severity)) return false;
  return said.source.kind === 'gate' || (said.source.kind === 'scan' && said.severity !== 'MEDIUM');
}

function isConflict({ said }: Remembered<Finding>): boolean {
  return said.rule === mergeConflictRule;
}

/** With one failure there is no history to tell; from the second on, each item says when it was seen. */
function attemptsShown(learnt: Accumulated): (item: Remembered<unknown>) => readonly number[] {
  return learnt.rounds.length === 1 ? () => [] : (item) => item.attempts;
}

function spoken(attempts: readonly number[], text: string): string {
  return attempts.length === 0 ? text : `${seenIn(attempts)} ${text}`;
}

/** The agent that reads this may be another one than did the work. */
function previousWork({ filesModified, judged = null }: ReworkInput): readonly Section[] {
  if (filesModified.length === 0) return [];
  const at =
    judged === null
      ? ''
      : ` Commit ${judged} was judged last: line numbers of the newest attempt refer to that commit.`;
  const intro = `The branch has the work of the attempts before.${at} Files Modified:`;
  return [section('Your Previous Work', words(intro), data(filesModified, listCap))];
}

function historySections(learnt: Accumulated): readonly Section[] {
  if (learnt.rounds.length === 1) return [];
  const lines = learnt.rounds.map((round) => {
    const score = ofHundred(round.overallScore);
    const scored = score === null ? '' : `, overall score ${score}`;
    return `- Attempt ${round.attempt + 1}: ${round.kind} failed, priority ${round.priority}, findings ${round.findings.length}${scored}`;
  });
  const intro =
    'The lists above contain the feedback on every attempt, newest first. Entries of the newest attempt are open. Make sure that those of earlier attempts stay fixed.';
  return [section('Accumulated History', words(intro, ...lines))];
}

function instructionsSection(newest: Feedback): Section {
  const { steps, after } = reworkInstructions(newest.kind);
  return section('Instructions', words(...numbered(steps), '', keepWorking, after));
}

function ofHundred(score: number | null): string | null {
  return score === null || !Number.isFinite(score) ? null : `${reviewScoreText(score)}/100`;
}
