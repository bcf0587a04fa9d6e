import { idProblem } from '../../../model/names.ts';
import type { SignalName } from '../names.ts';
import { type BodyOf, linePart, linesPart, textPart } from '../parts.ts';

export const blockerKinds = ['information', 'scope', 'dependency', 'infrastructure', 'other'] as const;

export type BlockerKind = (typeof blockerKinds)[number];

/** What keeps a developer from finishing, as it is said. */
export const blockerParts = {
  kind: linePart('Kind', 'blocker kind', 'blocker type'),
  text: textPart('Blocker', 'blockers', 'blocked by', 'issue', 'reason'),
  dependency: linePart('Depends on', 'dependency'),
  attempted: textPart('Attempted', 'attempts', 'tried'),
  needed: textPart('Needed', 'what is needed', 'needs'),
  command: textPart('Command'),
  output: textPart('Output'),
  environment: linePart('Environment'),
  /** The checks said to be broken, to be run on the base commit (FLOW-12). */
  checks: linesPart('Checks', ['failing checks', 'failed checks', 'broken checks']),
};

type SaidBlocker = BodyOf<typeof blockerParts>;

/** What keeps a developer from finishing. Fields that were not given are empty. */
export type Blocker = Omit<SaidBlocker, 'kind' | 'dependency'> & {
  readonly kind: BlockerKind;
  /** The ticket waited for, where the kind is a dependency and it is named. */
  readonly dependency: string | null;
};

/** The kind as named, else as the text says at its start or in plain words; whatever is unclear is `other`. */
function blockerKind(named: string, text: string): BlockerKind {
  const plain = plainText(text);
  return (
    kindNamed(named) ?? kindNamed(text) ?? keywords.find(([, words]) => words.test(plain))?.[0] ?? 'other'
  );
}

/** The kind that the label of a text names: `Dependency - …`, `[scope] …`, `missing_info`, `blocked_by_dependency: …`. */
export function kindNamed(text: string): BlockerKind | undefined {
  const label = plainText(LABEL.exec(text)?.[1] ?? '');
  const words = label.match(/[a-z]{1,40}/gi) ?? [];
  if (words.length > MOST_WORDS) return undefined;
  const kind = words.map(kindOfWord).findLast((each) => each !== undefined);
  // `no info` lacks it; `not a dependency` says that it is none.
  const isDenied = /^(?:no|not|none|non)$/i.test(words[0] ?? '') && kind !== 'information';
  return isDenied ? undefined : kind;
}

/** The text up to a colon, a dash, a closing bracket or the end of its line. */
const LABEL = /^([^:：–—\n)\]]{1,60}?)(?: {0,2}[:：–—)\]]| {1,2}-|\s{0,2}$|\n)/;

/** A longer label is a sentence: `scope creep is likely` names no kind. */
const MOST_WORDS = 3;

/** `info` and `infra` are short for the kind that begins with them, and every kind has a plural. */
function kindOfWord(word: string): BlockerKind | undefined {
  const stem = word.toLowerCase().replace(/ies$/, 'y').replace(/s$/, '');
  return stem.length < 4 ? undefined : blockerKinds.find((kind) => kind.startsWith(stem));
}

/** Identifiers as words: `missing_info`, `missing-info` and `missingInfo` are `missing info`. */
function plainText(text: string): string {
  return text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' ');
}

/** Only phrases that leave little doubt. A wrong guess costs a person's time, none costs one attempt. */
const keywords: readonly (readonly [BlockerKind, RegExp])[] = [
  ['dependency', /\b(?:depends on|waiting for|blocked by|not (?:yet )?(?:landed|merged))\b/i],
  ['infrastructure', /\b(?:infrastructure|network (?:is )?(?:down|unreachable)|disk full|docker daemon)\b/i],
  ['scope', /\b(?:out of scope|outside the scope|wrong scope|scope (?:is )?(?:unclear|too))\b/i],
  [
    'information',
    /\b(?:(?:missing|lack(?:s|ing)?|insufficient|not enough) (?:\w{1,20} ){0,2}info(?:rmation)?|info(?:rmation)? (?:is )?(?:missing|lacking)|unclear|ambiguous|not specified|unspecified|contradictory)\b/i,
  ],
];

/** What only a person can give: "Needed: a person", "a decision by the product owner". */
const NEEDS_A_PERSON =
  /^(?:(?:an?|the) )?(?:person|human|somebody|someone|maintainer|product owner|stakeholder)\b|\b(?:decision|clarification|answer|approval) (?:from|by|of) /i;

/** Who says so, and which tickets there are, where that is known. */
export type Waiting = {
  readonly ticket: string | null;
  readonly tickets?: readonly string[] | undefined;
};

/** The blocker of work that stopped. Only a dependency names a ticket: under any heading where the tickets are known. */
export function blockerFrom(said: SaidBlocker, signal: SignalName | null, waiting: Waiting): Blocker | null {
  const isBlocked = signal === 'TASK_INCOMPLETE' || signal === 'INFRA_BLOCKED';
  if (!isBlocked && said.text === '') return null;
  const named = blockerKind(said.kind, said.text);
  const asked = named === 'other' && NEEDS_A_PERSON.test(said.needed) ? 'information' : named;
  const kind = signal === 'INFRA_BLOCKED' ? 'infrastructure' : asked;
  return { ...said, kind, dependency: kind === 'dependency' ? dependencyIn(said, waiting) : null };
}

function dependencyIn(
  { dependency: named, text, needed }: SaidBlocker,
  { ticket, tickets = [] }: Waiting,
): string | null {
  const ids = new Map(tickets.map((id) => [id.toLowerCase(), id]));
  const waitedFor = [named, mentionedIn(text), mentionedIn(needed), needed, text].flatMap(wordsIn);
  const known = waitedFor.flatMap((word) => ids.get(word.toLowerCase()) ?? []);
  const alone = isLikeAnId(needed) && /^\S+$/.test(needed) ? needed : '';
  const likely = [named, mentionedIn(text), alone].flatMap(wordsIn);
  const id = [...known, ...likely].find((word) => word !== ticket && idProblem(word) === undefined);
  return id ?? null;
}

/** The first id after the words that say that somebody waits. */
function mentionedIn(text: string): string {
  const [, mentioned = '', end] = AFTER_WAITING.exec(text) ?? [];
  return end !== undefined || isLikeAnId(mentioned) ? mentioned : '';
}

/** In prose only what looks like an id is one: "waiting for the review" waits for no ticket. */
function isLikeAnId(word: string): boolean {
  return /[\d-]/.test(word);
}

function wordsIn(text: string): readonly string[] {
  return text.split(/[\s,;]+/).map(trimmed);
}

const AFTER_WAITING =
  /\b(?:depends[\s_]on|waiting[\s_]for|blocked[\s_]by|needs|dependency)[\s_:]{1,3}(?:(?:ticket|dependency)[\s_:]{1,3}){0,2}([^\s,;]{1,80})(?:\s*($)|)/i;

function trimmed(word: string): string {
  return word.replace(/^[*_`([]{1,4}/, '').replace(/[*`)\].:!]{1,4}$/, '');
}
