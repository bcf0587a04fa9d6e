import { readDotenv } from '../../deploy/given-settings.ts';
import type { ProjectFacts } from '../../facts/facts.ts';
import type { ProjectRule } from '../../rule.ts';

/** What is made again at will or must never be shared, and by what one sees that the project has it. */
const made = [
  { name: 'node_modules', least: 1, has: (path: string) => /(?:^|\/)package\.json$/.test(path) },
  {
    name: '.env',
    least: 1,
    has: (path: string) => /(?:^|\/)\.env(?:\.(?:example|sample|template))?$/.test(path),
  },
  // One script beside a project in another language is run by hand and leaves nothing behind.
  { name: '__pycache__', least: 2, has: (path: string) => /^(?!.*(?:^|\/)tests?\/).*\.py$/.test(path) },
] as const;

export const rule: ProjectRule = {
  id: 'PROJ-001',
  family: 'project',
  kind: 'project',
  severity: 'MEDIUM',
  title: 'What must not be committed is not ignored',
  why: 'One `git add .` commits installed packages or local secrets.',
  fix: 'Add the line to .gitignore.',
  confidence: 'high',
  check(project, report) {
    const { paths } = project;
    const ignores = [...paths].filter((path) => /(?:^|\/)\.gitignore$/.test(path));
    const lines = ignores
      .flatMap((path) => (project.text(path) ?? '').split('\n'))
      .map((line) => line.trim());
    for (const { name, has, least } of made) {
      const found = [...paths].filter((path) => has(path) && !isHarmless(path, project));
      if (found.length < least || lines.some((line) => covers(line, name))) continue;
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
  return name === '__pycache__' && /^(?:\*\.py\[cod?\]|\*\.pyc)$/.test(pattern);
}
