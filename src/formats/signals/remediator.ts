import { readSections } from '../text-sections.ts';
import { readAnswer } from './answer.ts';
import type { Expected } from './find-signal.ts';
import type { SignalName } from './names.ts';
import { type BodyOf, fromJson, fromText, linePart, linesPart, outlineOf, writeParts } from './parts.ts';
import { document } from './write.ts';

export const remediatorParts = {
  issuesFixed: linesPart('Issues Fixed', ['fixed', 'fixes applied']),
  verification: linesPart('Verification Results', ['verification']),
  summary: linePart('Summary'),
};

/** A remediator's answer. What it claims is decided by the coordinator's own health check. */
export type RemediatorAnswer = BodyOf<typeof remediatorParts> & {
  readonly signal: SignalName | null;
  /** The job, `remediation:1`. */
  readonly ticket: string | null;
  readonly verdict: 'complete' | 'unknown';
  readonly reasons: readonly string[];
};

/** Reads a remediator's output. Never throws. */
export function parseRemediator(text: string, expected: Expected): RemediatorAnswer {
  const answer = readAnswer(text, 'remediator', expected, { complete: 'REMEDIATION_COMPLETE' });
  const { signal, ticket, json } = answer;
  const sections = readSections(answer.lines, outlineOf(remediatorParts));
  const verdict = answer.reasons.length === 0 && signal === 'REMEDIATION_COMPLETE' ? 'complete' : 'unknown';
  const body = json === null ? fromText(remediatorParts, sections) : fromJson(remediatorParts, json);
  return { signal, ticket, verdict, ...body, reasons: [...answer.reasons, ...sections.reasons] };
}

/** Writes a remediator's answer in the founding format, without its token. */
export function writeRemediator(answer: RemediatorAnswer): string {
  return document(answer.signal, answer.ticket, writeParts(remediatorParts, answer), {});
}
