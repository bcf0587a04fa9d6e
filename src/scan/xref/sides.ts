import type { ProjectFacts } from '../facts/facts.ts';
import { crossReference } from './cross-reference.ts';
import { sameName } from './field-lists.ts';

/** The files of one side, and every name that stands in them. */
export type Side = { readonly files: readonly string[]; words(): ReadonlySet<string> };

const SOURCES = new Set([
  'typescript',
  'tsx',
  'javascript',
  'jsx',
  'vue',
  'svelte',
  'python',
  'csharp',
  'java',
  'go',
  'prisma',
]);

/** Which files serve and which ask. What does both, as in one Next.js application, is on both sides. */
export function sidesOf(project: ProjectFacts): { readonly backend: Side; readonly frontend: Side } {
  const { routes, judged } = crossReference(project);
  const serving = new Set(routes.map(({ file }) => rootOf(file)));
  const asking = new Set(judged.map(({ file }) => rootOf(file)).filter((root) => !serving.has(root)));
  const files = [...project.files]
    .filter(([, facts]) => !facts.isTest && SOURCES.has(facts.language))
    .map(([path]) => path);
  // Where one place does all of it, nothing tells the sides apart but what is written in the files.
  const isMixed = asking.size === 0;
  const backend = files.filter((path) => serving.has(rootOf(path)) || isShared(path));
  const frontend = files.filter((path) => (isMixed ? serving : asking).has(rootOf(path)) || isShared(path));
  return { backend: sideOf(project, backend), frontend: sideOf(project, frontend) };
}

/** The folder that holds one part of a project: `server`, `apps/api`, `src/api`. */
function rootOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  const isHolder = /^(?:apps|packages|libs|services|projects|src|modules)$/.test(first);
  return isHolder && path.split('/').length > 2 ? `${first}/${second}` : first;
}

function isShared(path: string): boolean {
  return /(?:^|\/)(?:shared|common|contracts|types)\//.test(path);
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
