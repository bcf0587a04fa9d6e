import { sanitize } from '../sanitize.ts';
import { isContent } from '../text-lines.ts';
import { type BodyLine, oneLine } from '../text-sections.ts';
import { findRetractions } from '../text-taken-back.ts';
import { bodyAround } from './body.ts';
import { type Expected, findSignal, type FoundSignal } from './find-signal.ts';
import { claimsAgainst } from './json-claims.ts';
import { findJsonAnswer, type JsonAnswer, type JsonObject, type VerdictWords } from './json-answer.ts';
import { isPass, type SignalName, type SignalRole } from './names.ts';
import { oppositesOf, type Output } from './opposite.ts';

/** An agent's output, taken apart: what it closed with, and what to read the details from. */
export type SignalAnswer = {
  readonly signal: SignalName | null;
  readonly ticket: string | null;
  readonly lines: readonly BodyLine[];
  /** A heading too far before the signal for what is below it to be read; null where there is none. */
  readonly unread: string | null;
  /** The JSON verdict, where there was one. */
  readonly json: JsonObject | null;
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
  const body = bodyAround(clean, said.starts, json?.place ?? null);
  const closing = combined(said, json);
  const reasons = [
    ...closing.reasons,
    ...(closing.reasons.length === 0
      ? [
          ...passContradictions(closing.signal, { text, clean }, role, expected),
          ...takenBackIn(closing.signal, body.lines, json?.value ?? null),
        ]
      : []),
    ...(body.goesOn ? ['the output after its signal is too long'] : []),
  ];
  return { ...closing, lines: body.lines, unread: body.unread, json: json?.value ?? null, reasons };
}

/** A pass is believed only where nothing else in the output says otherwise, in whatever form. */
function passContradictions(
  signal: SignalName | null,
  output: Output,
  role: SignalRole,
  expected: Expected,
): readonly string[] {
  if (signal === null || !isPass(signal)) return [];
  return [...oppositesOf(signal, output, role, expected), ...claimsAgainst(signal, output.clean)];
}

/** What the prose of a pass says against it: in the text, and in the texts of JSON. */
function takenBackIn(
  signal: SignalName | null,
  lines: readonly BodyLine[],
  json: JsonObject | null,
): readonly string[] {
  if (signal === null || !isPass(signal)) return [];
  const prose = lines.filter(({ kind }) => kind !== 'end' && isContent(kind)).map(({ text }) => text);
  const values = Object.values(json ?? {}).flat();
  return findRetractions([...prose, ...values.filter((value) => typeof value === 'string')])
    .slice(0, MOST_TAKEN_BACK)
    .map((sentence) => `${signal} with a sentence that contradicts it: ${oneLine(sentence)}`);
}

const MOST_TAKEN_BACK = 5;

function combined(said: FoundSignal, json: JsonAnswer | null) {
  if (json === null) return { signal: said.signal, ticket: said.ticket, reasons: said.reasons };
  if (said.signal === null) return { signal: json.signal, ticket: json.ticket, reasons: json.reasons };
  const reasons = [...said.reasons, ...json.reasons];
  if (json.signal !== null && json.signal !== said.signal)
    reasons.push(`text and JSON disagree: ${said.signal} and ${json.signal}`);
  return { signal: said.signal, ticket: said.ticket, reasons };
}
