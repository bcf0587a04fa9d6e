import type { AuditFinding } from '../model/audit.ts';
import { compareFindings } from '../model/audit.ts';
import { identity } from './brief.ts';
import { closingSection } from './closing.ts';
import { fixScope, keepWorking } from './rework-instructions.ts';
import { chapter, findingCap, listed, numbered, section, type Section, words } from './section.ts';

/** What scans found, for one fixer, where no team of auditors is at work. */
export type ScanFixInput = {
  readonly id: string;
  readonly token: string | null;
  /** Which pass of scan, fix and scan again this is; 1-based. */
  readonly pass: number;
  readonly files: readonly string[];
  readonly findings: readonly AuditFinding[];
  /** What became of earlier passes, a line each. */
  readonly log: readonly string[];
};

/** More than a fixer can keep in mind is left to the next pass. */
const MOST = 20;

/** A fix of what scans found: the phase, the findings, what to do, and what earlier passes brought (TEAM-20). */
export function scanFixAssignment(input: ScanFixInput): readonly Section[] {
  const found = input.findings.toSorted(compareFindings);
  const shown = found.slice(0, MOST);
  const left = found.length - shown.length;
  return [
    chapter(
      'Scan Fix Assignment',
      words(...identity(input.id, input.token), '[PHASE: SCAN FIX]', `Pass: ${input.pass}`),
    ),
    ...listed('Files in Your Scope', input.files, { intro: fixScope }),
    ...listed('Found by Scans', numbered(shown.map(lineOf)), {
      cap: findingCap,
      ...(left === 0 ? {} : { intro: `The worst ${shown.length}; ${left} more come later.` }),
    }),
    ...listed('Earlier Passes', input.log, {
      intro: 'Results of earlier passes. Where one did not help, try another way.',
    }),
    section('Instructions', words(...numbered(instructions), '', keepWorking)),
    closingSection({ role: 'fixer', ticket: input.id, token: input.token, act: 'work' }),
  ];
}

const instructions: readonly string[] = [
  'Remove the cause of each finding in the real code path',
  'Do not hide anything from the rule that found it: no suppression comment, no rename, no move',
  'The same rules run again afterwards',
];

function lineOf({ id, file, line, title }: AuditFinding): string {
  return `[${id}] ${file}:${line} -- ${title}`;
}
