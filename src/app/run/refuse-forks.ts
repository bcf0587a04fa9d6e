import { shortBranch } from '../../model/adopted-branch.ts';
import { GauntletError } from '../../model/error.ts';
import type { Processes } from '../../ports/processes.ts';
import { openForks, type State } from '../../state/index.ts';

type Sandbox = Pick<Processes, 'enforcement'>;

/** Refuses to run what strangers wrote where nothing confines it. */
export function refuseForks(pulls: readonly string[], { enforcement }: Sandbox): void {
  if (pulls.length === 0 || enforcement === 'enforced') return;
  throw new GauntletError(
    'ENVIRONMENT_UNFIT',
    `pull request ${pulls.join(', ')} comes from a fork and the sandbox is not enforced here`,
    { hint: 'Install bubblewrap: gauntlet doctor says whether it works.' },
  );
}

/** A run may go on in another environment than the one in which its branches were brought. */
export function refuseOpenForks(state: State, sandbox: Sandbox): void {
  refuseForks(openForks(state).map(shortBranch), sandbox);
}
