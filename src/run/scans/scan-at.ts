import { linkEnd, secretDetection } from '../../detect/index.ts';
import { matches } from '../../plan/index.ts';
import {
  allFinders,
  conclude,
  type FileScan,
  fileScanner,
  isProgram,
  languageOf,
  type Rule,
  type ScanCrash,
  type ScanResult,
  syntaxFinders,
  type Tree,
  type TreeEntry,
} from '../../../packages/scan/index.ts';
import { installedAt } from './installed-at.ts';
import type { StageContext } from '../stage-context.ts';

/** No rule looks at more. */
const LARGEST = 1_000_001;

export type ScanScope = {
  /** Undefined: every path. */
  readonly only?: ReadonlySet<string> | undefined;
  /** The commit before the work that is judged; null where what is there is looked at as it is. */
  readonly base: string | null;
};

/**
 * What static rules say of a commit. Work that is judged cannot hide from it: what says of itself that a machine made it
 * is looked at unless the base says so too, and a program that cannot be read is said with what failed.
 */
export async function scanAt(
  context: StageContext,
  commit: string,
  rules: readonly Rule[],
  { only, base }: ScanScope,
): Promise<ScanResult> {
  const { ignore, ui } = context.inputs.config.scans;
  const paths = (await context.hub.paths(commit)).filter(
    (path) => only?.has(path) !== false && !ignore.some((glob) => matches(glob, path)),
  );
  const grammars = await context.grammars(paths);
  const syntax = { grammars, finders: syntaxFinders };
  const looking = { rules, finders: allFinders, syntax, secrets: secretDetection };
  const look = fileScanner(looking);
  const distrusting = fileScanner({ ...looking, evenMachineMade: true });
  const changed = await changedSince(context, base, commit);
  const looks = new Map<string, FileScan>();
  const texts = new Map<string, Uint8Array>();
  const entries: TreeEntry[] = [];
  const unread: ScanCrash[] = [];
  for (const path of paths) {
    // Each is waited for, so that whatever else the run has to do gets its turn in between.
    const bytes = await context.hub.file(commit, path, LARGEST);
    const seen = bytes === undefined ? undefined : look(path, bytes.length, () => bytes);
    const why = seen === undefined ? 'too large, or a link' : unreadable(seen);
    if (
      why !== undefined &&
      changed.has(path) &&
      isProgram(languageOf(path)) &&
      !(await isSeenAnyway(context, commit, path))
    )
      unread.push({ rule: 'unread', file: path, because: `it cannot be read: ${why}` });
    if (bytes === undefined || seen === undefined) continue;
    const isHiding =
      base !== null && isMachineMade(seen, path) && !(await wasMachineMade(context, base, path, look));
    texts.set(path, bytes);
    entries.push({ path, bytes: bytes.length });
    looks.set(path, isHiding ? distrusting(path, bytes.length, () => bytes) : seen);
    await grammars.renewed?.();
  }
  const tree: Tree = {
    list: () => ({ entries, left: [] }),
    read: (path) => texts.get(path) ?? 'it is not there',
  };
  const isSeated = context.plan.gating.team.auditors.includes('library');
  const checkout = isSeated && only === undefined ? context.installed() : undefined;
  const installed = checkout === undefined ? undefined : installedAt(checkout, texts);
  const libraries =
    installed === undefined
      ? undefined
      : { installed, most: context.plan.gating.team.maxLibraryChecks, isShown: true };
  const result = conclude(tree, looks, rules, { designFile: ui ?? undefined, libraries });
  return { ...result, crashes: [...result.crashes, ...unread] };
}

async function changedSince(
  context: StageContext,
  base: string | null,
  commit: string,
): Promise<ReadonlySet<string>> {
  if (base === null) return new Set();
  return new Set((await context.hub.changes(base, commit)).map(({ path }) => path));
}

/** A link to a program of the repository: that one is looked at under its own name. */
async function isSeenAnyway({ hub }: StageContext, commit: string, path: string): Promise<boolean> {
  const target = await hub.link(commit, path);
  const end = target === undefined ? undefined : linkEnd(path, target);
  return (
    end !== undefined && isProgram(languageOf(end)) && (await hub.file(commit, end, LARGEST)) !== undefined
  );
}

function unreadable({ left }: FileScan): string | undefined {
  return left === 'binary' || left === 'larger than 1 MB' ? left : undefined;
}

/** A declaration file holds nothing that runs. */
function isMachineMade({ left }: FileScan, path: string): boolean {
  return (left === 'generated' || left === 'minified') && !/\.d\.[cm]?ts$/i.test(path);
}

async function wasMachineMade(
  { hub }: StageContext,
  base: string,
  path: string,
  look: ReturnType<typeof fileScanner>,
): Promise<boolean> {
  const bytes = await hub.file(base, path, LARGEST);
  return (
    bytes !== undefined &&
    isMachineMade(
      look(path, bytes.length, () => bytes),
      path,
    )
  );
}
