import { openRepository } from '../../git/index.ts';
import type { Config } from '../../model/config.ts';
import type { Enforcement } from '../../ports/processes.ts';
import type { Diagnosis } from './diagnosis.ts';
import { hooksFor } from '../../project/hooks-for.ts';

/** The git hooks that fixes and landings have to pass, and those that do not run. */
export async function hookChecks(
  top: string,
  config: Config,
  enforcement: Enforcement,
): Promise<readonly Diagnosis[]> {
  const repository = await openRepository(top).catch(() => undefined);
  if (repository === undefined) return [];
  try {
    const { commit } = await repository.peek.adopt('HEAD');
    const { judging, notes } = await hooksFor(repository, commit, config);
    const names = (judging.hooks?.hooks ?? []).map(({ name, path, text }) =>
      text === null ? `${name} (${path} at HEAD)` : `${name} (${path}, copied)`,
    );
    const walls = enforcement === 'enforced' ? '' : ', without a sandbox';
    const on = `${names.join(', ')}: run before every fix and landing${walls}`;
    const runs: Diagnosis[] =
      names.length === 0 ? [] : [{ what: 'git hooks', state: walls === '' ? 'ok' : 'warning', said: on }];
    return [...runs, ...notes.map((said): Diagnosis => ({ what: 'git hooks', state: 'warning', said }))];
  } catch {
    // Without a commit, the repository's own line says so.
    return [];
  } finally {
    repository.close();
  }
}
