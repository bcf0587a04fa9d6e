import { nameItems, type NamedDocument, type NamedItem } from '../../audit/index.ts';
import { type Requirement, requirementFinder } from '../../audit/index.ts';
import { withheldIn } from '../agent-call/privacy.ts';
import type { KeptDocument } from './requirement-documents.ts';
import type { StageContext } from '../stage-context.ts';
import type { AuditScope } from './audit-scope.ts';

export type ScopeDocument = KeptDocument & NamedDocument;

/** The documents of a scope as the base has them: a branch that could shorten one, or tick it, would judge itself (P9). */
export async function readDocuments(
  context: StageContext,
  scope: AuditScope,
): Promise<readonly ScopeDocument[]> {
  const found = await Promise.all(
    scope.documents.map(async (kept) => {
      const text = await fileAtBase(context, kept.path);
      return text === undefined
        ? []
        : [{ ...kept, text, scope: kept.audit.slice(kept.audit.indexOf(':') + 1) }];
    }),
  );
  const there = found.flat();
  return nameItems(there).flatMap((named, at) => {
    const kept = there[at];
    return kept === undefined ? [] : [{ path: kept.path, audit: kept.audit, ...named }];
  });
}

export async function fileAtBase(context: StageContext, path: string | null): Promise<string | undefined> {
  if (path === null || withheldIn(context)?.has(path) === true) return undefined;
  const bytes = await context.hub.file(context.state().base, path);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** What judges are given to read. */
export function documentsText(documents: readonly ScopeDocument[]): string {
  const [only, ...more] = documents;
  if (only !== undefined && more.length === 0) return only.text;
  return documents.map(({ path, text }) => `# ${path}\n\n${text}`).join('\n\n');
}

/** What was required of the scope, as judges read it and one by one. */
export type Required = {
  readonly text: string;
  readonly items: readonly Requirement[];
  /** Of a document every item has to be judged; criteria were, ticket by ticket. */
  readonly isDocument: boolean;
  /** Whether some items are passages without a checkbox, which may demand nothing. */
  readonly hasProse: boolean;
  /** Why documents ask for more than the items; null where they do not. */
  readonly gap: string | null;
};

/** What the requirements documents of a scope ask for; without one, or with empty ones, the tickets' own criteria. */
export async function requiredOf(context: StageContext, scope: AuditScope): Promise<Required> {
  const documents = await readDocuments(context, scope);
  const required = documents.flatMap((document) => document.required);
  if (required.length > 0)
    return {
      text: documentsText(documents),
      items: required,
      isDocument: true,
      hasProse: documents.some((document) => document.hasProse),
      gap: documents.find(({ gap }) => gap !== null)?.gap ?? null,
    };
  const tickets = context.inputs.epic.tickets.filter(({ id }) => scope.tickets.includes(id));
  const items = tickets.flatMap(({ id, acceptance }) =>
    acceptance.map((criterion) => ({ id: `${id}-${criterion.id}`, text: criterion.text })),
  );
  const text = items.map((item) => `- [ ] ${item.id} ${item.text}`).join('\n');
  return { text, items, isDocument: false, hasProse: false, gap: null };
}

export function requirementsIn(
  documents: readonly { readonly items: readonly NamedItem[] }[],
): Requirement[] {
  return documents.flatMap(({ items }) => items.map(({ name, text }) => ({ id: name, text })));
}

export type ItemFinder = (said: { readonly id: string; readonly title: string }) => readonly string[];

/** Finds the item of one document that a finding means, by the id that the document has; an id that two items have finds none. */
export function itemFinder(documents: readonly ScopeDocument[], path: string): ItemFinder {
  const named = requirementFinder(requirementsIn(documents));
  const items = documents.flatMap((document) =>
    document.items
      .filter(({ id }) => id !== '' && document.items.filter((each) => each.id === id).length === 1)
      .map((item) => ({ ...item, path: document.path })),
  );
  const byName = Map.groupBy(items, ({ name }) => named({ id: name, title: '' }));
  return (said) => {
    const [only, ...more] = byName.get(named(said)) ?? [];
    return only === undefined || more.length > 0 || only.path !== path ? [] : [only.id];
  };
}
