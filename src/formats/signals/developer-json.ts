import { judgedRow, type MatrixRow } from '../matrix.ts';
import { readFileEntry } from '../text-entry.ts';
import { posixPath } from '../text-location.ts';
import { blockerFrom, blockerKind, type Waiting } from './blocker.ts';
import type { Blocker, DeveloperBody, Question } from './developer-body.ts';
import type { JsonObject } from './json-answer.ts';
import { entriesField, isObject, lineField, linesField, listField, textField } from './json-fields.ts';
import type { SignalName } from './names.ts';

/** A developer's answer given as JSON, with the field names of the parsed value. */
export function developerFromJson(
  json: JsonObject,
  signal: SignalName | null,
  waiting: Waiting,
): { readonly body: DeveloperBody; readonly notes: readonly string[] } {
  const rows = listField(json, 'matrix').filter(isObject).map(rowFrom);
  const body = {
    filesModified: entriesField(json, 'filesModified', changedFrom, changedIn).filter(
      ({ file }) => file !== '',
    ),
    tests: linesField(json, 'tests'),
    matrix: rows.flatMap(({ row }) => (row === null ? [] : [row])),
    blocker: blockerOf(json, signal, waiting),
    question: questionOf(json),
    summary: lineField(json, 'summary'),
  };
  return { body, notes: rows.flatMap(({ reason }) => (reason === null ? [] : [reason])) };
}

type Changed = DeveloperBody['filesModified'][number];

function changedFrom(entry: JsonObject): Changed {
  return { file: posixPath(lineField(entry, 'file')), change: lineField(entry, 'change') };
}

function changedIn(item: string): Changed {
  const { file, note } = readFileEntry(item);
  return { file, change: note };
}

function rowFrom(entry: JsonObject): { readonly row: MatrixRow | null; readonly reason: string | null } {
  const check = lineField(entry, 'check');
  if (check === '') return { row: null, reason: 'matrix: a row names no check' };
  return judgedRow(
    check,
    lineField(entry, 'environment'),
    lineField(entry, 'exitCode'),
    lineField(entry, 'result'),
  );
}

/** The blocker may be an object, or just the text that says what is in the way. */
function blockerOf(json: JsonObject, signal: SignalName | null, waiting: Waiting): Blocker | null {
  const isBlocked = signal === 'TASK_INCOMPLETE' || signal === 'INFRA_BLOCKED';
  const given = isObject(json['blocker']) ? json['blocker'] : { text: json['blocker'] };
  const text = textField(given, 'text');
  if (!isBlocked && text === '') return null;
  const fields = {
    kind: signal === 'INFRA_BLOCKED' ? 'infrastructure' : blockerKind(lineField(given, 'kind'), text),
    text,
    attempted: textField(given, 'attempted'),
    needed: textField(given, 'needed'),
    checks: linesField(given, 'checks'),
    command: textField(given, 'command'),
    output: textField(given, 'output'),
    environment: lineField(given, 'environment'),
  } as const;
  return blockerFrom(fields, lineField(given, 'dependency'), waiting);
}

function questionOf(json: JsonObject): Question | null {
  const given = isObject(json['question']) ? json['question'] : json;
  const question = textField(given, 'question');
  if (question === '') return null;
  return { question, options: linesField(given, 'options'), context: textField(given, 'context') };
}
