import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import { GauntletError, hasCode } from '../model/error.ts';
import { read, wholeNumber, write } from './api.ts';
import type { DashboardSource } from './dashboard-source.ts';
import {
  type PageRequest,
  cookieName,
  type Gatekeeper,
  isToken,
  refusal,
  type Refusal,
  refuseHost,
  refuseSite,
  refuseStranger,
  refuseWriting,
} from './guard.ts';
import { type Library, openLibrary } from './library.ts';
import { isPlace, nowherePage, type Page, readPages, strangerPage, walls, withoutToken } from './pages.ts';
import { shown, shownText } from './shown.ts';
import type { ErrorView } from './wire.ts';

export type ServeOptions = {
  readonly desk: DashboardSource;
  /** The folder of the built pages. */
  readonly pages: string;
  readonly token: string;
  readonly host: string;
  readonly port: number;
  readonly readOnly: boolean;
};

export type OpenServer = {
  /** With the token: for the person who started it and nobody else. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
};

/** No answer of a person is longer. */
const BODY_BYTES = 16 * 1024;
const MOST_STREAMS = 200;

/** Starts answering. The port is taken when this resolves; a port that is taken is ENVIRONMENT_UNFIT. */
export async function openServer(options: ServeOptions): Promise<OpenServer> {
  const library = openLibrary(options.desk);
  const pages = readPages(options.pages);
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 30_000, headersTimeout: 15_000 });
  const port = await listen(server, options);
  const site: ServerContext = { ...options, port, library, files: pages };
  server.on('request', (request, response) => void serve(site, request, response));
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  const shownHost = options.host === '0.0.0.0' || options.host === '::' ? '127.0.0.1' : host;
  return {
    url: `http://${shownHost}:${port}/?token=${options.token}`,
    port,
    close: () =>
      new Promise((resolve) => {
        library.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type ServerContext = Gatekeeper & {
  readonly desk: DashboardSource;
  readonly library: Library;
  readonly files: ReadonlyMap<string, Page>;
};

function listen(server: Server, { host, port }: ServeOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new GauntletError('ENVIRONMENT_UNFIT', `${host}:${port} ${problemOf(error)}`, {
          hint: 'Choose another port with --port; --port 0 uses any free port.',
          cause: error,
        }),
      ),
    );
    server.listen(port, host, () => {
      const found = server.address();
      resolve(typeof found === 'object' && found !== null ? found.port : port);
    });
  });
}

async function serve(site: ServerContext, request: IncomingMessage, response: ServerResponse): Promise<void> {
  for (const [name, value] of Object.entries(walls)) response.setHeader(name, value);
  response.setHeader('cache-control', 'no-store');
  try {
    await answer(site, request, response);
  } catch (error) {
    if (response.headersSent) response.destroy();
    else refuse(response, refusalFor(error));
  }
}

async function answer(
  site: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const at = request.url ?? '/';
  if (!at.startsWith('/') || !URL.canParse(at, NOWHERE)) return refuse(response, notThere);
  const url = new URL(at, NOWHERE);
  const asked: PageRequest = { method: request.method ?? '', path: url.pathname, headers: request.headers };
  const isData = asked.path.startsWith('/api/');
  const foreign = refuseHost(site, asked) ?? refuseSite(asked, isData ? 'data' : 'page');
  if (foreign !== undefined) return refuse(response, foreign);
  if (isData) return answerData(site, asked, { url, request, response });
  if (asked.method !== 'GET' && asked.method !== 'HEAD') return refuse(response, wrongMethod);
  return answerPage(site, asked, url, response);
}

function answerPage(site: ServerContext, asked: PageRequest, url: URL, response: ServerResponse): void {
  // The built files are the same for everybody and say nothing about any run.
  const file = site.files.get(asked.path);
  if (file !== undefined && file.immutable) {
    response.setHeader('cache-control', 'public, max-age=31536000, immutable');
    return send(response, 200, file.type, file.body);
  }
  if (asked.path.startsWith('/assets/')) return refuse(response, notThere);
  if (!isPlace(asked.path)) return send(response, 404, HTML, nowherePage(site.files));
  const token = url.searchParams.get('token');
  if (token !== null && isToken(site, token)) {
    const cookie = `${cookieName(site.port)}=${site.token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=2592000`;
    response.setHeader('set-cookie', cookie);
    url.searchParams.delete('token');
    return send(response, 200, HTML, withoutToken(asked.path, url.searchParams));
  }
  if (refuseStranger(site, asked) !== undefined) return send(response, 401, HTML, strangerPage(site.files));
  const entry = site.files.get('/assets/index.html');
  if (entry === undefined) return refuse(response, notBuilt);
  return send(response, 200, entry.type, entry.body);
}

type Exchange = { readonly url: URL; readonly request: IncomingMessage; readonly response: ServerResponse };

async function answerData(
  site: ServerContext,
  asked: PageRequest,
  { url, request, response }: Exchange,
): Promise<void> {
  const stranger = refuseStranger(site, asked);
  if (stranger !== undefined) return refuse(response, stranger);
  const path = pathIn(asked.path);
  if (path === undefined) return refuse(response, notThere);
  if (asked.method === 'GET' && path.length === 1 && path[0] === 'results')
    return sendJson(response, 200, site.desk.results());
  const epic = url.searchParams.get('epic');
  // Which one was written last may change between looking and writing.
  if (asked.method !== 'GET' && epic === null && site.desk.epics().length > 1)
    return refuse(response, whichEpic);
  const { book, stream } = site.library.shelf(epic);
  if (asked.method === 'POST') {
    const closed = refuseWriting(site, asked);
    if (closed !== undefined) return refuse(response, closed);
    const value = await write(book, path, await bodyOf(request));
    return value === undefined ? refuse(response, notThere) : sendJson(response, 200, value);
  }
  if (asked.method !== 'GET') return refuse(response, wrongMethod);
  if (path.length === 1 && path[0] === 'events') {
    if (stream.size >= MOST_STREAMS) return refuse(response, tooMany);
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    const last = request.headers['last-event-id'];
    const isBack = typeof last === 'string';
    const after = wholeNumber(isBack ? last : url.searchParams.get('after')) ?? 0;
    // Who comes back may have missed what no event tells.
    return stream.join(response, { after, held: isBack ? undefined : heldIn(url.searchParams) });
  }
  const value = await read(book, site.desk, site.readOnly, { path, query: url.searchParams });
  if (value === undefined) return refuse(response, notThere);
  if ('text' in value)
    return send(response, 200, `${value.type ?? 'text/plain'}; charset=utf-8`, shownText(value.text));
  return sendJson(response, 200, value.value, value.longest);
}

function heldIn(query: URLSearchParams): boolean | undefined {
  const said = query.get('held');
  return said === null ? undefined : said === 'true';
}

/** The words after `/api/v1/`, decoded; undefined for another version or what cannot be decoded. */
function pathIn(path: string): readonly string[] | undefined {
  const found = /^\/api\/v1\/(.+)$/.exec(path)?.[1];
  if (found === undefined) return undefined;
  try {
    return found.split('/').map((word) => decodeURIComponent(word));
  } catch {
    return undefined;
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > BODY_BYTES) throw new GauntletError('FILE_TOO_LARGE', 'the request body is too large');
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown;
  } catch (cause) {
    throw new GauntletError('INPUT_INVALID', 'not valid JSON', { cause });
  }
}

/** Paths are read as parts of an address; which one does not matter. */
const NOWHERE = 'http://gauntlet.invalid';
const HTML = 'text/html; charset=utf-8';
const notThere = refusal(404, 'NOT_THERE', 'not found');
const wrongMethod = refusal(405, 'METHOD_WRONG', 'this HTTP method is not allowed here');
const whichEpic = refusal(400, 'EPIC_UNNAMED', 'there are several epics: say which with ?epic=');
const tooMany = refusal(503, 'TOO_MANY', 'too many pages are open');
const notBuilt = refusal(503, 'NOT_BUILT', 'the pages were not built: npm run build');

/** What we refuse for a reason is said; what is our mistake is not shown to a page. */
function refusalFor(error: unknown): Refusal & { readonly hint?: string } {
  if (!(error instanceof GauntletError))
    return refusal(500, 'BUG', 'internal error; see the output of gauntlet serve');
  const hint = error.hint === undefined ? {} : { hint: error.hint };
  if (hasCode(error, 'FILE_TOO_LARGE')) return { ...refusal(413, error.code, error.message), ...hint };
  if (hasCode(error, 'STATE_CONFLICT')) return { ...refusal(409, error.code, error.message), ...hint };
  if (hasCode(error, 'INPUT_INVALID') || hasCode(error, 'USAGE_INVALID'))
    return { ...refusal(400, error.code, error.message), ...hint };
  return { ...refusal(500, error.code, error.message), ...hint };
}

function refuse(
  response: ServerResponse,
  { status, code, message, hint = '' }: Refusal & { hint?: string },
): void {
  // What was sent is not read to its end: the connection is of no further use.
  if (status === 413) response.setHeader('connection', 'close');
  sendJson(response, status, { error: { code, message, hint } } satisfies ErrorView);
}

function sendJson(response: ServerResponse, status: number, value: unknown, longest?: number): void {
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(shown(value, longest)));
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { 'content-type': type });
  response.end(body);
}

function problemOf({ code = '' }: NodeJS.ErrnoException): string {
  return code === 'EADDRINUSE' ? 'is already in use' : `cannot be opened for listening: ${code}`;
}
