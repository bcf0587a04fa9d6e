// Upstream's own later tests, run on a tree that somebody else made: in the workspaces, with the setup and in the sandbox
// that every check of Gauntlet has.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { openReviewPlace, type ReviewPlace } from '../../src/inspect/review/review-storage.ts';
import { isTestFile } from '../../src/detect/index.ts';
import { openRepository, type Repository } from '../../src/git/index.ts';
import { readConfig } from '../../src/plan/index.ts';
import { measureChecks } from '../../src/run/index.ts';
import type { HiddenTests, Trial } from './folder.ts';

/** How the named tests of one ticket came out on one tree. */
export type HiddenResult = {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  /** Why no test could be read; empty where some were. */
  readonly because: string;
};

export type HiddenOptions = {
  readonly trial: Trial;
  /** The clone that has upstream's commits. */
  readonly upstream: string;
  /** A folder of its own. */
  readonly place: string;
  /** Keys of gauntlet.yaml that decide how a workspace is made ready. */
  readonly surroundings: Readonly<Record<string, unknown>>;
};

export class HiddenRuns {
  readonly #options: HiddenOptions;
  readonly #folder: string;
  #opened: { readonly repository: Repository; readonly place: ReviewPlace } | undefined;

  /** A repository apart from the one the agents work in, so that nothing hidden ever gets there. */
  constructor(options: HiddenOptions) {
    this.#options = options;
    this.#folder = join(options.place, 'hidden');
    mkdirSync(join(options.place, 'cache'), { recursive: true });
    if (!existsSync(join(this.#folder, '.git/HEAD')))
      execFileSync('git', ['init', '--quiet', '--initial-branch=main', this.#folder]);
    for (const [name, value] of [
      ['user.name', 'Trial'],
      ['user.email', 'trial@example.invalid'],
    ] as const)
      this.#git(['config', name, value]);
    const commits = Object.values(options.trial.hidden.tickets).map((each) => each.commit);
    this.take(options.upstream, [options.trial.base, ...commits]);
    this.#git(['update-ref', 'refs/heads/main', options.trial.base]);
  }

  /** Takes commits from another repository. */
  take(from: string, commits: readonly string[]): void {
    const missing = [...new Set(commits)].filter((each) => !this.#has(each));
    if (missing.length > 0)
      this.#git(['fetch', '--quiet', '--no-tags', '--update-shallow', from, ...missing]);
  }

  /** The last of upstream's commits in the trial that contains the one of a ticket. */
  lastWith(ticket: string): string {
    const { tickets } = this.#options.trial.hidden;
    const commits = Object.values(tickets).map((each) => each.commit);
    const own = tickets[ticket]?.commit ?? '';
    const later = commits.filter((each) => this.#git(['merge-base', own, each]).trim() === own);
    return this.#git(['rev-list', '--topo-order', '--max-count=1', ...later]).trim();
  }

  /** Runs the tests of one ticket on a commit, of which only what is not a test counts. */
  async run(ticket: string, commit: string): Promise<HiddenResult> {
    const hidden = this.#options.trial.hidden.tickets[ticket];
    if (hidden === undefined) throw new Error(`no hidden tests for ${ticket}`);
    const { place } = (this.#opened ??= await this.#open());
    const tree = this.#withHidden(commit, hidden);
    const judged = (await place.hub.adopt(tree)).commit;
    const { cells } = await measureChecks(place, {
      id: 'trial',
      config: this.#config(hidden),
      base: judged,
      folder: place.records.folder(0),
    });
    const [cell] = cells;
    const { passes = null, failures } = cell?.report ?? {};
    // Tests of several groups may have one title: all of them count.
    const isPassed = (title: string): boolean =>
      passes?.includes(title) === true && failures?.some((name) => isTitled(name, title)) !== true;
    return {
      passed: hidden.tests.filter(isPassed),
      failed: hidden.tests.filter((title) => !isPassed(title)),
      because: passes === null ? (cell?.details ?? 'not run').slice(0, 2000) : '',
    };
  }

  async close(): Promise<void> {
    await this.#opened?.place.workspaces.retire(false);
    this.#opened?.place.close();
    this.#opened?.repository.close();
  }

  async #open(): Promise<{ readonly repository: Repository; readonly place: ReviewPlace }> {
    const repository = await openRepository(this.#folder);
    return { repository, place: await openReviewPlace(repository, 'trial') };
  }

  /** A commit like the given one, with the test files of base and over them the hidden ones. */
  #withHidden(commit: string, { commit: upstream, files }: HiddenTests): string {
    const { base } = this.#options.trial;
    const index = { GIT_INDEX_FILE: join(this.#folder, '.git/hidden-index') };
    this.#git(['read-tree', commit], index);
    const differing = this.#git(['diff', '--name-only', '--no-renames', '-z', base, commit]).split('\0');
    for (const path of differing.filter((each) => isTestFile(each))) this.#put(base, path, index);
    for (const path of files) this.#put(upstream, path, index);
    const tree = this.#git(['write-tree'], index).trim();
    const made = this.#git(['commit-tree', tree, '-p', commit, '-m', 'The hidden tests']).trim();
    this.#git(['update-ref', 'refs/heads/hidden', made]);
    return made;
  }

  /** Gives a path what it is at a commit, or removes it where it is not there. */
  #put(commit: string, path: string, index: Readonly<Record<string, string>>): void {
    const [entry = ''] = this.#git(['ls-tree', '-z', commit, '--', `:(literal)${path}`]).split('\0');
    const [mode = '', , blob = ''] = entry.split(/[ \t]/);
    const change =
      entry === '' ? ['--force-remove', path] : ['--add', '--cacheinfo', `${mode},${blob},${path}`];
    this.#git(['update-index', ...change], index);
  }

  #config({ files }: HiddenTests) {
    const { trial, surroundings } = this.#options;
    const run = trial.hidden.run.replaceAll('{files}', files.filter(isTestFile).join(' '));
    const text = JSON.stringify({
      version: 1,
      ...surroundings,
      verify: [{ id: 'hidden', run, timeout: '5m' }],
    });
    const config = readConfig({ file: 'gauntlet.yaml', text });
    if (!config.ok) throw new Error(config.complaints.map(({ message }) => message).join('\n'));
    return { ...config.value, hooks: false };
  }

  #has(commit: string): boolean {
    try {
      this.#git(['cat-file', '-e', `${commit}^{commit}`]);
      return true;
    } catch {
      return false;
    }
  }

  #git(args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
    return execFileSync('git', args, {
      cwd: this.#folder,
      encoding: 'utf8',
      env: { ...process.env, ...env },
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}

/** Whether a test, named with its groups, has this title: `http://a` is not titled `//a`. */
function isTitled(name: string, title: string): boolean {
  return name.endsWith(title) && /(?:^|\s|::|[/.])$/.test(name.slice(0, name.length - title.length));
}
