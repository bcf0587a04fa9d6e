import { readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file of the built pages, in memory: what is not listed does not exist, so no path can lead out. */
export type Page = { readonly type: string; readonly body: Buffer; readonly immutable: boolean };

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** All built pages by the path they are asked for with; empty where they were not built. */
export function readPages(folder: string): ReadonlyMap<string, Page> {
  const pages = new Map<string, Page>();
  for (const name of namesIn(folder)) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    // Every file but the entry carries a hash in its name.
    pages.set(`/assets/${name}`, {
      type,
      body: readFileSync(join(folder, name)),
      immutable: !name.endsWith('.html'),
    });
  }
  return pages;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Paths of the pages themselves: each is answered with the entry, which then shows what the path says. */
const places = /^\/(?:$|graph$|decisions(?:\/|$)|audit$|cost$|gates$|workers$|history$|results$|tickets\/)/;

export function isPlace(path: string): boolean {
  return places.test(path);
}

/** No script, style or picture but our own; nobody frames us; no text becomes markup by mistake. */
export const walls: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

type Pages = ReadonlyMap<string, Page>;

/** A page without scripts, in our own style. */
function notePage(pages: Pages, title: string, words: string): string {
  const style = [...pages.keys()].find((path) => path.endsWith('.css'));
  const link = style === undefined ? '' : `<link rel="stylesheet" href="${style}">`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title} · Gauntlet</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${link}
<main class="lone-page"><p class="brand">Gauntlet</p><h1>${title}</h1><p>${words}</p></main></html>`;
}

/** What a stranger sees instead of a page. The link is followed from here, so the browser shows its cookie with it. */
export function strangerPage(pages: Pages): string {
  const words =
    'Open the address that <code>gauntlet serve</code> printed: it ends with <code>?token=…</code>. ' +
    'If you have done that in this browser already, <a href="">go on</a>.';
  return notePage(pages, 'This page needs its token', words);
}

/** For an address that leads nowhere. */
export function nowherePage(pages: Pages): string {
  return notePage(pages, 'There is no such page', 'Go to <a href="/">the board</a>.');
}

/** Shows the page without the token in its address: the cookie has it now. */
export function withoutToken(path: string, query: URLSearchParams): string {
  const place = query.size === 0 ? path : `${path}?${query.toString()}`;
  const safe = place.replace(/[^\w./:?=%&+*-]/g, '').replaceAll('&', '&amp;');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gauntlet</title>
<meta http-equiv="refresh" content="0;url=${safe}"><p><a href="${safe}">Go on</a></p></html>`;
}
