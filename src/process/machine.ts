import type { Clock } from '../ports/surroundings.ts';
import type { Inherited } from './allowed-environment.ts';
import type { Surroundings } from './mounts.ts';
import type { PipeStock } from './real-pipes.ts';

/** What every program of one coordinator has in common. */
export type Machine = Surroundings & {
  readonly clock: Clock;
  /** The environment that the allowlist chooses from. */
  readonly inherited: Inherited;
  readonly pipes: PipeStock;
  /** What is kept on disk of an output, once its program has ended. */
  readonly discreet: (output: string) => string;
  /** The sandbox program; undefined: programs run without one. */
  readonly sandbox: { readonly bubblewrap: string; readonly emptyFile: string } | undefined;
};
