import type { Facts } from '../../engine/facts.ts';
import { methodOf } from './methods.ts';
import type { TextFunction } from '../functions/text.ts';

declare module '../../engine/facts.ts' {
  interface Facts {
    readonly stubs: StubFact[];
  }
}

/** A handler of a route that does nothing for whoever calls it. */
export type StubFact = {
  readonly line: number;
  readonly method: string;
  readonly kind: StubKind;
};

/** It is not made; it changes nothing though it should; it always answers with nothing, or with the same figures. */
type StubKind = 'not implemented' | 'fixed answer' | 'empty answer' | 'written figures';

/** Routes that have nothing to do but answer. */
const IDLE =
  /log-?out|sign-?out|health|ping|ready|live|webhook|callback|echo|csp|beacon|noop|test|debug|preview|track|metric|status|mock|version|heartbeat|example|demo|validat|verify|check/i;
const NOT_MADE =
  /not[\s_]*(?:yet\s+)?implemented|unimplemented|\bto-?do\b|\b501\b|UnsupportedOperation|this action (?:adds|returns|updates|removes)/i;
/** What is refused, or was done by somebody before. */
const REFUSES =
  /\b(?:raise|throw|abort|panic)\b|\b[345]\d\d\b|HTTP_[345]|Status(?:Bad|Not|Forbidden|Unauthor|Conflict|Method|Internal|Gone|Moved|Found|See|Temporary|Permanent|Too|Service)|BAD_REQUEST|FORBIDDEN|NOT_FOUND|CONFLICT|[nN]otFound\(|[bB]adRequest\(|http\.Error|[rR]edirect|render/;
const LEFT =
  /\.(?:user|file|files|session|locals|auth|state|cookies)\b|\bsession\b|current_user|\bUser\b|HttpContext|[pP]rincipal|[sS]ecurityContext/;

/** Calls that make an answer, say something, or only look at what was sent. */
const ANSWERS =
  /^(?:json|send|status|sendStatus|end|code|type|header|setHeader|set|jsonp|log|info|warn|error|debug|trace|toString|String|Number|parse|safeParse|trim|text|formData|jsonify|\w*Response|make_response|dict|list|str|int|print|get_json|get|abort|HTTP\w*|model_dump|copy|Ok|NoContent|Created\w*|Accepted|StatusCode|FromResult|Json|nameof|Log\w+|Empty|ok|build|body|accepted|created|noContent|of|asList|emptyList|emptyMap|emptySet|empty|just|println|Write|WriteHeader|Header|Set|JSON|IndentedJSON|NewEncoder|Encode|Marshal|Error|StatusText|Fprint\w*|Printf|Println|New|NewHTTPError|NewError|SendStatus|SendString|NotImplemented\w*|UnsupportedOperation\w*|panic|byte|if|func|return|new)$/;
/** Classes of what is answered with. */
const MADE = /(?:Response|Result|Dto|DTO|View|Date|Error|Exception|Implemented|List\w*|Map)$/;
/** Names that stand for nothing outside of a handler; those of types begin with a capital. */
const PLAIN =
  /^(?:return|throw|new|const|let|var|if|else|not|and|or|is|in|async|await|raise|pass|true|false|null|nil|None|undefined|using|func|map|string|int|interface|any|final|void|status|console|logger|log|slog|json|http|gin|echo|fiber|fmt|errors|request|req|res|response|reply|ctx|context|c|w|r|_|_logger|_req|_res|body|abort|jsonify|dict|list|str|print|make_response|nameof|as|type|f|b|panic|byte|id|\d\w*)$/;
const WORKS =
  /\b(?:for|foreach|while|yield|with|switch|go|defer|lambda|def|delete)\b|\bawait\b(?!\s+\w+\.(?:json|text|formData)\()|\$\{|\bf["']|\$@?"|[\w\])]\s*(?:[-+*/%]=?|\+\+|--)\s*[\w(]|[\w\])](?:\.\w+|\[[^\]]*\])\s*=(?!=)/;

/** Notes which handlers do not do anything. */
export function addStubs(
  language: string,
  functions: readonly TextFunction[],
  path: string,
  facts: Facts,
): void {
  for (const each of functions) {
    const method = methodOf(language, each, path);
    const kind = method === undefined ? undefined : stubIn(each, method !== 'GET');
    const said = `${(each.head.match(TEXT) ?? []).join(' ')} ${each.name}`;
    if (method === undefined || kind === undefined || (kind !== 'not implemented' && IDLE.test(said)))
      continue;
    facts.stubs.push({ line: each.nameLine, method, kind });
  }
}

/** Longer handlers are not read: something will be done in them. */
const LONGEST = 1_000;

/** An address, or what else is written between quotation marks. */
const TEXT = /"[^"\n]*"|'[^'\n]*'|`[^`]*`/g;

function stubIn({ head, name, source, code }: TextFunction, isChange: boolean): StubKind | undefined {
  if (code.length > LONGEST || code === 'Task.CompletedTask') return undefined;
  const taken = withoutGuards(source);
  const plain = withoutTexts(taken);
  if (
    WORKS.test(withoutKeys(plain)) ||
    /(?<![\w"'])f["']|\$@?"|`[^`]*\$\{/.test(taken) ||
    doesMore(plain, head)
  )
    return undefined;
  if (NOT_MADE.test(source)) return 'not implemented';
  const only = taken
    .replace(/^\s*\{([^]*)\}\s*$/, '$1')
    .trim()
    .replaceAll(/\s+/g, ' ');
  if (!isChange && !/\b(?:raise|throw)\b/.test(source) && isWritten(only, `${head} ${name}`))
    return 'written figures';
  if (REFUSES.test(taken) || LEFT.test(plain)) return undefined;
  if (isChange) return 'fixed answer';
  return EMPTY.test(only) && taken === source ? 'empty answer' : undefined;
}

/** `if (!email) return Response.json(…, { status: 400 });`: what is refused before is no answer to what is taken. */
function withoutGuards(source: string): string {
  return source
    .replaceAll(
      /\bif \((?:(?!await\b|\b_)[^{};])*\)\s*\{?\s*(?:return|throw)\b[^;]*?(?:\b4\d\d\b|BadRequest|ValidationProblem|BAD_REQUEST|throw)[^;]*;(?:\s*\})?/g,
      '',
    )
    .replaceAll(
      /^[ \t]*if (?:not )?[\w.[\]"']+(?:\.get\([^)]*\))?:\s*(?:abort\(|raise\b|return\b)[^\n]*\b(?:4\d\d\b|HTTP_4)[^\n]*$/gm,
      '',
    );
}

function withoutTexts(source: string): string {
  return source.replaceAll(/"""[^]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`$]*`/g, '""');
}

/** `id: 1`, `status=201`: names of members and of arguments stand for nothing. */
function withoutKeys(plain: string): string {
  return plain.replaceAll(/(?<=[{,(]\s*)\w+\s*[:=](?!=)/g, '');
}

/** Whether anything is called but what answers, or anything is named that stands outside. */
function doesMore(plain: string, head: string): boolean {
  const calls = plain.matchAll(/(?:(new)\s+)?(?<!\w)((?:\w+\.)?)(\w+)(?:<[\w<>, ]*>)?\s*\((\)?)/g);
  const given = new Set(head.replaceAll(TEXT, '').match(/\w+/g));
  for (const [, isNew, on = '', called = '', end] of calls) {
    // `request.customerId()` reads what was sent.
    const isRead = end === ')' && given.has(on.slice(0, -1));
    if (isNew === undefined ? !ANSWERS.test(called) && !isRead : !MADE.test(called)) return true;
  }
  const text = withoutKeys(plain);
  for (const [, name = ''] of text.matchAll(/\b(?:const|let|var|[A-Z]\w*)\s+(?:\{([^}]*)\}|\w+)\s*=(?!=)/g))
    for (const each of name.match(/\w+/g) ?? []) given.add(each);
  for (const [, name = ''] of text.matchAll(/(?<![\w.])(\w+)\s*:?=(?!=)/g)) given.add(name);
  const names = text.match(/(?<![\w.@])[a-z_]\w*(?!\s*:(?!:))/g) ?? [];
  return names.some((each) => !given.has(each) && !PLAIN.test(each));
}

const EMPTY =
  /^(?:return |=> ?)?(?:[\w.]+\()*(?:[\w.]+, ?)?(?:\[\]|\{\}|nil|List\.of\(\)|Collections\.empty\w+\(\)|Page\.empty\(\)|new \w+<\w*>\(\)|Array\.Empty<\w+>\(\)|new \w+\[0\]|\[\][\w.*]+\{\}|gin\.H\{\}|\{ ?["']?\w+["']?: ?\[\](?:, ?["']?\w+["']?: ?(?:0|\[\]))* ?\})\)*;?$/;

const ABOUT_FIGURES =
  /(?:^|[/_\s-])(?:stats?|statistics|summary|dashboard|overview|totals|analytics|kpis?|report)(?:$|[/"'_\s-])|(?:Stats|Statistics|Summary|Dashboard|Overview|Totals)\b/;
/** Lists that a program may well have written down. */
const CHOICES =
  /option|type|categor|config|setting|plan|language|countr|currenc|time-?zone|feature|menu|nav|model|provider|template|theme|icon|schema|role|permission|level|tier|faq|tool|command|step|example/i;
const PAIR = String.raw`["']?\w+["']?\s*[:=]\s*(?:-?\d[\d._]*[mMdDfFlL]?|"[^"]*"|'[^']*'|[Tt]rue|[Ff]alse|None|null)`;
/** One record: an id and at least two more values, all of them written. */
const RECORD = new RegExp(
  String.raw`\{\s*["']?_?[iI]d["']?\s*[:=]\s*(?:\d+|"[^"]*"|'[^']*')(?:\s*,\s*${PAIR}){2,12}\s*,?\s*\}`,
  'g',
);
/** `new OrderDto(1, "Anna", 20m)`. */
const BUILT = /\bnew\b\s*\w*\s*\(\s*\d+L?\s*,\s*(?:"[^"]*"|-?\d[\d._]*[mdfL]?)(?:\s*,\s*[^(),]+)+\)/g;
/** What is counted, and what is set. */
const COUNTED =
  /count|total|waiting|pending|open|unread|revenue|sales|orders|users|active|done|sum|average|score|taken|sold|booked/i;
const SET = /limit|max|min|size|version|ttl|port|timeout|per|quota|interval|width|height|code|status|year/i;
const FIGURES =
  /\{\s*["']?\w+["']?\s*[:=]\s*[1-9][\d._]*[mMdD]?(?:\s*,\s*["']?\w+["']?\s*[:=]\s*\d[\d._]*[mMdD]?)*\s*,?\s*\}/;
const NUMBER = /^(?:return |=> ?)?(?:[\w.]+\()*[1-9]\d*L?\)*;?$/;

/** Whether an answer is made of records or counts that stand in it with all their values. */
function isWritten(only: string, name: string): boolean {
  if (NUMBER.test(only)) return true;
  const isList = (only.match(RECORD)?.length ?? 0) > 1 || (only.match(BUILT)?.length ?? 0) > 1;
  if (isList && !CHOICES.test(name)) return true;
  const found = FIGURES.exec(only)?.[0];
  if (found === undefined) return false;
  const keys = Array.from(found.matchAll(/(\w+)["']?\s*[:=]/g), ({ 1: key = '' }) => key);
  return (
    ABOUT_FIGURES.test(name) || (keys.some((key) => COUNTED.test(key)) && !keys.some((key) => SET.test(key)))
  );
}
