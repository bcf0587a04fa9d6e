import { until } from '../contracts/processes-place.ts';
import type { EpicRun } from './epic-run.ts';

/**
 * `git clean` of everything but the agents' program, as a user would: git cannot empty a folder into which a run writes
 * just then, says so, and is asked once more.
 */
export async function cleanCheckout(epic: EpicRun): Promise<void> {
  await until(() => {
    try {
      epic.git('clean', '--quiet', '-ffdx', '-e', '.agent');
      return true;
    } catch (error) {
      if (String(error).includes('Directory not empty')) return false;
      throw error;
    }
  });
}
