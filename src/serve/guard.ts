import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** Who may ask what. Everything here is decided by the request alone, before anything is read or written. */
export type Gatekeeper = {
  readonly token: string;
  /** The address that was bound, as it was asked for. */
  readonly host: string;
  readonly port: number;
  readonly readOnly: boolean;
};

export type PageRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
};

export type Refusal = { readonly status: number; readonly code: string; readonly message: string };

const loopback = new Set(['127.0.0.1', 'localhost', '::1']);

/**
 * Names are what DNS rebinding needs: only ours are answered to. Where every address was bound on purpose, any address
 * in digits is, because no page of somebody else's can have one of those as its own origin and be ours.
 */
export function refuseHost(keeper: Gatekeeper, { headers }: PageRequest): Refusal | undefined {
  const named = hostIn(headers.host ?? '');
  const wide = keeper.host === '0.0.0.0' || keeper.host === '::';
  const isOurs =
    named !== undefined &&
    named.port === keeper.port &&
    (named.name === keeper.host || (wide && isIP(named.name) !== 0) || isLoopback(keeper.host, named.name));
  return isOurs ? undefined : refusal(403, 'HOST_FOREIGN', 'this host name is not allowed');
}

function isLoopback(bound: string, name: string): boolean {
  const bindsLoopback = loopback.has(bound) || bound === '0.0.0.0' || bound === '::';
  return bindsLoopback && loopback.has(name);
}

/** `127.0.0.1:4747`, `[::1]:4747`; without a port it is 80. */
function hostIn(host: string): { readonly name: string; readonly port: number } | undefined {
  const found = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9.-]+))(?::(\d{1,5}))?$/i.exec(host);
  if (found === null) return undefined;
  return { name: (found[1] ?? found[2] ?? '').toLowerCase(), port: Number(found[3] ?? '80') };
}

/**
 * Only our own pages and people's own hands may ask. `page`: somebody opens a page, which another page may have led
 * them to; what they then see still takes the cookie, which no other site can make the browser send.
 */
export function refuseSite(asked: PageRequest, what: 'page' | 'data'): Refusal | undefined {
  const { headers, method } = asked;
  const foreign = refusal(403, 'SITE_FOREIGN', 'only pages of this server may send this request');
  const { origin } = headers;
  if (origin !== undefined && origin !== `http://${headers.host ?? ''}`) return foreign;
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin') return undefined;
  if (site === 'none') return method === 'GET' || method === 'HEAD' ? undefined : foreign;
  const opens = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return what === 'page' && opens ? undefined : foreign;
}

/** A browser shows its cookie, a program says `Authorization: Bearer`. */
export function refuseStranger(keeper: Gatekeeper, { headers }: PageRequest): Refusal | undefined {
  const shown = [bearerIn(headers.authorization), cookieIn(headers.cookie, cookieName(keeper.port))];
  const isKnown = shown.some((word) => word !== undefined && isToken(keeper, word));
  return isKnown
    ? undefined
    : refusal(401, 'TOKEN_MISSING', 'open the address that gauntlet printed, with its token');
}

/** Writing takes a page of ours, JSON, and a server that was not told to only read. */
export function refuseWriting(keeper: Gatekeeper, asked: PageRequest): Refusal | undefined {
  if (keeper.readOnly)
    return refusal(403, 'READ_ONLY', 'this server is read-only: it was started with --read-only');
  const type = (asked.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') return refusal(415, 'NOT_JSON', 'send JSON');
  const isProgram = bearerIn(asked.headers.authorization) !== undefined;
  // A browser says where a page is from whenever it writes; what says nothing has to know the token by itself.
  if (!isProgram && asked.headers.origin === undefined)
    return refusal(403, 'SITE_FOREIGN', 'only pages of this server may ask for this');
  return undefined;
}

export function isToken({ token }: Pick<Gatekeeper, 'token'>, word: string): boolean {
  // Of the same length whatever was said, so that comparing takes the same time.
  return timingSafeEqual(digest(token), digest(word));
}

function digest(word: string): Buffer {
  return createHash('sha256').update(word).digest();
}

/** Cookies do not tell ports apart: each server has a name of its own. */
export function cookieName(port: number): string {
  return `gauntlet-${port}`;
}

function cookieIn(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

function bearerIn(header: string | undefined): string | undefined {
  return /^Bearer ([\w-]{1,200})$/.exec(header ?? '')?.[1];
}

export function refusal(status: number, code: string, message: string): Refusal {
  return { status, code, message };
}
