import { addedLines, lineAt } from '../detect/index.ts';
import { type Grammar, type Grammars, languageOf } from '../../packages/scan/index.ts';
import { essence, isParsed, parsed } from './code.ts';
import type { ChangedText, Planted, PlantingPlace } from './kinds.ts';
import { textLanguage } from './text-sites.ts';

/** The lines of a file that its change writes. */
export function changedLines({ path, before, after }: ChangedText): ReadonlySet<number> {
  return new Set(addedLines(asChange(path, before, after)).map(({ line }) => line));
}

/**
 * Puts a defect into a changed text; undefined where that gives none: outside of the lines that the change writes, where
 * the program would stay the same, where it would be no program any more, or where nothing of the change would be left there.
 */
export function plant(
  change: ChangedText,
  site: PlantingPlace,
  lines: ReadonlySet<number>,
  grammars: Grammars = new Map(),
): Planted | undefined {
  const { path, before, after } = change;
  const { kind, start, end, what } = site;
  const first = lineAt(after, start);
  const last = lineAt(after, end > start && after[end - 1] === '\n' ? end - 1 : end);
  for (let line = first; line <= last; line += 1) if (!lines.has(line)) return undefined;
  const text = `${after.slice(0, start)}${site.text}${after.slice(end)}`;
  if (text === before || !isOther(path, after, text, grammars)) return undefined;
  const total = text.split('\n').length;
  const line = Math.min(first, total);
  const endLine = Math.min(lineAt(text, start + site.text.replace(/\n$/, '').length), total);
  const left = addedLines(asChange(path, before, text));
  const isInDiff = left.some((added) => added.line >= line - 1 && added.line <= endLine + 1);
  return isInDiff ? { kind, file: path, line, endLine, what, text } : undefined;
}

/** Whether two texts are both whole programs and not the same one. Without a grammar of their language that is told by the text. */
export function isOther(path: string, text: string, changed: string, grammars: Grammars): boolean {
  const language = languageOf(path);
  const other = textLanguage(language);
  if (other !== undefined) {
    const [now, then] = [codeIn(text, grammars.get(other)), codeIn(changed, grammars.get(other))];
    return now !== undefined && then !== undefined && now !== then;
  }
  if (!isParsed(language)) return false;
  const [now, then] = [parsed(path, text, language), parsed(path, changed, language)];
  return now !== undefined && then !== undefined && essence(now) !== essence(then);
}

const COMMENTS = ['comment', 'line_comment', 'block_comment'];

/** What is left without comments and blank ends; undefined where it is no whole program. */
function codeIn(text: string, grammar: Grammar | undefined): string | undefined {
  if (grammar === undefined) return squeezed(text);
  let code: string | undefined;
  try {
    grammar(text, (root) => {
      if (root.hasError) return;
      const comments = root.descendantsOfType(COMMENTS).filter((node) => node !== null);
      code = comments.reduceRight(
        (left, { startIndex, endIndex }) => left.slice(0, startIndex) + left.slice(endIndex),
        text,
      );
    });
  } catch {
    // What the parser cannot follow is nothing to plant in.
    return undefined;
  }
  return code === undefined ? undefined : squeezed(code);
}

function squeezed(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}

function asChange(path: string, before: string | null, after: string) {
  const version = (text: string) => ({ mode: '', blob: '', text, unread: null });
  return { path, before: before === null ? null : version(before), after: version(after) };
}
