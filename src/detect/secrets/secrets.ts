import type { Detected } from '../finding.ts';
import { addedLines, type FileChange, lineNumbers } from '../change.ts';
import { type SecretKind, secretKinds } from './secret-patterns.ts';
import { parsedObject } from '../checks/check-files.ts';

/** Where a secret stands in a text. */
export type FoundSecret = {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
};

/** Beyond this a line is data; it is looked at in pieces that overlap. */
const PIECE = 20_000;
const OVERLAP = 5000;

/** Every secret in a text. Examples from documentation and placeholders are none. */
export function secretsIn(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  const kinds = secretKinds.filter((kind) => mayHave(kind, text));
  if (kinds.length === 0) return found;
  for (let from = 0; from === 0 || from + OVERLAP < text.length; from += PIECE - OVERLAP) {
    const piece = text.slice(from, from + PIECE);
    for (const kind of kinds) found.push(...ofKind(kind, piece, from));
  }
  return withoutOverlaps(found);
}

/** The same text with every secret blacked out: for logs, prompts and reports (BEYOND-09). */
export function redact(text: string): string {
  let clean = '';
  let at = 0;
  for (const { kind, start, end } of secretsIn(text)) {
    clean += `${text.slice(at, start)}[${kind} removed]`;
    at = end;
  }
  return clean + text.slice(at);
}

/** Secrets in what a change adds. The finding never shows the secret itself. */
export function detectSecrets(change: FileChange): readonly Detected[] {
  const text = change.after?.text;
  if (text === undefined) return [];
  const lines = redact(text).split('\n');
  const numberAt = lineNumbers(text);
  const added = new Set(addedLines(change).map(({ line }) => line));
  return secretsIn(text)
    .map(({ kind, start }) => ({ kind, line: numberAt(start) }))
    .filter(({ line }) => added.has(line))
    .map(({ kind, line }) => ({
      rule: 'no-secret',
      severity: 'CRITICAL',
      file: change.path,
      line,
      message: `This line adds a possible secret (${kind}). Everyone who can read the history can read it.`,
      evidence: (lines[line - 1] ?? '').trim().slice(0, 300),
      fix: 'Remove it from every commit of the branch, read it from the environment instead, and rotate it: treat it as leaked.',
    }));
}

function mayHave({ needs, spelled }: SecretKind, text: string): boolean {
  return [needs, spelled].every((words) => words === undefined || words.some((word) => text.includes(word)));
}

function ofKind(kind: SecretKind, text: string, offset: number): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  if (kind.needs?.some((word) => text.includes(word)) === false) return found;
  // Going through matches by the pattern itself: a copy of it for every kind and file costs more than the search.
  const { pattern } = kind;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const secret = match.groups?.['secret'] ?? match[0];
    if (isExample(secret) || (kind.isPlain !== true && !looksRandom(secret))) continue;
    if (kind.name === 'JSON Web Token' && !isTokenHeader(secret)) continue;
    const start = offset + match.index + match[0].lastIndexOf(secret);
    found.push({ kind: kind.name, start, end: start + secret.length });
  }
  return found;
}

function withoutOverlaps(found: readonly FoundSecret[]): readonly FoundSecret[] {
  const kept: FoundSecret[] = [];
  for (const each of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (last === undefined || each.start >= last.end) kept.push(each);
  }
  return kept;
}

const EXAMPLE =
  /example|sample|dummy|placeholder|changeme|change-me|your[_-]?|insert|redacted|fixture|not[_-]?a[_-]?real|fake|x{5}|\*{3}|0123456789|123456789|abcdefgh|<|\.\.\./i;

/** Whether a value looks like an example or like words. Values that a provider drew by chance do not. */
export function isMadeUp(secret: string): boolean {
  return isExample(secret) || !looksRandom(secret);
}

function isExample(secret: string): boolean {
  return EXAMPLE.test(secret) || /^(.)\1*$/.test(secret.replace(/^[a-z]+[_-]/i, ''));
}

/** Keys are drawn evenly from their letters; words, paths and identifiers are not. */
function looksRandom(secret: string): boolean {
  const counts = new Map<string, number>();
  for (const letter of secret) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let entropy = 0;
  for (const count of counts.values()) entropy -= (count / secret.length) * Math.log2(count / secret.length);
  const isMixed = /\d/.test(secret) && /[A-Za-z]/.test(secret);
  return isMixed && entropy >= Math.min(3.3, Math.log2(secret.length) * 0.75) && !isWords(secret);
}

/** `user-service-v2.internal.name`: parts that are words, with a number somewhere. */
function isWords(secret: string): boolean {
  const parts = secret.split(/[_.\-/=+~]+/).filter((part) => part !== '');
  const plain = parts.filter((part) => /^(?:[A-Za-z]?[a-z]{1,20}|[A-Z]{1,20}|\d{1,6}|v\d+)$/.test(part));
  return parts.length > 1 && plain.length === parts.length;
}

/** A token starts with a JSON object that names its algorithm. */
function isTokenHeader(token: string): boolean {
  const header = token.slice(0, token.indexOf('.')).replaceAll('-', '+').replaceAll('_', '/');
  try {
    const alg = parsedObject(atob(header))?.['alg'];
    return typeof alg === 'string' && alg.toLowerCase() !== 'none';
  } catch {
    return false;
  }
}
