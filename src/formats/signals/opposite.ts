import { sanitize } from '../sanitize.ts';
import { isContent, scanLines } from '../text-lines.ts';
import { closingLines, type SignalName, signalsOf, type SignalRole } from './names.ts';
import type { Expected } from './find-signal.ts';

/** From here on nobody needs to look at each of them. */
const MAX_OPPOSITES = 5000;

/** An output as it came, and sanitised. */
export type Output = { readonly text: string; readonly clean: string };

/**
 * Lines that say the opposite of a pass without being signals themselves: without a colon, behind a bullet, after a
 * lone carriage return, with unseen characters in them. Code, quotes and the lines of the prompt are not meant.
 */
export function oppositesOf(
  pass: SignalName,
  { text, clean }: Output,
  role: SignalRole,
  expected: Expected,
): readonly string[] {
  const own: readonly SignalName[] = signalsOf[role];
  const names = own.filter((name) => name !== pass);
  // Most texts do not have the name at all, and need not be folded.
  if (!new RegExp(names.join('|'), 'i').test(clean.replaceAll(UNSEEN, ''))) return [];
  const folded = foldedFor(text);
  const starts = startsOf(folded, names, expected);
  if (starts.length > MAX_OPPOSITES) return [`more than ${MAX_OPPOSITES} lines contradict ${pass}`];
  const shown = closingLines(role, expected.ticket, expected.token);
  const found: string[] = [];
  let next = 0;
  scanLines(folded, (start, end, kind, line) => {
    if (start !== starts[next]) return next < starts.length;
    next += 1;
    const words = folded.slice(start, Math.min(end, start + MAX_LINE));
    if (!isContent(kind) || shown.includes(words.trim())) return true;
    const name = names.find((known) => words.toUpperCase().includes(known)) ?? '';
    found.push(`${name} on line ${line} contradicts ${pass}`);
    return false;
  });
  return found;
}

const MAX_LINE = 500;

/** Every kind of line break breaks a line, and what nobody sees is gone. */
function foldedFor(text: string): string {
  const lines = text.includes('\r') ? text.replaceAll('\r\n', '\n').replaceAll('\r', '\n') : text;
  return sanitize(lines.replaceAll(BREAKS, '\n')).replaceAll(UNSEEN, '');
}

const BREAKS = /[\v\f\u0085\u2028\u2029]/g;
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Where the lines start that begin with one of the names, behind whatever is no letter. Behind words it counts where it is
 * whole, not quoted and the last of its line: `on reflection REVIEW_FAILED: T-1`.
 */
function startsOf(text: string, names: readonly SignalName[], expected: Expected): readonly number[] {
  const starts: number[] = [];
  for (const { index, 0: name } of text.matchAll(
    new RegExp(`(?:${names.join('|')})(?![A-Za-z0-9_])`, 'gi'),
  )) {
    const before = text.slice(Math.max(0, index - MAX_LEAD), index);
    const isWhole = /[^\s`'"“‘(]\s$/.test(before) && isSignalAlone(text, index + name.length, expected);
    const lead = before.slice(before.lastIndexOf('\n') + 1);
    const start = isWhole ? text.lastIndexOf('\n', index) + 1 : index - lead.length;
    const isFirst = !/\p{L}/u.test(lead) && (start === 0 || text.charAt(start - 1) === '\n');
    if (!isFirst && !isWhole) continue;
    if (start !== starts.at(-1)) starts.push(start);
    if (starts.length > MAX_OPPOSITES) break;
  }
  return starts;
}

const MAX_LEAD = 40;

/** Whether the ticket's id follows, and nothing else on that line but the token. */
function isSignalAlone(text: string, from: number, { ticket, token }: Expected): boolean {
  if (!text.startsWith(`: ${ticket}`, from)) return false;
  const rest = text.slice(from + ticket.length + 2, from + ticket.length + MAX_LINE).split('\n', 1)[0] ?? '';
  return !/\w/.test(rest.replace(token ?? '', '').replace(/\btoken\b/i, ''));
}
