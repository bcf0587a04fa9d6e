import { posix } from 'node:path';

import {
  filesMeant,
  importsOf,
  isShellScript,
  namedScripts,
  recipeFiles,
  scriptsWithin,
} from '../../detect/index.ts';

/** A file that a judge is made of, and where it is taken from: the checkout of its user, or the tree under review it works in. */
export type JudgeScript = { readonly path: string; readonly from: 'checkout' | 'tree' };

export type Sources = {
  /** Whether a word is a file, seen from the configuration: it is opened there, whatever folder the judge works in. */
  readonly isFile: (word: string) => boolean;
  /** Where a file lies in the checkout; undefined where it does not. */
  readonly inCheckout: (word: string) => string | undefined;
  /** What a file of base says; undefined where there is none. */
  readonly atBase: (path: string) => Promise<string | undefined>;
  readonly isChanged: (path: string) => boolean;
};

const PACKAGE_RUNNER = /(?:^|[\s;&|(])(?:npm|pnpm|yarn|bun|node --run)(?=\s|$)/;
const RECIPE_RUNNER = /(?:^|[\s;&|(])(?:make|just)(?=\s|$)/;
const MOST_FOLLOWED = 100;

/** What the words that start a judge run and load, and what that loads in turn, as base has it. */
export async function scriptsOfJudge(
  run: readonly string[],
  sources: Sources,
): Promise<readonly JudgeScript[]> {
  const packageJson = await sources.atBase('package.json');
  const found = new Map<string, JudgeScript>();
  const queue = directScripts(run, packageJson, sources);
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const name = `${next.from} ${next.path}`;
    if (found.has(name)) continue;
    const text = await sources.atBase(next.path);
    if (text === undefined && !sources.isChanged(next.path)) continue;
    if (found.size >= MOST_FOLLOWED) break;
    found.set(name, next);
    queue.push(...loadedBy(next, text ?? '', packageJson));
  }
  return [...found.values()];
}

function directScripts(
  run: readonly string[],
  packageJson: string | undefined,
  { isFile, inCheckout }: Sources,
): JudgeScript[] {
  const values = run.map((word) => word.replace(/^-[^=]*=/, ''));
  // The rest is looked up in the folder that the judge works in, where the branch has written what lies there.
  const rest = run.filter((_, at) => !isFile(values[at] ?? ''));
  const text = rest.join(' ');
  const inline = rest.filter((word) => /\s|\(/.test(word)).flatMap((word) => placesOf(importsOf(word), ''));
  const inTree = [
    ...namedScripts([rest], packageJson),
    ...inline,
    ...(PACKAGE_RUNNER.test(text) ? ['package.json'] : []),
    ...(RECIPE_RUNNER.test(text) ? recipeFiles : []),
  ];
  return [
    ...values.flatMap((value) => {
      const path = inCheckout(value);
      return path === undefined ? [] : [{ path, from: 'checkout' as const }];
    }),
    ...inTree.map((name) => ({ path: posix.normalize(name), from: 'tree' as const })),
  ];
}

function loadedBy(
  { path, from }: JudgeScript,
  text: string,
  packageJson: string | undefined,
): readonly JudgeScript[] {
  const here = posix.dirname(path);
  if (!isShellScript(path, text))
    return placesOf(importsOf(text), here).map((place) => ({ path: place, from }));
  const words = [...scriptsWithin(text, packageJson)];
  const beside = words.map((word) => ({ path: posix.join(here, word), from }));
  const inTree = words.map((word) => ({ path: posix.normalize(word), from: 'tree' as const }));
  // A judge may well run the product: only what lies where its own script lies is a part of it.
  return [...beside, ...inTree].filter((each) => here !== '.' && each.path.startsWith(`${here}/`));
}

function placesOf(names: readonly string[], here: string): readonly string[] {
  return names.flatMap(filesMeant).map((file) => posix.join(here, file));
}
