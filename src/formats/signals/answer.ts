import { sanitize } from '../sanitize.ts';
import { isContent } from '../text-lines.ts';
import { type BodyLine, oneLine } from '../text-sections.ts';
import { findRetractions } from '../text-taken-back.ts';
import { bodyAround } from './body.ts';
import { type Expected, findSignal, type FoundSignal } from './find-signal.ts';
import { claimsAgainst } from './json-claims.ts';
import {
  findJson,
  findJsonAnswer,
  type JsonAnswer,
  type JsonObject,
  type VerdictWords,
} from './json-answer.ts';
import { isPass, type SignalName, type SignalRole, signalsOf } from './names.ts';
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
  readonly faults: readonly string[];
  /** What a judge's answer says against the work, beside a signal that fails it: sentences, lines, members of JSON. */
  readonly against: readonly string[];
  /** It is no text: only a signal that fails the work counts in it. What would make a pass doubtful still does. */
  readonly isNoise: boolean;
  /** Why the signal cannot be believed: its faults, or what is said against a pass. */
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
  const around = bodyAround(clean, said.starts, json?.place ?? null);
  // Whoever repeats its whole assignment has said nothing of its own.
  const isEcho = closing.signal === null && `\n${clean}`.includes(`\nTOKEN: ${expected.token ?? '\n'}`);
  const body = isEcho ? { ...around, lines: [] } : around;
  const faults = [...closing.reasons, ...(body.goesOn ? ['the output after its signal is too long'] : [])];
  const pass = signalsOf[role].find(isPass);
  const isSpoken = pass !== undefined && !isEcho && (closing.signal === null || isPass(closing.signal));
  const spoken = isSpoken ? saidAgainst(pass, { text, clean }, { role, expected, lines: body.lines }) : [];
  const isHidden = json === null && pass !== undefined && said.hidden !== undefined && said.hidden !== pass;
  const against = [...(isHidden ? closing.reasons : []), ...spoken];
  const reasons = [...faults, ...(closing.signal === null || faults.length === 0 ? against : [])];
  const { signal, ticket } = closing;
  const about = { signal, ticket, lines: body.lines, unread: body.unread, json: json?.value ?? null };
  return { ...about, faults, against, isNoise: isNoise(body.lines), reasons };
}

/** Bytes that are no text, as of a program that was printed: chance makes words of them. */
function isNoise(lines: readonly BodyLine[]): boolean {
  const text = lines.map((line) => line.text).join('');
  return (text.match(/[\uFFFD\0]/g)?.length ?? 0) > text.length / 20;
}

type Heard = {
  readonly role: SignalRole;
  readonly expected: Expected;
  readonly lines: readonly BodyLine[];
};

/** A pass is believed only where nothing else in the output says otherwise, in whatever form. */
function saidAgainst(pass: SignalName, output: Output, { role, expected, lines }: Heard): readonly string[] {
  const prose = lines.filter(({ kind }) => kind !== 'end' && isContent(kind)).map(({ text }) => text);
  const values = findJson(output.clean).flatMap(({ value }) => textsIn(value));
  const sentences = findRetractions([...prose, ...values]).slice(0, MOST_TAKEN_BACK);
  return [
    ...oppositesOf(pass, output, role, expected),
    ...claimsAgainst(pass, output.clean),
    ...sentences.map((sentence) => `${pass} with a sentence that contradicts it: ${oneLine(sentence)}`),
  ];
}

/** Every text in a JSON value, however deep. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.split('\n');
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
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
