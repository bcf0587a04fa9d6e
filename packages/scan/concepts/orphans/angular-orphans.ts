import type { FileFacts, ProjectFacts } from '../../engine/facts.ts';
import type { Orphan } from './orphan.ts';
import { isModule, type Usage } from './usage.ts';

/** Components of Angular that no template uses and no code leads to. */
export function angularOrphans(project: ProjectFacts, usage: Usage): readonly Orphan[] {
  const files = [...project.files.values()].filter((file) => file.angular.length > 0 && isModule(file));
  if (files.length === 0) return [];
  const templates = templatesOf(project);
  const orphans: Orphan[] = [];
  for (const file of files)
    for (const { name, line, selector } of file.angular)
      if (!isPlaced(selector, templates) && !isLedTo(project, file, name, usage))
        orphans.push({ kind: 'component', path: file.path, line, name });
  return orphans;
}

/** All templates there are, as one text. */
function templatesOf(project: ProjectFacts): string {
  const texts: string[] = [];
  for (const [path, { language, angular, isTest }] of project.files) {
    if (language === 'html') texts.push(project.text(path) ?? '');
    if (!isTest) for (const { template } of angular) texts.push(template);
  }
  return texts.join('\n');
}

/** `app-card`, `button[app-card]`, `[appCard], app-card`. */
function isPlaced(selector: string, templates: string): boolean {
  return selector.split(',').some((each) => {
    const name = /\[([\w-]+)/.exec(each)?.[1] ?? /^\s*([\w-]+)/.exec(each)?.[1];
    if (name === undefined) return false;
    return each.includes('[')
      ? templates.includes(name)
      : new RegExp(String.raw`<${name}(?![\w-])`).test(templates);
  });
}

/** Whether some other file does more with the class than to declare it or hand it on: a route, a dialog, a base class. */
function isLedTo(project: ProjectFacts, { path }: FileFacts, name: string, usage: Usage): boolean {
  const own = project.text(path) ?? '';
  if ((own.match(new RegExp(String.raw`\b${name}\b`, 'g'))?.length ?? 0) > 1) return true;
  const seen = new Set<string>();
  const waiting = [...usage.importersOf(path)];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const file = project.files.get(at);
    if (file === undefined || file.isTest) continue;
    if (file.imports.some(({ as }) => as !== undefined)) waiting.push(...usage.importersOf(at));
    if (new RegExp(String.raw`\b${name}\b`).test(working(project.text(at) ?? ''))) return true;
  }
  return false;
}

/** A file without its imports, what it hands on, and the lists in which a module only declares what it has. */
function working(text: string): string {
  const lists = text
    .replaceAll(/^\s*(?:import|export)\b[^;'"]*\bfrom\s*['"][^'"]*['"]/gm, '')
    .replaceAll(/\b(?:declarations|exports|imports|entryComponents)\s*:\s*\[[^\]]*\]/g, '');
  return text.includes('@NgModule') ? lists.replaceAll(/=\s*\[[^\]:]*\]/g, '') : lists;
}
