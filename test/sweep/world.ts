// A repository of its own for one run of the epic, and the pipe in which agents tell that they have started.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { compileCache, sharedCli } from '../support/shared-cli.ts';
import { contentFiles, epicId, tickets } from './content.ts';

export type Ended = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Names of the points the coordinator passed, in order; filled where `GAUNTLET_MILEPOSTS` was asked for. */
  readonly points: readonly string[];
};

export type Running = {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves once its stderr holds the text. */
  said(text: string): Promise<void>;
};

type Environment = Readonly<Record<string, string | undefined>>;

export type World = {
  /** The user's checkout. */
  readonly repository: string;
  /** `.git/gauntlet`. */
  readonly state: string;
  /** The state of the epic. */
  readonly epic: string;
  /** What is run of the epic. */
  readonly tickets: readonly string[];
  /** Whatever belongs to this world has this in its command line, environment or working directory. */
  readonly folder: string;
  start(args: readonly string[], env?: Environment): Running;
  run(args: readonly string[], env?: Environment): Promise<Ended>;
  git(...args: readonly string[]): string;
  /** Everything told through the pipe until now. */
  told(): Promise<readonly string[]>;
  /** Resolves once `text` was told so many times. */
  until(text: string, times?: number): Promise<void>;
  /** Puts a line of ours between what agents tell. */
  tell(line: string): void;
  /** Lets one waiting developer go on. */
  letGo(): void;
  /** Stops listening; the files stay. */
  close(): void;
  remove(): void;
};

export type WorldOptions = {
  /** Where to make the repository; a folder of its own in the temporary directory unless given. */
  readonly folder?: string;
  /** These tickets alone; all of them unless given. */
  readonly only?: readonly string[];
  /** Limits of the configuration other than the usual ones. */
  readonly limits?: Readonly<Record<string, string>>;
};

export function makeWorld({ folder, only = tickets, limits }: WorldOptions = {}): World {
  const base = folder ?? mkdtempSync(join(tmpdir(), 'gauntlet-sweep-'));
  const repository = join(base, 'feast');
  // Beside the agent's script, where a sandbox shows them read-only: pipes can be written all the same, and git passes
  // over them.
  const [starts, gate] = [join(repository, 'starts'), join(repository, 'gate')];
  mkdirSync(repository);
  execFileSync('mkfifo', [starts, gate]);
  const pipe = openPipe(starts);
  const gateEnd = openSync(gate, constants.O_RDWR | constants.O_NONBLOCK);
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: repository, encoding: 'utf8', env: gitEnvironment });
  makeRepository(repository, git, contentFiles(limits));
  let started = 0;
  const start = (args: readonly string[], env: Environment = {}): Running => {
    started += 1;
    const points = join(base, `points-${started}`);
    const child = spawn(process.execPath, [sharedCli(), ...args], {
      cwd: repository,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
        HOME: base,
        XDG_CACHE_HOME: join(base, 'cache'),
        NODE_COMPILE_CACHE: compileCache,
        GAUNTLET_WORKSPACES: join(base, 'ws'),
        SWEEP_STARTS: starts,
        SWEEP_GATE: gate,
        GAUNTLET_MILEPOSTS: points,
        ...env,
      },
    });
    return running(child, points);
  };
  const close = (): void => {
    pipe.close();
    closeSync(gateEnd);
  };
  return {
    repository,
    state: join(repository, '.git', 'gauntlet'),
    epic: join(repository, '.git', 'gauntlet', 'epics', epicId),
    tickets: only,
    folder: base,
    start,
    run: (args, env) => start(args, env).ended,
    git,
    ...pipe.told,
    letGo: () => void writeSync(gateEnd, 'go\n'),
    close,
    remove() {
      close();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

const gitEnvironment = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };

function makeRepository(folder: string, git: World['git'], files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  git('init', '--quiet', '--template=', '--initial-branch=main');
  for (const [key, value] of [
    ['user.name', 'Sweep'],
    ['user.email', 'sweep@example.invalid'],
  ] as const)
    git('config', key, value);
  git('add', '--all');
  git('commit', '--quiet', '--message=Nothing to eat yet');
}

function running(child: ChildProcess, points: string): Running {
  const heard = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      heard[name] += text;
      for (const look of waiting) look();
    });
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...heard, points: linesOf(points) }));
  });
  return { child, ended, said: (text) => holds(waiting, () => heard.stderr.includes(text)) };
}

/** Resolves once it is true; looked at whenever one of the waiting is called. */
function holds(waiting: Set<() => void>, isTrue: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (!isTrue()) return;
      waiting.delete(look);
      resolve();
    };
    waiting.add(look);
    look();
  });
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(0, -1);
  } catch {
    return [];
  }
}

type Pipe = { readonly told: Pick<World, 'told' | 'until' | 'tell'>; close(): void };

/** Held open both ways, so that nobody who writes has to wait for us and nothing is lost between two of them. */
function openPipe(path: string): Pipe {
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const own = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  const socket = new Socket({ fd, readable: true, writable: false });
  const waiting = new Set<() => void>();
  let text = '';
  socket.setEncoding('utf8').on('data', (more: string) => {
    text += more;
    for (const look of waiting) look();
  });
  const tell = (line: string): void => void writeSync(own, `${line}\n`);
  const until = (wanted: string, times = 1): Promise<void> =>
    holds(waiting, () => text.split(wanted).length > times);
  let marks = 0;
  const told = async (): Promise<readonly string[]> => {
    const mark = `mark ${(marks += 1)}`;
    tell(mark);
    await until(`${mark}\n`);
    return text.split('\n').filter((line) => line !== '' && !line.startsWith('mark '));
  };
  return {
    told: { told, until, tell },
    close() {
      closeSync(own);
      socket.destroy();
    },
  };
}
