import { languageOf } from '../../engine/files/languages.ts';
import { parseCode, walk } from '../../syntax/typescript/parse-code.ts';
import * as ts from '../../syntax/typescript/view.ts';
import {
  CALLS,
  MOST_NOTED,
  type Edit,
  type FunctionBody,
  type GivenAnswers,
  putIn,
  SCRIPT_HOLDS,
  type Removal,
  type TextFunctions,
} from './function-body.ts';
import { scriptSpoiler } from './spoiled-answers.ts';

/** The functions of a TypeScript or JavaScript file; undefined where the text is not a whole program. */
export function scriptFunctions(path: string, text: string): TextFunctions | undefined {
  const language = languageOf(path) ?? '';
  const { source } = parseCode({ path, language, text, isTest: false, isSide: false });
  if (ts.hasParseErrors(source)) return undefined;
  // Vue and Svelte say elsewhere whether their script is typed.
  const isTyped = /^(?:typescript|tsx)$/.test(language);
  const nothing = isTyped ? 'undefined as never' : 'undefined';
  const functions: FunctionBody[] = [];
  const comments: Comment[] = [];
  const ancestors: ts.Node[] = [];
  walk(source, ancestors, (node) => {
    comments.push(...commentsIn(node, source));
    // Types are gone when the program runs.
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
      comments.push({ start: node.getStart(source), end: node.end });
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return;
    const { body } = node;
    const name = nameOf(node, ancestors);
    const from = node.getStart(source);
    const edits: FunctionBody['edits'] = (removal, note) => {
      if (removal === 'spoil') return spoiling(node, body, { source, note, isTyped });
      const leave = `${note}${removal === 'keep' ? '' : leaving(node, removal, nothing)}`;
      return ts.isBlock(body)
        ? [putIn(startIn(node, body, source), ` ${leave}`)]
        : [putIn(body.getStart(source), `{ ${leave} return (`), putIn(body.end, '); }')];
    };
    const names = node.parameters.map((each) =>
      each.dotDotDotToken === undefined ? ts.wordOf(each.name) : '',
    );
    // Only what a file gives away can be called from outside of it.
    const isMethod = isMethodAtTop(node, ancestors);
    const canNote = name !== '' && (isMethod || isAtTop(ancestors)) && !names.includes('');
    const call = { about: JSON.stringify([path, name]), args: `[${names.join(', ')}]`, isMethod, isTyped };
    const made = { note: () => noting(call), answer: (given: GivenAnswers) => answering(given, call) };
    functions.push({ name, start: from, end: node.end, edits, ...(canNote ? made : {}) });
  });
  return { functions, comments };
}

type Comment = TextFunctions['comments'][number];

const COMMENT = /\/\/[^\n]*|\/\*[^]*?\*\//g;

/** The comments between the parts of a node: texts, patterns and templates are parts, so none of them is there. */
function commentsIn(node: ts.Node, source: ts.SourceFile): readonly Comment[] {
  if (node.kind < ts.SyntaxKind.FirstNode) return [];
  const gaps: Comment[] = [];
  let from = ts.isSourceFile(node) ? 0 : node.getStart(source);
  ts.forEachChild(node, (part) => {
    gaps.push({ start: from, end: part.getStart(source) });
    from = part.end;
  });
  gaps.push({ start: from, end: node.end });
  return gaps.flatMap(({ start, end }) =>
    [...source.text.slice(start, end).matchAll(COMMENT)].map(({ 0: said, index }) => ({
      start: start + index,
      end: start + index + said.length,
    })),
  );
}

/** In no class and in no other function. */
function isAtTop(ancestors: readonly ts.Node[]): boolean {
  return !ancestors.some((each) => ts.isClassLike(each) || ts.isFunctionLike(each));
}

/** A method of a class that is in no function: its object can be made again from its fields. */
function isMethodAtTop(node: ts.Node, ancestors: readonly ts.Node[]): boolean {
  return (
    ts.isMethodDeclaration(node) &&
    ts.isClassDeclaration(ancestors.at(-1)) &&
    isAtTop(ancestors.slice(0, -1)) &&
    node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) !== true
  );
}

type NotedCall = {
  /** File and name, as JSON. */
  readonly about: string;
  readonly args: string;
  readonly isMethod: boolean;
  readonly isTyped: boolean;
};

function noting({ about, args, isMethod, isTyped }: NotedCall): string {
  const call = `${about.slice(0, -1)},${args}, ${CALLER}${isMethod ? ', { ...this }' : ''}]`;
  const write = `p.getBuiltinModule('fs').appendFileSync(p.env.${CALLS}, JSON.stringify(${call}) + '\\n')`;
  const all = isTyped ? '(globalThis as any)' : 'globalThis';
  const isEarly = `(g.callsNoted = (g.callsNoted ?? 0) + 1) <= ${MOST_NOTED}`;
  return `try { const g = ${all}, p = g['process']; if (${isEarly}) ${write}; } catch {} `;
}

/** The line of the stack that says who called. */
const CALLER = "String(new Error().stack).split('\\n')[2]";

function answering({ answers, callers }: GivenAnswers, { args, isMethod, isTyped }: NotedCall): string {
  const any = isTyped ? ': any' : '';
  const isAsked = `${JSON.stringify(callers)}.some((file) => from.includes('/' + file + ':'))`;
  const key = isMethod ? `[${args}, { ...this }]` : args;
  return `{ const from = ${CALLER} ?? ''; if (${isAsked}) { const given${any} = JSON.parse(${JSON.stringify(answers)}), key = JSON.stringify(${key}); if (Object.hasOwn(given, key)) return given[key][0]; } } `;
}

type Spoiling = { readonly source: ts.SourceFile; readonly note: string; readonly isTyped: boolean };

/** The function as it is, with every answer spoiled; nothing where it gives none. */
function spoiling(node: ts.Node, body: ts.Node, { source, note, isTyped }: Spoiling): readonly Edit[] {
  const start = `${note}${scriptSpoiler(isTyped)}`;
  if (!ts.isBlock(body))
    return [putIn(body.getStart(source), `{ ${start} return spoiledAnswer((`), putIn(body.end, ')); }')];
  const returned = ts
    .within(body, ts.isReturnStatement, (each) => ts.isFunctionLike(each))
    .flatMap(({ expression }) => expression ?? []);
  if (returned.length === 0) return [];
  return [
    putIn(startIn(node, body, source), ` ${start}`),
    ...returned.flatMap((each) => [putIn(each.getStart(source), 'spoiledAnswer(('), putIn(each.end, '))')]),
  ];
}

function leaving(node: ts.Node, removal: Removal, nothing: string): string {
  const when = `if (${SCRIPT_HOLDS})`;
  if (removal === 'throw') return `${when} throw new Error('taken out');`;
  const isMute = ts.isConstructorDeclaration(node) || node.kind === ts.SyntaxKind.SetAccessor;
  return isMute ? `${when} return;` : `${when} return ${nothing};`;
}

/** Behind the opening brace; in a constructor that calls `super`, behind that call. */
function startIn(node: ts.Node, body: ts.Block, source: ts.SourceFile): number {
  const before = ts.isConstructorDeclaration(node)
    ? body.statements.find(
        (each) =>
          ts.isExpressionStatement(each) &&
          ts.isCallExpression(each.expression) &&
          each.expression.expression.kind === ts.SyntaxKind.SuperKeyword,
      )
    : undefined;
  return before?.end ?? body.getStart(source) + 1;
}

/** Its own name, or that of what it is assigned to; with the class it is in. */
function nameOf(node: ts.Node, ancestors: readonly ts.Node[]): string {
  const around = ancestors.at(-1);
  const own = ts.isConstructorDeclaration(node)
    ? 'constructor'
    : ts.keyOf((node as { readonly name?: ts.Node }).name);
  if (own !== '') {
    const owner = ts.isClassLike(around) ? ts.keyOf(around.name) : '';
    return owner === '' ? own : `${owner}.${own}`;
  }
  if (ts.isVariableDeclaration(around) || ts.isPropertyAssignment(around) || ts.isPropertyDeclaration(around))
    return ts.keyOf(around.name);
  return ts.isBinaryExpression(around) ? ts.lastWord(around.left) : '';
}
