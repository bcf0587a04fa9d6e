import { useEffect, useState } from 'preact/hooks';

/** Where we are: the words of the path and the query, so that every place has an address. */
export type Route = { readonly path: readonly string[]; readonly query: URLSearchParams };

export function routeNow(): Route {
  const path = location.pathname
    .split('/')
    .filter((word) => word !== '')
    .map(decoded);
  return { path, query: new URLSearchParams(location.search) };
}

/** What cannot be decoded is a name that nothing has. */
function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}

let shownEpic: string | null = null;

/** Which epic is looked at: the address says it, else the one that was shown first. */
export function epicAsked(): string | null {
  return new URLSearchParams(location.search).get('epic') ?? shownEpic;
}

/**
 * From now on everything is asked of this epic. Which one was written last may change while a page is open; where there
 * are several, the address says which it is, so that it can be handed on.
 */
export function stayWith(epic: string, isOneOfSeveral: boolean): void {
  shownEpic = epic;
  const query = new URLSearchParams(location.search);
  if (!isOneOfSeveral || query.has('epic')) return;
  query.set('epic', epic);
  go(`${location.pathname}?${query.toString()}`, 'replace');
}

/** An address of ours; the epic that is looked at stays the same. */
export function hrefTo(path: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const all = new URLSearchParams();
  const epic = new URLSearchParams(location.search).get('epic');
  if (epic !== null) all.set('epic', epic);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) all.set(name, value);
  const text = all.toString();
  return text === '' ? path : `${path}?${text}`;
}

export function ticketHref(id: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  return hrefTo(`/tickets/${encodeURIComponent(id)}`, query);
}

const listeners = new Set<() => void>();

export function go(href: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') history.pushState(null, '', href);
  else history.replaceState(null, '', href);
  for (const listener of listeners) listener();
}

export function useRoute(): Route {
  const [route, setRoute] = useState(routeNow);
  useEffect(() => {
    const changed = (): void => setRoute(routeNow());
    listeners.add(changed);
    addEventListener('popstate', changed);
    return () => {
      listeners.delete(changed);
      removeEventListener('popstate', changed);
    };
  }, []);
  return route;
}

/** Links of ours do not load the page anew, unless somebody wants them in another tab. */
export function followLinks(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const href = link?.getAttribute('href') ?? '';
    if (!href.startsWith('/') || href.startsWith('/api/') || link?.hasAttribute('target') === true) return;
    event.preventDefault();
    go(href);
  });
}
