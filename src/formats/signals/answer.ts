import { sanitize } from '../sanitize.ts';
import type { BodyLine } from '../text-sections.ts';
import { bodyAround } from './body.ts';
import { type Expected, findSignal, type FoundSignal } from './find-signal.ts';
import { findJsonAnswer, type JsonAnswer, type JsonObject, type VerdictWords } from './json-answer.ts';
import type { SignalName, SignalRole } from './names.ts';

/** An agent's output, taken apart: what it closed with, and what to read the details from. */
export type Answer = {
  readonly signal: SignalName | null;
  readonly ticket: string | null;
  readonly lines: readonly BodyLine[];
  /** The JSON verdict, where there was one. */
  readonly json: JsonObject | null;
  /** Why the signal does not count; empty for exactly one valid one. */
  readonly reasons: readonly string[];
};

/** Takes an output apart. Text and JSON may both give the verdict; then they have to agree. */
export function readAnswer(text: string, role: SignalRole, expected: Expected, words: VerdictWords): Answer {
  const clean = sanitize(text);
  const said = findSignal(clean, role, expected);
  const json = findJsonAnswer(clean, role, expected, words);
  const body = bodyAround(clean, said.starts);
  const closing = combined(said, json);
  const reasons = body.goesOn
    ? [...closing.reasons, 'the output goes on for too long after its signal']
    : closing.reasons;
  return { ...closing, lines: body.lines, json: json?.value ?? null, reasons };
}

type Closing = Pick<Answer, 'signal' | 'ticket' | 'reasons'>;

function combined(said: FoundSignal, json: JsonAnswer | null): Closing {
  if (json === null) return { signal: said.signal, ticket: said.ticket, reasons: said.reasons };
  if (said.signal === null) return { signal: json.signal, ticket: json.ticket, reasons: json.reasons };
  const reasons = [...said.reasons, ...json.reasons];
  if (json.signal !== null && json.signal !== said.signal)
    reasons.push(`text and JSON disagree: ${said.signal} and ${json.signal}`);
  return { signal: said.signal, ticket: said.ticket, reasons };
}
