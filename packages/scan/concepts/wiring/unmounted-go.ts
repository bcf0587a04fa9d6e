import { methodIn, readRouter } from '../routes/router-refs.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import { lineAt } from '../../engine/files/scanned-file.ts';
import { textsOf } from './uses.ts';
import type { Unmounted } from './unmounted-part.ts';

/** Functions of Go that add routes to what they are given, or give a router with routes, and that nobody names. */
export function unmountedGo(project: ProjectFacts): readonly Unmounted[] {
  const texts = textsOf(project, 'go');
  // A library is mounted by others.
  if (![...texts.values()].some((text) => /^package main\b/m.test(text))) return [];
  const found: Unmounted[] = [];
  for (const [file, text] of texts)
    for (const name of routing(project, file)) {
      const declared = new RegExp(String.raw`^func (?:\([^)]*\) )?${name}\(`, 'm').exec(text);
      if (declared === null || isNamed(name, texts)) continue;
      found.push({ file, line: lineAt(text, declared.index), name, kind: 'endpoints' });
    }
  return found;
}

/** The functions of a file on whose routers routes hang, without their types. */
function routing(project: ProjectFacts, file: string): ReadonlySet<string> {
  const { routes = [], mounts = [] } = project.files.get(file) ?? {};
  const names = new Set<string>();
  for (const { router } of routes) {
    const given = readRouter(router);
    if (given.kind === 'given') names.add(methodIn(given.name) ?? given.name);
    for (const { parent, child } of mounts) {
      const giving = readRouter(parent);
      if (child === router && giving.kind === 'same') names.add(methodIn(giving.name) ?? giving.name);
    }
  }
  names.delete('main');
  return names;
}

/** Whether a name stands anywhere but where functions of that name are declared. */
function isNamed(name: string, texts: ReadonlyMap<string, string>): boolean {
  const word = new RegExp(String.raw`(?<!^func (?:\([^)]*\) )?)\b${name}\b`, 'm');
  return [...texts.values()].some(
    (text) => text.includes(name) && word.test(text.replaceAll(/\/\/[^\n]*/g, '')),
  );
}
