import { readDotenv } from '../../deploy/given-settings.ts';
import type { ProjectFacts } from '../../facts/facts.ts';
import type { ProjectCheck } from '../../rule.ts';

/** What is made again at will or must never be shared, and by what one sees that the project has it. */
const made: readonly { readonly name: string; readonly has: (project: ProjectFacts) => boolean }[] = [
  { name: 'node_modules', has: ({ paths }) => some(paths, /(?:^|\/)package\.json$/) },
  { name: '.env', has: readsEnvFile },
  // One script beside a project in another language is run by hand and leaves nothing behind.
  {
    name: '__pycache__',
    has: ({ paths }) => [...paths].filter((path) => /^(?!.*(?:^|\/)tests?\/).*\.py$/.test(path)).length > 1,
  },
  { name: 'dist', has: buildsIntoDist },
];

function some(paths: ReadonlySet<string>, pattern: RegExp): boolean {
  return [...paths].some((path) => pattern.test(path));
}

const MANIFEST =
  /(?:^|\/)(?:package\.json|pyproject\.toml|requirements[\w.-]*\.txt|Pipfile|(?:docker-)?compose[\w.-]*\.ya?ml)$/;
const ASIDE = /(?:^|\/)(?:tests?|__tests__|fixtures?|examples?|samples?|demos?|templates?|docs?)\//i;

/** A file of settings stands there, or the project has what reads one. */
function readsEnvFile(project: ProjectFacts): boolean {
  const shared = [...project.paths].filter((path) => /(?:^|\/)\.env$/.test(path));
  // Committed on purpose, with nothing in it that has to be kept.
  if (shared.length > 0 && shared.every((path) => isHarmless(path, project))) return false;
  const isThere = [...project.paths].some(
    (path) => /(?:^|\/)\.env(?:\.(?:example|sample|template))?$/.test(path) && !isHarmless(path, project),
  );
  if (isThere) return true;
  return [...project.paths].some((path) => {
    if (!MANIFEST.test(path) || ASIDE.test(path)) return false;
    const text = project.text(path) ?? '';
    if (path.endsWith('ml') && /compose/.test(path)) return /\benv_file\s*:|\$\{[A-Z][A-Z0-9_]+\}/.test(text);
    return /"dotenv(?:-\w+)?"\s*:|\bpython-dotenv\b|\bpydantic[-_]settings\b|\bdjango-environ\b|\bpython-decouple\b|\benvirons\b/.test(
      text,
    );
  });
}

/** A build writes into `dist`, and what it writes is not kept on purpose. */
function buildsIntoDist(project: ProjectFacts): boolean {
  if (some(project.paths, /(?:^|\/)dist\//)) return false;
  return [...project.paths].some((path) => {
    if (!/(?:^|\/)package\.json$/.test(path) || ASIDE.test(path)) return false;
    const text = project.text(path) ?? '';
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    if (/"(?:build|compile)\w*"\s*:\s*"[^"]*\b(?:nest build|ng build|tsup)\b/.test(text)) return true;
    if (/"build"\s*:\s*"(?:[^"]*[ &])?tsc\b(?![^"]*vite)/.test(text))
      return /"outDir"\s*:\s*"(?:\.\/)?dist\/?"/.test(project.text(`${folder}tsconfig.json`) ?? '');
    if (
      !/"build"\s*:\s*"[^"]*\bvite build\b/.test(text) ||
      /sveltejs|astro|nuxt|remix|react-router\/dev|vitepress/.test(text)
    )
      return false;
    const configs = ['vite.config.ts', 'vite.config.js', 'vite.config.mts', 'vite.config.mjs'];
    return !configs.some((name) => /outDir/.test(project.text(`${folder}${name}`) ?? ''));
  });
}

export const rule: ProjectCheck = {
  kind: 'project',
  check(project, report) {
    const { paths } = project;
    const ignores = [...paths].filter((path) => /(?:^|\/)\.gitignore$/.test(path));
    const lines = ignores
      .flatMap((path) => (project.text(path) ?? '').split('\n'))
      .map((line) => line.trim());
    for (const { name, has } of made) {
      if (lines.some((line) => covers(line, name)) || !has(project)) continue;
      report.find('.gitignore', { line: 0, evidence: '' }, `.gitignore does not leave out ${name}`);
    }
  },
};

/** Settings of tools that are the same for everybody: `COMPOSE_PROJECT_NAME=shop`. */
function isHarmless(path: string, project: ProjectFacts): boolean {
  if (!/(?:^|\/)\.env$/.test(path)) return false;
  const names = [...readDotenv(project.text(path) ?? '').keys()];
  return names.length > 0 && names.every((name) => /^(?:COMPOSE|DOCKER|BUILDKIT|NODE|NPM)_/.test(name));
}

/** Whether a line of .gitignore is about this name, as a whole or by a pattern. */
function covers(line: string, name: string): boolean {
  if (line.startsWith('#') || line.startsWith('!')) return false;
  const pattern = line.replace(/^\*\*\/|^\//, '').replace(/\/(?:\*{0,2})?$/, '');
  if (pattern === name || pattern.endsWith(`/${name}`)) return true;
  if (name === '.env') return /^(?:\*?\.env[.\w*-]*|\.\*)$/.test(pattern);
  if (name === 'dist') return /(?:^|\/)\*?dist[-\w*/]*$/.test(pattern);
  return name === '__pycache__' && /^(?:\*\.py\[cod?\]|\*\.pyc)$/.test(pattern);
}
