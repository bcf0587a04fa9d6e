import { noFacts } from './fact-kinds.generated.ts';
import type { FileFacts } from './facts.ts';
import { FileNotes, type FileScan, type Learning } from './file-scan.ts';
import { machineMade } from './files/machine-made.ts';
import { isSidePath, isTestPath } from './files/file-kinds.ts';
import { foreignLanguage, isCode, languageOf } from './files/languages.ts';
import { CodeWalker } from './walk-code.ts';
import { learnSyntax, type Syntax } from '../syntax/tree-sitter/learn-syntax.ts';
import type { FactFinder, FileRule, Rule, TextFinder, TextRule } from './rule.ts';
import type { ScannedFile } from './files/scanned-file.ts';
import type { SecretDetection } from './secret-detection.ts';
import { suppressionsIn } from './findings/suppressions.ts';

/** What every file is scanned with. */
export type FileScanOptions = {
  readonly rules: readonly Rule[];
  readonly finders: readonly (FactFinder | TextFinder)[];
  /** For languages that are not parsed as TypeScript; without it nothing is learned of their files. */
  readonly syntax?: Syntax | undefined;
  /** Without it the rule about secrets fails, which the result says. */
  readonly secrets?: SecretDetection;
  /** Also at what says of itself that a machine made it: whoever is judged may say so of anything. */
  readonly evenMachineMade?: boolean;
};

/** Larger files are data, whatever they are called. */
const LARGEST = 1_000_000;

/** Scans files one by one. The result depends on the path and the bytes of a file alone, so it can be cached. */
export function fileScanner({ rules, finders, syntax, secrets, evenMachineMade = false }: FileScanOptions) {
  const texts = rules.filter((rule): rule is TextRule => rule.kind === 'text');
  const checks = rules.filter((rule): rule is FileRule => rule.kind === 'file');
  const readers = finders.filter((finder): finder is TextFinder => 'find' in finder);
  const walker = new CodeWalker(
    rules,
    finders.filter((finder): finder is FactFinder => 'visit' in finder),
  );
  const judged = new Set(checks.map(({ id }) => id));
  return (path: string, size: number, read: () => Uint8Array | string): FileScan => {
    const found = opened(path, size, read, evenMachineMade);
    if (typeof found === 'string') return { left: found, findings: [], crashes: [], tests: 0, facts: null };
    if (found.made !== undefined)
      return { left: found.made, findings: [], crashes: [], tests: 0, facts: usesOf(found) };
    const file = found;
    const facts = factsOf(file);
    const notes = new FileNotes(file);
    for (const rule of texts) judgeText(rule, file, { notes, secrets });
    for (const reader of readers) readText(reader, file, { facts, notes });
    if (isCode(file.language)) walker.walk(file, { facts, notes });
    else if (syntax !== undefined) learnSyntax(file, { facts, notes }, syntax);
    for (const rule of checks) notes.judge(rule.id, (report) => rule.check(facts, report));
    return {
      left: null,
      findings: notes.findings,
      crashes: notes.crashes,
      tests: facts.tests.length,
      facts: worthKeeping(facts, judged),
    };
  };
}

/** Room for what will be learned of a file. */
function factsOf({ path, language, isTest, isSide, text }: ScannedFile): FileFacts {
  // A document shows such comments and has nothing of its own to leave alone.
  const suppressions = language === 'markdown' ? [] : suppressionsIn(text);
  const script = text.startsWith('#!') ? { isScript: true as const } : {};
  return { ...noFacts(), path, language, isTest, isSide, suppressions, ...script };
}

/** What a generated file imports, as a whole: nothing in it is judged, and what it uses is used. */
function usesOf(file: ScannedFile): FileFacts | null {
  if (!isCode(file.language)) return null;
  const imports = [...file.text.matchAll(/\b(?:from|import|require)\b[\s(]*(['"])([^'"\n]+)\1/g)];
  return {
    ...factsOf({ ...file, isSide: true }),
    suppressions: [],
    imports: imports.map(([, , from = '']) => ({ from, names: ['*'], line: 0 })),
  };
}

/** Nothing more is asked of flaws that were reported, nor of tests that check something real: most facts would be such tests. */
function worthKeeping(facts: FileFacts, judged: ReadonlySet<string>): FileFacts {
  const flaws = facts.flaws.filter(({ rule }) => !judged.has(rule));
  return { ...facts, flaws, testFlaws: [], tests: facts.tests.filter(({ asserts }) => !asserts) };
}

/** The file if it is one to look at, else why it is not. */
function opened(
  path: string,
  size: number,
  read: () => Uint8Array | string,
  evenMachineMade: boolean,
): (ScannedFile & { readonly made?: string | undefined }) | string {
  const language = languageOf(path);
  if (language === undefined) {
    const name = foreignLanguage(path);
    return name === undefined ? 'unsupported file type' : `${name}: unsupported language`;
  }
  if (size > LARGEST) return 'larger than 1 MB';
  const bytes = read();
  if (typeof bytes === 'string') return `unreadable: ${bytes}`;
  if (isBinary(bytes)) return 'binary';
  const text = decoded(bytes);
  const made = evenMachineMade ? undefined : machineMade(path, text);
  if (made === 'minified') return made;
  return { path, language, text, isTest: isTestPath(path), isSide: isSidePath(path), made };
}

function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8_000).includes(0);
}

export function decoded(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function judgeText(
  rule: TextRule,
  file: ScannedFile,
  { notes, secrets }: { readonly notes: FileNotes; readonly secrets: SecretDetection | undefined },
): void {
  notes.judge(rule.id, (report) => {
    if (rule.applies(file)) rule.check(file, report, secrets);
  });
}

function readText(finder: TextFinder, file: ScannedFile, { facts, notes }: Learning): void {
  try {
    if (finder.applies(file)) finder.find(file, facts);
  } catch (error) {
    notes.crashed('facts', error);
  }
}
