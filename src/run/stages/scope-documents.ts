import { type Requirement, requirementFinder } from '../../audit/index.ts';
import { parseRequirements, type RequirementItem } from '../../audit/index.ts';
import { withheldIn } from '../privacy.ts';
import type { KeptDocument } from '../requirement-documents.ts';
import type { StageContext } from '../stage-context.ts';
import type { AuditScope } from './audit-scope.ts';

/** An item under the name that judges know it by: its id, with its milestone where two documents have the same one. */
export type ScopeItem = RequirementItem & { readonly name: string };

export type ScopeDocument = KeptDocument & {
  /** As judges read it. */
  readonly text: string;
  readonly items: readonly ScopeItem[];
};

/** The documents of a scope as the base has them: a branch that could shorten one, or tick it, would judge itself (P9). */
export async function readDocuments(
  site: StageContext,
  scope: AuditScope,
): Promise<readonly ScopeDocument[]> {
  const found = await Promise.all(
    scope.documents.map(async (kept) => {
      const text = await fileAtBase(site, kept.path);
      return text === undefined ? [] : [{ ...kept, text, items: parseRequirements(text).items }];
    }),
  );
  return withNames(found.flat());
}

export async function fileAtBase(site: StageContext, path: string | null): Promise<string | undefined> {
  if (path === null || withheldIn(site)?.has(path) === true) return undefined;
  const bytes = await site.hub.file(site.state().base, path);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

type Unnamed = KeptDocument & { readonly text: string; readonly items: readonly RequirementItem[] };

function withNames(documents: readonly Unnamed[]): readonly ScopeDocument[] {
  const homes = new Map<string, Set<string>>();
  for (const { path, items } of documents)
    for (const { id } of items) homes.set(keyOf(id), (homes.get(keyOf(id)) ?? new Set()).add(path));
  return documents.map((document) => {
    const scope = document.audit.slice(document.audit.indexOf(':') + 1);
    const lines = document.text.split('\n');
    const items = document.items.map((item) => {
      const isShared = item.id !== '' && (homes.get(keyOf(item.id))?.size ?? 0) > 1;
      const name = isShared ? `${scope}:${item.id}` : item.id;
      const at = item.line - 1;
      if (isShared) lines[at] = (lines[at] ?? '').replace(item.id, () => name);
      return { ...item, name, text: isShared ? item.text.replace(item.id, () => name) : item.text };
    });
    return { ...document, items, text: lines.join('\n') };
  });
}

function keyOf(id: string): string {
  return id.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ');
}

/** What judges are given to read; undefined where no document is there. */
export function documentsText(documents: readonly ScopeDocument[]): string | undefined {
  const [only, ...more] = documents;
  if (only === undefined) return undefined;
  if (more.length === 0) return only.text;
  return documents.map(({ path, text }) => `# ${path}\n\n${text}`).join('\n\n');
}

export function requirementsIn(
  documents: readonly { readonly items: readonly ScopeItem[] }[],
): Requirement[] {
  return documents.flatMap(({ items }) => items.map(({ name, text }) => ({ id: name, text })));
}

export type ItemFinder = (said: { readonly id: string; readonly title: string }) => readonly string[];

/** Finds the item of one document that a finding means, by the id that the document has; none where two could be meant. */
export function itemFinder(documents: readonly ScopeDocument[], path: string): ItemFinder {
  const named = requirementFinder(requirementsIn(documents));
  const items = documents.flatMap((document) =>
    document.items.filter(({ id }) => id !== '').map((item) => ({ ...item, path: document.path })),
  );
  const byName = Map.groupBy(items, ({ name }) => named({ id: name, title: '' }));
  return (said) => {
    const [only, ...more] = byName.get(named(said)) ?? [];
    return only === undefined || more.length > 0 || only.path !== path ? [] : [only.id];
  };
}
