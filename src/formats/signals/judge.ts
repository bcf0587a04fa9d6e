import { isMustFix, severityFrom } from '../../model/severity.ts';
import { outsideReasons } from '../outside.ts';
import { type LocatedMessage, readLocated } from '../text/location.ts';
import type { SignalAnswer } from './answer.ts';
import type { JsonObject } from './json-answer.ts';
import type { SignalName } from './names.ts';
import {
  type BodyOf,
  fromJson,
  keyProblems,
  type PartKeys,
  locatedPart,
  type Parts,
  unknownKeys,
} from './parts.ts';

/** What a critic or an auditor may call its findings. */
export const findingLabels = [
  'issues found',
  'issues',
  'findings',
  'problems found',
  'problems',
  'blocking issues',
  'critical issues',
  'concerns',
  'defects',
  'bugs',
] as const;

/** What they may call the fixes they ask for. */
export const fixLabels = [
  'required fixes',
  'required changes',
  'fixes required',
  'fixes',
  'must fix',
  'changes required',
  'requested changes',
  'changes requested',
  'action items',
] as const;

/** What a judge said in a text: its body, and what does not belong to its form. */
export type JudgeReply<Body> = {
  readonly body: Body;
  /** What was left out because it was too much. */
  readonly omitted: readonly string[];
  readonly outside: readonly string[];
  /** Those of its lines that belong to no section, which a fail hands on. */
  readonly loose: readonly string[];
};

type Complaints = { readonly findings: readonly LocatedMessage[]; readonly requiredFixes: readonly string[] };

type Said = Complaints & { readonly notes: readonly string[] };

type JudgeForm<P extends Parts> = {
  readonly pass: SignalName;
  readonly fail: SignalName;
  readonly parts: P;
  /** Keys that JSON may have beside the parts. */
  readonly alsoKnown?: Readonly<Record<string, object>>;
  /** The keys that a pass as JSON has to have. */
  readonly needed: readonly string[];
  readonly together: (json: BodyOf<P>, text: BodyOf<P>) => BodyOf<P>;
};

/**
 * What a judge said, in text and JSON together, and why a pass cannot be believed: it says more than its form holds. Of a fail
 * that is handed on as notes.
 */
export function judged<P extends Parts>(
  answer: Pick<SignalAnswer, 'signal' | 'json'>,
  said: JudgeReply<BodyOf<P> & Said>,
  { pass, fail, parts, alsoKnown, needed, together }: JudgeForm<P>,
) {
  const { signal, json } = answer;
  const known = { ...parts, ...alsoKnown };
  const body = { ...said.body, ...(json !== null && together(fromJson(parts, json), said.body)) };
  const isPass = signal === pass;
  const grave = body.notes.filter(isIssue);
  const more = isPass || json === null ? [] : unknownEntries(json, known);
  const findings = [...body.findings, ...grave.map(readLocated), ...more];
  const plain = body.notes.filter((note) => !isIssue(note));
  const notes = signal === fail ? [...plain, ...said.loose.slice(-MOST_NOTED)] : plain;
  const doubts = [
    ...outsideReasons(said.outside),
    ...said.omitted,
    ...(json === null ? [] : keyProblems(json, known, needed)),
  ];
  return { body: { ...body, findings, notes }, isPass, doubts: isPass ? doubts : [] };
}

/** The last lines outside of the form may say more of what has to change. */
const MOST_NOTED = 20;

/** A note that says of itself how grave it is, and that it has to be fixed: `[HIGH] …`, `severity: critical`. */
function isIssue(note: string): boolean {
  const [, tag = '', named = ''] = MARKED.exec(note) ?? [];
  const severity = severityFrom(tag || named);
  return severity !== undefined && isMustFix(severity);
}

const MARKED = /^[*_`]{0,3}[[(]([a-z]{1,20})[\])]|\bseverity[*_`]{0,3}\s?[:=]\s?[*_`]{0,3}([a-z]{1,20})/i;

/** What stands under keys of JSON that nobody knows. */
function unknownEntries(json: JsonObject, known: PartKeys): readonly LocatedMessage[] {
  const part = locatedPart('', []);
  const keys = unknownKeys(json, known).filter((key) => Object.hasOwn(json, key));
  return keys.flatMap((key) => part.fromJson(json[key]));
}

/** The findings and fixes of JSON, and those that only the text has. */
export function bothFindings(json: Complaints, text: Complaints): Complaints {
  const known = new Set(json.findings.map(({ message }) => message));
  return {
    findings: [...json.findings, ...text.findings.filter(({ message }) => !known.has(message))],
    requiredFixes: [...new Set([...json.requiredFixes, ...text.requiredFixes])],
  };
}
