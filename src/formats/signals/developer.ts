import type { DeveloperReport } from '../../model/verdict.ts';
import { readMatrix } from '../matrix.ts';
import { readFileEntry } from '../text-entry.ts';
import { type BodyLine, oneLine, type Outline, readSections, type Sections } from '../text-sections.ts';
import { readAnswer } from './answer.ts';
import { blockerFrom, blockerKind, kindNamed, type Waiting } from './blocker.ts';
import type { Blocker, DeveloperBody, Question } from './developer-body.ts';
import { developerFromJson } from './developer-json.ts';
import type { Expected } from './find-signal.ts';
import type { SignalName } from './names.ts';

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
  const { signal, ticket } = answer;
  const waiting = { ticket, tickets: expected.tickets };
  const said = developerFromText(answer.lines, signal, waiting);
  const { body, notes } = answer.json === null ? said : developerFromJson(answer.json, signal, waiting);
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
  return blocker === null || blocker.text === '' ? [`${signal} does not say what is in the way`] : [];
}

const outline = {
  files: {
    shape: 'list',
    labels: ['files modified', 'modified files', 'files changed', 'changed files', 'files'],
  },
  tests: { shape: 'list', labels: ['tests written', 'tests added', 'tests'] },
  matrix: { shape: 'list', labels: ['environment verification matrix', 'environment matrix'] },
  tested: {
    shape: 'line',
    labels: ['environments tested', 'all required environments', 'expert consultation'],
  },
  blocker: { shape: 'text', labels: ['blocker', 'blockers', 'blocked by', 'issue', 'reason'] },
  kind: { shape: 'line', labels: ['kind', 'blocker kind', 'blocker type'] },
  dependency: { shape: 'line', labels: ['depends on', 'dependency'] },
  attempted: { shape: 'text', labels: ['attempted', 'attempts', 'tried'] },
  needed: { shape: 'text', labels: ['needed', 'what is needed', 'needs'] },
  progress: { shape: 'text', labels: ['progress'] },
  checks: { shape: 'list', labels: ['checks', 'failing checks', 'failed checks', 'broken checks'] },
  command: { shape: 'text', labels: ['command'] },
  output: { shape: 'text', labels: ['output'] },
  environment: { shape: 'line', labels: ['environment'] },
  question: { shape: 'text', labels: ['question'] },
  options: { shape: 'list', labels: ['options', 'options considered'] },
  context: { shape: 'text', labels: ['context'] },
  summary: { shape: 'line', labels: ['summary'] },
} as const satisfies Outline<string>;

type Read = { readonly body: DeveloperBody; readonly notes: readonly string[] };

function developerFromText(lines: readonly BodyLine[], signal: SignalName | null, waiting: Waiting): Read {
  const sections = readSections(lines, outline);
  const matrix = readMatrix(lines.filter(({ kind }) => kind !== 'quote').map(({ text }) => text));
  const question = {
    question: sections.text('question'),
    options: sections.items('options'),
    context: sections.text('context'),
  };
  const body = {
    filesModified: sections.items('files').map((item) => {
      const { file, note } = readFileEntry(item);
      return { file, change: note };
    }),
    tests: sections.items('tests'),
    matrix: matrix.rows,
    blocker: blockerIn(sections, signal, waiting, kindLine(lines)),
    question: question.question === '' ? null : question,
    summary: sections.text('summary'),
  };
  return { body, notes: [...sections.reasons, ...matrix.reasons] };
}

/** The first line that says a kind of blocker as its heading, where the heading Blocker is asked for: `missing_info: …`. */
function kindLine(lines: readonly BodyLine[]): string {
  const said = lines.map(({ text, kind }) => (kind === 'text' ? oneLine(text.replace(/^\s*[-*] /, '')) : ''));
  const isRead = (line: string): boolean =>
    outline.dependency.labels.some((label) => line.toLowerCase().startsWith(`${label}:`));
  return said.find((line) => kindNamed(line) !== undefined && !isRead(line)) ?? '';
}

function blockerIn(
  sections: Sections<keyof typeof outline>,
  signal: SignalName | null,
  waiting: Waiting,
  unlabelled: string,
): Blocker | null {
  const given = sections.text('blocker');
  const text = given === '' && signal === 'TASK_INCOMPLETE' ? unlabelled : given;
  const isBlocked = signal === 'TASK_INCOMPLETE' || signal === 'INFRA_BLOCKED';
  if (!isBlocked && text === '') return null;
  const fields = {
    kind: signal === 'INFRA_BLOCKED' ? 'infrastructure' : blockerKind(sections.text('kind'), text),
    text,
    attempted: sections.text('attempted'),
    needed: sections.text('needed'),
    checks: sections.items('checks'),
    command: sections.text('command'),
    output: sections.text('output'),
    environment: sections.text('environment'),
  } as const;
  return blockerFrom(fields, sections.text('dependency'), waiting);
}
