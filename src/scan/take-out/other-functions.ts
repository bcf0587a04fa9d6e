import type { Grammar, SyntaxNode } from '../../ports/syntax.ts';
import { field, textAt } from '../parse/language-view.ts';
import { childrenOf, nearestAround, within } from '../parse/tree-sitter-nodes.ts';
import { views } from '../parse/views.ts';
import {
  CALLS,
  MOST_NOTED,
  type Edit,
  type FunctionBody,
  putIn,
  type Removal,
  type TextFunctions,
} from './function-body.ts';

type Language = keyof typeof views;

/** The functions of a file of Python, Go, Java or C#; undefined where the text is not a whole program. */
export function otherFunctions(
  language: Language,
  text: string,
  grammar: Grammar,
): TextFunctions | undefined {
  const functions: FunctionBody[] = [];
  const comments: TextFunctions['comments'][number][] = [];
  let isWhole = false;
  grammar(text, (root) => {
    isWhole = !root.hasError;
    for (const { startIndex, endIndex } of within(root, 'comment', 'line_comment', 'block_comment'))
      comments.push({ start: startIndex, end: endIndex });
    for (const node of within(root, ...views[language].methods)) {
      const body = field(node, 'body');
      const doc = language === 'python' ? docString(body) : undefined;
      if (doc !== undefined) comments.push({ start: doc.startIndex, end: doc.endIndex });
      // The tree is gone afterwards, so both ways are worked out now.
      const ways = body === null ? undefined : LEAVING[language](node, body, text);
      if (ways === undefined) continue;
      const { parent } = node;
      const { startIndex, endIndex } = parent?.type === 'decorated_definition' ? parent : node;
      const name = nameOf(node);
      const note = language === 'python' ? pythonNote(node, ways.return[0], text) : undefined;
      functions.push({
        name,
        start: startIndex,
        end: endIndex,
        edits: (removal, noted) =>
          ways[removal].map((edit, at) => (at === 0 ? { ...edit, text: noted + edit.text } : edit)),
        ...(note === undefined ? {} : { note }),
      });
    }
  });
  return isWhole ? { functions, comments } : undefined;
}

const CLASSES = /^(?:class|interface|enum|record|struct)_(?:declaration|definition)$/;

function nameOf(node: SyntaxNode): string {
  const receiver = childrenOf(field(node, 'receiver'))[0];
  const owner = receiver === undefined ? nearestAround(node, CLASSES) : undefined;
  const around = receiver === undefined ? textAt(owner, 'name') : textAt(receiver, 'type').replace(/^\*/, '');
  const own = textAt(node, 'name');
  return around === '' ? own : `${around}.${own}`;
}

type Ways = Readonly<Record<Removal, readonly Edit[]>>;

/** How a language leaves a function at once; undefined where nothing of it would be left out. */
const LEAVING: Readonly<
  Record<Language, (node: SyntaxNode, body: SyntaxNode, text: string) => Ways | undefined>
> = {
  python: leavePython,
  go: (node, body) => inBraces(body, goNothing(field(node, 'result')), 'panic("taken out");'),
  java: (node, body) =>
    inBraces(
      body,
      `if (true) ${javaNothing(textAt(node, 'type'))}`,
      'if (true) throw new RuntimeException("taken out");',
    ),
  csharp: leaveCsharp,
};

function inBraces(body: SyntaxNode, nothing: string, error: string): Ways {
  const at = body.startIndex + 1;
  return { return: [putIn(at, ` ${nothing}`)], throw: [putIn(at, ` ${error}`)] };
}

/** Before the first statement that is not the doc string. */
function leavePython(_node: SyntaxNode, body: SyntaxNode, text: string): Ways | undefined {
  const doc = docString(body);
  const at = childrenOf(body).find(
    (each) => each.type !== 'comment' && each.startIndex !== doc?.startIndex,
  )?.startIndex;
  if (at === undefined) return undefined;
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const gap = before.trim() === '' ? `\n${before}` : '; ';
  return { return: [putIn(at, `return${gap}`)], throw: [putIn(at, `raise RuntimeError${gap}`)] };
}

/** Only for functions of a module with plain parameters, whose body has lines of its own. */
function pythonNote(
  node: SyntaxNode,
  leave: Edit | undefined,
  text: string,
): FunctionBody['note'] | undefined {
  const name = textAt(node, 'name');
  const isAtTop =
    (node.parent?.type === 'decorated_definition' ? node.parent : node).parent?.type === 'module';
  const names = childrenOf(field(node, 'parameters')).map((each) =>
    each.type === 'identifier' ? each.text : textAt(each, 'name') || (childrenOf(each)[0]?.text ?? ''),
  );
  if (leave === undefined || !isAtTop || !names.every((each) => /^\w+$/.test(each))) return undefined;
  const before = text.slice(text.lastIndexOf('\n', leave.start - 1) + 1, leave.start);
  if (before.trim() !== '') return undefined;
  return (file) => {
    const call = `[${JSON.stringify(file)}, ${JSON.stringify(name)}, [${names.join(', ')}]]`;
    const write = `open(__import__("os").environ["${CALLS}"], "a").write(__import__("json").dumps(${call}) + "\\n")`;
    const lines = [
      'try:',
      '    noted = __import__("sys").__dict__',
      '    noted["calls_noted"] = noted.get("calls_noted", 0) + 1',
      `    if noted["calls_noted"] <= ${MOST_NOTED}: ${write}`,
      'except Exception:',
      '    pass',
    ];
    return lines.map((line, at) => `${at === 0 ? '' : before}${line}\n`).join('') + before;
  };
}

function docString(body: SyntaxNode | null): SyntaxNode | undefined {
  const first = childrenOf(body).find(({ type }) => type !== 'comment');
  const isText = first?.type === 'expression_statement' && childrenOf(first)[0]?.type === 'string';
  return isText ? first : undefined;
}

function goNothing(result: SyntaxNode | null): string {
  if (result === null) return 'return;';
  if (result.type !== 'parameter_list') return `var gone0 ${result.text}; return gone0;`;
  const results = childrenOf(result);
  if (results.some((each) => field(each, 'name') !== null)) return 'return;';
  const declared = results.map((each, at) => `var gone${at} ${each.text};`);
  return `${declared.join(' ')} return ${results.map((_, at) => `gone${at}`).join(', ')};`;
}

function javaNothing(type: string): string {
  if (type === 'void') return 'return;';
  if (type === 'boolean') return 'return false;';
  return /^(?:byte|short|int|long|char|float|double)$/.test(type) ? 'return 0;' : 'return null;';
}

const AWAITED = /^(?:[\w.]+\.)?(Value)?Task(?:<(.+)>)?$/s;

function leaveCsharp(node: SyntaxNode, body: SyntaxNode): Ways {
  const type = textAt(node, 'returns') || textAt(node, 'type');
  const error = 'throw new System.InvalidOperationException("taken out");';
  const isAsync = childrenOf(node).some((each) => each.type === 'modifier' && each.text === 'async');
  const isOut = /\bout\s/.test(textAt(node, 'parameters')) || /^ref\b/.test(type);
  if (body.type !== 'block') {
    const [value] = childrenOf(body);
    const arrow: Edit = { start: body.startIndex, end: body.endIndex, text: `=> ${error.slice(0, -1)}` };
    const isPlain = type !== 'void' && !isAsync && !isOut && !AWAITED.test(type);
    if (value === undefined || !isPlain || value.type === 'throw_expression')
      return { return: [arrow], throw: [arrow] };
    const chosen = [putIn(value.startIndex, `true ? default(${type}) : (`), putIn(value.endIndex, ')')];
    return { return: chosen, throw: [arrow] };
  }
  if (within(body, 'yield_statement').length > 0) return inBraces(body, 'yield break;', error);
  return inBraces(body, isOut ? error : csharpNothing(type, isAsync), error);
}

function csharpNothing(type: string, isAsync: boolean): string {
  const awaited = AWAITED.exec(type);
  const [, value, inner] = awaited ?? [];
  if (type === 'void' || (isAsync && inner === undefined)) return 'return;';
  if (isAsync) return `return default(${inner});`;
  if (awaited === null || value !== undefined) return `return default(${type});`;
  return inner === undefined
    ? 'return System.Threading.Tasks.Task.CompletedTask;'
    : `return System.Threading.Tasks.Task.FromResult<${inner}>(default(${inner}));`;
}
