import type { AssignmentEvent, Event, EventType, ResultEvent } from './events.ts';

/** Read instead of asked for by `in`: events have many shapes, and every one that is folded is looked at. */
type Marks = { readonly type: EventType; readonly reserved?: unknown; readonly used?: unknown };

export function isAssignment(event: Event): event is AssignmentEvent {
  const { reserved }: Marks = event;
  return reserved !== undefined;
}

/** First parent of the candidate that is merged or gated; undefined: the tip. */
export function ontoOf(event: AssignmentEvent): string | undefined {
  return event.type === 'merge_started' || event.type === 'landing_gate_started' ? event.onto : undefined;
}

export function isResult(event: Event): event is ResultEvent {
  const { used }: Marks = event;
  return used !== undefined;
}
