// Plays one tool of the kit: `review` through the built command line on an honest change, on a broken one, and on one
// that also removes what notices it.
import { spawnSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';

import { expect } from 'vitest';

import type { CheckAtBase } from '../../src/gates/index.ts';
import { layoutIn } from '../../src/git/layout.ts';
import { pathWithout } from '../support/path-without.ts';
import { reviewedBy, ReviewRepo, type Reviewed } from '../support/review-repo.ts';
import {
  certificates,
  furnishHome,
  installed,
  type Installed,
  packageManagers,
  placeModules,
  placeOwn,
  placeStores,
} from './install.ts';
import { CHECK, type Files, type Tool } from './tool.ts';

/** What the machine has for workspaces; the others are taken off the PATH. */
export type Mode = 'overlays' | 'no overlays' | 'no bubblewrap';

const missing = { overlays: null, 'no overlays': 'unshare', 'no bubblewrap': 'bwrap' } as const;

/** Whether this machine has what the tool needs. */
export function isHere({ needs }: Tool): boolean {
  return needs === undefined || spawnSync('sh', ['-c', needs]).status === 0;
}

/** PATH of a mode, with the package managers that the tool needs. */
export function pathOf(mode: Mode, tool: Pick<Tool, 'installer'>, folder: string): string {
  const managers = tool.installer === 'pnpm' || tool.installer === 'yarn' ? [packageManagers()] : [];
  const path = [...managers, dirname(process.execPath), process.env['PATH']].join(delimiter);
  return missing[mode] === null ? path : pathWithout(missing[mode], join(folder, 'programs'), path);
}

/** Readies a checkout and the folder of its workspaces for a tool. */
export function furnish(tool: Tool, place: { readonly folder: string; readonly repository: string }): void {
  furnishHome(join(place.folder, 'home'));
  placeOwn(tool.own ?? [], place.repository);
  const packages = installed(tool);
  if (packages === null) return;
  const { link = [], copy = [] } = tool.setup;
  if ([...link, ...copy].includes('node_modules')) placeModules(packages, place.repository);
  else placeStores(packages, sharedCacheOf(place));
}

function sharedCacheOf({
  folder,
  repository,
}: {
  readonly folder: string;
  readonly repository: string;
}): string {
  return join(layoutIn(join(repository, '.git'), join(folder, 'ws')).workFolder, 'cache');
}

/** The base commit of a tool, with its lockfile. */
export function baseOf(
  tool: Tool,
  packages: Installed | null = installed(tool),
): Readonly<Record<string, string>> {
  return { ...tool.files, ...packages?.lock };
}

export const timeout = '5m';

/** `setup` as a part of gauntlet.yaml or of an epic. */
export function setupOf({ setup }: Tool): Readonly<Record<string, unknown>> {
  return Object.keys(setup).length === 0 ? {} : { setup: { ...setup, timeout } };
}

type KitReview = Reviewed & {
  readonly checks: readonly CheckAtBase[];
  readonly redAtBase: readonly unknown[];
};

export class KitReviews {
  readonly #repo = new ReviewRepo();
  readonly #path: string;

  constructor(tool: Tool, mode: Mode) {
    this.#path = pathOf(mode, tool, this.#repo.folder);
    furnish(tool, this.#repo);
    const config = {
      version: 1,
      ...setupOf(tool),
      verify: [{ id: CHECK, run: tool.check, timeout }],
    };
    this.#repo.commit('base', { ...baseOf(tool), 'gauntlet.yaml': JSON.stringify(config, undefined, 2) });
  }

  /** Reviews a change to the base commit on a branch of its own. */
  async of(name: string, files: Files): Promise<KitReview> {
    this.#repo.git('checkout', '--quiet', '-b', name, 'main');
    this.#repo.commit(name, files);
    const args = ['review', '--no-agents', '--json', '--no-input', '--base', 'main'];
    return reviewedBy(
      await this.#repo.start(args, { ...certificates(), PATH: this.#path }).ended,
    ) as KitReview;
  }

  remove(): void {
    this.#repo.remove();
  }
}

/** What `doctor` says about workspaces and the sandbox in a mode. */
export async function doctorIn(mode: Mode): Promise<string> {
  const repo = new ReviewRepo();
  try {
    repo.commit('base', { 'README.md': 'kit\n' });
    const path = pathOf(mode, { installer: null }, repo.folder);
    return (await repo.start(['doctor'], { PATH: path }).ended).stdout;
  } finally {
    repo.remove();
  }
}

/** Base green, the honest change clean with its check run, and refused: the broken one, the one without tests, the one that ends early. */
export async function expectRightReviews(tool: Tool, mode: Mode): Promise<void> {
  const reviews = new KitReviews(tool, mode);
  try {
    const honest = await reviews.of('honest', tool.honest);
    expect(honest, told(honest)).toMatchObject({ status: 'clean', exitCode: 0, redAtBase: [] });
    expect(honest.checks).toMatchObject([{ id: CHECK, state: 'green', tests: testsOf(tool) }]);
    const broken = await reviews.of('broken', tool.broken);
    // A check that fails on a change is measured at base too.
    expect(broken, told(broken)).toMatchObject({ status: 'unclean', exitCode: 1, redAtBase: [] });
    const [failed] = broken.findings.filter(({ rule }) => rule === 'check-failed');
    expect(failed?.message).toContain(`The check ${CHECK} fails on this commit.`);
    const removed = await reviews.of('removed', { ...tool.broken, ...tool.removed });
    expect(removed, told(removed)).toMatchObject({ status: 'unclean', exitCode: 1, redAtBase: [] });
    if (tool.early === undefined) return;
    const early = await reviews.of('early', tool.early);
    expect(early, told(early)).toMatchObject({ status: 'unclean', exitCode: 1, redAtBase: [] });
    const rules = new Set(early.findings.map(({ rule }) => rule));
    expect(rules.has('tests-not-run') || rules.has('check-failed'), told(early)).toBe(true);
  } finally {
    reviews.remove();
  }
}

/** What the honest change comes to. */
export function testsOf({ tests }: Tool): CheckAtBase['tests'] {
  return tests === null ? null : { passed: tests + 1, failed: 0, skipped: 0 };
}

function told({ findings, notComputed }: KitReview): string {
  return [
    ...notComputed,
    ...findings.map(({ rule, message, evidence }) => [rule, message, evidence].join('\n')),
  ].join('\n\n');
}
