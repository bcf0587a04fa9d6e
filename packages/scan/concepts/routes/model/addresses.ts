import type { FlatText } from './flat-text.ts';

/** Stands for what is known at run time only, inside of a segment. */
export const OPEN = '\0';

/** Where a request goes, as far as it can be compared with routes. */
export type Address =
  | {
      readonly kind: 'path';
      /** Lower case; `OPEN` where anything may stand. */
      readonly segments: readonly string[];
      /** Something may follow. */
      readonly isOpen: boolean;
      /** What stands before that is not known; empty for a path from the root. */
      readonly base: string;
    }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'file' }
  | { readonly kind: 'unknown'; readonly because: string };

const LOCAL =
  /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|host\.docker\.internal|[\w-]+)(?::[\d\0]+)?$/i;
const FILE =
  /\.(?:json|svg|png|jpe?g|gif|webp|ico|wasm|txt|md|mdx|html?|csv|mp3|mp4|wav|webm|pdf|xml|js|mjs|css|ttf|woff2?|onnx|bin|yaml|yml|zip|cjs|map|glb|gltf)$/i;

const QUERY = /query|params|search|qs$|filters?$/i;

export function addressOf(base: FlatText, url: FlatText): Address {
  const [text, names] = written(url);
  const before = written(base);
  const isWhole = /^(?:[a-z][\w+.-]*:|\/\/|\0:\/\/)/i.test(text);
  if (isWhole || before[0] === '') return parsed(text, names[0]);
  const start = before[0].replace(/\/$/, '');
  return parsed(
    `${start}${text.startsWith('/') || text === '' ? '' : '/'}${text}`,
    [...before[1], ...names][0],
  );
}

function written(text: FlatText): readonly [string, readonly string[]] {
  const names: string[] = [];
  const all = text.map((each, index) => {
    if (typeof each === 'string') return each;
    const name = 'hole' in each ? each.hole : (each.key ?? `#${each.parameter}`);
    names.push(name);
    const before = text[index - 1];
    // `users${queryString}`: what hangs on a word and is called so begins with a question mark.
    return typeof before === 'string' && !before.endsWith('/') && QUERY.test(name) ? '?' : OPEN;
  });
  return [all.join(''), names];
}

function parsed(text: string, firstName: string | undefined): Address {
  const cut = text.trim().replace(/[?#&].*$/s, '');
  const scheme = /^(?<scheme>[a-z][\w+.-]*|\0):(?<rest>.*)$/is.exec(cut);
  if (scheme?.groups !== undefined) {
    const { rest = '' } = scheme.groups;
    if (!/^(?:https?|wss?|\0)$/i.test(scheme.groups['scheme'] ?? '')) return { kind: 'file' };
    return rest.startsWith('//') ? withHost(rest.slice(2), firstName) : unclear(cut, firstName);
  }
  if (cut.startsWith('//')) return withHost(cut.slice(2), firstName);
  if (/^\.{1,2}\//.test(cut)) return { kind: 'file' };
  if (cut.startsWith(OPEN)) return unclear(cut, firstName);
  if (cut === '') return { kind: 'unknown', because: 'requests with a computed URL' };
  return path(cut, cut.startsWith('/') ? '' : 'relative');
}

function withHost(rest: string, firstName: string | undefined): Address {
  const slash = rest.indexOf('/');
  const host = slash < 0 ? rest : rest.slice(0, slash);
  const below = slash < 0 ? '/' : rest.slice(slash);
  if (host.includes(OPEN) && !LOCAL.test(host)) {
    // `https://${account}.example.com`, `https://api.example.${country}`: somebody else's, whichever it is.
    return /[\w-]\.[a-z]{2,}(?::\d+)?$|^[\w-]+\.[\w-]+\./i.test(host)
      ? { kind: 'elsewhere' }
      : path(below, `//${firstName ?? ''}`);
  }
  return LOCAL.test(host) ? path(below, `//${host.toLowerCase()}`) : { kind: 'elsewhere' };
}

/** What begins with something that is not known: a base, if a path follows. */
function unclear(cut: string, name: string | undefined): Address {
  const rest = cut.slice(cut.indexOf(OPEN) + 1).replace(/^:\/\/\0/, '');
  const below = path(
    rest.startsWith('/') ? rest : `/${rest}`,
    // `window.location.origin` is where the page comes from.
    name === undefined || name === '' ? '?' : /(?:^|\.)origin$/.test(name) ? '' : name,
  );
  if (below.kind !== 'path' || below.segments.some((each) => !each.includes(OPEN))) return below;
  return { kind: 'unknown', because: 'requests whose URL is not in the code' };
}

function path(text: string, base: string): Address {
  if (FILE.test(text) || text.startsWith('/.well-known/')) return { kind: 'file' };
  const parts = text.split('/').filter((each) => each !== '');
  const last = parts.at(-1) ?? '';
  // `users${query}`: what hangs on a word at the end is most often a query.
  const isOpen = last.endsWith(OPEN) && last !== OPEN && !last.startsWith(OPEN);
  const segments = parts.map((part, index) =>
    segment(isOpen && index === parts.length - 1 ? part.slice(0, -1) : part),
  );
  return { kind: 'path', segments, isOpen, base };
}

function segment(part: string): string {
  return /^(?::\w+|\{\w+\}|\[\w+\])$/.test(part) ? OPEN : part.toLowerCase();
}
