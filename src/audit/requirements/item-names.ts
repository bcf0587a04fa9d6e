import { foldedName, type Requirement } from '../requirement-finder.ts';
import { requestItems } from './request-items.ts';
import { idOf, readItem, type RequirementItem } from './requirements-document.ts';
import { type LocatedItem, scanRequirements } from './scan.ts';
import { unboxedItems } from './unboxed.ts';

/** An item under the one name that judges know it by. */
export type NamedItem = RequirementItem & { readonly name: string };

type Given = {
  /** The milestone of the document, or `run`. */
  readonly scope: string;
  readonly text: string;
};

/** A requirements document as an audit uses it. */
export type NamedDocument = {
  /** As judges read it: with the names, and what has no box as a list of passages. */
  readonly text: string;
  /** Its boxes. */
  readonly items: readonly NamedItem[];
  /** What it asks for, one by one: its boxes and what asks without one, or each of its passages where it has no box. */
  readonly required: readonly Requirement[];
  /** Whether some of `required` are passages without a box. */
  readonly hasProse: boolean;
  /** Why it asks for more than `required`; null where it does not. */
  readonly gap: string | null;
};

/**
 * Returns the documents of one audit with a name for each item that no other item has: its id where that is unique, its id
 * with the milestone where two documents have it, else its line. The names stand in the text that judges read, so a verdict
 * can name every item and none can mean two.
 */
export function nameItems(documents: readonly Given[]): readonly NamedDocument[] {
  const read = documents.map(readDocument);
  const uses = usesOf(read.flatMap(({ items }) => items));
  const taken = new Set(uses.keys());
  return read.map(({ scope, text, located, items, gap }) => {
    const own = usesOf(items);
    const named = items.map((item): NamedItem => {
      const folded = foldedName(item.id);
      if (item.id !== '' && uses.get(folded) === 1) return { ...item, name: item.id };
      const id = item.id === '' || own.get(folded) !== 1 ? withLine(item) : item.id;
      const name = unused(documents.length > 1 ? `${scope}:${id}` : id, taken);
      return { ...item, name, text: renamed(item.text, item.id, name) };
    });
    const boxes = named.slice(0, located.length);
    const passages = named.slice(located.length).map((each) => `- ${each.text}`);
    const boxed = boxes.length === 0 ? [] : [withNames(text, located, boxes)];
    const title =
      boxes.length > 0 && passages.length > 0 ? ['', '## Requirements Without a Checkbox', ''] : [];
    return {
      items: boxes,
      text: [...boxed, ...title, ...passages].join('\n'),
      required: named.map((item) => ({ id: item.name, text: item.text })),
      hasProse: passages.length > 0,
      gap,
    };
  });
}

const TOO_LONG =
  'the requirements document has more or longer passages without a checkbox than one auditor can judge: give its requirements checkboxes';

function readDocument({ scope, text }: Given) {
  const scan = scanRequirements(text);
  const boxes = scan.items.map((item) => readItem(text, item));
  const { items: passages, whole } =
    boxes.length === 0
      ? requestItems(text)
      : unboxedItems(
          text,
          scan,
          boxes.map(({ id }) => id),
        );
  const unnamed = passages.map((each) => ({ ...each, id: idOf(each.text), checked: false, cycles: 0 }));
  const bare = boxes.find((box) => !/[\p{L}\p{N}]/u.test(box.text));
  const empty =
    bare === undefined ? null : `line ${bare.line} of the requirements is a checkbox without text`;
  return { scope, text, located: scan.items, items: [...boxes, ...unnamed], gap: whole ? empty : TOO_LONG };
}

function withLine({ id, line }: RequirementItem): string {
  return id === '' ? `LINE-${line}` : `${id}-LINE-${line}`;
}

function unused(name: string, taken: Set<string>): string {
  let free = name;
  while (taken.has(foldedName(free))) free += '-X';
  taken.add(foldedName(free));
  return free;
}

function renamed(text: string, id: string, name: string): string {
  return id === '' ? `${name} ${text}` : text.replace(id, () => name);
}

function withNames(text: string, located: readonly LocatedItem[], named: readonly NamedItem[]): string {
  let from = 0;
  const pieces = named.flatMap(({ id, name }, at) => {
    const span = located[at]?.text;
    if (span === undefined || name === id) return [];
    const before = text.slice(from, span.start);
    from = span.end;
    const own = text.slice(span.start, span.end);
    return [before, id === '' ? ` ${name}${own}` : renamed(own, id, name)];
  });
  return pieces.join('') + text.slice(from);
}

function usesOf(items: readonly RequirementItem[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const { id } of items) uses.set(foldedName(id), (uses.get(foldedName(id)) ?? 0) + 1);
  return uses;
}
