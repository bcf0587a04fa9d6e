import type ts from 'typescript-api';

import type { LeftOut, Tree } from '../ports/tree.ts';
import { type FileFacts, noFacts, type ProjectFacts } from './facts/facts.ts';
import { isSidePath, isTestPath, machineMade } from './file-kinds.ts';
import { Gathered } from './gather.ts';
import { foreignLanguage, isCode, languageOf } from './languages.ts';
import { parseCode, walk } from './parse/parse-code.ts';
import { learnSyntax, type Syntax } from './parse/tree-sitter.ts';
import type { CodeRule, FactFinder, ProjectRule, Rule, TextRule } from './rule.ts';
import type { ScanResult } from './scan-result.ts';
import { type CodeFile, lineAt, lineText, type ScannedFile } from './scanned-file.ts';

export type ScanOptions = {
  readonly rules: readonly Rule[];
  readonly finders: readonly FactFinder[];
  /** For languages that are not parsed as TypeScript; without it nothing is learned of their files. */
  readonly syntax?: Syntax;
  /** Told now and then how far it is. */
  readonly progress?: (done: number, all: number) => void;
};

/** Larger files are data, whatever they are called. */
const LARGEST = 1_000_000;

/** Looks at every file of a tree once, and at what was learned of all of them together. */
export function scanTree(tree: Tree, { rules, finders, syntax, progress }: ScanOptions): ScanResult {
  const { entries, left } = tree.list();
  const gathered = new Gathered();
  const leaving = new Leaving();
  const texts = rules.filter((rule): rule is TextRule => rule.kind === 'text');
  const codes = rules.filter((rule): rule is CodeRule => rule.kind === 'code');
  const files = new Map<string, FileFacts>();
  const scanned = { files: 0, bytes: 0 };
  for (const [index, entry] of entries.entries()) {
    if (index % 500 === 0) progress?.(index, entries.length);
    const file = opened(tree, entry.path, entry.bytes, leaving);
    if (file === undefined) continue;
    scanned.files += 1;
    scanned.bytes += entry.bytes;
    for (const rule of texts) checkText(rule, file, gathered);
    files.set(entry.path, learn(file, { codes, finders, syntax, gathered }));
  }
  const text = (path: string): string | undefined => {
    const bytes = files.has(path) ? tree.read(path) : '';
    return typeof bytes === 'string' ? undefined : decoded(bytes);
  };
  const project = { files, paths: new Set(entries.map(({ path }) => path)), text };
  for (const rule of rules) if (rule.kind === 'project') checkProject(rule, project, gathered);
  const ran = rules.map(({ id }) => id);
  return { ...gathered.result(), ran, scanned, left: [...left, ...leaving.said()] };
}

/** The file if it is one to look at; why it is not is kept. */
function opened(tree: Tree, path: string, bytes: number, leaving: Leaving): ScannedFile | undefined {
  const leave = (reason: string): undefined => leaving.add(reason, path);
  const language = languageOf(path);
  if (language === undefined) {
    const name = foreignLanguage(path);
    return leave(
      name === undefined ? 'not a kind of file that is read' : `${name}: not a language that is read`,
    );
  }
  if (bytes > LARGEST) return leave('larger than 1 MB');
  const read = tree.read(path);
  if (typeof read === 'string') return leave(`unreadable: ${read}`);
  if (isBinary(read)) return leave('binary');
  const text = decoded(read);
  const made = machineMade(path, text);
  if (made !== undefined) return leave(made);
  return { path, language, text, isTest: isTestPath(path), isSide: isSidePath(path) };
}

function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8_000).includes(0);
}

function decoded(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function checkText(rule: TextRule, file: ScannedFile, gathered: Gathered): void {
  try {
    if (!rule.applies(file)) return;
    rule.check(file, ({ line, evidence }, message) =>
      gathered.find(rule, {
        file: file.path,
        line,
        message,
        evidence: evidence ?? lineText(file.text, line),
        text: file.text,
      }),
    );
  } catch (error) {
    gathered.crashed(rule.id, file.path, error);
  }
}

type Learning = {
  readonly codes: readonly CodeRule[];
  readonly finders: readonly FactFinder[];
  readonly syntax: Syntax | undefined;
  readonly gathered: Gathered;
};

type Visitor = (node: ts.Node) => void;

/** Parses a file if anybody wants it parsed, and lets them all look at it in one walk. */
function learn(file: ScannedFile, { codes, finders, syntax, gathered }: Learning): FileFacts {
  const facts = noFacts();
  const known = {
    ...facts,
    path: file.path,
    language: file.language,
    isTest: file.isTest,
    isSide: file.isSide,
  };
  if (!isCode(file.language)) {
    if (syntax !== undefined) learnSyntax(file, facts, syntax, gathered);
    return known;
  }
  const wants = ({ words, applies }: CodeRule | FactFinder): boolean =>
    applies(file) && (words.length === 0 || words.some((word) => file.text.includes(word)));
  const rules = codes.filter(wants);
  const learners = finders.filter(wants);
  if (rules.length === 0 && learners.length === 0) return known;
  const ancestors: ts.Node[] = [];
  try {
    const code = parseCode(file);
    const visitors: (Visitor[] | undefined)[] = [];
    const add = (kind: ts.SyntaxKind, id: string, visit: Visitor): void => {
      (visitors[kind] ??= []).push(guarded(id, code, gathered, visit));
    };
    for (const rule of rules) {
      const walking = { file: code, ancestors, report: reporter(rule, code, gathered) };
      for (const [kind, visit] of rule.visit) add(kind, rule.id, (node) => visit(node, walking));
    }
    const learning = { file: code, ancestors, facts };
    for (const { visit } of learners)
      for (const [kind, each] of visit) add(kind, 'facts', (node) => each(node, learning));
    walk(code.source, ancestors, (node) => {
      const asked = visitors[node.kind];
      if (asked !== undefined) for (const visit of asked) visit(node);
    });
  } catch (error) {
    gathered.crashed('parse', file.path, error);
  }
  return known;
}

/** A rule that fails is not asked again about this file; the others go on. */
function guarded(id: string, file: CodeFile, gathered: Gathered, visit: Visitor): Visitor {
  let isBroken = false;
  return (node) => {
    if (isBroken) return;
    try {
      visit(node);
    } catch (error) {
      isBroken = true;
      gathered.crashed(id, file.path, error);
    }
  };
}

function reporter(rule: CodeRule, file: CodeFile, gathered: Gathered) {
  return (node: ts.Node, message: string): void => {
    const line = lineAt(file.text, node.getStart(file.source));
    const evidence = lineText(file.text, line);
    gathered.find(rule, { file: file.path, line, message, evidence, text: file.text });
  };
}

function checkProject(rule: ProjectRule, project: ProjectFacts, gathered: Gathered): void {
  try {
    rule.check(project, {
      find(file, { line, evidence }, message) {
        const text = project.text(file) ?? '';
        const shown = evidence ?? lineText(text, line);
        gathered.find(rule, { file, line, message, evidence: shown, text });
      },
      unresolved: (what) => gathered.unresolved(rule.id, what),
    });
  } catch (error) {
    gathered.crashed(rule.id, '', error);
  }
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
