import { addTo } from '../../engine/add-to.ts';
import type { Argument, CallFact } from './calls.ts';
import type { ProjectFacts } from '../../engine/facts.ts';
import type { Pieces } from '../../syntax/typescript/pieces.ts';
import { type Client, clientOf } from './clients.ts';
import type { FindName } from '../modules/find-name.ts';
import { flatTexts, type ArgumentTexts } from '../routes/model/texts.ts';
import type { FlatText } from '../routes/model/flat-text.ts';

/** One request that the code sends, with all the addresses it may have. */
export type Request = {
  readonly file: string;
  readonly line: number;
  readonly base: readonly FlatText[];
  readonly url: readonly FlatText[];
  /** Upper case; undefined where it is not written down. */
  readonly method: string | undefined;
};

/** A call with what is known of it before it is known what it was given. */
type Sending = {
  readonly url: Pieces;
  readonly method: Pieces;
  readonly base: Pieces;
  readonly baseFile: string;
};

type CallPlace = { readonly file: string; readonly call: CallFact; readonly keys: readonly string[] };

/** How many functions a request is handed through. */
const HOPS = 5;

/**
 * Every request of the project. A function that sends what it is given is none by itself: those who call it are, where
 * they can be found.
 */
export function requestsOf(project: ProjectFacts, find: FindName): readonly Request[] {
  const sites = new Map<string, CallPlace[]>();
  const begun: { readonly sending: Sending; readonly site: CallPlace }[] = [];
  const standard = standardBases(project);
  for (const [file, facts] of project.files) {
    if (facts.isTest || facts.isSide) continue;
    const callees = new Map<string, ReturnType<typeof calleeAt>>();
    for (const call of facts.calls) {
      const callee = callees.get(call.callee) ?? calleeAt(find, file, call);
      callees.set(call.callee, callee);
      const { client, keys } = callee;
      const site = { file, call, keys };
      const sending = client === undefined ? undefined : sendingOf(client, call, standard, file);
      if (sending !== undefined) begun.push({ sending, site });
      for (const key of site.keys) addTo(sites, key, site);
    }
  }
  const found: Request[] = [];
  for (const { sending, site } of begun) {
    const { file, call } = site;
    const request = {
      file,
      line: call.line,
      url: flatTexts(find, file, sending.url),
      base: flatTexts(find, sending.baseFile, sending.base),
      method: methodOf(flatTexts(find, file, sending.method)),
    };
    follow(request, flatTexts(find, file, sending.method), 0);
  }
  return found;

  function follow(request: Request, method: readonly FlatText[], hops: number): void {
    const wrapper = hops > HOPS ? undefined : decisive(request.url);
    const callers = wrapper === undefined ? [] : (sites.get(wrapper) ?? []);
    if (callers.length === 0) {
      found.push(request);
      return;
    }
    for (const { file, call } of callers) {
      const passed: ArgumentTexts = (of, parameter, key) =>
        of === wrapper ? givenAt(find, file, call.given[parameter], key) : undefined;
      const again = (texts: readonly FlatText[]): readonly FlatText[] =>
        texts.flatMap((text) => substituted(text, passed)).slice(0, 8);
      const methods = again(method);
      const base = again(request.base);
      follow(
        {
          file,
          line: call.line,
          url: again(request.url),
          base,
          method: isDefault(method, call) ? undefined : methodOf(methods),
        },
        methods,
        hops + 1,
      );
    }
  }
}

/** `(path, body, method = 'POST')`: what a parameter is that nobody gives is not known. */
function isDefault(method: readonly FlatText[], { given }: CallFact): boolean {
  return method
    .flat()
    .some(
      (piece) =>
        typeof piece === 'object' &&
        'parameter' in piece &&
        piece.key === undefined &&
        given[piece.parameter] === undefined,
    );
}

/** What a call is of: a client, or functions of the project. */
function calleeAt(find: FindName, file: string, { callee, isGlobal }: CallFact) {
  const client = clientOf(find, file, callee, isGlobal);
  return { client, keys: client === undefined && !isGlobal ? functionKeys(find, file, callee) : [] };
}

function substituted(text: FlatText, given: ArgumentTexts): readonly FlatText[] {
  let ways: readonly FlatText[] = [[]];
  for (const piece of text) {
    const next =
      typeof piece === 'object' && 'parameter' in piece
        ? (given(`${piece.file}#${piece.of}`, piece.parameter, piece.key) ?? [[piece]])
        : [[piece]];
    ways = ways.flatMap((way) => next.map((more) => [...way, ...more])).slice(0, 8);
  }
  return ways;
}

function givenAt(
  find: FindName,
  file: string,
  argument: Argument | undefined,
  key: string | undefined,
): readonly FlatText[] {
  if (argument === undefined) return [[]];
  if ('text' in argument) {
    const texts = flatTexts(find, file, argument.text);
    if (key === undefined) return texts;
    // Options that are handed on whole.
    return texts.map((text) => {
      const [only] = text;
      return typeof only === 'object' && 'parameter' in only && only.key === undefined
        ? [{ ...only, key }]
        : [{ hole: key }];
    });
  }
  const option = key === undefined ? undefined : argument.options[key];
  if (option !== undefined) return flatTexts(find, file, option);
  return argument.isOpen || key === undefined ? [[{ hole: key ?? '' }]] : [[]];
}

/** The function whose parameter decides where a request goes: those who call it send the request. */
function decisive(url: readonly FlatText[]): string | undefined {
  for (const text of url)
    for (const [index, piece] of text.entries()) {
      if (typeof piece !== 'object' || !('parameter' in piece)) continue;
      const before = text[index - 1];
      const start = text
        .slice(0, index)
        .filter((each) => typeof each === 'string')
        .join('');
      if (/[?=&#]/.test(start)) break;
      const isStart = before === undefined || typeof before === 'object' || !before.endsWith('/');
      const isShort = index === text.length - 1 && segments(start) <= 1;
      if (isStart || isShort) return `${piece.file}#${piece.of}`;
    }
  return undefined;
}

function segments(text: string): number {
  return text
    .replace(/^https?:\/\/[^/]*/, '')
    .split('/')
    .filter((each) => each !== '').length;
}

/** What a call may be a call of, the nearest first: the method of a class, or of the one it builds on. */
function functionKeys(find: FindName, file: string, callee: string): readonly string[] {
  const target = find(file, callee);
  if (target?.kind !== 'here') return [];
  const keys = [`${target.file}#${target.name}`];
  const dot = target.name.lastIndexOf('.');
  let owner = dot < 0 ? undefined : find(target.file, target.name.slice(0, dot));
  for (let hops = 0; hops < HOPS; hops += 1) {
    if (owner?.kind !== 'here' || owner.value === undefined || !('members' in owner.value)) break;
    if (owner.value.extends === undefined) break;
    owner = find(owner.file, owner.value.extends);
    if (owner?.kind === 'here') keys.push(`${owner.file}#${owner.name}.${target.name.slice(dot + 1)}`);
  }
  return keys;
}

/** `axios.defaults.baseURL`, and the base of RTK Query where one file says it. */
function standardBases(
  project: ProjectFacts,
): ReadonlyMap<string, { readonly file: string; readonly base: Pieces }> {
  const found = new Map<string, { readonly file: string; readonly base: Pieces }>();
  for (const [file, { calls, isTest }] of project.files)
    for (const { callee, given } of isTest ? [] : calls) {
      const [first] = given;
      if (first === undefined) continue;
      if (callee.endsWith('.defaults.baseURL') && 'text' in first)
        found.set('axios', { file, base: first.text });
      const url = callee === 'fetchBaseQuery' && 'options' in first ? first.options['baseUrl'] : undefined;
      if (url !== undefined) found.set('rtk', { file, base: url });
    }
  return found;
}

function sendingOf(
  client: Client,
  call: CallFact,
  standard: ReadonlyMap<string, { readonly file: string; readonly base: Pieces }>,
  file: string,
): Sending | undefined {
  const { given } = call;
  const verb = client.verb.replace(/^\$/, '').toLowerCase();
  const isNamed = /^(?:get|post|put|patch|delete|del|head|options|getjson)$/.test(verb);
  const [first, second] = given;
  if (first === undefined) return undefined;
  const isMethodFirst =
    client.kind === 'xhr' || (client.kind === 'angular' && verb === 'request' && 'text' in first);
  const address = isMethodFirst ? second : first;
  if (address === undefined) return undefined;
  const url = 'text' in address ? address.text : (address.options['url'] ?? address.options['path']);
  if (url === undefined) return undefined;
  const options = given.find((each) => 'options' in each && each !== address);
  const own = options !== undefined && 'options' in options ? options.options : {};
  const inside = 'options' in address ? address.options : {};
  const base = own['baseURL'] ?? own['prefixUrl'] ?? inside['baseURL'];
  const from =
    client.base.length === 0 ? standard.get(client.kind) : { file: client.file, base: client.base };
  const method: Pieces = isNamed
    ? [VERB_METHODS[verb] ?? verb]
    : isMethodFirst && 'text' in first
      ? first.text
      : methodIn([inside['method'] ?? inside['type'], own['method'] ?? own['type']], given, client);
  return base === undefined
    ? { url, method, base: from?.base ?? [], baseFile: from?.file ?? file }
    : { url, method, base, baseFile: file };
}

const VERB_METHODS: Readonly<Record<string, string>> = { del: 'DELETE', getjson: 'GET' };

function methodIn(
  written: readonly (Pieces | undefined)[],
  given: readonly Argument[],
  client: Client,
): Pieces {
  const method = written.find((each) => each !== undefined);
  if (method !== undefined) return method;
  if (client.kind === 'swr' || client.kind === 'rtk') return ['GET'];
  if (client.kind === 'beacon') return ['POST'];
  const [, second] = given;
  if (second === undefined || 'options' in second) return ['GET'];
  const [piece] = second.text;
  return typeof piece === 'object' && 'parameter' in piece && piece.key === undefined
    ? [{ ...piece, key: 'method' }]
    : [{ hole: 'method' }];
}

function methodOf(texts: readonly FlatText[]): string | undefined {
  const [first, ...others] = texts;
  if (first === undefined || others.length > 0) return undefined;
  const words = first.filter((each) => typeof each === 'string');
  if (words.length < first.length) return undefined;
  const name = words.join('').toUpperCase();
  return name === '' ? 'GET' : name;
}
