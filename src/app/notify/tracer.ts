import { sha256 } from '../../model/sha256.ts';
import type { AssignmentEvent, Event } from '../../model/events.ts';
import { rootSpan, type TraceSpan, spanOf } from '../../report/index.ts';
import type { Notifier, NotifierOptions } from './notifier.ts';

const MOST_AT_ONCE = 200;
const LONGEST_MS = 10_000;

/**
 * Sends what a run did as OpenTelemetry spans, in JSON over HTTP. Off unless GAUNTLET_OTLP names a collector, such as
 * http://127.0.0.1:4318: an endpoint that other programs are told of is not asked for here.
 */
export function openTracer(options: NotifierOptions): Notifier {
  const url = endpoint(options.env['GAUNTLET_OTLP']);
  if (url === undefined) return { onEvents: () => undefined, close: () => Promise.resolve() };
  const handedOut = new Map<number, AssignmentEvent>();
  const waiting: TraceSpan[] = [];
  let sending: Promise<void> = Promise.resolve();
  let [trace, from] = ['', 0];
  const flush = (): void => {
    const spans = waiting.splice(0);
    if (spans.length > 0)
      sending = sending
        .then(() => post(url, spans))
        .catch(() => options.note('the collector of GAUNTLET_OTLP cannot be reached'));
  };
  const learn = (event: Event): void => {
    if (trace === '') [trace, from] = [traceOf(options.epic, event), event.at];
    if ('reserved' in event) handedOut.set(event.run, event);
    else if ('used' in event) {
      const assigned = handedOut.get(event.run);
      if (assigned !== undefined) waiting.push(spanOf(trace, options.epic, assigned, event));
      handedOut.delete(event.run);
    } else if (event.type === 'run_ended') waiting.push(rootSpan(trace, options.epic, from, event));
  };
  return {
    onEvents(events) {
      for (const event of events) learn(event);
      if (waiting.length >= MOST_AT_ONCE) flush();
    },
    async close() {
      flush();
      await sending;
    },
  };
}

function endpoint(named: string | undefined): string | undefined {
  if (named === undefined || !/^https?:\/\//.test(named) || !URL.canParse(named)) return undefined;
  const url = new URL(named);
  if (!url.pathname.endsWith('/v1/traces')) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url.href;
}

/** One trace for every time a coordinator drives the epic. */
function traceOf(epic: string, { seq, at }: Event): string {
  return sha256(`${epic} ${seq} ${at}`).slice(0, 32);
}

async function post(url: string, spans: readonly TraceSpan[]): Promise<void> {
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'gauntlet' } }] };
  const body = JSON.stringify({
    resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'gauntlet' }, spans }] }],
  });
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(LONGEST_MS),
  });
  await answer.body?.cancel();
}
