import { readMatrix } from '../matrix.ts';
import { readLocated } from '../text-location.ts';
import { type BodyLine, type Outline, readSections } from '../text-sections.ts';
import { readAnswer } from './answer.ts';
import type { AuditorBody, RanCommand } from './auditor-body.ts';
import { auditorFromJson } from './auditor-json.ts';
import { auditorProblems } from './auditor-problems.ts';
import { readCommand } from './commands.ts';
import { matchCriteria, readCriterion, readFailedCriterion, type TicketCriterion } from './criteria.ts';
import type { Expected } from './find-signal.ts';
import type { SignalName } from './names.ts';

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
  const said = auditorFromText(answer.lines);
  const body = answer.json === null ? said.body : together(auditorFromJson(answer.json), said.body);
  const { signal, ticket } = answer;
  const isCompared = signal === 'AUDIT_PASSED' && expected.criteria !== undefined;
  const uncovered = isCompared ? matchCriteria(body.criteria, expected.criteria ?? []).problems : [];
  const problems = [...answer.reasons, ...auditorProblems(signal, body), ...uncovered];
  const verdict = problems.length > 0 ? 'unknown' : verdictOf(signal);
  return { signal, ticket, verdict, ...body, uncovered, reasons: [...problems, ...said.notes] };
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
    labels: [
      'verification results',
      'requirements verification',
      'criteria verification',
      'acceptance criteria',
      'criteria',
    ],
  },
  failed: { shape: 'list', labels: ['failed criteria', 'failing criteria'] },
  commands: {
    shape: 'list',
    labels: ['commands executed', 'commands run', 'commands', 'verification commands'],
  },
  findings: { shape: 'list', labels: ['issues found', 'issues', 'findings', 'problems found'] },
  fixes: { shape: 'list', labels: ['required fixes', 'required changes', 'fixes required', 'fixes'] },
  passing: { shape: 'list', labels: ['passing criteria', 'passed criteria'] },
  preExisting: {
    shape: 'list',
    labels: ['pre-existing failures', 'pre-existing issues', 'preexisting failures', 'pre-existing'],
  },
  matrix: { shape: 'list', labels: ['environment verification matrix', 'environment matrix'] },
  quality: { shape: 'list', labels: ['quality verification'] },
  summary: { shape: 'line', labels: ['summary', 'conclusion'] },
} as const satisfies Outline<string>;

function auditorFromText(lines: readonly BodyLine[]): { body: AuditorBody; notes: readonly string[] } {
  const sections = readSections(lines, outline);
  const matrix = readMatrix(lines.map(({ text }) => text));
  const rows = matrix.rows.map(({ check, environment, result }): RanCommand => ({
    command: check,
    environment,
    result,
  }));
  const body = {
    criteria: [
      ...sections.items('criteria').map(readCriterion),
      ...sections.items('failed').map(readFailedCriterion),
    ],
    commands: [...sections.items('commands').map(readCommand), ...rows],
    findings: sections.items('findings').map(readLocated),
    requiredFixes: sections.items('fixes'),
    passing: sections.items('passing'),
    preExisting: sections.items('preExisting'),
    summary: sections.text('summary'),
  };
  return { body, notes: [...sections.reasons, ...matrix.reasons] };
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
