import type { FindName, Target } from '../modules/find-name.ts';
import type { Pieces } from '../../syntax/typescript/pieces.ts';
import { byWord } from '../../engine/words.ts';

/** Something that sends requests, and what it is asked to do: `get` of `axios.get`, empty for `fetch`. */
export type Client = {
  readonly kind: string;
  readonly verb: string;
  /** What it puts before every address, and in which file that is written. */
  readonly base: Pieces;
  readonly file: string;
};

const PACKAGES = byWord({
  axios: 'axios redaxios superagent @nestjs/axios jquery',
  ky: 'ky ky-universal',
  got: 'got',
  fetch: `ofetch node-fetch cross-fetch isomorphic-fetch isomorphic-unfetch unfetch undici expo/fetch @vueuse/core`,
  swr: 'swr swr/immutable swr/mutation',
  angular: '@angular/common/http',
});

const GLOBALS = byWord({
  fetch: 'fetch $fetch useFetch useLazyFetch EventSource',
  swr: 'useSWR',
  axios: 'axios $axios $http $ jQuery',
  ky: 'ky',
  xhr: 'XMLHttpRequest',
  angular: 'HttpClient',
  beacon: 'navigator.sendBeacon',
  rtk: 'fetchBaseQuery()',
});

/** What is asked of which client by a call of this name; undefined for a call that sends nothing we know of. */
export function clientOf(
  find: FindName,
  file: string,
  callee: string,
  isGlobal: boolean,
): Client | undefined {
  if (isGlobal) return globalClient(callee, file);
  const names = callee.split('.');
  for (let length = names.length; length > 0; length -= 1) {
    const target = find(file, names.slice(0, length).join('.'));
    const client = target === undefined ? undefined : clientAt(find, target);
    if (client !== undefined) {
      const verb = [client.verb, ...names.slice(length)].filter((each) => each !== '').join('.');
      return usable({ ...client, verb });
    }
  }
  return undefined;
}

function globalClient(callee: string, file: string): Client | undefined {
  const name = callee.replace(/^(?:window|globalThis|self|this|global)\./, '');
  const names = name.split('.');
  for (let length = names.length; length > 0; length -= 1) {
    const start = names.slice(0, length).join('.');
    const kind = GLOBALS.get(start);
    if (kind !== undefined) return usable({ kind, verb: names.slice(length).join('.'), base: [], file });
  }
  return undefined;
}

function clientAt(find: FindName, target: Target): Client | undefined {
  if (target.kind === 'package') return packageClient(target.from, target.name);
  const { value, file } = target;
  if (value === undefined || !('client' in value)) return undefined;
  const made = clientOf(find, file, value.client, false) ?? clientOf(find, file, value.client, true);
  return made === undefined
    ? undefined
    : { kind: made.kind, verb: '', base: [...made.base, ...value.base], file };
}

function packageClient(from: string, name: string): Client | undefined {
  const kind = PACKAGES.get(from);
  if (kind === undefined) return undefined;
  const [head = '', ...rest] = name.split('.');
  const isWhole = head === 'default' || head === '*' || name === '';
  if (kind === 'angular')
    return head === 'HttpClient' || head === 'httpResource' ? made(kind, rest) : undefined;
  if (from === '@vueuse/core' && head !== 'useFetch') return undefined;
  if (from === '@nestjs/axios')
    return head === 'HttpService'
      ? made(
          kind,
          rest.filter((each) => each !== 'axiosRef'),
        )
      : undefined;
  if (kind === 'fetch') return isWhole || /fetch$/i.test(head) ? made(kind, rest) : undefined;
  if (kind === 'swr') return isWhole || head.startsWith('useSWR') ? made(kind, rest) : undefined;
  if (isWhole) return made(kind, rest);
  // `import { get } from 'axios'`; types and helpers of the package send nothing.
  return VERBS.test(head) || head === kind || head === 'Axios'
    ? made(kind, head === kind ? rest : [head, ...rest])
    : undefined;
}

function made(kind: string, rest: readonly string[]): Client {
  return { kind, verb: rest.join('.'), base: [], file: '' };
}

const VERBS = /^\$?(?:get|post|put|patch|delete|del|head|options|request|ajax|getJSON|raw|native)$/i;

/** `axios.interceptors.request.use` sends nothing. */
function usable(client: Client): Client | undefined {
  if (client.kind === 'xhr') return client.verb === 'open' ? client : undefined;
  if (client.verb === '') return client;
  return VERBS.test(client.verb) ? client : undefined;
}
