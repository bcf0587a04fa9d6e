import type { SyntaxNode } from '../../../../src/ports/syntax.ts';
import { type Call, calleeOf, type LanguageView, statementsIn } from '../../syntax/language-view.ts';
import { childrenOf } from '../../syntax/tree-sitter/nodes.ts';
import { views } from '../../syntax/views.ts';
import type { SyntaxFinder } from '../../engine/rule.ts';
import { holdsWrittenFigures, holdsWrittenRecords } from './written-answers.ts';
import { type Handler, handlers } from './handlers.ts';
import { isIdleRoute, type StubKind } from './typescript.ts';

type Words = {
  /** Kinds of nodes that do something. */
  readonly works: RegExp;
  /** Whether something else does, in the words of this language. */
  readonly busy?: (node: SyntaxNode) => boolean;
  /** Calls that only make an answer, say something or look at what was sent. */
  readonly answers: RegExp;
  readonly isRead?: (call: Call, given: readonly string[]) => boolean;
  readonly notMade: RegExp;
  /** What is refused, or left to somebody else. */
  readonly refuses: RegExp;
  readonly leaves?: RegExp;
  /** Refuses a request before anything is done; `plain`: without asking anybody. */
  readonly guard?: { readonly is: (node: SyntaxNode) => boolean; readonly isPlain: boolean };
  readonly isSaid?: (node: SyntaxNode) => boolean;
  /** Handlers without this may answer with lists and counts that are written out, or the only statement may. */
  readonly unwritten?: RegExp;
  readonly written?: RegExp;
  /** The only statement, where it answers with a number, or with nothing. */
  readonly figures: RegExp;
  readonly empty: RegExp;
};

const vocabularies: Readonly<Record<LanguageView['language'], Words>> = {
  python: {
    works:
      /^(?:for_statement|while_statement|with_statement|await|yield|binary_operator|augmented_assignment|lambda|list_comprehension|dictionary_comprehension|delete_statement|global_statement|interpolation)$/,
    busy: (node) => node.type === 'assignment' && node.childForFieldName('left')?.type !== 'identifier',
    answers:
      /^(?:jsonify|JSONResponse|Response|PlainTextResponse|make_response|dict|list|str|int|print|(?:\w+\.)?(?:logger|logging|log)\.\w+|HTTPException|NotImplementedError|request\.(?:get_json|json)|(?:request\.)?\w+\.get|abort|\w+\.(?:model_dump|dict|copy))$/,
    notMade: /NotImplementedError|not (?:yet )?implemented|\b501\b|HTTP_501/i,
    refuses: /\braise\b|\b[3-5]\d\d\b|HTTP_[345]\d\d/,
    leaves: /\bsession\b|current_user|render_template|redirect/,
    // `if not body.get("email"): abort(400)`
    guard: {
      is: (node) =>
        node.type === 'if_statement' &&
        node.childForFieldName('alternative') === null &&
        /\babort\(|\braise\b|\breturn\b[^\n]*\b4\d\d\b|HTTP_4\d\d/.test(node.text),
      isPlain: false,
    },
    // A text that says what the function does.
    isSaid: (node) =>
      node.type === 'expression_statement' && childrenOf(node).every(({ type }) => type === 'string'),
    unwritten: /\braise\b/,
    figures:
      /^return (?:jsonify\()?(?:\{(?:\s*["']\w*(?:count|total|waiting|pending|open|unread|revenue|sales|orders|users|active|done|sum|average|score)\w*["']\s*:\s*[1-9]\d*\s*,?)+\s*\}|[1-9]\d*)\)?$/,
    empty: /^return (?:jsonify\()?(?:\[\]|\{\}|\{\s*"\w+":\s*\[\]\s*(?:,\s*"\w+":\s*0\s*)?\})\)?$/,
  },
  csharp: {
    works:
      /^(?:await_expression|for_statement|foreach_statement|while_statement|assignment_expression|binary_expression|lambda_expression|interpolation|using_statement)$/,
    busy: (node) => node.type === 'identifier' && /^_(?!logger)/.test(node.text),
    answers:
      /^(?:Ok|NoContent|Created|CreatedAtAction|CreatedAtRoute|Accepted|StatusCode|Task\.FromResult(?:<.*>)?|(?:Typed)?Results\.(?:Ok|NoContent|Created|Accepted)|nameof|_?[lL]ogger\.\w+|new)$|^Array\.Empty</,
    notMade: /NotImplementedException|not (?:yet )?implemented|\b501\b|Status501/i,
    refuses: /\bthrow\b|\b[3-5]\d\d\b|Status[345]\d\d|\bUser\b|HttpContext/,
    // `if (string.IsNullOrWhiteSpace(request.Email)) return BadRequest();`
    guard: {
      is: (node) =>
        node.type === 'if_statement' &&
        node.childForFieldName('alternative') === null &&
        !/\bawait\b|\b_\w|\w\((?<!IsNullOr(?:Empty|WhiteSpace)\()/.test(
          node.childForFieldName('condition')?.text ?? '',
        ) &&
        /^\{?\s*return\s+(?:(?:Typed)?Results\.)?(?:BadRequest|ValidationProblem|UnprocessableEntity)\b/.test(
          node.childForFieldName('consequence')?.text ?? '',
        ),
      isPlain: true,
    },
    unwritten: /\bthrow\b/,
    figures: /^(?:return|=>)?\s*(?:Results\.|TypedResults\.)?Ok\(\s*[1-9]\d*\s*\);?$/,
    empty: /^(?:return|=>)\s*Ok\(\s*(?:new List<\w+>\(\)|Array\.Empty<\w+>\(\)|new \w+\[0\]|\[\])\s*\);?$/,
  },
  java: {
    works:
      /^(?:for_statement|enhanced_for_statement|while_statement|assignment_expression|lambda_expression|method_reference|try_statement|try_with_resources_statement|if_statement|switch_expression|synchronized_statement)$/,
    busy: (node) =>
      node.type === 'field_access' &&
      !/^(?:HttpStatus|MediaType|Status|Response\.Status|[A-Z]\w+)\.[A-Z_]+$/.test(node.text),
    answers:
      /^(?:ResponseEntity|Response|ServerResponse|HttpStatus|List|Map|Set|Collections|Optional|Mono|Flux|Page|log|logger|LOG|LOGGER|System\.out|URI)\b[^]*\./,
    isRead: ({ on, args }, given) => given.includes(on?.text ?? '') && args.length === 0,
    written: /^return\s+(?:ResponseEntity\.ok\(\s*)?(?:List\.of|Arrays\.asList|Map\.of)\(/,
    notMade:
      /UnsupportedOperationException|NotImplementedException|not (?:yet )?implemented|NOT_IMPLEMENTED|\b501\b/i,
    refuses:
      /\bthrow\b|\b[3-5]\d\d\b|BAD_REQUEST|FORBIDDEN|NOT_FOUND|CONFLICT|notFound\(|badRequest\(|[pP]rincipal|[sS]ecurityContext|redirect/,
    figures: /^return\s+(?:ResponseEntity\.ok\(\s*)?[1-9]\d*L?\s*\)?;$/,
    empty:
      /^return\s+(?:ResponseEntity\.ok\(\s*)?(?:List\.of\(\)|Collections\.empty(?:List|Map|Set)\(\)|new (?:ArrayList|HashMap)<\w*>\(\)|Page\.empty\(\))\s*\)?;$/,
  },
  go: {
    works:
      /^(?:for_statement|if_statement|go_statement|send_statement|defer_statement|expression_switch_statement|select_statement|func_literal|binary_expression)$/,
    busy: (node) => node.type === 'assignment_statement' && !node.text.startsWith('_'),
    answers:
      /^(?:w|c|ctx|rw|res|writer)\.(?:Write|WriteHeader|Header|JSON|Status|String|NoContent|SendStatus|SendString|AbortWithStatus\w*|IndentedJSON|Set)\b|^(?:json\.NewEncoder|json\.Marshal|http\.Error|http\.StatusText|fmt\.Fprint\w*|render\.\w+|log\.\w+|slog\.\w+|\[\]byte|map\[string\]\w+|errors\.New|panic|echo\.NewHTTPError|fiber\.NewError)\b/,
    notMade: /not (?:yet )?implemented|StatusNotImplemented|\b501\b/i,
    refuses:
      /http\.Error|\b[345]\d\d\b|Status(?:Bad|Not|Forbidden|Unauthor|Conflict|Method|Internal|Gone|Moved|Found|See|Temporary|Permanent|Too|Service)\w*|Redirect|panic\(/,
    figures: /^$/,
    empty: /\(\s*(?:http\.StatusOK|200),\s*(?:\[\][\w.*{}]+\{\}|nil|gin\.H\{\}|map\[string\]\w+\{\})\s*\)$/,
  },
};

/** Longer handlers are not read: something will be done in them. */
const LONGEST = 1_000;

function stubIn(view: LanguageView, { body, method, name, given }: Handler): StubKind | undefined {
  const words = vocabularies[view.language];
  const all = statementsIn(body).filter((each) => words.isSaid?.(each) !== true);
  const taken = all.filter((each) => words.guard?.is(each) !== true);
  const textOf = (some: readonly SyntaxNode[]): string => some.map((each) => each.text).join('\n');
  const text = words.isSaid === undefined ? body.text : textOf(all);
  const only = all.length === 1 ? textOf(all) : '';
  const isChange = method !== 'GET';
  if (!isChange && words.written?.test(only) === true && holdsWrittenRecords(only, name))
    return 'written figures';
  const judged = words.guard?.isPlain === true ? taken : all;
  if (textOf(judged).length > LONGEST || judged.some((each) => isWork(each, view, given))) return undefined;
  if (words.notMade.test(text)) return 'not implemented';
  const isWritten = holdsWrittenRecords(text, name) || holdsWrittenFigures(text, name);
  if (!isChange && isWritten && words.unwritten?.test(text) === false) return 'written figures';
  // What is refused before is no answer to what is taken.
  const refusing = isChange && taken.length < all.length ? textOf(taken) : text;
  if (words.refuses.test(refusing) || words.leaves?.test(text) === true) return undefined;
  if (view.language === 'python' && hasOutside(text, given)) return undefined;
  if (isChange) return 'fixed answer';
  if (words.figures.test(only)) return 'written figures';
  return words.empty.test(only) ? 'empty answer' : undefined;
}

/** Names that stand for nothing outside of a handler of Python. */
const PLAIN =
  /^(?:return|pass|None|True|False|jsonify|JSONResponse|Response|PlainTextResponse|make_response|dict|list|str|int|print|logger|logging|log|request|status|abort|raise|HTTPException|if|not|and|or|else|is|in|async|await|f|r)$/;

function hasOutside(text: string, given: readonly string[]): boolean {
  const names = text.replaceAll(/"[^"]*"|'[^']*'/g, '').match(/(?<![\w.])[A-Za-z_]\w*/g) ?? [];
  return names.some(
    (word) => !given.includes(word) && !PLAIN.test(word) && !new RegExp(`\\b${word}\\s*=(?!=)`).test(text),
  );
}

/** Calls of anything but answers, loops, computing, waiting, changes. */
function isWork(node: SyntaxNode, view: LanguageView, given: readonly string[]): boolean {
  const { works, busy, answers, isRead } = vocabularies[view.language];
  if (works.test(node.type) || busy?.(node) === true) return true;
  if (node.type === view.calls[0] && !answers.test(calleeOf(view, node)))
    if (isRead?.(view.call(node), given) !== true) return true;
  return childrenOf(node).some((each) => isWork(each, view, given));
}

/** Handlers of routes that do not do anything, in every language but TypeScript. */
export const stubsInOthers: readonly SyntaxFinder[] = Object.values(views).map((view) => ({
  language: view.language,
  applies: ({ isTest, isSide }) => !isTest && !isSide,
  find(root, facts) {
    for (const handler of handlers[view.language](root)) {
      const { method, name, line } = handler;
      const kind = stubIn(view, handler);
      if (kind !== undefined && (kind === 'not implemented' || !isIdleRoute(name)))
        facts.stubs.push({ line, method, kind });
    }
  },
}));
