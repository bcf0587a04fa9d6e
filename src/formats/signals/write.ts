import { isNothing } from '../text-heading.ts';
import { escapeItem, longText, oneLine } from '../text-sections.ts';
import { type SignalName, signalLine } from './names.ts';

export type WriteOptions = { readonly token?: string };

/** A document: the closing signal, then its sections, empty ones left out. */
export function document(
  signal: SignalName | null,
  ticket: string | null,
  sections: readonly string[],
  { token }: WriteOptions,
): string {
  // A value without a signal is written without one, so that it stays unknown.
  const closing = signal === null ? [] : [signalLine(signal, ticket ?? '', token)];
  return `${[...closing, ...sections.filter((section) => section !== '')].join('\n\n')}\n`;
}

/** A section with one bullet for each entry; nothing without entries. */
export function listSection(label: string, items: readonly string[]): string {
  const kept = items.map(oneLine).filter((item) => !isNothing(item));
  return kept.length === 0 ? '' : [`${label}:`, ...kept.map((item) => `- ${escapeItem(item)}`)].join('\n');
}

/** A section of one line; nothing for an empty text. */
export function lineSection(label: string, text: string): string {
  const line = oneLine(text);
  return isNothing(line) ? '' : `${label}: ${line}`;
}

/** A section of free text: on its line, or in a fence where it has several. */
export function textSection(label: string, text: string): string {
  const value = longText(text);
  if (isNothing(value)) return '';
  if (!value.includes('\n')) return `${label}: ${value}`;
  const longest = Math.max(2, ...(value.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${label}:\n${fence}\n${value}\n${fence}`;
}
