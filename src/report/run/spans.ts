import type { AssignmentEvent, Event, ResultEvent } from '../../model/events.ts';
import { isAgentStep } from '../chronicle.ts';
import { roleIn } from '../stage-words.ts';

type Value =
  | { readonly stringValue: string }
  | { readonly intValue: string }
  | { readonly doubleValue: number };
type Attribute = { readonly key: string; readonly value: Value };

/** A span as OTLP writes it in JSON: ids in hex, times in nanoseconds as text. */
export type TraceSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: 1;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code: 0 | 1 | 2; readonly message?: string };
};

/** A trace of a run, by the conventions for generative AI: what was asked, by whom, for how long, for how much; no prompts. */
export function spanOf(
  trace: string,
  epic: string,
  assigned: AssignmentEvent,
  ended: ResultEvent,
): TraceSpan {
  const role = roleIn(assigned.stage);
  const isAgent = isAgentStep(assigned);
  const trouble = ended.type === 'agent_failed' || ended.type.endsWith('_broken');
  return {
    traceId: trace,
    spanId: spanId(assigned.run + 1),
    parentSpanId: spanId(0),
    name: isAgent ? `invoke_agent ${role}` : role,
    kind: 1,
    startTimeUnixNano: nanoseconds(assigned.at),
    endTimeUnixNano: nanoseconds(ended.at),
    attributes: [
      ...(isAgent ? agentAttributes(role, ended) : []),
      text('gauntlet.epic', epic),
      text('gauntlet.ticket.id', assigned.ticket),
      text('gauntlet.stage', assigned.stage),
      whole('gauntlet.attempt', assigned.attempt + 1),
      text('gauntlet.result', ended.type),
      { key: 'gauntlet.cost.usd', value: { doubleValue: ended.used.usd } },
    ],
    status: trouble ? { code: 2, message: ended.type } : { code: 1 },
  };
}

/** The run itself: what all its spans stand under. */
export function rootSpan(
  trace: string,
  epic: string,
  from: number,
  end: Extract<Event, { type: 'run_ended' }>,
): TraceSpan {
  return {
    traceId: trace,
    spanId: spanId(0),
    name: `invoke_workflow ${epic}`,
    kind: 1,
    startTimeUnixNano: nanoseconds(from),
    endTimeUnixNano: nanoseconds(end.at),
    attributes: [
      text('gen_ai.operation.name', 'invoke_workflow'),
      text('gauntlet.epic', epic),
      text('gauntlet.status', end.status),
    ],
    status: end.status === 'completed' ? { code: 1 } : { code: 2, message: end.status },
  };
}

function agentAttributes(role: string, ended: ResultEvent): Attribute[] {
  const { meter } = ended;
  const by = 'by' in ended ? ended.by : undefined;
  const model = by?.model ?? meter?.model ?? null;
  return [
    text('gen_ai.operation.name', 'invoke_agent'),
    text('gen_ai.agent.name', role),
    ...(model === null ? [] : [text('gen_ai.request.model', model)]),
    ...(meter?.tokensIn == null ? [] : [whole('gen_ai.usage.input_tokens', meter.tokensIn)]),
    ...(meter?.tokensOut == null ? [] : [whole('gen_ai.usage.output_tokens', meter.tokensOut)]),
  ];
}

function text(key: string, value: string): Attribute {
  return { key, value: { stringValue: value.slice(0, 200) } };
}

function whole(key: string, value: number): Attribute {
  return { key, value: { intValue: String(Math.round(value)) } };
}

/** 0 is the run, n the run before number n; an id of zeros is none, so all are one more. */
function spanId(number: number): string {
  return (number + 1).toString(16).padStart(16, '0');
}

function nanoseconds(ms: number): string {
  return `${BigInt(Math.round(ms)) * 1_000_000n}`;
}
