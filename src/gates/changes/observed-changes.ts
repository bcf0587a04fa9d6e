import { type FileChange, languageOf, settingsAt } from '../../detect/index.ts';
import type { ObservedInputs } from '../../model/checks.ts';
import type { GateContext } from '../context.ts';
import type { Work } from '../gate.ts';
import {
  type BaseTexts,
  indexInputs,
  type InputIndex,
  isTestSide,
  patternsIn,
  sideOf,
} from '../base-tests/input-side.ts';

/** Changed files that base's checks looked at and that no list of names knows. */
export type ObservedChanges = {
  /** They belong to what checks. */
  readonly defines: readonly FileChange[];
  /** They may as well be the product's. */
  readonly perhaps: readonly FileChange[];
};

/** Sorts changes by what base's checks looked at (EVID-01). `work.base` is the tree whose checks were observed. */
export async function observedChanges(
  context: GateContext,
  work: Pick<Work, 'base' | 'changes'>,
  all: readonly ObservedInputs[],
): Promise<ObservedChanges> {
  const inputs = indexInputs(all);
  const asked = work.changes.filter(
    ({ path, before }) => before === null || inputs.read.has(path) || inputs.seen.has(path),
  );
  if (all.length === 0 || asked.length === 0) return { defines: [], perhaps: [] };
  const texts = await textsOf(context, work.base, inputs);
  const sided = asked.map((change) => ({ change, side: sideOf(change, inputs, texts) }));
  const on = (wanted: 'defines' | 'perhaps'): readonly FileChange[] =>
    sided.filter(({ side }) => side === wanted).map(({ change }) => change);
  return { defines: on('defines'), perhaps: on('perhaps') };
}

const MOST_TEXTS = 3000;
const LARGEST_TEXT = 512 * 1024;

async function textsOf({ hub, plan }: GateContext, base: string, { read }: InputIndex): Promise<BaseTexts> {
  const texts = new Map<string, string>();
  const paths = (await hub.paths(base)).filter(
    (path) => read.has(path) && (isTestSide(path) || languageOf(path) !== undefined),
  );
  const commands = plan.verify.map(({ run }) => (typeof run === 'string' ? run : run.join(' ')));
  const isStarted = (path: string): boolean =>
    commands.some((command) => command.includes(path.slice(path.lastIndexOf('/') + 1)));
  for (const path of paths.slice(0, MOST_TEXTS)) {
    const bytes = await hub.file(base, path, LARGEST_TEXT);
    if (bytes !== undefined) texts.set(path, new TextDecoder().decode(bytes));
  }
  const part = (isWanted: boolean): readonly string[] =>
    [...texts].filter(([path]) => (isTestSide(path) || isStarted(path)) === isWanted).map(([, text]) => text);
  const looking = [...texts].filter(([path]) => isTestSide(path) && settingsAt(path) !== 'part');
  return {
    tests: [...part(true), ...commands],
    product: part(false),
    of: (path) => texts.get(path),
    patterns: [...looking.map(([, text]) => text), ...commands].flatMap(patternsIn),
  };
}
