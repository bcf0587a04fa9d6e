// From a request to what is sent back, without touching the network.
import { anthropic } from './anthropic.ts';
import { chat } from './chat.ts';
import { type Asked, isObject, type Reply, type StreamEvent, used, type Wire } from './exchange.ts';
import { gemini } from './gemini.ts';
import { responses } from './responses.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { folderIn, type Named, scenarioIn, sceneOf } from './scene.ts';
import type { Step } from './step.ts';
import { callFor, structuredTool } from './tools.ts';

export type Request = {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
};

export type Response = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** What is sent, piece by piece. */
  readonly pieces: readonly string[];
  /** Milliseconds between two pieces. */
  readonly pause: number;
  /** After which piece nothing more comes, and the connection stays open; null: it ends as it should. */
  readonly hangsAfter: number | null;
};

export type Cast = {
  /** For prompts that name none. */
  readonly otherwise: Scenario;
  /** The model that answers, whichever is asked for; left out: the one that is. */
  readonly model?: string;
  readonly now: () => number;
};

/** Whatever is asked, something is answered: what is no request of ours gets a status of 400 and above. */
export function respond(request: Request, cast: Cast): Response {
  const [path = '', query = ''] = request.path.split('?');
  const wire = wireOf(path);
  if (request.method === 'GET' && path.endsWith('/models')) return json(200, { object: 'list', data: [] });
  if (wire === undefined) return json(404, { error: { message: `nothing is at ${path}` } });
  if (request.method !== 'POST') return refused(wire, 405, `${request.method} is not possible here`);
  const body = parsed(request.body);
  if (!isObject(body)) return refused(wire, 400, 'the body is no JSON object');
  if (COUNTING.test(path)) return json(200, { input_tokens: used.tokensIn, totalTokens: used.tokensIn });
  const asked = wire.read(body, path);
  if (typeof asked === 'string') return refused(wire, 400, asked);
  const step = stepFor(asked, request, cast);
  if (typeof step === 'string') return refused(wire, 404, step);
  return performed(step, wire, { ...asked, model: cast.model ?? asked.model }, query);
}

const COUNTING = /\/messages\/count_tokens$|:countTokens$/;

function wireOf(path: string): Wire | undefined {
  if (/\/messages(?:\/count_tokens)?$/.test(path)) return anthropic;
  if (path.endsWith('/chat/completions')) return chat;
  if (path.endsWith('/responses')) return responses;
  return /\/models\/[^/:]+:(?:stream)?(?:generateContent|GenerateContent|countTokens)$/.test(path)
    ? gemini
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** By the prompt's own marker, by a header, by the address, else what was said when the server was started. */
function stepFor(asked: Asked, request: Request, cast: Cast): Step | string {
  const scene = sceneOf(asked, cast.now());
  const named = scenarioIn(scene.prompt) ?? byHeader(request) ?? byAddress(request.path);
  if (named === undefined) {
    // Titles and summaries are asked for without tools; nobody needs a story for them.
    const isAside = asked.offered.length === 0 && !/^Task ID: /m.test(scene.prompt);
    return isAside ? { text: 'ok' } : cast.otherwise(scene, '');
  }
  const scenario = Object.hasOwn(scenarios, named.name) ? scenarios[named.name] : undefined;
  return scenario === undefined ? `no scenario is called ${named.name}` : scenario(scene, named.detail);
}

function byHeader({ headers }: Request): Named | undefined {
  const name = headers['x-scenario'];
  return typeof name === 'string' ? { name, detail: '' } : undefined;
}

function byAddress(path: string): Named | undefined {
  const [, name, detail = ''] = /^\/scenario\/([a-z0-9-]+)(?::([^/]*))?\//.exec(path) ?? [];
  return name === undefined ? undefined : { name, detail };
}

function performed(step: Step, wire: Wire, asked: Asked, query: string): Response {
  if ('http' in step) return failed(step, wire);
  if ('hang' in step) {
    const begun = answered(
      { kind: 'text', text: 'Let me think about that.', end: 'finished' },
      wire,
      asked,
      query,
    );
    return step.hang === 'before' ? { ...begun, hangsAfter: -1 } : { ...begun, hangsAfter: 2 };
  }
  const said = answered(replyOf(step, asked), wire, asked, query);
  return 'slow' in step ? { ...said, pause: step.slow } : said;
}

function replyOf(step: Exclude<Step, { http: number } | { hang: string }>, asked: Asked): Reply {
  if ('tool' in step) return callFor(step, asked.offered, folderIn(asked));
  if ('json' in step) {
    const tool = structuredTool(asked.offered);
    if (tool !== undefined) return { kind: 'call', name: tool.name, args: step.json };
    const words = asked.wantsJson === true ? undefined : step.text;
    return { kind: 'text', text: words ?? JSON.stringify(step.json), end: 'finished' };
  }
  return { kind: 'text', text: step.text, end: 'end' in step ? (step.end ?? 'finished') : 'finished' };
}

function answered(reply: Reply, wire: Wire, asked: Asked, query: string): Response {
  if (!asked.isStreamed) return json(200, wire.whole(reply, asked));
  const events = wire.events(reply, asked);
  // Gemini sends a list where no stream of events is asked for.
  if (wire === gemini && !query.includes('alt=sse'))
    return json(
      200,
      events.map(({ data }) => data),
    );
  const last = wire.last === undefined ? [] : [`data: ${wire.last}\n\n`];
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
    pieces: [...events.map(eventText), ...last],
    pause: 0,
    hangsAfter: null,
  };
}

function eventText({ event, data }: StreamEvent): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
}

function failed(step: Extract<Step, { http: number }>, wire: Wire): Response {
  const { http: status, message = 'it failed', retryAfter = null, until } = step;
  const headers = {
    ...(retryAfter === null ? {} : { 'retry-after': String(retryAfter) }),
    ...(until === undefined
      ? {}
      : {
          'anthropic-ratelimit-unified-reset': String(Math.ceil(until / 1000)),
          'anthropic-ratelimit-requests-reset': new Date(until).toISOString(),
          'x-ratelimit-reset-requests': `${Math.max(1, Math.ceil((until - Date.now()) / 1000))}s`,
          'x-codex-primary-used-percent': '100',
          'x-codex-primary-window-minutes': '300',
          'x-codex-primary-reset-at': String(Math.ceil(until / 1000)),
        }),
  };
  const said = json(status, wire.failed({ status, message, retryAfter, until: until ?? null }));
  return { ...said, headers: { ...said.headers, ...headers } };
}

function refused(wire: Wire, status: number, message: string): Response {
  return json(status, wire.failed({ status, message, retryAfter: null, until: null }));
}

function json(status: number, value: unknown): Response {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    pieces: [JSON.stringify(value)],
    pause: 0,
    hangsAfter: null,
  };
}
