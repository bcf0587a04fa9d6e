import { Composer, CST, type Document, isMap, isScalar, isSeq, Lexer, LineCounter, Parser } from 'yaml';

import {
  type Complaint,
  complain,
  type Located,
  type Path,
  arrange,
  complaintsOf,
  type Read,
} from './complaint.ts';
import { normal } from './normal.ts';
import { salvage } from './salvage.ts';
import type { Shape } from './shape.ts';

/** A YAML document as plain values, with the place of every part of it. */
export type YamlSource = Located & { readonly value: unknown };

export type YamlRead = { readonly source: YamlSource; readonly complaints: readonly Complaint[] };

/** Where a node and, inside a map, its key begin. */
type Spot = {
  readonly start: number;
  readonly key: number;
  readonly children: ReadonlyMap<string | number, Spot> | null;
};

type Input = {
  readonly file: string;
  readonly text: string;
  /** Lines that stand before the text in the file (front matter has one). */
  readonly linesBefore?: number;
};

export const MOST_BYTES = 2 * 1024 * 1024;
const DEEPEST = 64;
const MOST_REFUSALS = 20;
const MOST_PROBLEMS = 100;
const MOST_TOKENS = 10_000;
const MOST_COMPLAINTS = 1_000;
/** Twenty thousand tickets with all that belongs to them have some 400,000; each costs microseconds further on. */
const MOST_MARKS = 500_000;
const MARKS = new Set(Array.from('\n\r:,-?{}[]!', (mark) => mark.charCodeAt(0)));
/** What the parser keeps on its stack besides the collections: the document and the token in hand. */
const STACK_OVERHEAD = 2;

/** Read YAML that may be hostile: sized first, without anchors, aliases, tags, directives or deep nesting. */
export function readYaml({ file, text, linesBefore = 0 }: Input): YamlRead {
  const lines = new LineCounter();
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line) + linesBefore, col: Math.max(1, col) };
  };
  const said: { offset: number; message: string; hint: string }[] = [];
  const say: Say = (offset, message, hint = '') => {
    if (said.length < MOST_COMPLAINTS) said.push({ offset, message, hint });
  };

  const problem = sizeProblem(text);
  if (problem !== undefined) say(0, problem, 'move long tickets into Markdown files of their own (file:)');
  const tokens = problem === undefined ? tokenise(text, lines, say) : [];
  const walk: Walk = { say, value: undefined };
  const spot = said.length === 0 ? composed(tokens, walk) : null;
  const source: YamlSource = { file, value: walk.value, ...locators(spot, place) };
  const complaints = said.map(({ offset, message, hint }) => ({
    ...complain(source, [], { message, hint }),
    ...place(offset),
  }));
  return { source, complaints };
}

type Say = (offset: number, message: string, hint?: string) => void;

type Walk = { readonly say: Say; value: unknown };

function isTooLarge(text: string): boolean {
  if (text.length > MOST_BYTES) return true;
  return text.length * 3 > MOST_BYTES && Buffer.byteLength(text) > MOST_BYTES;
}

function sizeProblem(text: string): string | undefined {
  if (isTooLarge(text)) return 'the file is larger than 2 MiB';
  return countMarks(text) > MOST_MARKS ? 'the file has too many entries' : undefined;
}

/** What can begin another piece of YAML: a bound of the work ahead that costs next to nothing. */
function countMarks(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (MARKS.has(text.charCodeAt(at))) count++;
  return count;
}

/** Lexing and parsing stop at the first thing that could make the rest expensive. */
function tokenise(text: string, lines: LineCounter, say: Say): readonly CST.Token[] {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  const tokens: CST.Token[] = [];
  let refused = 0;
  for (const lexeme of new Lexer().lex(text)) {
    const message = refusal(CST.tokenType(lexeme));
    if (message !== undefined) {
      say(parser.offset, message, 'use the plain value instead');
      if (++refused >= MOST_REFUSALS) return tokens;
    }
    for (const token of parser.next(lexeme)) tokens.push(token);
    const stop =
      parser.stack.length > DEEPEST + STACK_OVERHEAD
        ? `nested deeper than ${DEEPEST} levels`
        : excess(tokens);
    if (stop === undefined) continue;
    say(parser.offset, stop);
    return tokens;
  }
  tokens.push(...parser.end());
  return tokens;
}

function refusal(kind: CST.TokenType | null): string | undefined {
  if (kind === 'anchor') return 'YAML anchors are not allowed';
  if (kind === 'tag') return 'YAML tags are not allowed';
  return kind === 'alias' ? 'YAML aliases are not allowed' : undefined;
}

/** A document is one top-level token among some comments and blank lines; thousands are an attack. */
function excess(tokens: readonly CST.Token[]): string | undefined {
  return tokens.length > MOST_TOKENS ? 'more content than one YAML document' : undefined;
}

function composed(tokens: readonly CST.Token[], walk: Walk): Spot | null {
  const directive = tokens.find((token) => token.type === 'directive');
  if (directive) {
    walk.say(directive.offset, 'YAML directives are not allowed', 'remove the line that begins with %');
    return null;
  }
  const [document, second] = compose(tokens, walk.say);
  if (document === undefined) return null;
  if (second) walk.say(second.range[0], 'more than one YAML document in the file', 'remove the "---" line');
  const read = readNode(document.contents, walk);
  walk.value = read.value;
  return read.spot;
}

type Problem = { readonly offset: number; readonly code: string; readonly message: string };

/** The documents, or none after a mistake in the YAML itself. */
function compose(tokens: readonly CST.Token[], say: Say): readonly Document.Parsed[] {
  // The library looks for duplicate keys by comparing all pairs; `readMap` does it in one pass.
  const composer = new Composer({ version: '1.2', merge: false, uniqueKeys: false, logLevel: 'silent' });
  const problems = collectProblems(composer);
  const documents = untilEnough(() => [...composer.compose(tokens, true, 0)]);
  const fromTokens = documents.flatMap(({ errors }) => errors);
  problems.push(...fromTokens.map(({ pos, code, message }) => ({ offset: pos[0], code, message })));
  for (const { offset, code, message } of problems.slice(0, MOST_PROBLEMS))
    say(offset, firstLine(message), yamlHint(code));
  return problems.length > 0 ? [] : documents;
}

const enough = new Error('enough problems');

/**
 * The library keeps an error with a stack trace for every mistake: two million of them take a minute. Its handler is
 * replaced by one that notes the first hundred and then ends the reading.
 */
function collectProblems(composer: Composer): Problem[] {
  const problems: Problem[] = [];
  const onError: ComposeErrorHandler = (source, code, message) => {
    if (problems.length >= MOST_PROBLEMS) throw enough;
    problems.push({ offset: offsetOf(source), code, message });
  };
  Object.assign(composer, { onError });
  return problems;
}

type ComposeErrorHandler = (
  source: number | readonly number[] | { offset: number },
  code: string,
  message: string,
) => void;

function offsetOf(source: Parameters<ComposeErrorHandler>[0]): number {
  if (typeof source === 'number') return source;
  return 'offset' in source ? source.offset : (source[0] ?? 0);
}

function untilEnough<T>(read: () => readonly T[]): readonly T[] {
  try {
    return read();
  } catch (error) {
    if (error !== enough) throw error;
    return [];
  }
}

function firstLine(message: string): string {
  const [line = ''] = message.split('\n');
  return line.replace(/:$/, '');
}

function yamlHint(code: string): string {
  if (code === 'TAB_AS_INDENT') return 'indent with spaces';
  if (code === 'BLOCK_AS_IMPLICIT_KEY') return 'put text that contains ": " in quotes';
  return '';
}

type ReadNode = { readonly value: unknown; readonly spot: Spot };

/** Recursion is safe: the tokeniser has bounded the depth. */
function readNode(node: unknown, walk: Walk): ReadNode {
  if (isMap(node)) return readMap(node, walk);
  if (isSeq(node)) {
    const items = node.items.map((item) => readNode(item, walk));
    const children = new Map(items.map(({ spot }, index) => [index, spot]));
    return {
      value: items.map(({ value }) => value),
      spot: { start: startOf(node), key: startOf(node), children },
    };
  }
  const start = startOf(node);
  return { value: isScalar(node) ? node.value : null, spot: { start, key: start, children: null } };
}

function readMap(
  node: { readonly items: readonly { key: unknown; value: unknown }[] },
  walk: Walk,
): ReadNode {
  const value: Record<string, unknown> = {};
  const children = new Map<string, Spot>();
  for (const pair of node.items) {
    const name = isScalar(pair.key) ? String(pair.key.value) : undefined;
    const key = startOf(pair.key);
    if (name === undefined || name === '__proto__') {
      walk.say(key, 'a key must be a plain word');
      continue;
    }
    if (children.has(name)) {
      walk.say(key, `the key "${name}" is given twice`, 'keep one of them');
      continue;
    }
    const child = readNode(pair.value, walk);
    // An empty value has no place of its own.
    const start = child.spot.start < 0 ? key : child.spot.start;
    children.set(name, { start, key, children: child.spot.children });
    value[name] = child.value;
  }
  const start = startOf(node);
  return { value, spot: { start, key: start, children } };
}

function startOf(node: unknown): number {
  if (typeof node !== 'object' || node === null || !('range' in node)) return -1;
  return Array.isArray(node.range) && typeof node.range[0] === 'number' ? node.range[0] : -1;
}

function locators(
  root: Spot | null,
  place: (offset: number) => { line: number; col: number },
): Omit<Located, 'file'> {
  const find = (path: Path): Spot | null => {
    let spot = root;
    for (const step of path) {
      const child = spot?.children?.get(step);
      if (child === undefined) break;
      spot = child;
    }
    return spot;
  };
  return {
    locate: (path) => place(find(path)?.start ?? 0),
    locateKey: (path) => place(find(path)?.key ?? 0),
  };
}

/** A YAML file in its normal form, or everything that is wrong with it at once; an empty one counts as `nothing`. */
export function readFile<Out, In>(
  shape: Shape<Out, In>,
  input: Parameters<typeof readYaml>[0],
  nothing: unknown = {},
): Read<Out> {
  const { source, complaints: notYaml } = readYaml(input);
  const { value, problems } = salvage(shape, source.value ?? nothing);
  const wrong = notYaml.length > 0 ? notYaml : complaintsOf(source, problems);
  const complaints = arrange(wrong, input.file);
  return complaints.length > 0
    ? { ok: false, complaints }
    : { ok: true, value: normal(shape, value), complaints };
}
