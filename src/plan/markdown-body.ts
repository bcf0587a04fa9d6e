import { isCode, type LineKind, scanLines } from '../formats/index.ts';

export type MarkdownLine = { readonly number: number; readonly text: string };

export type MarkdownItem = { readonly line: number; readonly text: string };

/** What the text of a ticket file says below its front matter. */
export type Body = {
  readonly title: MarkdownItem | undefined;
  readonly description: MarkdownItem | undefined;
  /** The list under "Acceptance Criteria". */
  readonly items: readonly MarkdownItem[];
  /** Lines of that section which are part of no criterion: somebody meant something by them. */
  readonly unread: readonly MarkdownItem[];
};

const HEADING = /^(#{1,6})\s+(\S.*)$/;
const SECTION = /^[*_]{0,3}acceptance( criteria)?[*_:#\s]{0,20}$/i;
const BULLET = /^(\s*)(?:[-*+](?=\s|\[[ xX]\])|[•◦▪‣–—]|\d{1,4}[.)](?=\s))\s*(.*)$/;
const BOX = /^\[[ xX]?\](?:\s+|$)/;
const RULE = /^\s{0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/;
/** A heading below "Acceptance Criteria" groups them; one with an id is a criterion in the wrong form. */
const CRITERION_HEADING = /^#{1,6}\s+\**[A-Za-z]{1,12}[-_.]?\d/;
const TAB = '    ';

/** Reads title, description and criteria; code fences and comments hide what they hold. */
export function readBody(lines: readonly MarkdownLine[]): Body {
  let title: MarkdownItem | undefined;
  /** Level of the acceptance heading while its section lasts. */
  let section = 0;
  const criteria = criteriaReader();
  const told: MarkdownLine[] = [];
  for (const { line, kind } of withKinds(lines)) {
    const heading = kind === 'text' ? HEADING.exec(line.text) : null;
    const level = heading?.[1]?.length ?? 0;
    const words = heading?.[2]?.trim() ?? '';
    if (level > 0 && level <= section) section = 0;
    if (level > 0 && SECTION.test(words)) section = level;
    else if (level === 1 && title === undefined && told.every(isBlank))
      title = { line: line.number, text: words };
    else if (section > 0) criteria.add(line, kind);
    else told.push(line);
  }
  const begins = told.find((line) => !isBlank(line));
  const text = told
    .map((line) => line.text)
    .join('\n')
    .trim();
  const { items, unread } = criteria;
  return { title, description: begins && { line: begins.number, text }, items, unread };
}

/** A comment that is never closed, or with words behind it, is an unclear one: nothing in it is passed over. */
type Kind = 'text' | 'code' | 'comment' | 'unclear';

type Kinded = { readonly line: MarkdownLine; readonly kind: Kind };

function withKinds(lines: readonly MarkdownLine[]): readonly Kinded[] {
  const kinds: LineKind[] = [];
  const text = lines.map((line) => line.text.replaceAll('\r', ' ')).join('\n');
  scanLines(text, (_start, _end, kind) => kinds.push(kind) > 0, { anyIndent: true });
  const last = lines.findLastIndex((line) => line.text.includes('-->'));
  return lines.map((line, index) => {
    const kind = kinds[index] ?? 'text';
    if (kind !== 'comment') return { line, kind: isCode(kind) ? 'code' : 'text' };
    const behind = line.text.includes('-->') ? line.text.slice(line.text.lastIndexOf('-->') + 3) : '';
    return { line, kind: index <= last && behind.trim() === '' ? 'comment' : 'unclear' };
  });
}

/** A bullet begins an item; what is indented below it, follows it at once or is code below it belongs to it. */
function criteriaReader() {
  const items: MarkdownItem[] = [];
  const unread: MarkdownItem[] = [];
  /** How far right the bullets of the list stand; those farther right belong to an item. */
  let base = -1;
  /** Whether the line before was part of an item, so that a line at the margin goes on with it. */
  let goesOn = false;
  const goOn = (text: string): boolean => {
    const last = items.pop();
    if (last === undefined) return false;
    items.push({ ...last, text: `${last.text} ${text}` });
    return true;
  };
  const read = (line: MarkdownLine, kind: Kind): boolean => {
    const text = line.text.trim();
    if (kind === 'code') return goOn(text);
    const [, spaces = '', content] = BULLET.exec(line.text) ?? [];
    const indent = spaces.replaceAll('\t', TAB).length;
    if (content !== undefined && (base < 0 || indent < base + 2)) {
      const criterion = content.replace(BOX, '').trim();
      if (criterion === '') return false;
      base = base < 0 ? indent : base;
      items.push({ line: line.number, text: criterion });
      return true;
    }
    return (/^\s/.test(line.text) || goesOn) && !text.startsWith('|') && goOn(text);
  };
  const add = (line: MarkdownLine, kind: Kind): void => {
    const isHeading = kind === 'text' && HEADING.test(line.text) && !CRITERION_HEADING.test(line.text);
    if (isBlank(line) || kind === 'comment' || isHeading || (kind === 'text' && RULE.test(line.text))) {
      goesOn = false;
      return;
    }
    const isLost = kind === 'unclear' || CRITERION_HEADING.test(line.text);
    goesOn = !isLost && read(line, kind);
    if (!goesOn) unread.push({ line: line.number, text: line.text.trim() });
  };
  return { items, unread, add };
}

function isBlank(line: MarkdownLine): boolean {
  return line.text.trim() === '';
}
