import { type Library, readableFiles } from '../../../packages/scan/index.ts';
import { withheldIn } from '../agent-call/privacy.ts';
import type { StageContext } from '../stage-context.ts';

/** What the library auditor reads: a commit with files of installed libraries beside its own, and a line for each library. */
export type LibraryView = { readonly commit: string; readonly lines: readonly string[] };

/**
 * Puts manifests, documents and declarations of the libraries a commit uses beside its files (002#8). They are copied as
 * text into a commit of the hub, so its export is read-only, proved and without withheld files like any other, and leads
 * nowhere. A path that the commit itself has stays as it is.
 */
export async function libraryView(
  context: StageContext,
  commit: string,
  libraries: readonly Library[],
): Promise<LibraryView> {
  const installed = libraries.length === 0 ? undefined : context.installed();
  if (installed === undefined) return { commit, lines: [] };
  const own = new Set(await context.hub.paths(commit));
  const withheld = withheldIn(context);
  const overlay = new Map<string, { readonly text: string; readonly mode: string }>();
  const lines: string[] = [];
  for (const library of libraries) {
    const { files, left } = readableFiles(installed, library, (path) => withheld?.has(path) === true);
    const added = [...files].filter(([path]) => !isTaken(path, own));
    for (const [path, text] of added) overlay.set(path, { text, mode: '100644' });
    const shown = library.roots.filter((root) =>
      added.some(([path]) => `/${path}` === root || `/${path}`.startsWith(`${root}/`)),
    );
    const places = shown.map((root) => root.slice(1)).join(', ');
    const where = shown.length === 0 ? 'no file can be shown' : `${places} (${counted(added.length, left)})`;
    lines.push(`${library.name} ${library.version}: ${where}; used in ${library.usedIn.length} files`);
  }
  return { commit: overlay.size === 0 ? commit : await context.hub.compose(commit, overlay), lines };
}

/** The commit has a file of that name, or a file or link where a folder would have to be. */
function isTaken(path: string, own: ReadonlySet<string>): boolean {
  const parts = path.split('/');
  return parts.some((_, at) => own.has(parts.slice(0, at + 1).join('/')));
}

function counted(shown: number, left: number): string {
  return left === 0 ? `${shown} files` : `${shown} files, ${left} omitted because of their size or number`;
}
