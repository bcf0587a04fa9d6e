// The demo epic in a repository of its own, with other agents than the demo's: the model server plays its script.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import type { Event } from '../../src/model/events.ts';
import { root } from '../source.ts';
import { sharedCli } from '../support/shared-cli.ts';

export const demoScript = join(root, 'demo/script.mjs');

type Tree = Readonly<Record<string, unknown>>;

export type DemoOptions = {
  /** The member `agents` of gauntlet.yaml. */
  readonly agents: Tree;
  readonly limits?: Tree;
  readonly env?: Readonly<Record<string, string>>;
};

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** A repository with the demo's service and epic. */
export class DemoRun {
  readonly folder = mkdtempSync(join(tmpdir(), 'gauntlet-demo-run-'));
  readonly repository = join(this.folder, 'orders');
  readonly home = join(this.folder, 'home');
  readonly #cli = sharedCli();
  readonly #env: Readonly<Record<string, string>>;

  constructor({ agents, limits, env = {} }: DemoOptions) {
    this.#env = env;
    for (const name of ['home', 'tmp']) mkdirSync(join(this.folder, name));
    cpSync(join(root, 'demo/service'), this.repository, { recursive: true });
    cpSync(join(root, 'demo/epic.yaml'), join(this.repository, 'epic.yaml'));
    const config = {
      version: 1,
      agents,
      limits: {
        maxParallel: 5,
        maxVerify: 2,
        agentTimeout: '5m',
        stall: '2m',
        ticketTimeout: '20m',
        ...limits,
      },
      depth: 'quick',
      audit: { perMilestone: false, endOfRun: false },
    };
    // JSON is YAML.
    writeFileSync(join(this.repository, 'gauntlet.yaml'), JSON.stringify(config, undefined, 2));
    this.git('init', '--quiet', '--template=', '--initial-branch=main');
    this.git('config', 'user.name', 'Tester');
    this.git('config', 'user.email', 'tester@example.invalid');
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message=An orders service');
  }

  git(...args: readonly string[]): string {
    const env = { PATH: process.env['PATH'], HOME: this.home, GIT_CONFIG_NOSYSTEM: '1' };
    return execFileSync('git', args, { cwd: this.repository, encoding: 'utf8', env }).trim();
  }

  /** A command of the CLI, to its end. */
  async gauntlet(...args: readonly string[]): Promise<Ended> {
    const child = spawn(process.execPath, [this.#cli, ...args], {
      cwd: this.repository,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
        HOME: this.home,
        TMPDIR: join(this.folder, 'tmp'),
        XDG_CACHE_HOME: join(this.folder, 'cache'),
        GAUNTLET_WORKSPACES: join(this.folder, 'ws'),
        ...this.#env,
      },
    });
    return endOf(child);
  }

  async events(): Promise<readonly Event[]> {
    const { stdout } = await this.gauntlet('events', '--json');
    const lines = stdout.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as Event);
  }

  /** Everything the run wrote down, as one text: prompts, answers, conversations, readable copies. */
  written(): string {
    const folders = [join(this.repository, '.git/gauntlet'), join(this.repository, '.gauntlet')];
    const files = folders.flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }));
    return files
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('/objects'))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .join('\n');
  }

  remove(): void {
    makeWritable(this.folder);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function endOf(child: ChildProcess): Promise<Ended> {
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (text: string) => (said[name] += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...said }));
  });
}

/** Trees under review are read-only, and what is in a read-only folder cannot be removed by everybody. */
function makeWritable(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) makeWritable(join(folder, entry.name));
}
