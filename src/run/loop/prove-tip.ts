import { GauntletError } from '../../model/error.ts';
import type { AssignmentEvent } from '../../model/events.ts';
import type { Lander } from '../../ports/git.ts';
import type { State } from '../../state/index.ts';

type Branch = {
  readonly lander: Pick<Lander, 'tip' | 'land'>;
  readonly epic: string;
  /** Work that was handed out and has not come back: a landing among it may have happened already. */
  readonly open?: readonly AssignmentEvent[];
};

/**
 * A tip that the journal did not land means that somebody else moves the branch: nothing is done on top (DISPATCH-09).
 * One that the journal has and the branch has not was interrupted between the two, and is brought to its end.
 */
export async function proveTip({ lander, epic, open = [] }: Branch, state: State): Promise<void> {
  const expected = state.tip;
  const found = await lander.tip();
  const isLanding = open.some(({ stage, commit }) => stage === 'land' && commit === found);
  if (found === undefined || found === expected || isLanding) return;
  await lander.land(expected);
  const tip = (await lander.tip()) ?? found;
  if (tip !== expected) throw foreignTip(epic, { tip, expected });
}

export function foreignTip(
  epic: string,
  { tip, expected }: { tip: string; expected: string },
): GauntletError {
  return new GauntletError('STATE_CONFLICT', `the epic branch is at ${tip}, which this run did not land`, {
    data: { tip, expected },
    hint: `Keep that work on a branch of its own, then: git update-ref refs/heads/epic/${epic} ${expected}`,
  });
}
