import type { DeveloperReport } from '../../../model/verdict.ts';
import { isMap } from '../../../schema/fits.ts';
import { openMapOf } from '../../../schema/shape.ts';
import { judgedRow, type MatrixRow, readMatrix, writeMatrix } from '../../matrix.ts';
import { readFileEntries, writeFileEntry } from '../../text/entry.ts';
import { posixPath } from '../../text/location.ts';
import { type BodyLine, oneLine, type Outline, readSections } from '../../text/sections.ts';
import { readAnswer } from '../answer.ts';
import { type Blocker, blockerFrom, blockerParts, kindNamed, type Waiting } from './blocker.ts';
import type { Expected } from '../find-signal.ts';
import type { JsonObject } from '../json-answer.ts';
import type { SignalName } from '../names.ts';
import {
  type BodyOf,
  entriesOf,
  fromJson,
  fromText,
  line,
  lineFrom,
  linePart,
  linesPart,
  listPart,
  outlineOf,
  own,
  textPart,
  writeParts,
  document,
  type WriteOptions,
} from '../parts.ts';

/** What a developer says about its own work. */
const workParts = {
  filesModified: listPart({
    title: 'Files Modified',
    labels: ['modified files', 'files changed', 'changed files', 'files'],
    read: (item) =>
      readFileEntries(item).flatMap(({ file, note: change }) => (file === '' ? [] : [{ file, change }])),
    entry: {
      form: openMapOf({ file: line, change: line }),
      make: ({ file, change }) => (file === '' ? [] : [{ file: posixPath(file), change }]),
    },
    write: ({ file, change }) => writeFileEntry({ file, note: change }),
  }),
  tests: linesPart('Tests Written', ['tests added', 'tests']),
  notes: linesPart('Notes', ['decisions', 'observations']),
};

/** What only a person can decide (FLOW-10). */
const questionParts = {
  question: textPart('Question'),
  options: linesPart('Options', ['options considered']),
  context: textPart('Context'),
};

const summaryPart = { summary: linePart('Summary') };

type Question = BodyOf<typeof questionParts>;

type DeveloperBody = BodyOf<typeof workParts & typeof summaryPart> & {
  readonly matrix: readonly MatrixRow[];
  readonly blocker: Blocker | null;
  readonly question: Question | null;
};

/** A developer's or fixer's answer. A claim, whatever it says: it is proved before anything else happens. */
export type DeveloperAnswer = DeveloperBody & {
  readonly signal: SignalName | null;
  readonly ticket: string | null;
  readonly verdict: DeveloperReport;
  readonly reasons: readonly string[];
};

export type ExpectedWork = Expected & {
  /** Tickets that somebody may wait for. */
  readonly tickets?: readonly string[];
};

/** Reads a developer's output. Never throws: what is wrong is said in `reasons`. */
export function parseDeveloper(text: string, expected: ExpectedWork): DeveloperAnswer {
  const answer = readAnswer(text, 'developer', expected, words);
  const { signal, ticket, json } = answer;
  const waiting = { ticket, tickets: expected.tickets };
  const { body, notes } =
    json === null
      ? developerFromText(answer.lines, signal, waiting)
      : developerFromJson(json, signal, waiting);
  const problems = [...answer.reasons, ...questionProblems(signal, body.question)];
  const verdict = problems.length > 0 ? 'unknown' : verdictOf(signal);
  return {
    signal,
    ticket,
    verdict,
    ...body,
    reasons: [...problems, ...notes, ...blockerNotes(signal, body)],
  };
}

const words = {
  ready: 'READY_FOR_REVIEW',
  incomplete: 'TASK_INCOMPLETE',
  blocked: 'INFRA_BLOCKED',
  question: 'QUESTION',
} as const;

function verdictOf(signal: SignalName | null): DeveloperReport {
  const reports = ['ready', 'incomplete', 'blocked', 'question'] as const;
  return reports.find((report) => words[report] === signal) ?? 'unknown';
}

function questionProblems(signal: SignalName | null, question: Question | null): readonly string[] {
  return signal === 'QUESTION' && question === null ? ['QUESTION asks nothing'] : [];
}

function blockerNotes(signal: SignalName | null, { blocker }: DeveloperBody): readonly string[] {
  if (signal !== 'TASK_INCOMPLETE' && signal !== 'INFRA_BLOCKED') return [];
  return blocker === null || blocker.text === '' ? [`${signal} does not name the blocker`] : [];
}

const outline: Outline<string> = {
  ...outlineOf({ ...workParts, ...blockerParts, ...questionParts, ...summaryPart }),
  matrix: { shape: 'list', labels: ['environment verification matrix', 'environment matrix'] },
  tested: {
    shape: 'line',
    labels: ['environments tested', 'all required environments', 'expert consultation'],
  },
  progress: { shape: 'text', labels: ['progress'] },
};

type Read = { readonly body: DeveloperBody; readonly notes: readonly string[] };

function developerFromText(lines: readonly BodyLine[], signal: SignalName | null, waiting: Waiting): Read {
  const sections = readSections(lines, outline);
  const matrix = readMatrix(lines.filter(({ kind }) => kind !== 'quote').map(({ text }) => text));
  const blocker = fromText(blockerParts, sections);
  const unlabelled = signal === 'TASK_INCOMPLETE' ? kindLine(lines) : '';
  const body = {
    ...fromText(workParts, sections),
    matrix: matrix.rows,
    blocker: blockerFrom({ ...blocker, text: blocker.text || unlabelled }, signal, waiting),
    question: asked(fromText(questionParts, sections)),
    ...fromText(summaryPart, sections),
  };
  return { body, notes: [...sections.reasons, ...matrix.reasons] };
}

/** The blocker may be an object, or just the text that says what is in the way; the question may stand by itself. */
function developerFromJson(json: JsonObject, signal: SignalName | null, waiting: Waiting): Read {
  const rows = entriesOf(own(json, 'matrix')).filter(isMap).map(rowFrom);
  const { blocker, question } = json;
  const blocked = fromJson(blockerParts, isMap(blocker) ? blocker : { text: blocker });
  const body = {
    ...fromJson(workParts, json),
    matrix: rows.flatMap(({ row }) => row ?? []),
    blocker: blockerFrom(blocked, signal, waiting),
    question: asked(fromJson(questionParts, isMap(question) ? question : json)),
    ...fromJson(summaryPart, json),
  };
  return { body, notes: rows.flatMap(({ reason }) => reason ?? []) };
}

function rowFrom(entry: JsonObject): ReturnType<typeof judgedRow> {
  const [check = '', ...others] = ['check', 'environment', 'exitCode', 'result'].map((key) =>
    lineFrom(own(entry, key)),
  );
  if (check === '') return { row: null, reason: 'matrix: a row names no check' };
  const [environment = '', exitCode = '', result = ''] = others;
  return judgedRow(check, environment, exitCode, result);
}

function asked(question: Question): Question | null {
  return question.question === '' ? null : question;
}

/** The first line that says a kind of blocker as its heading, where the heading Blocker is asked for: `missing_info: …`. */
function kindLine(lines: readonly BodyLine[]): string {
  const said = lines.map(({ text, kind }) => (kind === 'text' ? oneLine(text.replace(/^\s*[-*] /, '')) : ''));
  const isRead = (each: string): boolean =>
    blockerParts.dependency.section?.labels.some((label) => each.toLowerCase().startsWith(`${label}:`)) ===
    true;
  return said.find((each) => kindNamed(each) !== undefined && !isRead(each)) ?? '';
}

/** Writes a developer's answer in the founding format; `parseDeveloper` reads it back to the same value. */
export function writeDeveloper(answer: DeveloperAnswer, options: WriteOptions = {}): string {
  // Answers kept by older versions have no notes.
  const kept: { readonly notes?: readonly string[] } = answer;
  const { signal, ticket, blocker, question, matrix } = answer;
  const named = signal === 'INFRA_BLOCKED' ? { ...blockerParts, text: textPart('Issue') } : blockerParts;
  const sections = [
    ...(blocker === null ? [] : writeParts(named, { ...blocker, dependency: blocker.dependency ?? '' })),
    ...(question === null ? [] : writeParts(questionParts, question)),
    ...writeParts(workParts, { ...answer, notes: kept.notes ?? [] }),
    matrix.length === 0 ? '' : `Environment Verification Matrix:\n\n${writeMatrix(matrix)}`,
    ...writeParts(summaryPart, answer),
  ];
  return document(signal, ticket, sections, options);
}
