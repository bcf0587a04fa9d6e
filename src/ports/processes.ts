import type { ObservedInputs } from '../model/checks.ts';

/** How a started program is kept from what it has no business with. */
export type Confinement = {
  /**
   * Folders it may write; everything else is read-only to it. Its own temporary directory (`TMPDIR` of its environment
   * if that is set) is always writable. The most specific path of all these lists wins: a workspace inside a hidden
   * folder is writable, a visible path inside a workspace is read-only.
   */
  readonly writable: readonly string[];
  /** Files and folders that stay visible although they lie in something hidden (the hub's objects, for example). */
  readonly visible: readonly string[];
  /** Files and folders it must not see at all. Secrets in the home directory are hidden without being named. */
  readonly hidden: readonly string[];
  /** Files and folders of the user that this program needs on explicit demand (an agent's own login): seen and writable. */
  readonly exposed?: readonly string[];
  /** Files and folders of the user's home directory, relative to it, that it sees beside the usual ones. */
  readonly home?: readonly string[];
  /** Without it the program has a loopback of its own, on which every port is free, and nothing else. */
  readonly network: boolean;
  /**
   * `own`: the program itself builds walls around what it starts (a container, another machine) and cannot do so within
   * ours. It is started without the sandbox and sees what the user sees; pid file, tag, deadline, output caps, the
   * allowlist of variables and the end of the whole tree hold as ever. Never for an agent, and never for a program that
   * lies in a tree under judgement.
   */
  readonly walls?: 'own';
};

/** What is said to a program while it runs. */
export type Voice = {
  say(text: string): void;
  /** Nothing more will be said: the program sees the end of its input. */
  close(): void;
};

/**
 * Called once with a voice before the program starts; what it answers is called with every piece of stdout, and throws
 * never. Who only wants to listen closes at once: the text on stdin is through by then.
 */
export type Talk = (voice: Voice) => (piece: string) => void;

export type Program = {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** The whole environment: nothing is inherited but a small allowlist (PATH, HOME, LANG, …) below these. */
  readonly env: Readonly<Record<string, string>>;
  /** Handed over by a pipe and closed; never on the command line, in the environment or in a file it can see. */
  readonly stdin: string;
  /** For programs one has to talk with: stdin stays open after the text above until the voice closes it. */
  readonly talk?: Talk;
  readonly confinement: Confinement;
  /** Milliseconds until the whole tree is killed. */
  readonly timeout: number;
  /** Milliseconds without a byte of output until it counts as stalled; null: no stall detection. */
  readonly stall: number | null;
  /** Bytes of stdout and stderr kept, each; what is beyond is cut out of the middle and `truncated` says so. */
  readonly outputCap: number;
  /** Folder for `stdout`, `stderr` and the pid file, which is written before the program starts; it exists. Hidden from it. */
  readonly folder: string;
  /** Called once it runs; never where it cannot be started. */
  readonly onStarted?: () => void;
  /** Observe which files below `cwd` it looks at, where this machine can. */
  readonly observe?: boolean;
};

export type ProgramEnd = {
  readonly how:
    /** Inside a sandbox, death by a signal shows as 128 and the signal's number. */
    | { readonly kind: 'exited'; readonly code: number }
    | { readonly kind: 'killed'; readonly signal: string }
    | { readonly kind: 'timeout' }
    | { readonly kind: 'stall' }
    | { readonly kind: 'cancelled' }
    /** It could not be started at all: a missing program, a missing folder, a sandbox that refuses. */
    | { readonly kind: 'unstartable'; readonly because: string };
  /** What it wrote, up to the cap, as text (invalid UTF-8 replaced). */
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  readonly durationMs: number;
  /** Its inputs, where that was asked for and could be done. */
  readonly inputs?: ObservedInputs | undefined;
};

/** `enforced`: the kernel keeps programs inside. `verified`: it does not, and hashes before and after tell (P6). */
export type Enforcement = 'enforced' | 'verified';

/** Starts programs: argv only, no shell of ours. Whatever the program does, the call resolves. */
export type Processes = {
  /** What the self-test at start-up (a real write and a real remount from inside) showed, and why. */
  readonly enforcement: Enforcement;
  readonly because: string;
  /**
   * How prepared dependencies get into a workspace: `overlay` shows them without copying, `pool` installs them in each
   * workspace and restores that one by comparing.
   */
  readonly layering: 'overlay' | 'pool';
  /**
   * Where a program sees the workspace it works in: one short path, the same for every workspace (REAL-01). Without a
   * sandbox, and for programs with walls of their own, that is where the workspace really is.
   */
  shownAs(this: void, path: string): string;
  /** When it resolves, no descendant is alive: double forks and new sessions included. */
  run(program: Program, cancel?: AbortSignal): Promise<ProgramEnd>;
  /** Whether this machine can observe the inputs of programs. */
  observes(this: void): Promise<boolean>;
  /** Ends what an earlier coordinator left running for these folders (their pid files); answers how many. */
  reap(folders: readonly string[]): Promise<number>;
  /** A port of this machine that nobody listens on just now, for a program that is about to. */
  freePort(): Promise<number>;
};
