import type { ChangeScan } from '../../run/index.ts';
import { addedLines, type FileChange } from '../../detect/index.ts';
import { findingsOfChange, loadChanges } from '../../gates/index.ts';
import { changedAt, type Comparison, treeAt } from '../../git/index.ts';
import type { Config } from '../../model/config.ts';
import type { Finding } from '../../model/finding.ts';
import type { Depth } from '../../model/team.ts';
import { matches } from '../../plan/index.ts';
import { openGrammars, vendoredFolder } from '../../files/index.ts';
import { CONFIG } from '../../project/settings/judging-config.ts';
import { weakenedConfig } from './weakened-config.ts';

/** What was found without a model and without running anything of the repository. */
export type MechanicalFindings = {
  readonly findings: readonly Finding[];
  readonly changes: readonly FileChange[];
  /** What failed on our side: no pass (P8). */
  readonly crashes: readonly string[];
  /** What was not looked at, and why; said, not counted against the change. */
  readonly notes: readonly string[];
};

/** How deep to look; only where it was asked for is a large project read as a whole: a hook has to be done in seconds. */
export type LookDepth = { readonly depth: Depth; readonly isAsked: boolean };

/** As many files as are parsed whole within a second. */
const FEW_FILES = 800;

/** Detectors and scans over the change alone: what was there before is nobody's news. */
export async function lookAt(
  { compared, place }: Pick<Comparison, 'compared' | 'place'>,
  config: Config,
  { depth, isAsked }: LookDepth,
): Promise<MechanicalFindings> {
  const source = changedAt(compared, place);
  const changes = await loadChanges(source, compared.from, compared.head);
  const sides = { base: compared.from, head: compared.head, changes };
  const weaker = weakenedConfig(changes, CONFIG);
  const steering = await findingsOfChange(source, sides, { protect: config.protect, matches });
  // The finding that says what is lost takes the place of the one that says that the file changed.
  const isSaid = ({ rule, file }: Finding) => rule === 'protected-file' && file === weaker[0]?.file;
  const detected = [...weaker, ...steering.filter((each) => !isSaid(each))];
  if (changes.length === 0) return { findings: detected, changes, crashes: [], notes: [] };
  const only = new Set(changes.map(({ path }) => path));
  const treesOf = (wanted: { readonly only?: ReadonlySet<string> }) => ({
    now: treeAt(place, compared.head, { ...wanted, leave }),
    before: treeAt(place, compared.from, { ...wanted, leave }),
  });
  const near = treesOf({ only });
  const all = depth === 'quick' ? null : treesOf({});
  const isWide = isAsked && depth !== 'standard';
  const whole = all !== null && (isWide || all.now.count() <= FEW_FILES) ? all : null;
  const lines = new Map(
    changes.map((change) => [change.path, new Set(addedLines(change).map(({ line }) => line))]),
  );
  const grammars = await openGrammars(whole?.now ?? near.now);
  const { scanChange } = await import('../../run/scans/lazy-scans.ts');
  const scanned = scanChange({ ...near, whole, lines, grammars }, config.scans);
  return {
    findings: [...detected, ...scanned.findings],
    changes,
    crashes: scanned.crashes.map(({ rule, file, because }) => `${rule} failed on ${file}: ${because}`),
    notes: [...unreadIn(changes), ...notesOf(scanned)],
  };
}

/** What nobody can read has not been looked at, whatever its name says. */
function unreadIn(changes: readonly FileChange[]): readonly string[] {
  const binary = changes.filter(({ after }) => after?.unread === 'binary').map(({ path }) => path);
  if (binary.length === 0) return [];
  const some = `${binary.slice(0, SHOWN).join(', ')}${binary.length > SHOWN ? ', …' : ''}`;
  const files = binary.length === 1 ? '1 changed file is' : `${binary.length} changed files are`;
  return [`${files} binary and not checked (${some})`];
}

const SHOWN = 3;

/** What says of itself that a machine made it is not looked at, and so is no pass of its own. */
function notesOf({ notAsked, left }: Pick<ChangeScan, 'notAsked' | 'left'>): readonly string[] {
  const made = left
    .filter(({ reason }) => reason !== 'unsupported file type' && reason !== 'binary')
    .map(({ reason, count, examples }) => {
      const more = count > examples.length ? ', …' : '';
      const files = count === 1 ? '1 changed file was' : `${count} changed files were`;
      return `${files} not scanned by rules: ${reason} (${examples.join(', ')}${more})`;
    });
  const skipped = notAsked.length;
  if (skipped === 0) return made;
  const rules = skipped === 1 ? '1 whole-project rule' : `${skipped} whole-project rules`;
  return [...made, `${rules} did not run; --depth thorough runs them`];
}

function leave(path: string): string | undefined {
  const folder = vendoredFolder(path);
  return folder === undefined ? undefined : `${TOOLS}: ${folder}`;
}

const TOOLS = 'in a dependency or tool folder';
