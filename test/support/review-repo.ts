// A repository of its own in which `gauntlet review` is run through the built CLI, the way a user would.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { readRecorded } from '../../src/journal/index.ts';
import type { Event } from '../../src/model/events.ts';
import type { CheckEvidence } from '../../src/model/evidence.ts';
import type { Finding } from '../../src/model/finding.ts';
import { endOf, environmentIn, removeFolder } from './cli-place.ts';
import { readCommand } from './read-command.ts';
import { sharedCli } from './shared-cli.ts';

export type Reviewed = {
  readonly evidence: readonly CheckEvidence[];
  readonly branch: string;
  readonly base: string;
  readonly status: string;
  readonly rounds: readonly {
    readonly round: number;
    readonly critical: number;
    readonly important: number;
    readonly minor: number;
    readonly document: string | null;
  }[];
  readonly findings: readonly Finding[];
  readonly setAside: readonly Finding[];
  readonly dismissed: readonly Finding[];
  readonly regressions: readonly string[];
  readonly commits: readonly string[];
  readonly exitCode: number;
  readonly compared: { readonly base: string; readonly from: string; readonly head: string };
  readonly notComputed: readonly string[];
  readonly notes: readonly string[];
  readonly depth: { readonly depth: string; readonly because: readonly string[]; readonly reviewers: number };
  readonly scores: { readonly overall: number; readonly by: number } | null;
};

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

type Files = Readonly<Record<string, string | null>>;

export class ReviewRepo {
  readonly folder = mkdtempSync(join(tmpdir(), 'gauntlet-review-e2e-'));
  readonly repository = join(this.folder, 'checkout');
  readonly #cli = sharedCli();
  readonly #running = new Set<ChildProcess>();

  constructor() {
    mkdirSync(this.repository);
    mkdirSync(join(this.folder, 'home'));
    mkdirSync(join(this.folder, 'tmp'));
    this.git('init', '--quiet', '--template=', '--initial-branch=main');
    this.git('config', 'user.name', 'Tester');
    this.git('config', 'user.email', 'tester@example.invalid');
  }

  git(...args: readonly string[]): string {
    const env = { PATH: process.env['PATH'], HOME: join(this.folder, 'home'), GIT_CONFIG_NOSYSTEM: '1' };
    return execFileSync('git', args, { cwd: this.repository, encoding: 'utf8', env }).trim();
  }

  write(files: Files): void {
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.repository, path);
      if (text === null) {
        rmSync(file);
        continue;
      }
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }

  /** Writes the files and commits everything; answers the commit. */
  commit(message: string, files: Files): string {
    this.write(files);
    this.git('add', '--all');
    this.git('commit', '--quiet', `--message=${message}`);
    return this.git('rev-parse', 'HEAD');
  }

  read(path: string): string | undefined {
    const file = join(this.repository, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  }

  start(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    cwd = this.repository,
  ): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
    const child = spawn(process.execPath, [this.#cli, ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...environmentIn(this.folder), ...env },
    });
    this.#running.add(child);
    child.once('close', () => this.#running.delete(child));
    return { child, ended: endOf(child) };
  }

  /** A command that only reads, in this process. */
  ask(...args: readonly string[]): Promise<Ended> {
    return readCommand(args, { cwd: this.repository, env: environmentIn(this.folder) });
  }

  async gauntlet(...args: readonly string[]): Promise<Ended> {
    return this.start(args).ended;
  }

  /** `gauntlet review … --json --no-input`, read. */
  async review(...args: readonly string[]): Promise<Reviewed> {
    return reviewedBy(await this.gauntlet('review', ...args, '--json', '--no-input'));
  }

  /** The folders of the reviews that are on record. */
  reviews(): readonly string[] {
    const home = join(this.repository, '.git/gauntlet/reviews');
    return readdirSync(home).map((id) => join(home, id));
  }

  /** What happened in the reviews of every branch. */
  reviewEvents(): readonly Event[] {
    return this.reviews().flatMap((folder) => readRecorded(join(folder, 'journal.db')));
  }

  /** Everything of the user's that a review must leave alone. */
  standing(): Readonly<Record<string, string>> {
    const text = (path: string): string => this.read(path) ?? '';
    return {
      refs: this.git('for-each-ref'),
      index: createHash('sha256')
        .update(this.read('.git/index') ?? '')
        .digest('hex'),
      config: text('.git/config'),
      head: text('.git/HEAD'),
      stash: this.git('stash', 'list'),
      status: this.git('status', '--porcelain', '--ignored=no'),
      objects: this.git('count-objects', '-v'),
    };
  }

  remove(): void {
    for (const child of this.#running) child.kill('SIGKILL');
    removeFolder(this.folder);
  }
}

export function reviewedBy({ code, stdout, stderr }: Ended): Reviewed {
  try {
    return JSON.parse(stdout) as Reviewed;
  } catch {
    throw new Error(`review ended with ${code}: ${stdout}${stderr}`);
  }
}
