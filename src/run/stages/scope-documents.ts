import { nameItems, type NamedItem, type Requirement, requirementFinder } from '../../audit/index.ts';
import { withheldIn } from '../privacy.ts';
import type { KeptDocument } from '../requirement-documents.ts';
import type { StageContext } from '../stage-context.ts';
import type { AuditScope } from './audit-scope.ts';

export type ScopeDocument = KeptDocument & {
  /** As judges read it. */
  readonly text: string;
  readonly items: readonly NamedItem[];
};

/** The documents of a scope as the base has them: a branch that could shorten one, or tick it, would judge itself (P9). */
export async function readDocuments(
  site: StageContext,
  scope: AuditScope,
): Promise<readonly ScopeDocument[]> {
  const found = await Promise.all(
    scope.documents.map(async (kept) => {
      const text = await fileAtBase(site, kept.path);
      return text === undefined
        ? []
        : [{ ...kept, text, scope: kept.audit.slice(kept.audit.indexOf(':') + 1) }];
    }),
  );
  const named = nameItems(found.flat());
  return found.flat().map(({ path, audit, text }, at) => ({ path, audit, text, items: [], ...named[at] }));
}

export async function fileAtBase(site: StageContext, path: string | null): Promise<string | undefined> {
  if (path === null || withheldIn(site)?.has(path) === true) return undefined;
  const bytes = await site.hub.file(site.state().base, path);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** What judges are given to read; undefined where no document is there. */
export function documentsText(documents: readonly ScopeDocument[]): string | undefined {
  const [only, ...more] = documents;
  if (only === undefined) return undefined;
  if (more.length === 0) return only.text;
  return documents.map(({ path, text }) => `# ${path}\n\n${text}`).join('\n\n');
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
