import type { ProjectFacts } from '../../engine/facts.ts';
import { crossReference } from './cross-reference.ts';
import { sameName } from '../contracts/field-lists.ts';
import { wordSet } from '../../engine/words.ts';

/** The files of one side, and every name that stands in them. */
export type Side = { readonly files: readonly string[]; words(): ReadonlySet<string> };

const SOURCES = wordSet('typescript tsx javascript jsx vue svelte python csharp java go prisma');

/** Which files serve and which ask. What does both, as in one Next.js application, is on both sides. */
export function sidesOf(project: ProjectFacts): { readonly backend: Side; readonly frontend: Side } {
  const { routes, judged } = crossReference(project);
  const served = Map.groupBy(routes, ({ file }) => rootOf(file));
  const asked = Map.groupBy(judged, ({ file }) => rootOf(file));
  // A client may serve its own pages, beside the server that it asks.
  const servers = [...served].filter(([root, own]) => own.length >= (asked.get(root)?.length ?? 0));
  const serving = new Set((servers.length > 0 ? servers : [...served]).map(([root]) => root));
  const asking = new Set([...asked.keys()].filter((root) => !serving.has(root)));
  const files = [...project.files]
    .filter(([, facts]) => !facts.isTest && SOURCES.has(facts.language))
    .map(([path]) => path);
  // Where one place does all of it, nothing tells the sides apart but what is written in the files.
  const isMixed = asking.size === 0;
  const backend = files.filter((path) => serving.has(rootOf(path)) || isShared(path, asking));
  const frontend = files.filter((path) =>
    isMixed
      ? serving.has(rootOf(path)) || isShared(path, asking)
      : asking.has(rootOf(path)) || isShared(path, serving),
  );
  return { backend: sideOf(project, backend), frontend: sideOf(project, frontend) };
}

/** The folder that holds one part of a project: `server`, `apps/api`, `src/api`. */
function rootOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  const isHolder = /^(?:apps|packages|libs|services|projects|src|modules)$/.test(first);
  return isHolder && path.split('/').length > 2 ? `${first}/${second}` : first;
}

/** Of both sides; `frontend/common` is a part of the one side it stands in. */
function isShared(path: string, others: ReadonlySet<string>): boolean {
  const root = rootOf(path);
  const within = others.has(root) ? `${root}/` : path;
  return /(?:^|\/)(?:shared|common|contracts|types)\//.test(within);
}

function sideOf(project: ProjectFacts, files: readonly string[]): Side {
  let known: ReadonlySet<string> | undefined;
  return {
    files,
    words: () => {
      known ??= new Set(
        files.flatMap((path) => (project.text(path) ?? '').match(/[A-Za-z_]\w*/g)?.map(sameName) ?? []),
      );
      return known;
    },
  };
}
