import type { SyntaxNode } from '../../syntax/tree-sitter/syntax-node.ts';
import { annotationNamed, argumentsIn, javaCallee } from '../../syntax/java/view.ts';
import { around, childrenOf, nearestAround, within } from '../../syntax/tree-sitter/nodes.ts';
import type { Call, LanguageView } from '../../syntax/language-view.ts';
import { views } from '../../syntax/views.ts';
import { CLEANS, fixed, given, type Hole, open, PLACEHOLDERS, type SqlParts } from './sql-text.ts';

const FARTHEST = 6;

/** What the words of one language say about where a text is from. */
type Vocabulary = {
  /** What a request brought. */
  readonly request: RegExp;
  /** Types that carry no words. */
  readonly wordless: RegExp;
  /** Members that nobody but the program itself sets; of anything else it is not known. */
  readonly own: (text: string, field: string) => boolean;
  /** Calls that hand on what they are called on, and those that hand on what they are given. */
  readonly handsOn: RegExp;
  readonly handsOnGiven?: RegExp;
  readonly more?: (call: Call, at: SyntaxNode, steps: number) => SqlParts | undefined;
  readonly ofParameter?: (node: SyntaxNode, type: string) => SqlParts;
  readonly grown?: (name: string, at: SyntaxNode, steps: number) => SqlParts;
};

const vocabularies: Readonly<Record<LanguageView['language'], Vocabulary>> = {
  python: {
    request:
      /^(?!(?:int|float)\().*\brequest\.(?:args|form|json|values|GET|POST|data|query_params|path_params|headers|cookies|get_json)\b/s,
    wordless: /^(?:list\[)?(?:int|float|bool|UUID)\b/i,
    own: (text) => /^(?:self|cls|settings|config|[A-Z]\w*|os)\b|table|column|schema/.test(text),
    handsOn: /^(?:strip|lower|upper|replace)$/,
    handsOnGiven: /^(?:str|text|dedent)$/,
    more: ({ name, args }, at, steps) => (name === 'join' ? ofJoined(args[0], at, steps) : undefined),
  },
  csharp: {
    request: /\bRequest\.(?:Query|Form|Headers|Cookies|RouteValues|QueryString|Params)\b/,
    wordless: /^(?:int|long|short|byte|bool|Guid|DateTime|decimal|double|float|uint|ulong)\??$/,
    own: (text) => /^(?:this|_\w+|[A-Z]\w*)\b|\.(?:Length|Count|Ticks)$/.test(text),
    handsOn: /^(?:Trim|ToLower|ToUpper|ToString|Replace)$/,
  },
  java: {
    request:
      /\b(?:request|req|exchange|context|ctx)\.(?:getParameter|getHeader|getQueryString|queryParam|pathVariable|formParam)\(/,
    wordless:
      /^(?:byte|short|int|long|float|double|boolean|Byte|Short|Integer|Long|Float|Double|Boolean|BigDecimal|BigInteger|UUID|Instant|LocalDate|LocalDateTime|OffsetDateTime|Date|Timestamp)$/,
    own: () => true,
    handsOn: /^(?:trim|strip|toLowerCase|toUpperCase|toString|replace|append)$/,
    // What a getter of something given says is somebody's word.
    more: ({ on, name, args }, at, steps) =>
      /^get[A-Z]\w*(?<!Id|Count|Size|Number|Date|Time|At|Table\w*)$/.test(name) &&
      args.length === 0 &&
      /^[a-z]\w*$/.test(on?.text ?? '')
        ? ofName('java', on?.text ?? '', at, steps + 1)
        : undefined,
    ofParameter: (node) =>
      annotationNamed(node, /^(?:RequestParam|PathVariable|RequestHeader|QueryParam|PathParam)$/) ===
      undefined
        ? open
        : given,
    grown: appended,
  },
  go: {
    request:
      /\.(?:FormValue|PostFormValue|PathValue|URLParam|QueryParam|QueryParams|Param|Params|Query|DefaultQuery|PostForm|GetHeader)\(|\bmux\.Vars\(|\.URL\.Query\(\)|\.Header\.Get\(|\b\0decoded\b/,
    wordless: /^(?!string$)/,
    own: (_, field) =>
      field === '' ||
      /(?:^I[dD]$|I[dD]|Count|Size|Limit|Offset|Page|Table|Column|Schema|Order)$/i.test(field),
    handsOn: /^$/,
    handsOnGiven: /^(?:TrimSpace|ToLower|ToUpper|Trim\w*|ReplaceAll|Title)$/,
    more: ({ on, name }) =>
      on?.text === 'strconv' || /^(?:int|int64|uint|float64|len)$/.test(name) ? fixed : undefined,
  },
};

/** A text as it is put together. `at` is where it is used. */
export function partsOf(
  of: LanguageView['language'],
  node: SyntaxNode | null | undefined,
  at: SyntaxNode,
  steps = 0,
): SqlParts {
  if (node === null || node === undefined || steps > FARTHEST) return fixed;
  const { request, own } = vocabularies[of];
  const it = views[of].expression(node);
  switch (it.kind) {
    case 'text':
      return [it.text];
    case 'joined':
      return it.of.flatMap((each, nth) =>
        typeof each === 'string' ? [each] : partsOf(of, each, at, nth === 0 ? steps : steps + 1),
      );
    case 'filled':
      return filled(
        partsOf(of, it.text, at, steps),
        it.gap,
        it.values.map((each) => holeOf(partsOf(of, each, at, steps + 1))),
      );
    case 'name':
      return ofName(of, it.name, at, steps);
    case 'member':
    case 'index':
      if (request.test(node.text) || isBody(of, it.root, at))
        return own(node.text, it.field) && of === 'go' ? fixed : given;
      return own(node.text, it.field) || (of === 'go' && !isAsked(of, it.root, at)) ? fixed : open;
    case 'call':
      return ofCall(of, { ...it, text: node.text }, at, steps);
    case 'other':
      return fixed;
  }
}

/** Everything a name was set to in the functions around, before it is used. */
export function setBefore(
  of: LanguageView['language'],
  name: string,
  at: SyntaxNode,
): readonly (readonly [SyntaxNode, SyntaxNode])[] {
  const view = views[of];
  const whole = of === 'go' ? functionsAround(of, at).at(-1) : nearestAround(at, view.functions);
  if (whole === undefined) return [];
  return within(whole, ...view.sets)
    .filter((each) => each.startIndex < at.startIndex)
    .flatMap((each) => view.assigned(each))
    .filter(([left]) => left.text === name);
}

function functionsAround(of: LanguageView['language'], at: SyntaxNode): readonly SyntaxNode[] {
  return [...around(at)].filter(({ type }) => views[of].functions.test(type));
}

function parameterNamed(of: LanguageView['language'], name: string, at: SyntaxNode) {
  const within = of === 'go' ? functionsAround(of, at) : functionsAround(of, at).slice(0, 1);
  return within.flatMap((each) => views[of].parameters(each)).find((each) => each.name === name);
}

function ofName(of: LanguageView['language'], name: string, at: SyntaxNode, steps: number): SqlParts {
  if (PLACEHOLDERS.test(name)) return fixed;
  const { wordless, ofParameter, grown } = vocabularies[of];
  const set = setBefore(of, name, at);
  if (set.length > 0)
    return [
      ...set.flatMap(([, value]) => partsOf(of, value, value, steps + 1)),
      ...(grown?.(name, at, steps) ?? []),
    ];
  const parameter = parameterNamed(of, name, at);
  if (parameter === undefined || /^(?:self|cls)$/.test(name) || wordless.test(parameter.type)) return fixed;
  return ofParameter?.(parameter.node, parameter.type) ?? open;
}

/** `input.Name` of what a body was read into. */
function isBody(of: LanguageView['language'], root: string, at: SyntaxNode): boolean {
  return (
    of === 'go' &&
    new RegExp(
      `\\.(?:Decode|Bind|BindJSON|ShouldBind\\w*|BodyParser|QueryParser|Parse)\\(\\s*&${root}\\b`,
    ).test(functionsAround(of, at).at(-1)?.text ?? '')
  );
}

function isAsked(of: LanguageView['language'], root: string, at: SyntaxNode): boolean {
  const type = parameterNamed(of, root, at)?.type ?? '';
  return (
    /(?:Request|Input|Params|Query|Filter|Form|Dto|DTO|Payload|Body)$/.test(type) &&
    !type.endsWith('http.Request')
  );
}

function ofCall(
  of: LanguageView['language'],
  { text, ...call }: Call & { readonly text: string },
  at: SyntaxNode,
  steps: number,
): SqlParts {
  const { request, handsOn, handsOnGiven, more } = vocabularies[of];
  const { on, name, args } = call;
  if (of !== 'go' && request.test(text)) return given;
  const own = more?.(call, at, steps);
  if (own !== undefined) return own;
  if (CLEANS.test(name)) return fixed;
  if (handsOn.test(name)) return partsOf(of, on, at, steps + 1);
  if (handsOnGiven?.test(name) === true) return partsOf(of, args[0], at, steps + 1);
  return of === 'go' && request.test(text) ? given : fixed;
}

/** The text with its gaps filled: by their number where they have one, else in order. Gaps for numbers carry no words. */
function filled(text: SqlParts, gap: RegExp, values: readonly Hole[]): SqlParts {
  let next = 0;
  return text.flatMap((part) => {
    if (typeof part !== 'string') return [part];
    const gaps = [...part.matchAll(new RegExp(gap.source, 'g'))];
    const pieces: (string | Hole)[] = [];
    let from = 0;
    for (const { 0: all, 1: number, index } of gaps) {
      const value = values[number === undefined ? Math.min(next, values.length - 1) : Number(number)];
      next += 1;
      const carries = !all.startsWith('%') || /[sv]$/.test(all);
      pieces.push(part.slice(from, index), carries ? (value ?? { hole: 'fixed' }) : { hole: 'fixed' });
      from = index + all.length;
    }
    return [...pieces, part.slice(from)];
  });
}

function holeOf(parts: SqlParts): Hole {
  const holes = parts.filter((each) => typeof each !== 'string');
  return (
    holes.find(({ hole }) => hole === 'given') ??
    holes.find(({ hole }) => hole === 'open') ?? { hole: 'fixed' }
  );
}

/** `sql.append("… '").append(name)` of a builder. */
function appended(name: string, at: SyntaxNode, steps: number): SqlParts {
  const method = nearestAround(at, views.java.functions);
  if (method === undefined || steps > 2) return [];
  return within(method, 'method_invocation')
    .filter((call) => call.startIndex < at.startIndex && javaCallee(call).name === 'append')
    .filter((call) => new RegExp(`^${name}\\s*\\.`).test(call.text))
    .toSorted((a, b) => a.endIndex - b.endIndex)
    .flatMap((call) => partsOf('java', argumentsIn(call)[0], at, steps + 1));
}

/** `', '.join(ids)`, `','.join(['%s'] * n)`, `','.join(f"'{x}'" for x in names)`. */
function ofJoined(list: SyntaxNode | undefined, at: SyntaxNode, steps: number): SqlParts {
  if (list === undefined) return fixed;
  if (!/^(?:generator_expression|list_comprehension)$/.test(list.type))
    return list.type === 'identifier' ? ofName('python', list.text, at, steps + 1) : fixed;
  const each = list.childForFieldName('body') ?? childrenOf(list)[0] ?? null;
  if (each?.type !== 'string') return each?.type === 'call' && !each.text.startsWith('str(') ? fixed : open;
  if (!each.text.startsWith('f') || !each.text.includes('{')) return fixed;
  return childrenOf(each).flatMap((part) =>
    part.type === 'string_content' ? [part.text] : part.type === 'interpolation' ? open : [],
  );
}
