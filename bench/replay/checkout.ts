// One checkout for each repository: every replayed commit is an epic of its own in it, so that dependencies which two
// commits share are prepared once.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

import type { Event } from '../../src/model/events.ts';

export type Ended = { readonly code: number | null; readonly output: string };

export class Checkout {
  readonly folder: string;
  readonly #place: string;
  readonly #cli: string;

  /**
   * `place`: a folder of this repository's own, kept from one replay to the next. `only`: the one commit whose history
   * it gets, so that nobody who works there can read what was done later; else everything.
   */
  constructor(place: string, mirror: string, cli: string, only?: string) {
    this.#place = place;
    this.#cli = cli;
    this.folder = join(place, 'checkout');
    for (const name of ['home', 'tmp']) mkdirSync(join(place, name), { recursive: true });
    if (existsSync(join(this.folder, '.git/HEAD'))) return;
    if (only === undefined) this.#git(place, ['clone', '--quiet', '--no-checkout', mirror, this.folder]);
    else this.#fetchOnly(mirror, only);
    // The agents' program is beside the work, where no branch can change it.
    this.write({ '.git/info/exclude': '.agent\n' });
    this.git('config', 'user.name', 'Tester');
    this.git('config', 'user.email', 'tester@example.invalid');
  }

  #fetchOnly(mirror: string, commit: string): void {
    this.#git(this.#place, ['init', '--quiet', '--initial-branch=main', this.folder]);
    this.git('fetch', '--quiet', '--no-tags', '--update-shallow', mirror, commit);
    this.git('reset', '--quiet', '--hard', 'FETCH_HEAD');
  }

  git(...args: readonly string[]): string {
    return this.#git(this.folder, args);
  }

  #git(cwd: string, args: readonly string[]): string {
    const env = { PATH: process.env['PATH'], HOME: join(this.#place, 'home'), GIT_CONFIG_NOSYSTEM: '1' };
    return execFileSync('git', args, {
      cwd,
      encoding: 'utf8',
      env,
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      writeFileSync(join(this.folder, path), text);
    }
  }

  /** Checks out a commit with some files more, committed on top of it. */
  standOn(commit: string, files: Readonly<Record<string, string>>): void {
    this.git('checkout', '--quiet', '--force', '-B', 'replayed', commit);
    this.git('clean', '--quiet', '-ffdx', '--exclude=.agent');
    this.write(files);
    this.git('add', '--force', '--', ...Object.keys(files));
    this.git('commit', '--quiet', '--no-verify', '--message=The tickets');
  }

  /** A command of the built CLI, to its end. */
  gauntlet(...args: readonly string[]): Promise<Ended> {
    return this.watched(args, () => undefined);
  }

  /** The same; `onStarted` gets the process and may follow its output. */
  watched(args: readonly string[], onStarted: (child: ChildProcess) => void): Promise<Ended> {
    const child = spawn(process.execPath, [this.#cli, ...args], {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        // Installs need the user's own certificates and settings of package managers.
        ...process.env,
        PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
        TMPDIR: join(this.#place, 'tmp'),
        XDG_CACHE_HOME: join(this.#place, 'cache'),
        GAUNTLET_WORKSPACES: join(this.#place, 'ws'),
      },
    });
    onStarted(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, output }));
    });
  }

  /** The journal of an epic; empty where none was started. */
  async events(epic: string): Promise<readonly Event[]> {
    if (!existsSync(join(this.state(epic), 'journal.db'))) return [];
    const { code, output } = await this.gauntlet('events', '--json', epic);
    if (code !== 0) throw new Error(`gauntlet events ended with ${code}: ${output}`);
    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    return lines.map((line) => JSON.parse(line) as Event);
  }

  /** A record that one step of an epic left; undefined where it left none. */
  record(epic: string, run: number, name: string): unknown {
    const file = join(this.state(epic), 'runs', String(run), `${name}.json`);
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  }

  /** A name that no epic of this checkout has yet. */
  newEpic(prefix: string): string {
    let number = 1;
    while (existsSync(this.state(`${prefix}-${number}`))) number += 1;
    return `${prefix}-${number}`;
  }

  /** Where the state of an epic is kept. */
  state(epic: string): string {
    return join(this.folder, '.git/gauntlet/epics', epic);
  }
}
