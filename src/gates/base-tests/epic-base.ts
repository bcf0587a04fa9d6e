import type { FileChange } from '../../detect/index.ts';
import type { GateContext } from '../context.ts';
import type { Work } from '../gate.ts';
import { loadChanges } from '../changes/load-changes.ts';
import { namesPath } from '../changes/may-change.ts';

/** Work as it differs from the tree whose checks count. */
export type WorkSinceBase = Work & {
  /** Where the work itself began: the tip of the epic. */
  readonly tip: string;
  /** Files that earlier tickets changed, and this one did not. */
  readonly earlier: ReadonlySet<string>;
  /** Files that earlier tickets changed and a person had named: they stay as they are now. */
  readonly accepted: readonly FileChange[];
};

/**
 * The work compared with the epic's base instead of the tip (EVID-05): agents moved the tip, and a test that one ticket
 * brought must not decide about the next. Files that any ticket of the epic names are taken from the tip, because a person
 * named them, and so are repaired ones.
 */
export async function sinceEpicBase(context: GateContext, work: Work): Promise<WorkSinceBase> {
  const { epicBase, hub, epic } = context;

  if (epicBase === undefined || epicBase === work.base || work.ticket?.id.startsWith('remediation:') === true)
    return sinceTip(work);
  if (!(await hub.isAncestor(epicBase, work.base))) return sinceTip(work);
  const isNamed = epic.tickets.map((ticket) => namesPath(context, { ticket }));
  const all = await loadChanges(hub, epicBase, work.base);
  const repaired = (await context.repairedFiles?.(work.base)) ?? new Set();
  const earlier = all.filter(({ path }) => !repaired.has(path) && !isNamed.some((names) => names(path)));
  const before = new Map(earlier.map((change) => [change.path, change.before]));
  const own = new Set(work.changes.map(({ path }) => path));
  const changes = [
    ...work.changes.map((change): FileChange => {
      const old = before.get(change.path);
      return old === undefined ? change : { ...change, before: old };
    }),
    ...earlier.filter(({ path }) => !own.has(path)),
  ];
  const isDifferent = ({ before: old, after }: FileChange): boolean =>
    old?.blob !== after?.blob || old?.mode !== after?.mode;
  return {
    ...work,
    base: epicBase,
    tip: work.base,
    earlier: new Set(earlier.map(({ path }) => path).filter((path) => !own.has(path))),
    changes: changes.filter(isDifferent),
    accepted: all.filter((change) => !earlier.includes(change)),
  };
}

/** The same compared with the tip. */
export function sinceTip(work: Work): WorkSinceBase {
  return { ...work, tip: work.base, earlier: new Set(), accepted: [] };
}
