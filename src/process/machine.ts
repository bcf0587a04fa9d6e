import type { Clock } from '../ports/surroundings.ts';
import type { Inherited } from './allowed-environment.ts';
import type { Surroundings } from './mounts.ts';
import type { PipeStock } from './real-pipes.ts';

/**
 * Called when a program starts, with the file that its output goes to: what is answered is told every piece as it came,
 * secrets and all, and when no more will come. Neither may throw.
 */
export type Overhear = (file: string) => Overheard | undefined;

export type Overheard = { piece(bytes: Buffer): void; end(): void };

/** What every program of one coordinator has in common. */
export type Machine = Surroundings & {
  readonly clock: Clock;
  /** The environment that the allowlist chooses from. */
  readonly inherited: Inherited;
  readonly pipes: PipeStock;
  /** What is kept on disk of an output, once its program has ended. */
  readonly discreet: (output: string) => string;
  /** Told of an output while its program runs, if anybody wants to know. */
  readonly overhear: Overhear | undefined;
  /** The sandbox program; undefined: programs run without one. */
  readonly sandbox: { readonly bubblewrap: string; readonly emptyFile: string } | undefined;
};
