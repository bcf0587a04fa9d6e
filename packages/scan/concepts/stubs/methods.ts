import type { TextFunction } from '../functions/text.ts';

const VERB = '(get|post|put|patch|delete)';
/** What lets a request through or not; anything else before a handler may do its work. */
const GUARDS = /auth|protect|guard|limit|valid|require|check|admin|verify|cors|json|schema|role|permission/i;
const CHANGING =
  /^(?:handle_?)?(?:create|add|update|edit|delete|remove|cancel|approve|reject|pay|confirm|complete|publish|archive|save|submit|place|book|reserve|assign|close|reopen|register|invite|rename|move|activate|deactivate|restore|refund|ship|transfer|post|put|patch)(?![a-z])/;

/** Whether a name says that something is changed. */
const changes = (name: string): boolean => CHANGING.test(name.charAt(0).toLowerCase() + name.slice(1));

/** What is handed in may have done the work already, unless it says who asks. */
const DONE_BEFORE: Readonly<Record<string, RegExp>> = {
  python:
    /Depends\((?!\w*(?:auth|user|current|verify|token|db|session|only|require|admin|permission|role|login))/i,
  script: /@(?:UseInterceptors|Render|Redirect|MessagePattern|EventPattern|Sse)\b/,
};

/** Whoever writes more than this before a function hands it something else than a request. */
const LONGEST = 2_000;

/** The method of the requests that a function answers, where its head says so; undefined for any other function. */
export function methodOf(language: string, each: TextFunction, path: string): string | undefined {
  const { head, name } = each;
  if (head.length > LONGEST) return undefined;
  const known = DONE_BEFORE[language] === undefined ? 'script' : language;
  if (DONE_BEFORE[known]?.test(head) === true) return undefined;
  if (language === 'python') return python(head);
  if (language === 'csharp') return upper(/\[?(?:Http|\.Map)(Get|Post|Put|Patch|Delete)\b/.exec(head)?.[1]);
  if (language === 'java') return java(each);
  if (language === 'go') return go(head, name);
  return script(each, path);
}

const upper = (verb: string | undefined): string | undefined => verb?.toUpperCase();

function python(head: string): string | undefined {
  const verb = new RegExp(
    String.raw`@(?:\w*(?:app|router|bp|blueprint|api|routes?)|\w+)\.${VERB}\(\s*["'](?:/|)`,
  ).exec(head)?.[1];
  if (verb !== undefined) return upper(verb);
  if (!/@(?:\w+\.route|api_view|action)\(/.test(head)) return undefined;
  const [only, ...others] = /(?:methods\s*=\s*|api_view\(\s*)[[(]([^\])]*)/
    .exec(head)?.[1]
    ?.match(/\w+/g) ?? ['GET'];
  return others.length === 0 ? upper(only) : undefined;
}

function java({ head, owner }: TextFunction): string | undefined {
  const [, mapped, plain] =
    /@(?:(Get|Post|Put|Patch|Delete)Mapping|(GET|POST|PUT|PATCH|DELETE))\b/.exec(head) ?? [];
  // The text that a method of pages gives back is the name of one.
  const isPages = /^[^{]*@Controller\b/.test(owner) && !/@ResponseBody/.test(head);
  if (isPages && /\b(?:String|ModelAndView|void)\s+\w+\(/.test(head)) return undefined;
  return owner === '' || /^[^{]*\binterface\b/.test(owner) ? undefined : upper(mapped ?? plain);
}

function go(head: string, name: string): string | undefined {
  if (/not_?implemented|not_?allowed/i.test(head)) return undefined;
  const verb = /\.(Get|Post|Put|Patch|Delete|GET|POST|PUT|PATCH|DELETE)\(\s*"/.exec(head)?.[1];
  if (verb !== undefined) return upper(verb);
  const answers =
    /\(\w+ http\.ResponseWriter, \w+ \*http\.Request\)|\(\w+ (?:\*gin\.Context|echo\.Context|\*?fiber\.Ctx)\)/;
  if (name === '' || !answers.test(head)) return undefined;
  return changes(name) ? 'POST' : 'GET';
}

function script({ head, name, isNamedHandler, owner }: TextFunction, path: string): string | undefined {
  const routed = new RegExp(
    String.raw`^[\w.]*(?:app|router|server|routes?|api|fastify|hono|instance)\.${VERB}\(\s*(['"\`])(?:[/:*][^'"\`]*)?\2\s*,([^]*)$`,
    'i',
  ).exec(head);
  if (routed !== null) {
    // Middleware stands between the address and the handler.
    const between = (routed[3] ?? '').replace(
      /(?:async\s*)?(?:function\b[^(]*)?(?:\([^()]*\)|\w+)[^()]*$/,
      '',
    );
    const isGuarded = between.split(/,(?![^(]*\))/).every((part) => part.trim() === '' || GUARDS.test(part));
    return isGuarded ? upper(routed[1]) : undefined;
  }
  const decorated = /@(Get|Post|Put|Patch|Delete)\(/.exec(head)?.[1];
  if (decorated !== undefined) return /Controller\(/.test(owner) ? upper(decorated) : undefined;
  if (/(?:^|\/)(?:route|\+server)\.[jt]sx?$/.test(path))
    return /^(?:GET|POST|PUT|PATCH|DELETE)$/.test(name) ? name : undefined;
  const isController = /(?:^|\/)(?:controllers?|handlers?|routes?|api)\/|controller|handler/i.test(path);
  return isNamedHandler && isController && changes(name) ? name : undefined;
}
