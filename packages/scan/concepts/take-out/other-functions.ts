import type { Grammar, SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { field, textAt } from '../../syntax/language-view.ts';
import { childrenOf, nearestAround, within } from '../../syntax/tree-sitter/nodes.ts';
import { views } from '../../syntax/views.ts';
import {
  CALLS,
  CSHARP_HOLDS,
  MOST_NOTED,
  type Edit,
  type FunctionBody,
  type GivenAnswers,
  putIn,
  type Removal,
  type TextFunctions,
} from './function-body.ts';
import { goSpoiled, PYTHON_SPOILER } from './spoiled-answers.ts';

type Language = keyof typeof views;

/** The functions of a file of Python, Go, Java or C#; undefined where the text is not a whole program. */
export function otherFunctions(
  language: Language,
  { path, text }: { readonly path: string; readonly text: string },
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
      const plain = language === 'python' ? pythonStart(node, ways.return[0], { path, text }) : undefined;
      functions.push({
        name,
        start: startIndex,
        end: endIndex,
        edits: (removal, noted) =>
          (removal === 'keep' ? startsOf(ways) : ways[removal]).map((edit, at) =>
            at === 0 ? { ...edit, text: noted + edit.text } : edit,
          ),
        ...(plain === undefined
          ? {}
          : {
              note: () => pythonNote(plain),
              answer: (given: GivenAnswers) => pythonAnswer(plain, given),
            }),
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

type Ways = Readonly<Record<Exclude<Removal, 'keep' | 'base'>, readonly Edit[]>>;

/** Nothing is put in but what a caller of `edits` adds. */
function startsOf({ return: [first] }: Ways): readonly Edit[] {
  return first === undefined ? [] : [putIn(first.start, '')];
}

/** How a language leaves a function at once; undefined where nothing of it would be left out. */
const LEAVING: Readonly<
  Record<Language, (node: SyntaxNode, body: SyntaxNode, text: string) => Ways | undefined>
> = {
  python: leavePython,
  go: (node, body) => ({
    ...inBraces(body, `if true { ${goNothing(field(node, 'result'))} };`, 'if true { panic("taken out") };'),
    ...goAnswers(field(node, 'result'), body),
  }),
  java: (node, body) => {
    const nothing = javaNothing(textAt(node, 'type'));
    const error = 'if (true) throw new RuntimeException("taken out");';
    const ways = inBraces(body, `if (true) ${nothing}`, error);
    const spoil = [
      putIn(body.startIndex + 1, ' try {'),
      putIn(body.endIndex - 1, `} finally { if (true) ${nothing} } `),
    ];
    return { ...ways, spoil: nothing === 'return;' ? [] : spoil };
  },
  csharp: leaveCsharp,
};

function inBraces(body: SyntaxNode, nothing: string, error: string): Ways {
  const at = body.startIndex + 1;
  const leave = [putIn(at, ` ${nothing}`)];
  return { return: leave, throw: [putIn(at, ` ${error}`)], spoil: leave };
}

/** Before the first statement that is not the doc string. */
function leavePython(node: SyntaxNode, body: SyntaxNode, text: string): Ways | undefined {
  const doc = docString(body);
  const at = childrenOf(body).find(
    (each) => each.type !== 'comment' && each.startIndex !== doc?.startIndex,
  )?.startIndex;
  if (at === undefined) return undefined;
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const isOwnLine = before.trim() === '';
  const gap = isOwnLine ? `\n${before}` : '; ';
  // A body on the line of its function has no place for a condition.
  const leaving = (how: string): readonly Edit[] => [
    putIn(
      at,
      isOwnLine ? `if __name__:${gap}${before.startsWith('\t') ? '\t' : '    '}${how}${gap}` : `${how}${gap}`,
    ),
  ];
  const returned = within(body, 'return_statement').filter(
    (each) => nearestAround(each, /^function_definition$/)?.startIndex === node.startIndex,
  );
  const answers = returned.flatMap((each) => {
    const [value] = childrenOf(each);
    return value === undefined
      ? []
      : [putIn(value.startIndex, 'spoiled_answer(('), putIn(each.endIndex, '))')];
  });
  return {
    return: leaving(pythonNothing(node, body)),
    throw: leaving('raise RuntimeError'),
    spoil: answers.length === 0 ? [] : [putIn(at, `${PYTHON_SPOILER}${gap}`), ...answers],
  };
}

/** Nothing, as a value of any type where types are checked. */
function pythonNothing(node: SyntaxNode, body: SyntaxNode): string {
  const type = textAt(node, 'return_type');
  const isPlain = type === '' || type === 'None' || within(body, 'yield').length > 0;
  return isPlain ? 'return' : 'return __import__("sys").modules.get("taken out")';
}

/** Only for functions of a module with plain parameters, whose body has lines of its own. */
function pythonStart(
  node: SyntaxNode,
  leave: Edit | undefined,
  { path, text }: { readonly path: string; readonly text: string },
): PythonStart | undefined {
  const isPlain = node.parent?.type === 'module';
  const owner = node.parent?.type === 'block' ? node.parent.parent : null;
  const isMethod = owner?.type === 'class_definition' && owner.parent?.type === 'module';
  const isAtTop =
    isPlain || (node.parent?.type === 'decorated_definition' && node.parent.parent?.type === 'module');
  const names = childrenOf(field(node, 'parameters')).map((each) =>
    each.type === 'identifier' ? each.text : textAt(each, 'name') || (childrenOf(each)[0]?.text ?? ''),
  );
  if (leave === undefined || !(isAtTop || isMethod) || !names.every((each) => /^\w+$/.test(each)))
    return undefined;
  const indent = text.slice(text.lastIndexOf('\n', leave.start - 1) + 1, leave.start);
  const self = isMethod ? names[0] : undefined;
  if (indent.trim() !== '' || (isMethod && self === undefined)) return undefined;
  const args = `[${(isMethod ? names.slice(1) : names).join(', ')}]`;
  return { path, name: nameOf(node), args, self, indent };
}

type PythonStart = {
  readonly path: string;
  readonly name: string;
  readonly args: string;
  /** The object of a method. */
  readonly self: string | undefined;
  readonly indent: string;
};

const PYTHON_CALLER = '__import__("sys")._getframe(1).f_code.co_filename';

function pythonNote({ path, name, args, self, indent }: PythonStart): string {
  const own = self === undefined ? '' : `, vars(${self})`;
  const call = `[${JSON.stringify(path)}, ${JSON.stringify(name)}, ${args}, ${PYTHON_CALLER} + ":"${own}]`;
  const write = `open(__import__("os").environ["${CALLS}"], "a").write(__import__("json").dumps(${call}) + "\\n")`;
  return indented(indent, [
    'try:',
    '    noted = __import__("sys").__dict__',
    '    noted["calls_noted"] = noted.get("calls_noted", 0) + 1',
    `    if noted["calls_noted"] <= ${MOST_NOTED}:`,
    `        ${write}`,
    'except Exception:',
    '    pass',
  ]);
}

/** `{"(":[…]}` is a tuple. */
function pythonAnswer({ args, self, indent }: PythonStart, { answers, callers }: GivenAnswers): string {
  const files = callers.map((file) => `${JSON.stringify(`/${file}`)}, `).join('');
  const read = `__import__("json").loads(${JSON.stringify(answers)}, object_hook=lambda d: tuple(d["("]) if list(d) == ["("] else d)`;
  const asked = self === undefined ? args : `[${args}, vars(${self})]`;
  const key = `__import__("json").dumps(${asked}, default=str)`;
  return indented(indent, [
    `if ("/" + ${PYTHON_CALLER}).endswith((${files})):`,
    `    given = ${read}.get(${key})`,
    '    if given is not None: return given[0]',
  ]);
}

function indented(indent: string, lines: readonly string[]): string {
  return lines.map((line, at) => `${at === 0 ? '' : indent}${line}\n`).join('') + indent;
}

function docString(body: SyntaxNode | null): SyntaxNode | undefined {
  const first = childrenOf(body).find(({ type }) => type !== 'comment');
  const isText = first?.type === 'expression_statement' && childrenOf(first)[0]?.type === 'string';
  return isText ? first : undefined;
}

function goNothing(result: SyntaxNode | null): string {
  if (result === null) return 'return';
  if (result.type !== 'parameter_list') return `var gone0 ${result.text}; return gone0`;
  const results = childrenOf(result);
  if (results.some((each) => field(each, 'name') !== null)) return 'return';
  const declared = results.map((each, at) => `var gone${at} ${each.text};`);
  return `${declared.join(' ')} return ${results.map((_, at) => `gone${at}`).join(', ')}`;
}

/** Results get names, so that a deferred function can empty them. */
function goAnswers(result: SyntaxNode | null, body: SyntaxNode): Pick<Ways, 'spoil'> {
  // What answers nothing stays as it is: it may be what deceives.
  if (result === null) return { spoil: [] };
  const declared = result.type === 'parameter_list' ? childrenOf(result) : [result];
  const results = declared.flatMap((each): { name?: string; type: string }[] =>
    field(each, 'name') === null
      ? [{ type: each.text }]
      : childrenOf(each)
          .filter((child) => child.type === 'identifier')
          .map(({ text }) => ({ name: text, type: textAt(each, 'type') })),
  );
  const named = results.map(({ name, type }, at) => ({ name: name ?? `gone${at}`, type }));
  const changed = named
    .filter(({ name }) => name !== '_')
    .map(({ name, type }) => goSpoiled(name, type))
    .join('');
  const list = `(${named.map(({ name, type }) => `${name} ${type}`).join(', ')})`;
  return {
    spoil: [
      putIn(body.startIndex + 1, ` defer func() { if true { recover(); ${changed}} }();`),
      { start: result.startIndex, end: result.endIndex, text: list },
    ],
  };
}

function javaNothing(type: string): string {
  if (type === 'void') return 'return;';
  if (type === 'boolean') return 'return false;';
  return /^(?:byte|short|int|long|char|float|double)$/.test(type) ? 'return 0;' : 'return null;';
}

const AWAITED = /^(?:[\w.]+\.)?(Value)?Task(?:<(.+)>)?$/s;

function leaveCsharp(node: SyntaxNode, body: SyntaxNode): Ways {
  const type = textAt(node, 'returns') || textAt(node, 'type');
  const raise = 'throw new System.InvalidOperationException("taken out");';
  const when = `if (${CSHARP_HOLDS})`;
  const error = `${when} ${raise}`;
  const isAsync = childrenOf(node).some((each) => each.type === 'modifier' && each.text === 'async');
  const isOut = /\bout\s/.test(textAt(node, 'parameters')) || /^ref\b/.test(type);
  if (body.type !== 'block') {
    const [value] = childrenOf(body);
    const arrow: Edit = { start: body.startIndex, end: body.endIndex, text: `=> ${raise.slice(0, -1)}` };
    const isPlain = type !== 'void' && !isAsync && !isOut && !AWAITED.test(type);
    if (value === undefined || !isPlain || value.type === 'throw_expression')
      return { return: [arrow], throw: [arrow], spoil: [arrow] };
    const chosen = [
      putIn(value.startIndex, `${CSHARP_HOLDS} ? default(${type}) : (`),
      putIn(value.endIndex, ')'),
    ];
    return { return: chosen, throw: [arrow], spoil: chosen };
  }
  if (within(body, 'yield_statement').length > 0) return inBraces(body, `${when} yield break;`, error);
  return inBraces(body, isOut ? error : `${when} ${csharpNothing(type, isAsync)}`, error);
}

function csharpNothing(type: string, isAsync: boolean): string {
  const awaited = AWAITED.exec(type);
  const [, value, inner] = awaited ?? [];
  if (type === 'void' || type === '' || (isAsync && inner === undefined)) return 'return;';
  if (isAsync) return `return default(${inner});`;
  if (awaited === null || value !== undefined) return `return default(${type});`;
  return inner === undefined
    ? 'return System.Threading.Tasks.Task.CompletedTask;'
    : `return System.Threading.Tasks.Task.FromResult<${inner}>(default(${inner}));`;
}
