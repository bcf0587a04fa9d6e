import { readMatrix, redRows } from '../matrix.ts';
import { speaksAgainst } from '../text-doubt.ts';
import { readLocated } from '../text-location.ts';
import { type BodyLine, type Outline, readSections } from '../text-sections.ts';
import { readAnswer } from './answer.ts';
import type { AuditorBody, RanCommand } from './auditor-body.ts';
import { auditorFromJson, auditorKeys } from './auditor-json.ts';
import { auditorProblems } from './auditor-problems.ts';
import { readCommand } from './commands.ts';
import {
  knownCriteria,
  type KnownCriteria,
  matchCriteria,
  readCriterion,
  readFailedCriterion,
  type TicketCriterion,
} from './criteria.ts';
import type { Expected } from './find-signal.ts';
import { keyProblems } from './json-keys.ts';
import type { SignalName } from './names.ts';
import { findingLabels, fixLabels, overlooked, type Said, strangeFindings } from './overlooked.ts';

/** An acceptance auditor's answer. */
export type AuditorAnswer = AuditorBody & {
  readonly signal: SignalName | null;
  readonly ticket: string | null;
  readonly verdict: 'pass' | 'fail' | 'blocked' | 'unknown';
  /** How an AUDIT_PASSED misses the ticket's criteria: the claim does not hold (FLOW-08). Also among the reasons. */
  readonly uncovered: readonly string[];
  readonly reasons: readonly string[];
};

export type ExpectedAudit = Expected & {
  /** The ticket's criteria; an AUDIT_PASSED has to verify each exactly once. */
  readonly criteria?: readonly TicketCriterion[];
};

/** Reads an acceptance auditor's output. Never throws: what is wrong is said in `reasons`. */
export function parseAuditor(text: string, expected: ExpectedAudit): AuditorAnswer {
  const answer = readAnswer(text, 'auditor', expected, words);
  const { signal, ticket, json } = answer;
  const isKnown = knownCriteria(expected.criteria ?? []);
  const said = auditorFromText(answer.lines, isKnown);
  const read = json === null ? said.body : together(auditorFromJson(json, isKnown), said.body);
  const isPass = signal === 'AUDIT_PASSED';
  const body = isPass
    ? read
    : { ...read, findings: [...read.findings, ...strangeFindings(said, json, auditorKeys)] };
  const isCompared = isPass && expected.criteria !== undefined;
  const uncovered = isCompared ? matchCriteria(body.criteria, expected.criteria ?? []).problems : [];
  const problems = [
    ...answer.reasons,
    ...auditorProblems(signal, body),
    ...uncovered,
    ...(isPass ? overlooked(answer, said) : []),
    ...(isPass ? said.red.map((row) => `a table says: ${row}`) : []),
    ...(isPass && json !== null ? keyProblems(json, auditorKeys, ['criteria']) : []),
  ];
  const verdict = problems.length > 0 ? 'unknown' : verdictOf(signal);
  const reasons = isPass ? problems : [...problems, ...said.notes];
  return { signal, ticket, verdict, ...body, uncovered, reasons };
}

const words = { pass: 'AUDIT_PASSED', fail: 'AUDIT_FAILED', blocked: 'AUDIT_BLOCKED' } as const;

function verdictOf(signal: SignalName | null): AuditorAnswer['verdict'] {
  if (signal === 'AUDIT_PASSED') return 'pass';
  if (signal === 'AUDIT_FAILED') return 'fail';
  return signal === 'AUDIT_BLOCKED' ? 'blocked' : 'unknown';
}

const outline = {
  criteria: {
    shape: 'list',
    keeps: 'against',
    labels: [
      'verification results',
      'requirements verification',
      'criteria verification',
      'acceptance criteria',
      'criteria',
    ],
  },
  failed: {
    shape: 'list',
    keeps: 'all',
    labels: [
      'failed criteria',
      'failing criteria',
      'criteria failed',
      'unmet criteria',
      'unverified criteria',
      'criteria not met',
    ],
  },
  commands: {
    shape: 'list',
    keeps: 'against',
    labels: ['commands executed', 'commands run', 'commands', 'verification commands'],
  },
  findings: { shape: 'list', keeps: 'all', labels: findingLabels },
  fixes: { shape: 'list', keeps: 'all', labels: fixLabels },
  passing: { shape: 'list', labels: ['passing criteria', 'passed criteria'] },
  preExisting: {
    shape: 'list',
    keeps: 'against',
    labels: ['pre-existing failures', 'pre-existing issues', 'preexisting failures', 'pre-existing'],
  },
  matrix: { shape: 'list', labels: ['environment verification matrix', 'environment matrix'] },
  quality: { shape: 'list', keeps: 'against', labels: ['quality verification'] },
  summary: { shape: 'line', labels: ['summary', 'conclusion'] },
  developer: { shape: 'line', labels: ['developer'] },
} as const satisfies Outline<string>;

type SaidAudit = Said & { readonly body: AuditorBody; readonly red: readonly string[] };

function auditorFromText(lines: readonly BodyLine[], isKnown: KnownCriteria): SaidAudit {
  const sections = readSections(lines, outline);
  const texts = lines.filter(({ kind }) => kind !== 'quote').map(({ text }) => text);
  const matrix = readMatrix(texts);
  const complaints = sections.items('quality').filter(speaksAgainst);
  const rows = matrix.rows.map(({ check, environment, result }): RanCommand => ({
    command: check,
    environment,
    result,
  }));
  const body = {
    criteria: [
      ...sections.items('criteria').map((item) => readCriterion(item, isKnown)),
      ...sections.items('failed').map(readFailedCriterion),
    ],
    commands: [...sections.items('commands').map(readCommand), ...rows],
    findings: [...sections.items('findings'), ...complaints].map(readLocated),
    requiredFixes: sections.items('fixes'),
    passing: sections.items('passing'),
    preExisting: sections.items('preExisting'),
    summary: sections.text('summary'),
  };
  const notes = [...sections.reasons, ...matrix.reasons];
  return { body, notes, strangers: sections.strangers, red: redRows(texts) };
}

/** JSON says it better, but whatever in the text speaks against a pass is not forgotten. */
function together(json: AuditorBody, text: AuditorBody): AuditorBody {
  const known = new Set(json.findings.map(({ message }) => message));
  return {
    ...json,
    criteria: [...json.criteria, ...text.criteria.filter(({ status }) => status !== 'VERIFIED')],
    commands: [...json.commands, ...text.commands.filter(({ result }) => result !== 'PASS')],
    findings: [...json.findings, ...text.findings.filter(({ message }) => !known.has(message))],
    requiredFixes: [...new Set([...json.requiredFixes, ...text.requiredFixes])],
    preExisting: [...new Set([...json.preExisting, ...text.preExisting])],
  };
}
