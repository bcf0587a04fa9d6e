import type { GateContext } from './context.ts';
import { type Cell, isWithoutFolder, verify } from './verify.ts';

/** Ids of checks by how they stand at base. A check is in at most one list; what passed everywhere is in none. */
export type Baseline = {
  readonly red: readonly string[];
  /** Could not be computed in some environment, and failed in none. */
  readonly inconclusive: readonly string[];
  /** Passed only on the second run; hand these on as `flaky` in the context of later gates. */
  readonly flaky: readonly string[];
  readonly cells: readonly Cell[];
};

/** Measures the checks on the base commit, so that nobody is charged for what was red before. */
export async function baseline(context: GateContext, commit: string): Promise<Baseline> {
  const { cells } = await verify({ ...context, flaky: new Set() }, commit);
  const ids = [...new Set(cells.map((cell) => cell.check))];
  const has = (id: string, test: (cell: Cell) => boolean) =>
    cells.some((cell) => cell.check === id && test(cell));
  // A package that is not there yet is not broken: nobody is excused for how it comes.
  const isRed = (id: string) =>
    has(id, (cell) => cell.status === 'FAIL' && !cell.flaky && !isWithoutFolder(context, cell));
  const isBroken = (id: string) => !isRed(id) && has(id, (cell) => cell.status === 'BROKEN');
  return {
    red: ids.filter(isRed),
    inconclusive: ids.filter(isBroken),
    flaky: ids.filter((id) => !isRed(id) && !isBroken(id) && has(id, (cell) => cell.flaky)),
    cells,
  };
}
