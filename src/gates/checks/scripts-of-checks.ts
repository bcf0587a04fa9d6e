import {
  filesMeant,
  importsOf,
  isShellScript,
  isTestFile,
  namedScripts,
  recipeFiles,
  scriptsWithin,
} from '../../detect/index.ts';
import type { Command } from '../../model/config.ts';
import type { GateContext } from '../context.ts';
import { criteriaChecks } from '../criteria/criteria.ts';
import type { Work } from '../gate.ts';

export type Scripts = {
  /** What the commands that check and prepare the work name themselves. */
  readonly named: ReadonlySet<string>;
  /** What only the commands of criteria name, and what is no part of the product that they try. */
  readonly criteria: ReadonlySet<string>;
  /** What is run or loaded by those, as base has them. */
  readonly deeper: ReadonlySet<string>;
};

/** What the commands that check and prepare the work run, as they and the scripts of base say. */
export async function scriptsOfChecks(context: GateContext, work: Work): Promise<Scripts> {
  const base = new Set(await context.hub.paths(work.base));
  const named = new Set<string>();
  const deeper = new Set<string>();
  const asked = work.ticket === null ? [] : criteriaChecks(work.ticket).map(({ run }) => run);
  const criteria = new Set<string>();
  for (const [dir, commands] of commandsByFolder(context)) {
    const read = async (path: string): Promise<string | undefined> => {
      const bytes = base.has(path) ? await context.hub.file(work.base, path, LARGEST_SCRIPT) : undefined;
      return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
    };
    const packageJson = await read(below(dir, 'package.json'));
    const own = [...namedScripts(commands, packageJson)].map((name) => below(dir, name));
    for (const path of own) named.add(path);
    const tried = dir === '' ? [...namedScripts(asked, packageJson)].map((name) => below('', name)) : [];
    const judging = tried.filter(isJudging);
    for (const path of judging) criteria.add(path);
    const recipes = recipeFiles.map((name) => below(dir, name));
    for (const path of await followed([...own, ...judging, ...recipes], { dir, packageJson, base, read }))
      deeper.add(path);
  }
  return { named, criteria, deeper };
}

/** A criterion may well run the product itself (`node bin/greet.js World`): that is what the ticket works on. */
function isJudging(path: string): boolean {
  if (isTooling(path) || isTestFile(path) || /\.(?:sh|bash|zsh|ksh|mk)$/.test(path)) return true;
  return /check|verif|test|assert|accept|lint|spec|judge|prove/i.test(path.slice(path.lastIndexOf('/') + 1));
}

function commandsByFolder(context: GateContext): ReadonlyMap<string, readonly Command[]> {
  const { verify: checks, setup, environments } = context.plan;
  const setups = [setup, ...environments.map((each) => each.setup)];
  const atRoot: readonly Command[] = [
    ...setups.flatMap((each) => each?.run ?? []),
    ...environments.map(({ prefix }) => prefix),
  ];
  const byFolder = new Map<string, readonly Command[]>([['', atRoot]]);
  for (const { run, dir = '' } of checks) byFolder.set(dir, [...(byFolder.get(dir) ?? []), run]);
  return byFolder;
}

const LARGEST_SCRIPT = 256 * 1024;
const MOST_FOLLOWED = 100;

type Way = {
  readonly dir: string;
  readonly packageJson: string | undefined;
  readonly base: ReadonlySet<string>;
  readonly read: (path: string) => Promise<string | undefined>;
};

/** What these files of base run or load in turn, and so on; never more than can be looked at. */
async function followed(from: readonly string[], way: Way): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const queue = [...from];
  for (let count = 0, path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (!way.base.has(path)) continue;
    if (++count > MOST_FOLLOWED) break;
    for (const next of nextOf(path, (await way.read(path)) ?? '', way)) {
      if (found.has(next) || from.includes(next)) continue;
      found.add(next);
      queue.push(next);
    }
  }
  return found;
}

function nextOf(path: string, text: string, { dir, packageJson, base }: Way): readonly string[] {
  const here = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  if (isShellScript(path, text)) {
    const words = [...scriptsWithin(text, packageJson)];
    const places = words.flatMap((word) => [below(dir, word), below(here, word), below('', word)]);
    return places.filter((place) => base.has(place) && (isShellScript(place, '') || isTooling(place)));
  }
  const places = importsOf(text)
    .flatMap(filesMeant)
    .map((file) => below(here, file));
  return isTooling(path) ? places.filter((place) => base.has(place) && isTooling(place)) : [];
}

/** A script may well run the product itself: only what lies where tools lie is taken for a part of the check. */
function isTooling(path: string): boolean {
  return /(?:^|\/)(?:\.?scripts?|tools?|tooling|\.?ci|hack|dev|devtools|build-tools|tasks?|checks?|lint|qa)\//i.test(
    path,
  );
}

/** The path of what is called this way by a command that runs in a folder: `../x` is beside it. */
export function below(dir: string, name: string): string {
  const steps: string[] = dir === '' ? [] : dir.split('/');
  for (const step of name.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}
