import { placesOfReports } from '../review-report/json.ts';
import { sanitize } from '../sanitize.ts';
import type { BodyLine, Sections } from '../text/sections.ts';
import { bodyAround } from './body.ts';
import { type Expected, findSignal, type FoundSignal } from './find-signal.ts';
import {
  findJson,
  findJsonAnswer,
  type JsonAnswer,
  type JsonObject,
  type VerdictWords,
} from './json-answer.ts';
import type { SignalName, SignalRole } from './names.ts';

/** An agent's output, taken apart: what it closed with, and what to read the details from. */
export type SignalAnswer = {
  readonly signal: SignalName | null;
  readonly ticket: string | null;
  readonly lines: readonly BodyLine[];
  /** The JSON verdict, where there was one. */
  readonly json: JsonObject | null;
  /** A judge's fail of this ticket stands in it as a signal that does not count: in code, in a quote, behind blanks. */
  readonly hidesFail: boolean;
  /** Why not all of it is here: there is text far before the signal, or a code fence is never closed. */
  readonly unread: readonly string[];
  /** Why the signal does not count; empty for exactly one valid one. */
  readonly reasons: readonly string[];
};

/** Takes an output apart. Text and JSON may both give the verdict; then they have to agree. */
export function readAnswer(
  text: string,
  role: SignalRole,
  expected: Expected,
  words: VerdictWords,
): SignalAnswer {
  const clean = sanitize(text);
  const said = findSignal(clean, role, expected);
  const json = findJsonAnswer(clean, role, expected, words);
  const closing = combined(said, json);
  const data = [...(json?.place ? [json.place] : []), ...placesOfReports(clean), ...placesOfUsage(clean)];
  const { lines, goesOn, isOpen } = bodyAround(clean, said.starts, data);
  // Whoever repeats its whole assignment has said nothing of its own.
  const isEcho = closing.signal === null && `\n${clean}`.includes(`\nTOKEN: ${expected.token ?? '\n'}`);
  return {
    signal: closing.signal,
    ticket: closing.ticket,
    lines: isEcho ? [] : lines,
    json: json?.value ?? null,
    hidesFail: !isEcho && said.hidden.some(isFail),
    unread: [
      ...(goesOn.before ? ['text that is too far before the signal'] : []),
      ...(isOpen ? ['a code fence or comment that is never closed'] : []),
    ],
    reasons: [...closing.reasons, ...(goesOn.after ? ['the output after its signal is too long'] : [])],
  };
}

function isFail(name: SignalName): boolean {
  return name === 'REVIEW_FAILED' || name === 'AUDIT_FAILED';
}

/** What an agent says it used is data for the coordinator and no part of the verdict. */
function placesOfUsage(text: string): readonly { readonly start: number; readonly end: number }[] {
  if (!text.includes('"usage"')) return [];
  const isUsage = (value: JsonObject | null): boolean => Object.keys(value ?? {}).join() === 'usage';
  return findJson(text)
    .filter(({ value }) => isUsage(value))
    .map(({ start, raw }) => ({ start, end: start + raw.length }));
}

/**
 * What a judge's answer says beside its form. A pass counts only where this is empty: prose can refuse the work in more
 * ways than anybody can list, so the judge is asked for the form alone. A second signal is never part of a section.
 */
export function outsideOf({ lines, unread }: SignalAnswer, sections: Sections<string>): readonly string[] {
  const signals = lines.flatMap(({ text, kind }) => (kind !== 'end' && hasSignal(text) ? [text.trim()] : []));
  return [...new Set([...unread, ...sections.outside, ...signals])];
}

/** Whether the name of a judge's signal stands somewhere in a line. */
export function hasSignal(line: string): boolean {
  return SIGNAL.test(line);
}

const SIGNAL = /(?<![A-Za-z])(?:REVIEW|AUDIT)_(?:PASSED|FAILED|BLOCKED)(?![A-Za-z])/i;

function combined(said: FoundSignal, json: JsonAnswer | null) {
  if (json === null) return { signal: said.signal, ticket: said.ticket, reasons: said.reasons };
  if (said.signal === null) return { signal: json.signal, ticket: json.ticket, reasons: json.reasons };
  const reasons = [...said.reasons, ...json.reasons];
  if (json.signal !== null && json.signal !== said.signal)
    reasons.push(`text and JSON disagree: ${said.signal} and ${json.signal}`);
  return { signal: said.signal, ticket: said.ticket, reasons };
}
