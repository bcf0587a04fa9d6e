import { isComplaint } from '../text-doubt.ts';
import { readHeading } from '../text-heading.ts';
import { type Located, readLocated } from '../text-location.ts';
import type { Stranger } from '../text-strangers.ts';
import type { Answer } from './answer.ts';
import type { JsonObject } from './json-answer.ts';
import { entriesField, locatedFrom } from './json-fields.ts';
import { type Keys, unknownKeys } from './json-keys.ts';

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
] as const;

/** What was read from a text beside the parts that have a place. */
export type Said = {
  readonly notes: readonly string[];
  readonly strangers: readonly Stranger[];
};

/** Why a pass cannot be believed: it holds something that was not understood, not read or cut off. */
export function overlooked(
  { unread }: Pick<Answer, 'unread'>,
  { notes, strangers }: Said,
): readonly string[] {
  return [
    ...strangers.map(({ title, items }) =>
      `not understood: ${title}: ${items[0] ?? ''}`.slice(0, MAX_REASON),
    ),
    ...(unread === null ? [] : [`too far before the signal to be read: ${unread}`]),
    ...notes,
  ];
}

const MAX_REASON = 300;

/** The same, where nothing passes, as findings: whatever was complained of is handed on. */
export function strangeFindings(
  { strangers }: Said,
  json: JsonObject | null,
  keys: Keys,
): readonly Located[] {
  const unknown = json === null ? [] : unknownKeys(json, keys).filter((key) => Object.hasOwn(json, key));
  return [
    ...strangers.flatMap(({ items }) => items.map(readLocated)),
    ...unknown.flatMap((key) => (json === null ? [] : entriesField(json, key, locatedFrom, readLocated))),
  ];
}

/** `Blocking Issues: …` among the files is no file; one in code marks is. */
export function isComplaintEntry(item: string): boolean {
  if (item.startsWith('`')) return false;
  const heading = readHeading(item);
  return (
    heading !== null && heading.rest !== '' && !heading.label.includes('/') && isComplaint(heading.label)
  );
}
