import type { Objection } from '../../model/judge-answers.ts';
import { readMatrix, redRows } from '../matrix.ts';
import { speaksAgainst } from '../text-doubt.ts';
import { isNothing } from '../text-heading.ts';
import { isPlaced, readLocated } from '../text-location.ts';
import { type BodyLine, oneLine, readSections } from '../text-sections.ts';
import { readAnswer } from './answer.ts';
import { commandsPart, type RanCommand } from './commands.ts';
import { criteriaPart, failedSection, matchCriteria, type TicketCriterion } from './criteria.ts';
import type { Expected } from './find-signal.ts';
import { bothFindings, findingLabels, fixLabels, judged, type JudgeReply } from './judge.ts';
import type { SignalName } from './names.ts';
import { type BodyOf, fromText, lineFrom, linePart, linesPart, locatedPart, outlineOf } from './parts.ts';
import { strayCriteria } from './stray-criteria.ts';

/** What an acceptance auditor says about a ticket with these criteria. */
export function auditorParts(criteria: readonly TicketCriterion[]) {
  return { criteria: criteriaPart(criteria), ...otherParts };
}

const otherParts = {
  commands: commandsPart,
  findings: locatedPart('Issues Found', findingLabels),
  requiredFixes: linesPart('Required Fixes', [...fixLabels, 'revision notes'], 'all'),
  passing: linesPart('Passing Criteria', ['passed criteria']),
  preExisting: linesPart(
    'Pre-existing Failures',
    ['pre-existing issues', 'preexisting failures', 'pre-existing'],
    'against',
  ),
  /** Observations that ask for no change, whatever their words; one against a criterion takes its VERIFIED back. */
  notes: linesPart('Notes', ['note']),
  summary: linePart('Summary', 'conclusion'),
};

type AuditorBody = BodyOf<ReturnType<typeof auditorParts>>;

/** An acceptance auditor's answer. */
export type AuditorAnswer = AuditorBody & {
  readonly signal: SignalName | null;
  readonly ticket: string | null;
  readonly verdict: 'pass' | 'fail' | 'blocked' | 'unknown';
  /** How an AUDIT_PASSED misses the ticket's criteria: the claim does not hold (FLOW-08). Also among the reasons. */
  readonly uncovered: readonly string[];
  /** The gravest thing it says against the work, also where it is no verdict. */
  readonly objection?: Objection;
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
  const parts = auditorParts(criteria ?? []);
  const read = auditorFromText(answer.lines, parts);
  const summary = { text: lineFrom(answer.json?.['summary']), kind: 'text' } as const;
  const stray = strayCriteria([...answer.lines, summary], criteria ?? [], read.body.criteria);
  const said = { ...read, body: { ...read.body, criteria: [...read.body.criteria, ...stray.failed] } };
  const { body, isPass, doubts } = judged(answer, said, {
    pass: 'AUDIT_PASSED',
    parts,
    // An answer that was read once may be given again.
    alsoKnown: { uncovered: {} },
    together,
    needed: ['criteria'],
  });
  const uncovered = isPass && criteria !== undefined ? matchCriteria(body.criteria, criteria).problems : [];
  const problems = [
    ...answer.reasons,
    ...auditorProblems(signal, body),
    ...uncovered,
    ...doubts,
    ...(isPass ? said.red.map((row) => `a table says: ${row}`) : []),
    ...(isPass ? stray.sentences.map((each) => `AUDIT_PASSED with words against a criterion: ${each}`) : []),
  ];
  const against = answer.against.length + stray.sentences.length + (isPass ? said.strangers.length : 0);
  const isRefused = against > 0;
  const isHeard = !answer.isNoise || signal === 'AUDIT_FAILED';
  const objection = isHeard ? objectionIn(body, signal, isRefused) : undefined;
  const verdict = problems.length > 0 ? 'unknown' : verdictOf(signal);
  const reasons = isPass ? problems : [...problems, ...said.notes];
  return { signal, ticket, verdict, ...body, uncovered, ...(objection && { objection }), reasons };
}

/** A blocked audit says nothing of the work. Beside a pass an issue without a place is only a word against it. */
function objectionIn(
  { criteria, commands, findings, requiredFixes }: AuditorBody,
  signal: SignalName | null,
  isRefused: boolean,
): Objection | undefined {
  if (signal === 'AUDIT_BLOCKED') return undefined;
  const isFail = signal === 'AUDIT_FAILED';
  const issues = findings.filter((each) => isFail || isPlaced(each)).length;
  const failed = criteria.filter(isFailedCriterion).length + commands.filter(isFailedCommand).length;
  if (failed + issues + requiredFixes.length > 0) return 'work';
  if (isFail) return 'fail';
  return isRefused || findings.length > 0 ? 'words' : undefined;
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

type SaidAudit = JudgeReply<AuditorBody> & { readonly red: readonly string[] };

function auditorFromText(lines: readonly BodyLine[], parts: ReturnType<typeof auditorParts>): SaidAudit {
  const sections = readSections<string>(lines, {
    ...outlineOf(parts),
    failed: failedSection,
    matrix: { shape: 'list', labels: ['environment verification matrix', 'environment matrix'] },
    quality: { shape: 'list', keeps: 'against', labels: ['quality verification'] },
    developer: { shape: 'line', labels: ['developer'] },
  });
  const texts = lines.filter(({ kind }) => kind !== 'quote').map(({ text }) => text);
  const matrix = readMatrix(texts);
  const complaints = sections.items('quality').filter(speaksAgainst);
  const rows = matrix.rows.map(({ check, environment, result }): RanCommand => ({
    command: check,
    environment,
    result,
  }));
  const body = fromText(parts, sections);
  return {
    body: {
      ...body,
      commands: [...body.commands, ...rows],
      findings: [...body.findings, ...complaints.map(readLocated)],
    },
    notes: [...sections.reasons, ...matrix.reasons],
    strangers: sections.strangers,
    red: redRows(texts),
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
  notes,
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
    ...notes
      .filter((note) => criteria.some(({ criterion }) => takesBack(note, criterion)))
      .map((note) => `AUDIT_PASSED with a note against a verified criterion: ${note}`),
  ];
}

/** Other notes stand beside a pass, whatever their words. One that names a criterion says how it was verified. */
function takesBack(note: string, criterion: string): boolean {
  const [id = ''] = /^[\w.-]*\d/.exec(criterion) ?? [];
  return id !== '' && note.split(/[^\w.-]+/).includes(id) && speaksAgainst(note);
}

/** `VERIFIED - <evidence>`: a dash or "none" shows nothing. */
export function isEvidence(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !isNothing(text);
}

function counted(count: number, what: string): readonly string[] {
  return count === 0 ? [] : [`AUDIT_PASSED with ${count} ${what}`];
}
