import type { EnvironmentResult, Feedback } from '../model/feedback.ts';
import { identity, type Note, peopleSections } from './brief.ts';
import { closingSection } from './closing.ts';
import { findingText, worstFirst } from './finding-text.ts';
import { chapter, data, findingCap, listed, numbered, section, type Section, words } from './section.ts';

/** What a remediator is told about infrastructure that nobody's ticket broke. */
export type RemediatorInput = {
  /** The job, `remediation:1`. */
  readonly id: string;
  readonly token: string | null;
  /** Why remediation was entered. */
  readonly because: string;
  /** Checks that fail or cannot be run at the base commit, with the end of what they printed. */
  readonly checks: readonly Pick<
    EnvironmentResult,
    'check' | 'environment' | 'exitCode' | 'status' | 'details'
  >[];
  /** What earlier attempts at this remediation taught, oldest first. */
  readonly feedbacks: readonly Feedback[];
  readonly notes: readonly Note[];
};

/** Repair of what is red for everybody (REMEDY-01). The coordinator's own health check decides, whatever is claimed. */
export function remediatorAssignment(input: RemediatorInput): readonly Section[] {
  const { id, token, feedbacks } = input;
  const findings = feedbacks.toReversed().flatMap((feedback) => worstFirst(feedback.findings));
  const fixes = feedbacks.toReversed().flatMap((feedback) => feedback.requiredFixes);
  return [
    chapter('Remediation Assignment', words(...identity(id, token))),
    section('What Is Broken', words(...brokenIntro), data([input.because])),
    ...listed('Failing Checks', input.checks.map(checkText), { cap: findingCap }),
    ...listed(
      'What Earlier Attempts Missed',
      [...findings.map((finding) => findingText(finding)), ...fixes],
      {
        cap: findingCap,
      },
    ),
    ...peopleSections([], input.notes),
    section('Instructions', words(...numbered(remediatorInstructions))),
    section('Answer', words(...remediatorAnswer)),
    closingSection({ role: 'remediator', ticket: id, token, act: 'remediation' }),
  ];
}

const brokenIntro: readonly string[] = [
  'These failures were there before any ticket of the epic changed anything. New work waits until they are gone.',
];

/** A check made green by weakening it is not remediation (REMEDY-02). */
export const remediatorInstructions: readonly string[] = [
  'Reproduce each failing check with its command, in the environment named',
  'Find the cause and repair it; change nothing that is not part of it',
  'Never skip, disable, delete or weaken a check, a test or a rule to make it pass',
  'Run every failing check again until it passes, and the others to see that they still do',
  'Commit your work on the branch you were given; do not push',
];

const remediatorAnswer: readonly string[] = [
  'Below the closing line say what you did, under these headings:',
  '- Issues Fixed: one line each',
  '- Verification Results: one line for each check, with its exit code',
  '- Summary: one sentence',
  'If you cannot repair it, say so: what is in the way, what you tried, and what a person has to do.',
];

/** The end of what a check printed says why it failed; the beginning seldom does. */
function checkText(result: RemediatorInput['checks'][number]): string {
  const { check, environment, exitCode, status, details } = result;
  const how = status === 'BROKEN' ? 'could not be run' : `exit code ${exitCode ?? 'unknown'}`;
  const tail = details.slice(-TAIL).trim();
  return tail === '' ? `${check} (${environment}): ${how}` : `${check} (${environment}): ${how}\n${tail}`;
}

const TAIL = 1_500;
