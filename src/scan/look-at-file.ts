import type ts from 'typescript-api';

import { type FileFacts, noFacts } from './facts/facts.ts';
import { FileNotes, type FileLook } from './file-look.ts';
import { isSidePath, isTestPath, machineMade } from './file-kinds.ts';
import { foreignLanguage, isCode, languageOf } from './languages.ts';
import { parseCode, walk } from './parse/parse-code.ts';
import { learnSyntax, type Syntax } from './parse/tree-sitter.ts';
import type { CodeRule, FactFinder, Rule, TextRule } from './rule.ts';
import { type CodeFile, lineAt, lineText, type ScannedFile } from './scanned-file.ts';
import { suppressionsIn } from './suppressions.ts';

/** What every file is looked at with. */
export type Looking = {
  readonly rules: readonly Rule[];
  readonly finders: readonly FactFinder[];
  /** For languages that are not parsed as TypeScript; without it nothing is learned of their files. */
  readonly syntax?: Syntax | undefined;
};

/** Larger files are data, whatever they are called. */
const LARGEST = 1_000_000;

/** Looks at files one by one. What it says of a file depends on its path and its bytes alone, so it can be kept. */
export function fileLooker({ rules, finders, syntax }: Looking) {
  const texts = rules.filter((rule): rule is TextRule => rule.kind === 'text');
  const codes = rules.filter((rule): rule is CodeRule => rule.kind === 'code');
  return (path: string, size: number, read: () => Uint8Array | string): FileLook => {
    const file = opened(path, size, read);
    if (typeof file === 'string') return { left: file, findings: [], crashes: [], facts: null };
    const notes = new FileNotes(file);
    for (const rule of texts) checkText(rule, file, notes);
    const facts = learn(file, { codes, finders, syntax, notes });
    return { left: null, findings: notes.findings, crashes: notes.crashes, facts };
  };
}

/** The file if it is one to look at, else why it is not. */
function opened(path: string, size: number, read: () => Uint8Array | string): ScannedFile | string {
  const language = languageOf(path);
  if (language === undefined) {
    const name = foreignLanguage(path);
    return name === undefined ? 'not a kind of file that is read' : `${name}: not a language that is read`;
  }
  if (size > LARGEST) return 'larger than 1 MB';
  const bytes = read();
  if (typeof bytes === 'string') return `unreadable: ${bytes}`;
  if (isBinary(bytes)) return 'binary';
  const text = decoded(bytes);
  const made = machineMade(path, text);
  if (made !== undefined) return made;
  return { path, language, text, isTest: isTestPath(path), isSide: isSidePath(path) };
}

function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8_000).includes(0);
}

export function decoded(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function checkText(rule: TextRule, file: ScannedFile, notes: FileNotes): void {
  try {
    if (!rule.applies(file)) return;
    rule.check(file, ({ line, evidence }, message) =>
      notes.find(rule, { line, evidence: evidence ?? lineText(file.text, line) }, message),
    );
  } catch (error) {
    notes.crashed(rule.id, error);
  }
}

type Learning = {
  readonly codes: readonly CodeRule[];
  readonly finders: readonly FactFinder[];
  readonly syntax: Syntax | undefined;
  readonly notes: FileNotes;
};

type Visitor = (node: ts.Node) => void;

/** Parses a file if anybody wants it parsed, and lets them all look at it in one walk. */
function learn(file: ScannedFile, { codes, finders, syntax, notes }: Learning): FileFacts {
  const facts = noFacts();
  const known = {
    ...facts,
    path: file.path,
    language: file.language,
    isTest: file.isTest,
    isSide: file.isSide,
    suppressions: suppressionsIn(file.text),
  };
  if (!isCode(file.language)) {
    if (syntax !== undefined) learnSyntax(file, facts, syntax, notes);
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
      (visitors[kind] ??= []).push(guarded(id, notes, visit));
    };
    for (const rule of rules) {
      const walking = { file: code, ancestors, report: reporter(rule, code, notes) };
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
    notes.crashed('parse', error);
  }
  return known;
}

/** A rule that fails is not asked again about this file; the others go on. */
function guarded(id: string, notes: FileNotes, visit: Visitor): Visitor {
  let isBroken = false;
  return (node) => {
    if (isBroken) return;
    try {
      visit(node);
    } catch (error) {
      isBroken = true;
      notes.crashed(id, error);
    }
  };
}

function reporter(rule: CodeRule, file: CodeFile, notes: FileNotes) {
  return (node: ts.Node, message: string): void => {
    const line = lineAt(file.text, node.getStart(file.source));
    notes.find(rule, { line, evidence: lineText(file.text, line) }, message);
  };
}
