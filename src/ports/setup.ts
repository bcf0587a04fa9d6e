import type { Environment, Setup } from '../model/config.ts';
import type { SetupScopes } from '../model/checks.ts';
import type { Checkout } from './git.ts';

export type Readiness = {
  /** Milliseconds that commands of setup took; missing where none ran. */
  readonly commandsMs?: number;
} & (
  | {
      readonly kind: 'ready';
      /** Its own temporary directory (`TMPDIR`) and the environment's variables: all that a check sees (EVID-06). */
      readonly env: Readonly<Record<string, string>>;
      /** A port of its own (`PORT`), for programs that share the loopback of this machine. */
      readonly port?: Readonly<Record<string, string>>;
      /** Where package managers keep what they download, for whoever installs more. */
      readonly stores?: Readonly<Record<string, string>>;
      /** Downloaded packages that programs which run in it have to see besides. For `Confinement.visible`. */
      readonly visible?: readonly string[];
      /** Setup has run just now, and may have changed tracked files: bring the tree back before it is checked. */
      readonly isFresh?: boolean;
    }
  /** Setup failed: infrastructure, never the developer's failure (ENV-02). */
  | {
      readonly kind: 'broken';
      /** In one line. */
      readonly because: string;
      /** The last of what the command that failed has printed. */
      readonly output?: string;
    }
);

/** Makes a workspace or checkout ready before any agent or check runs in it. */
export type Setups = {
  /**
   * Runs the commands of `setup`, copies and links the files it names from the user's checkout (never over a tracked
   * file, never from outside the repository), in the sandbox. Skipped when the folder was readied before with the same
   * setup, the same lockfiles and the same environment; where it does more than install packages, for the same commit
   * alone. `folder` is for the logs of this run. Called off it answers
   * `broken`, and half a setup is none.
   */
  ready(
    path: string,
    what: {
      readonly setup: Setup | null;
      readonly environment: Environment;
      readonly scopes: SetupScopes;
      /** A checkout of base. Where it needs the same setup, that is run there: what base prepares serves everybody. */
      readonly base?: () => Promise<Pick<Checkout, 'path' | 'release'>>;
      /** A checkout of the same commit to run the commands in, where they have the network and must not see all of it. */
      readonly open?: (() => Promise<Pick<Checkout, 'path' | 'release'>>) | undefined;
      /** Dependencies are installed into the folder itself, where files can be taken out of it again. */
      readonly isInPlace?: boolean;
    },
    folder: string,
    cancel?: AbortSignal,
  ): Promise<Readiness>;
};
