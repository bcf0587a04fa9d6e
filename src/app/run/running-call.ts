import type { Call } from '../../project/call.ts';
import type { ClusterFlags } from '../cluster/address.ts';
import type { RunScreen } from './run-screen.ts';

/** What a run may be told beside its epic. */
export type RunOptions = ClusterFlags & {
  readonly maxParallel?: string | undefined;
  readonly maxRevisions?: string | undefined;
  readonly budget?: string | undefined;
  readonly budgetTokens?: string | undefined;
  readonly allowRed?: readonly string[] | undefined;
  readonly only?: string | undefined;
  readonly base?: string | undefined;
  readonly agent?: string | undefined;
  readonly config?: string | undefined;
  readonly serve?: string | true | undefined;
  readonly open?: true | undefined;
  readonly input?: boolean | undefined;
  readonly dryRun?: true | undefined;
  readonly acceptAgents?: boolean | undefined;
};

/** A call that begins or continues a run. */
export type RunningCall<Options extends RunOptions = RunOptions> = Call<Options> & {
  readonly screen: RunScreen;
};
