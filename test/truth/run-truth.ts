import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { readFixture } from '../support/rule-examples.ts';
import {
  allFinders,
  allRules,
  chooseRules,
  conclude,
  fileScanner,
  syntaxFinders,
  type FileScan,
} from '../../packages/scan/index.ts';
import { memoryTree } from '../support/memory-tree.ts';
import { openGrammars, secretDetection } from '../support/scan-inputs.ts';
import { judgeLabels, readLabelled } from './labelled.ts';
import { mutated, type Mutation } from './mutation.ts';

const here = dirname(fileURLToPath(import.meta.url));

type Project = { readonly name: string; readonly files: ReadonlyMap<string, string> };

export type Found = {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly message: string;
};

/** What became of one mutation: the findings that the clean project does not have. */
export type Judged = {
  readonly project: string;
  readonly mutation: Mutation;
  readonly isCaught: boolean;
  readonly right: readonly Found[];
  readonly wrong: readonly Found[];
};

export type Truth = {
  readonly judged: readonly Judged[];
  /** What is said about projects in which nothing is wrong. */
  readonly cleanFound: readonly (Found & { readonly project: string })[];
  readonly projects: number;
};

export function readProjects(): readonly Project[] {
  const names = readdirSync(join(here, 'projects')).filter((name) => name.endsWith('.txt'));
  return names.toSorted().map((name) => ({
    name: name.slice(0, -'.txt'.length),
    files: readFixture(readFileSync(join(here, 'projects', name), 'utf8'), '').files,
  }));
}

/** `shop.ts`, `shop.server.ts`: mutations of the project `shop`. */
export async function readMutations(): Promise<ReadonlyMap<string, readonly Mutation[]>> {
  const all = new Map<string, readonly Mutation[]>();
  for (const name of readdirSync(join(here, 'mutations')).toSorted()) {
    const project = name.split('.')[0] ?? name;
    const module = (await import(pathToFileURL(join(here, 'mutations', name)).href)) as {
      readonly mutations: readonly Mutation[];
    };
    all.set(project, [...(all.get(project) ?? []), ...module.mutations]);
  }
  return all;
}

const anyLanguage = memoryTree(new Map(['a.py', 'a.cs', 'a.java', 'a.go'].map((path) => [path, ''])));

/** Every project as it is, and once more for each of its mutations, with every rule. */
export async function runTruth(): Promise<Truth> {
  const wishes = { families: {}, severity: {}, onlyRules: [], onlyFamilies: [], profile: 'all' as const };
  const { rules } = chooseRules(allRules, wishes);
  const syntax = { grammars: await openGrammars(anyLanguage), finders: syntaxFinders };
  const look = fileScanner({ rules, finders: allFinders, syntax, secrets: secretDetection });
  const looks = new Map<string, FileScan>();

  /** A file that is the same in another version of a project is looked at once. */
  const scan = (files: ReadonlyMap<string, string>): readonly Found[] => {
    const tree = memoryTree(files);
    const taken = new Map<string, FileScan>();
    for (const { path, bytes } of tree.list().entries) {
      const key = `${path}\0${files.get(path)}`;
      const known = looks.get(key) ?? look(path, bytes, () => tree.read(path));
      looks.set(key, known);
      taken.set(path, known);
    }
    const { findings, crashes } = conclude(tree, taken, rules);
    if (crashes.length > 0) throw new Error(`a rule crashed: ${JSON.stringify(crashes)}`);
    return findings;
  };

  const mutations = await readMutations();
  const projects = readProjects();
  const judged: Judged[] = [];
  const cleanFound: (Found & { readonly project: string })[] = [];
  for (const { name, files } of projects) {
    looks.clear();
    const clean = scan(files);
    cleanFound.push(...clean.map((found) => ({ project: name, ...found })));
    for (const mutation of mutations.get(name) ?? []) {
      judged.push({
        project: name,
        mutation,
        ...judge(mutation, newFindings(clean, scan(mutated(files, mutation)))),
      });
    }
  }
  const labelled = readLabelled(join(here, 'labelled'));
  for (const each of labelled) {
    looks.clear();
    judged.push(...judgeLabels(each, scan(each.files)));
  }
  return { judged, cleanFound, projects: projects.length + labelled.length };
}

/** Lines move with a mutation, so what was there before is known by its words. */
function newFindings(before: readonly Found[], after: readonly Found[]): readonly Found[] {
  const key = ({ rule, file, message }: Found): string => `${rule}\0${file}\0${message}`;
  const known = new Set(before.map(key));
  return after.filter((found) => !known.has(key(found)));
}

function judge(
  { rule, file, at, also }: Mutation,
  found: readonly Found[],
): Pick<Judged, 'isCaught' | 'right' | 'wrong'> {
  const isThere = (each: Found): boolean => at === '*' || each.file === (at ?? file);
  const isMeant = (each: Found): boolean => each.rule === rule && isThere(each);
  const isRight = (each: Found): boolean => isMeant(each) || (also ?? []).includes(each.rule);
  return {
    isCaught: found.some(isMeant),
    right: found.filter(isRight),
    wrong: found.filter((each) => !isRight(each)),
  };
}
