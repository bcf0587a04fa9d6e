import { isComplaint } from '../text-doubt.ts';
import { readHeading } from '../text-heading.ts';
import { type LocatedMessage, readLocated } from '../text-location.ts';
import type { Stranger } from '../text-strangers.ts';
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

/** What a judge said in a text: its body, and what has no place there. */
export type JudgeReply<Body> = {
  readonly body: Body;
  readonly notes: readonly string[];
  readonly strangers: readonly Stranger[];
};

type Complaints = { readonly findings: readonly LocatedMessage[]; readonly requiredFixes: readonly string[] };

type JudgeForm<P extends Parts> = {
  readonly pass: SignalName;
  readonly parts: P;
  /** Keys that JSON may have beside the parts. */
  readonly alsoKnown?: Readonly<Record<string, object>>;
  /** The keys that a pass as JSON has to have. */
  readonly needed: readonly string[];
  readonly together: (json: BodyOf<P>, text: BodyOf<P>) => BodyOf<P>;
};

/** What a judge said, in text and JSON together, and why a pass cannot be believed: something in it was not understood. */
export function judged<P extends Parts>(
  answer: Pick<SignalAnswer, 'signal' | 'json' | 'unread'>,
  said: JudgeReply<BodyOf<P> & Complaints>,
  { pass, parts, alsoKnown, needed, together }: JudgeForm<P>,
) {
  const { signal, json } = answer;
  const known = { ...parts, ...alsoKnown };
  const body = { ...said.body, ...(json !== null && together(fromJson(parts, json), said.body)) };
  if (signal === pass) {
    const doubts = [...overlooked(answer, said), ...(json === null ? [] : keyProblems(json, known, needed))];
    return { body, isPass: true, doubts };
  }
  // Where nothing passes, whatever was complained of is handed on.
  const findings = [...body.findings, ...strangeFindings(said, json, known)];
  return { body: { ...body, findings }, isPass: false, doubts: [] };
}

function overlooked(
  { unread }: Pick<SignalAnswer, 'unread'>,
  { notes, strangers }: Omit<JudgeReply<unknown>, 'body'>,
): readonly string[] {
  return [
    ...strangers.map(({ title, items }) =>
      `a pass, but this reads like a finding: ${title}: ${items[0] ?? ''}`.slice(0, MAX_REASON),
    ),
    ...(unread === null ? [] : [`not read because it is too far before the signal: ${unread}`]),
    ...notes,
  ];
}

const MAX_REASON = 300;

function strangeFindings(
  { strangers }: Omit<JudgeReply<unknown>, 'body'>,
  json: JsonObject | null,
  known: PartKeys,
): readonly LocatedMessage[] {
  const part = locatedPart('', []);
  const unknown = json === null ? [] : unknownKeys(json, known).filter((key) => Object.hasOwn(json, key));
  return [
    ...strangers.flatMap(({ items }) => items.map(readLocated)),
    ...unknown.flatMap((key) => part.fromJson(json?.[key])),
  ];
}

/** The findings and fixes of JSON, and those that only the text has. */
export function bothFindings(json: Complaints, text: Complaints): Complaints {
  const known = new Set(json.findings.map(({ message }) => message));
  return {
    findings: [...json.findings, ...text.findings.filter(({ message }) => !known.has(message))],
    requiredFixes: [...new Set([...json.requiredFixes, ...text.requiredFixes])],
  };
}

/** `Blocking Issues: …` among the files is no file; one in code marks is. */
export function isComplaintEntry(item: string): boolean {
  if (item.startsWith('`')) return false;
  const heading = readHeading(item);
  return (
    heading !== null && heading.rest !== '' && !heading.label.includes('/') && isComplaint(heading.label)
  );
}
