import { readSections } from '../../text/sections.ts';
import { readAnswer } from '../answer.ts';
import { blockerParts } from './blocker.ts';
import type { Expected } from '../find-signal.ts';
import type { SignalName } from '../names.ts';
import {
  type BodyOf,
  fromJson,
  fromText,
  linePart,
  linesPart,
  outlineOf,
  writeParts,
  document,
} from '../parts.ts';

export const remediatorParts = {
  issuesFixed: linesPart('Issues Fixed', ['fixed', 'fixes applied']),
  verification: linesPart('Verification Results', ['verification']),
  summary: linePart('Summary'),
  blocker: blockerParts.text,
  attempted: blockerParts.attempted,
  needed: blockerParts.needed,
};

/** A remediator's answer. What it claims is decided by the coordinator's own health check. */
export type RemediatorAnswer = BodyOf<typeof remediatorParts> & {
  readonly signal: SignalName | null;
  /** The job, `remediation:1`. */
  readonly ticket: string | null;
  readonly verdict: 'complete' | 'incomplete' | 'unknown';
  readonly reasons: readonly string[];
};

/** Reads a remediator's output. Never throws. */
export function parseRemediator(text: string, expected: Expected): RemediatorAnswer {
  const answer = readAnswer(text, 'remediator', expected, words);
  const { signal, ticket, json } = answer;
  const sections = readSections(answer.lines, outlineOf(remediatorParts));
  const reports = ['complete', 'incomplete'] as const;
  const said = answer.reasons.length > 0 ? undefined : reports.find((report) => words[report] === signal);
  const body = json === null ? fromText(remediatorParts, sections) : fromJson(remediatorParts, json);
  return {
    signal,
    ticket,
    verdict: said ?? 'unknown',
    ...body,
    reasons: [...answer.reasons, ...sections.reasons],
  };
}

const words = { complete: 'REMEDIATION_COMPLETE', incomplete: 'REMEDIATION_INCOMPLETE' } as const;

/** Writes a remediator's answer in the founding format, without its token. */
export function writeRemediator(answer: RemediatorAnswer): string {
  return document(answer.signal, answer.ticket, writeParts(remediatorParts, answer), {});
}
