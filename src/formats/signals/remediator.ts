import { type Outline, readSections } from '../text-sections.ts';
import { readAnswer } from './answer.ts';
import type { Expected } from './find-signal.ts';
import { lineField, linesField } from './json-fields.ts';
import type { SignalName } from './names.ts';
import { document, lineSection, listSection, type WriteOptions } from './write.ts';

/** A remediator's answer. What it claims is decided by the coordinator's own health check. */
export type RemediatorAnswer = {
  readonly signal: SignalName | null;
  /** The job, `remediation:1`. */
  readonly ticket: string | null;
  readonly verdict: 'complete' | 'unknown';
  readonly issuesFixed: readonly string[];
  readonly verification: readonly string[];
  readonly summary: string;
  readonly reasons: readonly string[];
};

/** Reads a remediator's output. Never throws. */
export function parseRemediator(text: string, expected: Expected): RemediatorAnswer {
  const answer = readAnswer(text, 'remediator', expected, { complete: 'REMEDIATION_COMPLETE' });
  const { signal, ticket, json } = answer;
  const sections = readSections(answer.lines, outline);
  const verdict = answer.reasons.length === 0 && signal === 'REMEDIATION_COMPLETE' ? 'complete' : 'unknown';
  const body =
    json === null
      ? {
          issuesFixed: sections.items('fixed'),
          verification: sections.items('verification'),
          summary: sections.text('summary'),
        }
      : {
          issuesFixed: linesField(json, 'issuesFixed'),
          verification: linesField(json, 'verification'),
          summary: lineField(json, 'summary'),
        };
  return { signal, ticket, verdict, ...body, reasons: [...answer.reasons, ...sections.reasons] };
}

const outline = {
  fixed: { shape: 'list', labels: ['issues fixed', 'fixed', 'fixes applied'] },
  verification: { shape: 'list', labels: ['verification results', 'verification'] },
  summary: { shape: 'line', labels: ['summary'] },
} as const satisfies Outline<string>;

/** Writes a remediator's answer; `parseRemediator` reads it back to the same value. */
export function writeRemediator(answer: RemediatorAnswer, options: WriteOptions = {}): string {
  const sections = [
    listSection('Issues Fixed', answer.issuesFixed),
    listSection('Verification Results', answer.verification),
    lineSection('Summary', answer.summary),
  ];
  return document(answer.signal, answer.ticket, sections, options);
}
