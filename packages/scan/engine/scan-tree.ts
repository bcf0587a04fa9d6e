import type { LeftOut, Tree, TreeEntry } from './files/tree.ts';
import type { FileFacts, ProjectFacts } from './facts.ts';
import type { FileScan, FileFinding } from './file-scan.ts';
import { Gathered } from './gather.ts';
import { checkUses } from '../concepts/library/check-uses.ts';
import type { LibraryCheck } from '../concepts/library/check-libraries.ts';
import { chooseLibraries } from '../concepts/library/choose-libraries.ts';
import { choosePython } from '../concepts/library/choose-python.ts';
import { decoded, fileScanner, type FileScanOptions } from './scan-file.ts';
import { noteText } from './incremental/stored-scan.ts';
import type { CachedResults, RuleResult } from './incremental/cached-results.ts';
import { recordReads, Dependencies } from './incremental/dependencies.ts';
import type { ProjectReport, ProjectRule, Rule } from './rule.ts';
import type { ScanResult } from './findings/scan-result.ts';
import type { RequestCounts, ScanCoverage } from './findings/coverage.ts';
import { lineText } from './files/scanned-file.ts';
import { suppressionAt } from './findings/suppressions.ts';

export type ScanOptions = FileScanOptions & {
  /** What is installed; without it no rule about libraries runs. */
  readonly libraries?: LibraryCheck;
  /** The file that declares colours, fonts and distances; UI_REQUIREMENTS.md where none is named. */
  readonly designFile?: string | undefined;
  /** Told now and then how far it is. */
  readonly progress?: (done: number, all: number) => void;
};

/** Scans every file of a tree once, then runs the rules over the whole project. */
export function scanTree(
  tree: Tree,
  { progress, libraries, designFile, ...options }: ScanOptions,
): ScanResult {
  const { entries } = tree.list();
  const scanFile = fileScanner(options);
  const scans = new Map<string, FileScan>();
  for (const [index, { path, bytes, leave }] of entries.entries()) {
    if (index % 500 === 0) progress?.(index, entries.length);
    if (leave !== undefined) continue;
    scans.set(
      path,
      scanFile(path, bytes, () => tree.read(path)),
    );
  }
  progress?.(entries.length, entries.length);
  return conclude(tree, scans, options.rules, { libraries, designFile });
}

export type Concluding = Pick<ScanOptions, 'designFile'> & {
  readonly libraries?: LibraryCheck | undefined;
  /** What rules over the whole project said before, and where to note what they say now. */
  readonly results?: CachedResults | undefined;
};

/** Puts the scans of all files together and runs the rules over the whole project; the scans may come from a cache or from threads. */
export function conclude(
  tree: Tree,
  scans: ReadonlyMap<string, FileScan>,
  rules: readonly Rule[],
  { libraries, designFile, results }: Concluding = {},
): ScanResult {
  const { entries, left } = tree.list();
  const gathered = new Gathered(rules);
  const leaving = new Leaving();
  const files = new Map<string, FileFacts>();
  /** Generated files: what they import is used. */
  const users = new Map<string, FileFacts>();
  const scanned = { files: 0, bytes: 0 };
  let tests = 0;
  for (const { path, bytes, leave } of entries) {
    if (leave !== undefined) {
      leaving.add(leave, path);
      continue;
    }
    const scan = scans.get(path);
    if (scan === undefined) throw new Error(`${path} was not scanned`);
    if (scan.left !== null || scan.facts === null) {
      leaving.add(scan.left ?? 'not scanned', path);
      if (scan.facts !== null) users.set(path, scan.facts);
      continue;
    }
    scanned.files += 1;
    scanned.bytes += bytes;
    tests += scan.tests;
    files.set(path, scan.facts);
    gathered.add(path, scan);
  }
  const project = { files, paths: pathsOf(entries), text: textOf(tree, files), designFile };
  const whole = { ...project, files: new Map([...files, ...users]) };
  for (const rule of rules) {
    if (rule.kind !== 'project') continue;
    const before = results?.valid(rule.id);
    if (before === undefined) checkProject(rule, whole, gathered, results);
    else gathered.repeat(rule.id, before);
  }
  const isKnown = libraries !== undefined && checkUses(rules, libraries, project, gathered);
  const ran = rules.filter(({ kind }) => kind !== 'library' || isKnown).map(({ id }) => id);
  const suppressions = [...files].flatMap(([file, facts]) =>
    facts.suppressions.map((comment) => ({ file, ...comment })),
  );
  const { requests } = gathered;
  const about = {
    ran,
    scanned,
    seen: { ...seenIn(files), tests, ...(requests === undefined ? {} : { requests }) },
    left: [...left, ...leaving.said()],
    suppressions,
  };
  return {
    ...gathered.result(),
    ...about,
    ...(libraries?.isShown === true ? shown(project, libraries) : {}),
  };
}

/** What was understood of the files, so that a report says how much it rests on. */
function seenIn(files: ReadonlyMap<string, FileFacts>): Omit<ScanCoverage, 'tests' | 'requests'> {
  const languages = new Map<string, number>();
  const counts = { routes: 0, entities: 0 };
  for (const { language, routes, entities } of files.values()) {
    languages.set(language, (languages.get(language) ?? 0) + 1);
    counts.routes += routes.length;
    counts.entities += entities.length;
  }
  return { languages: Object.fromEntries([...languages].toSorted(([, a], [, b]) => b - a)), ...counts };
}

function shown(project: ProjectFacts, { installed, most }: LibraryCheck): Pick<ScanResult, 'libraries'> {
  const { libraries } = chooseLibraries(project, installed, most);
  return { libraries: [...libraries, ...choosePython(project, installed, most)] };
}

function pathsOf(entries: readonly TreeEntry[]): ReadonlySet<string> {
  return new Set(entries.map(({ path }) => path));
}

function textOf(tree: Tree, files: ReadonlyMap<string, FileFacts>): ProjectFacts['text'] {
  return (path) => {
    const file = files.get(path);
    if (file === undefined) return undefined;
    noteText(file);
    const bytes = tree.read(path);
    return typeof bytes === 'string' ? undefined : decoded(bytes);
  };
}

function checkProject(
  rule: ProjectRule,
  project: ProjectFacts,
  gathered: Gathered,
  results: CachedResults | undefined,
): void {
  const dependencies = new Dependencies();
  const found: (readonly [string, FileFinding])[] = [];
  const unresolved = new Map<string, number>();
  let requests: RequestCounts | undefined;
  const report: ProjectReport = {
    find(file, { line, evidence }, message) {
      const text = project.text(file) ?? '';
      const shown = evidence ?? lineText(text, line);
      const suppressed = suppressionAt(text, line, rule.id);
      found.push([file, { rule: rule.id, line, message, evidence: shown, suppressed }]);
    },
    unresolved: (what) => unresolved.set(what, (unresolved.get(what) ?? 0) + 1),
    saw: (counts) => (requests = counts),
  };
  const result = (): RuleResult => ({ found, unresolved: [...unresolved], requests });
  try {
    if (results === undefined) rule.check(project, report);
    else recordReads(dependencies, () => rule.check(project, report));
    results?.add(rule.id, result(), dependencies);
  } catch (error) {
    gathered.crashed(rule.id, '', error);
  }
  gathered.repeat(rule.id, result());
}

/** Counts what is left out, by reason, with a few names. */
class Leaving {
  readonly #left = new Map<string, { count: number; examples: string[] }>();

  add(reason: string, path: string): undefined {
    const known = this.#left.get(reason) ?? { count: 0, examples: [] };
    known.count += 1;
    if (known.examples.length < 3) known.examples.push(path);
    this.#left.set(reason, known);
  }

  said(): readonly LeftOut[] {
    return [...this.#left].map(([reason, { count, examples }]) => ({ reason, count, examples }));
  }
}
