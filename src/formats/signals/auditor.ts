import type { Objection } from '../../model/verdict.ts';
import { readMatrix } from '../matrix.ts';
import { isNothing } from '../text/heading.ts';
import { oneLine, readSections } from '../text/sections.ts';
import { outsideOf, readAnswer, type SignalAnswer } from './answer.ts';
import { commandsPart, type RanCommand } from './commands.ts';
import { criteriaPart, failedSection, matchCriteria, type TicketCriterion } from './criteria.ts';
import type { Expected } from './find-signal.ts';
import { bothFindings, findingLabels, fixLabels, judged, type JudgeReply } from './judge.ts';
import type { SignalName } from './names.ts';
import { type BodyOf, fromText, linePart, linesPart, locatedPart, outlineOf } from './parts.ts';

/** What an acceptance auditor says about a ticket. */
export const auditorParts = {
  criteria: criteriaPart,
  commands: commandsPart,
  findings: locatedPart('Issues Found', findingLabels),
  requiredFixes: linesPart('Required Fixes', [...fixLabels, 'revision notes'], 'all'),
  passing: linesPart('Passing Criteria', ['passed criteria']),
  preExisting: linesPart(
    'Pre-existing Failures',
    ['pre-existing issues', 'preexisting failures', 'pre-existing'],
    'evidence',
  ),
  /** Observations that ask for no change, whatever their words. */
  notes: linesPart('Notes', ['note']),
  summary: linePart('Summary', 'conclusion'),
};

type AuditorBody = BodyOf<typeof auditorParts>;

/** An acceptance auditor's answer. */
export type AuditorAnswer = AuditorBody & {
  readonly signal: SignalName | null;
  readonly ticket: string | null;
  readonly verdict: 'pass' | 'fail' | 'blocked' | 'unknown';
  /** How an AUDIT_PASSED misses the ticket's criteria: the claim does not hold (FLOW-08). Also among the reasons. */
  readonly uncovered: readonly string[];
  /** The gravest thing it says against the work, also where it is no verdict. */
  readonly objection?: Objection;
  /** It says pass, and this as well, which its form has no place for. */
  readonly outside?: readonly string[];
  readonly reasons: readonly string[];
};

export type ExpectedAudit = Expected & {
  /** The ticket's criteria; an AUDIT_PASSED has to verify each exactly once. */
  readonly criteria?: readonly TicketCriterion[];
};

/** Reads an acceptance auditor's output. Never throws: what is wrong is said in `reasons`. */
export function parseAuditor(text: string, expected: ExpectedAudit): AuditorAnswer {
  const answer = readAnswer(text, 'auditor', expected, words);
  const { signal, ticket } = answer;
  const { criteria } = expected;
  const said = auditorFromText(answer);
  const { body, isPass, doubts } = judged(answer, said, {
    pass: 'AUDIT_PASSED',
    fail: 'AUDIT_FAILED',
    parts: auditorParts,
    // An answer that was read once may be given again.
    alsoKnown: { uncovered: {} },
    together,
    needed: ['criteria'],
  });
  const uncovered = isPass && criteria !== undefined ? matchCriteria(body.criteria, criteria).problems : [];
  const problems = [...answer.reasons, ...auditorProblems(signal, body), ...uncovered, ...doubts];
  const objection = objectionIn(body, answer);
  return {
    signal,
    ticket,
    verdict: problems.length > 0 ? 'unknown' : verdictOf(signal),
    ...body,
    uncovered,
    ...(objection && { objection }),
    ...(isPass && said.outside.length > 0 && { outside: said.outside }),
    reasons: isPass ? problems : [...problems, ...said.omitted],
  };
}

/** A blocked audit says nothing of the work. */
function objectionIn(
  { criteria, commands, findings, requiredFixes }: AuditorBody,
  { signal, hidesFail }: SignalAnswer,
): Objection | undefined {
  if (signal === 'AUDIT_BLOCKED') return undefined;
  const failed = criteria.filter(isFailedCriterion).length + commands.filter(isFailedCommand).length;
  if (failed + findings.length + requiredFixes.length > 0) return 'work';
  if (signal === 'AUDIT_FAILED') return 'fail';
  return hidesFail ? 'hidden' : undefined;
}

function isFailedCriterion({ status }: AuditorBody['criteria'][number]): boolean {
  return status === 'FAILED';
}

function isFailedCommand({ result }: RanCommand): boolean {
  return result === 'FAIL';
}

const words = { pass: 'AUDIT_PASSED', fail: 'AUDIT_FAILED', blocked: 'AUDIT_BLOCKED' } as const;

function verdictOf(signal: SignalName | null): AuditorAnswer['verdict'] {
  const verdicts = ['pass', 'fail', 'blocked'] as const;
  return verdicts.find((verdict) => words[verdict] === signal) ?? 'unknown';
}

function auditorFromText(answer: SignalAnswer): JudgeReply<AuditorBody> {
  const sections = readSections<string>(answer.lines, {
    ...outlineOf(auditorParts),
    failed: failedSection,
    matrix: {
      shape: 'list',
      keeps: 'evidence',
      labels: ['environment verification matrix', 'environment matrix'],
    },
    developer: { shape: 'line', labels: ['developer'] },
  });
  const matrix = readMatrix(answer.lines.filter(({ kind }) => kind !== 'quote').map(({ text }) => text));
  const rows = matrix.rows.map(({ check, environment, result }): RanCommand => ({
    command: check,
    environment,
    result,
  }));
  const body = fromText(auditorParts, sections);
  return {
    body: { ...body, commands: [...body.commands, ...rows] },
    omitted: [...sections.reasons, ...matrix.reasons],
    outside: outsideOf(answer, sections),
    loose: sections.outside,
  };
}

/** JSON says it better, but whatever in the text speaks against a pass is not forgotten. */
function together(json: AuditorBody, text: AuditorBody): AuditorBody {
  return {
    ...json,
    ...bothFindings(json, text),
    criteria: [...json.criteria, ...text.criteria.filter(({ status }) => status !== 'VERIFIED')],
    commands: [...json.commands, ...text.commands.filter(({ result }) => result !== 'PASS')],
    preExisting: [...new Set([...json.preExisting, ...text.preExisting])],
    notes: [...new Set([...json.notes, ...text.notes])],
  };
}

/** Where an auditor's answer contradicts itself (FLOW-11): such a verdict is no verdict. */
function auditorProblems(signal: SignalName | null, body: AuditorBody): readonly string[] {
  if (signal === 'AUDIT_PASSED') return passProblems(body);
  if (signal !== 'AUDIT_FAILED') return [];
  return body.criteria.some(isFailedCriterion) ? [] : ['AUDIT_FAILED names no failed criterion'];
}

function passProblems({
  criteria,
  commands,
  findings,
  requiredFixes,
  preExisting,
}: AuditorBody): readonly string[] {
  const bare = criteria.filter(({ status, evidence }) => status === 'VERIFIED' && !isEvidence(evidence));
  const unverified = criteria.filter(({ status }) => status !== 'VERIFIED');
  const notPassed = commands.filter(({ result }) => result !== 'PASS');
  return [
    ...(criteria.length === 0 ? ['AUDIT_PASSED verifies no criterion'] : []),
    ...unverified.map(({ criterion, status, evidence }) =>
      oneLine(
        `AUDIT_PASSED with ${criterion}: ${status}${status === 'UNKNOWN' && evidence !== '' ? ` (${evidence})` : ''}`,
      ),
    ),
    ...bare.map(({ criterion }) => `AUDIT_PASSED with ${criterion}: VERIFIED without evidence`),
    ...notPassed.map(({ command, result }) => `AUDIT_PASSED with ${command}: ${result}`),
    ...counted(findings.length, 'issues'),
    ...counted(requiredFixes.length, 'required fixes'),
    ...counted(preExisting.length, 'pre-existing failures'),
  ];
}

/** `VERIFIED - <evidence>`: a dash or "none" shows nothing. */
export function isEvidence(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !isNothing(text);
}

function counted(count: number, what: string): readonly string[] {
  return count === 0 ? [] : [`AUDIT_PASSED with ${count} ${what}`];
}
