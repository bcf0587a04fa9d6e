import type { Clock } from '../../ports/surroundings.ts';
import type { Inherited } from '../running/allowed-environment.ts';
import type { SandboxFolders } from './mounts.ts';
import type { Tracer } from '../observe/trace-file.ts';
import type { Overlays } from './overlay.ts';
import type { PipeStock } from '../running/real-pipes.ts';

/**
 * Called when a program starts, with the file that its output goes to: what is answered is told every piece as it came,
 * secrets and all, and when no more will come. Neither may throw.
 */
export type Overhear = (file: string) => Overheard | undefined;

export type Overheard = { piece(bytes: Buffer): void; end(): void };

/** What a workspace was readied with. Every program that works in it sees it so. */
export type Readied = {
  /** Folders laid under the workspace: prepared dependencies. */
  readonly layers: readonly string[];
  /** Folders of the user's checkout, shown at a path of the workspace. Writes there are thrown away. */
  readonly links: readonly { readonly entry: string; readonly from: string }[];
  /** What setup left in the home directory, laid under it. */
  readonly homes: readonly string[];
  /** Keeps what is written to the home directory; null: it is thrown away. */
  readonly homeUpper: string | null;
  /** Downloaded packages; writes are kept only while a workspace is being readied. */
  readonly cache: { readonly folder: string; readonly isKept: boolean } | null;
};

/** A workspace that nothing was readied for. */
export const unreadied: Readied = { layers: [], links: [], homes: [], homeUpper: null, cache: null };

/** What every program of one coordinator has in common. */
export type ProcessHost = SandboxFolders & {
  readonly clock: Clock;
  /** The environment that the allowlist chooses from. */
  readonly inherited: Inherited;
  readonly pipes: PipeStock;
  /** How programs are observed here; undefined: they are not. */
  readonly tracer: () => Promise<Tracer | undefined>;
  /** What is kept on disk of an output, once its program has ended. */
  readonly discreet: (output: string) => string;
  /** Told of an output while its program runs, if anybody wants to know. */
  readonly overhear: Overhear | undefined;
  /** The sandbox program; undefined: programs run without one. */
  readonly sandbox: Sandbox | undefined;
  /** By the real path of the workspace. */
  readonly readied: Map<string, Readied>;
};

export type Sandbox = {
  readonly bubblewrap: string;
  readonly emptyFile: string;
  /** Where programs see the workspace they work in, and downloaded packages: paths this machine does not have. */
  readonly shown: { readonly workspace: string; readonly cache: string };
  /** undefined: overlays cannot be mounted here. */
  readonly overlays: Overlays | undefined;
};
